import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve } from 'shoal';
import { randomFrom } from '../../../src/base/random.ts';
import { inHome } from '../../attacks/hunt.ts';
import { type Hunted, marker } from '../../attacks/random-inputs.ts';
import { endedJob, type JobShown } from '../../server/a-server.ts';
import { type Part, without } from '../part.ts';
import { anyRelease, fewIn, numbersIn, originalsOf } from './leaks.ts';

/** Everything that a client without the second token is told of a source: by HTTP, to an agent, and in the log of whoever runs the server. */
export const leakingDoors: Part<Hunted> = {
  name: 'leaking-doors',
  holds:
    'no answer of the server, none to an agent and no line of its log tells an id, a path, a secret, an inner value or few subjects',
  goal: 1000,
  batch: 2,
  draw: (seed, number) => anyRelease(randomFrom(`leaking doors ${seed} ${number}`)),
  attempt: (hunted) => inHome(hunted, (home) => askEverything(hunted, home)),
  *smaller(hunted) {
    for (const records of without(hunted.records, hunted.policy.k)) yield { ...hunted, records };
  },
};

const [token, second] = ['a-token-of-a-client-0123456789', 'a-second-secret-0123456789abc'];

interface Told {
  readonly where: string;
  readonly text: string;
}

async function askEverything(hunted: Hunted, home: string): Promise<string> {
  const { policy } = hunted;
  writeFileSync(join(home, 'token'), `${token}\n`);
  writeFileSync(join(home, 'second'), `${second}\n`);
  const told: Told[] = [];
  const tell = (where: string) => (what: unknown) => void told.push({ where, text: JSON.stringify(what) });
  const started = await serve(
    {
      ...{ port: 0, state: join(home, 'state'), sources: { data: join(home, 'input.csv') }, minK: 2, rate: 100_000, stopTime: 0 },
      ...{ tokenFile: join(home, 'token'), internalTokenFile: join(home, 'second') },
    },
    { onAnswer: tell('the log'), onProblem: tell('the log of problems'), onFault: ({ message }) => assert.fail(message) },
  );
  if (!started.ok) throw new Error(started.problems[0].what);
  const { url, state, stop } = started.value;
  try {
    const ask = asker(url, told);
    const job = await throughHttp(ask, policy);
    const own = await throughAgent(url, told, policy);
    const released = [await releasedBy(ask, job.id, job.state), await releasedBy(ask, own.id, own.state)];
    checkTold(told, hunted, { home, state, released });
    return job.state === 'done' ? 'released' : `a job is ${job.state}`;
  } finally {
    await stop();
  }
}

type Ask = (path: string, body?: object) => Promise<string>;

function asker(url: string, told: Told[]): Ask {
  return async (path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    told.push({
      where: `${body === undefined ? 'GET' : 'POST'} ${path}, ${answer.status}`,
      text: `${JSON.stringify([...answer.headers])}\n${text}`,
    });
    return text;
  };
}

async function throughHttp(ask: Ask, policy: Hunted['policy']): Promise<JobShown> {
  const source = { source: 'data' };
  await ask('/api/v1/inspect', source);
  await ask('/api/v1/draft', source);
  for (const what of ['check', 'plan', 'preview']) await ask(`/api/v1/${what}`, { ...source, policy });
  await ask('/api/v1/sweeps', { ...source, policy, grid: { k: [2, 3] } });
  const first = JSON.parse(await ask('/api/v1/releases', { ...source, policy })) as JobShown;
  if (first.id === undefined) return { ...first, state: 'refused at once' };
  const at = `/api/v1/releases/${first.id}`;
  await ask(`${at}/events`);
  const job = await endedJob(async () => JSON.parse(await ask(at)) as JobShown);
  for (const path of ['/files', '/report', '/internal', '/internal/manifest.json']) await ask(`${at}${path}`);
  for (const { href } of filesTold(await ask(`${at}/files`))) await ask(href);
  for (const spoilt of [
    { ...policy, k: 4000 },
    { ...policy, subject: 'nobody' },
    { ...policy, drop: ['none'] },
  ]) {
    const { id } = JSON.parse(await ask('/api/v1/releases', { ...source, policy: spoilt })) as { id?: string };
    if (id !== undefined) await endedJob(async () => JSON.parse(await ask(`/api/v1/releases/${id}`)) as JobShown);
  }
  for (const path of ['/api/v1/releases', '/api/v1/sources', '/metrics', '/healthz']) await ask(path);
  return job;
}

const filesTold = (text: string): readonly { readonly name: string; readonly href: string }[] =>
  (JSON.parse(text) as { files?: { name: string; href: string }[] }).files ?? [];

/** What the release itself says, which everybody may read. */
async function releasedBy(ask: Ask, id: string | undefined, state: string | undefined): Promise<string> {
  if (id === undefined || state !== 'done') return '';
  const data = filesTold(await ask(`/api/v1/releases/${id}/files`)).find(({ name }) => name.includes('_anonymized'));
  return data === undefined ? '' : ask(data.href);
}

/** Answers what the agent knows of its own release: groups are drawn anew, so its labels are others. */
async function throughAgent(
  url: string,
  told: Told[],
  policy: Hunted['policy'],
): Promise<{ readonly id?: string | undefined; readonly state?: string | undefined }> {
  const client = new Client({ name: 'campaign', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const use = async (
    name: string,
    given: Record<string, unknown> = {},
  ): Promise<{ readonly id?: string; readonly state?: string }> => {
    const { content } = await client.callTool({ name, arguments: given });
    const text = (content as readonly { readonly text: string }[]).map((part) => part.text).join('');
    told.push({ where: `the agent's ${name}`, text });
    return text.startsWith('{') ? JSON.parse(text) : {};
  };
  const source = 'data';
  await use('list_sources');
  await use('inspect', { source });
  await use('draft', { source, choices: { subject: 'id' } });
  for (const name of ['check', 'plan']) await use(name, { source, policy });
  const { id } = await use('run', { source, policy });
  let state: string | undefined;
  if (id !== undefined) {
    ({ state } = await use('follow', { release: id, wait: 60 }));
    await use('verify', { release: id });
  }
  await use('list_releases');
  for (const { uri } of (await client.listResources()).resources) {
    if (!uri.startsWith('shoal://releases')) continue;
    const { contents } = await client.readResource({ uri });
    told.push({ where: `the agent's ${uri.replace(/.*\//, '')}`, text: JSON.stringify(contents) });
  }
  await client.close();
  return { id, state };
}

interface Around {
  readonly home: string;
  readonly state: string;
  readonly released: readonly string[];
}

function checkTold(told: readonly Told[], hunted: Hunted, { home, state, released }: Around): void {
  const originals = originalsOf(hunted);
  const ends = new Set(released.flatMap(numbersIn));
  const rows = released.map((text) => text.trimEnd().split('\n').length - 1);
  const secrets = [token, second, ...secretsIn(state)];
  for (const { where, text } of told) {
    assert.ok(!text.includes(`${marker}-`), `${where} tells an id`);
    assert.ok(!text.includes(home), `${where} tells a path`);
    for (const secret of secrets) assert.ok(!text.includes(secret), `${where} tells a secret`);
    const inner = numbersIn(text).find((number) => originals.has(number) && !ends.has(number));
    assert.equal(inner, undefined, `${where} tells an inner value`);
    const at = text.indexOf('\n{');
    const body = text.startsWith('{') ? text : at === -1 ? undefined : text.slice(at);
    if (body !== undefined) assert.deepEqual(fewIn(parsed(body), hunted.policy.k, rows), [], `${where} tells few subjects`);
  }
}

function parsed(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // lines of events, or a file of another kind
  }
}

/** What the server keeps to itself: small files of random bytes. */
const secretsIn = (state: string): readonly string[] =>
  (existsSync(state) ? readdirSync(state) : [])
    .map((name) => join(state, name))
    .filter((path) => /secret|key/.test(path) && statSync(path).isFile())
    .flatMap((path) => [readFileSync(path, 'latin1').trim(), readFileSync(path).toString('hex')])
    .filter((text) => text.length >= 16);
