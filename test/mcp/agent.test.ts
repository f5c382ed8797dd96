import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools.ts';
import { aServer, newFolder, someExits, type TestServer, tokenFile } from '../server/a-server.ts';

/** Sixty subjects with names, curves and a rare illness; each cell of `secret` and `note` is one of a kind. */
const people = [
  'id,note,H1,H2,H3,H4,ill',
  ...Array.from(
    { length: 60 },
    (_, row) =>
      `person-${row},note-${row * 7919},${row % 7},${(row * 3) % 11},${(row * 5) % 13},${row % 5},${row < 2 ? 'rare-illness' : 'none'}`,
  ),
].join('\n');
const policy = { method: 'naive', subject: 'id', series: 'H1..H4', drop: ['note', 'ill'], k: 5, p: 2 };
const cells = /person-\d|note-\d|rare-illness/;

const [ana, ben] = ['a'.repeat(20), 'b'.repeat(20)];
let server: TestServer;
let fixed: TestServer;
let agent: Client;
let other: Client;
beforeAll(async () => {
  const options = (folder: string) => {
    writeFileSync(join(folder, 'people.csv'), people);
    writeFileSync(join(folder, 'people.yaml'), `${JSON.stringify({ ...policy, k: 10 })}\n`);
    writeFileSync(join(folder, 'tokens'), `ana: ${ana}\nben: ${ben}\n`);
    return {
      sources: { people: join(folder, 'people.csv') },
      tokenFile: join(folder, 'tokens'),
      internalTokenFile: tokenFile(folder, 'internal', 'a-second-secret-that-is-long'),
    };
  };
  const folder = newFolder();
  server = await aServer({ ...options(folder), data: await someExits(folder) }, folder);
  fixed = await aServer((folder) => ({ ...options(folder), policies: { people: join(folder, 'people.yaml') } }));
  agent = await connect(server, ana);
  other = await connect(server, ben);
});
afterAll(async () => {
  await Promise.all([agent.close(), other.close()]);
  await Promise.all([server.remove(), fixed.remove()]);
});

async function connect(to: TestServer, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${to.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly value: Record<string, never>;
}
const heard: string[] = [];
async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const text = (content as readonly { readonly text: string }[]).map((part) => part.text).join('');
  heard.push(text);
  let value: Answer['value'] = {};
  try {
    value = JSON.parse(text);
  } catch {} // the protocol's own words for arguments that do not fit
  return { text, isError, value };
}
const codesIn = ({ value }: Answer): readonly string[] =>
  (value as { problems?: { code: string }[] }).problems?.map(({ code }) => code) ?? [];

describe('an agent', () => {
  it('goes from a source to a verified release', async () => {
    expect((await agent.listTools()).tools.map(({ name }) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    expect((await use(agent, 'list_sources')).value).toEqual({
      sources: [{ name: 'people', kind: 'file', fixed: false, jobs: true }],
    });
    expect((await use(agent, 'inspect', { source: 'people' })).value).toMatchObject({
      shape: { kind: 'series' },
      fields: expect.any(Array),
    });
    const draft = (await use(agent, 'draft', { source: 'people', choices: { subject: 'id' } })).value as {
      policy?: Record<string, unknown>;
    };
    expect(draft.policy).toMatchObject({ subject: 'id', series: ['H1..H4'] });
    expect((await use(agent, 'check', { source: 'people', policy })).value).toMatchObject({ holds: true });
    expect((await use(agent, 'plan', { source: 'people', policy })).value).toMatchObject({
      family: 'series',
      steps: expect.any(Array),
    });
    const { value: job } = await use(agent, 'run', { source: 'people', policy });
    const { value: done } = await use(agent, 'follow', { release: job.id, wait: 60 });
    expect(done).toMatchObject({ state: 'done', summary: { verdict: { holds: true } }, files: expect.any(Array) });
    expect((await use(agent, 'verify', { release: job.id })).value).toMatchObject({
      holds: true,
      smallestGroup: expect.any(Number),
    });
    const second = (await use(agent, 'run', { source: 'people', policy: { ...policy, k: 8 } })).value;
    await use(agent, 'follow', { release: second.id, wait: 60 });
    expect((await use(agent, 'compare', { releases: [job.id, second.id] })).value).toMatchObject({
      releases: [{ edition: 'public' }, { edition: 'public' }],
    });
    expect((await use(agent, 'list_releases')).value).toMatchObject({ releases: [{ id: second.id }, { id: job.id }] });
    const file = await server.get(`/api/v1/releases/${job.id}/files/naive_anonymized.csv`, { authorization: `Bearer ${ana}` });
    expect(await file.text()).toMatch(/^GroupID,H1/); // which a person fetches

    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['shoal://docs/agents.md', `shoal://releases/${job.id}/report.html`]),
    );
    const [page] = (await agent.readResource({ uri: `shoal://releases/${job.id}/report.html` })).contents;
    expect((page as { text: string }).text).toContain('<!doctype html>');
    heard.push((page as { text: string }).text);
    for (const uri of [
      `shoal://releases/${job.id}/naive_anonymized.csv`,
      `shoal://releases/${job.id}/internal/manifest.json`,
      'shoal://docs/..%2Fpackage.json',
      'shoal://docs/../package.json',
    ])
      await expect(agent.readResource({ uri }), uri).rejects.toThrow();
    await expect(other.readResource({ uri: `shoal://releases/${job.id}/report.html` })).rejects.toThrow();
    expect(codesIn(await use(other, 'follow', { release: job.id }))).toEqual(['server/not-found']);
    expect(codesIn(await use(other, 'verify', { release: job.id }))).toEqual(['server/not-found']);
  });

  it('hears what words mean, and the answer about trucks', async () => {
    expect((await use(agent, 'explain', { word: 'unicity' })).value).toMatchObject({ name: 'unicity' });
    const flow = await use(agent, 'truck_flow', { start_date: '2023-01-02', end_date: '2023-01-08', k: 5 });
    expect(flow.value).toMatchObject({ success: true, privacy_protection: { k_value: 5 } });
    expect(codesIn(await use(agent, 'truck_flow', { k: 3 }))).toEqual(['server/k-below-floor']);
  });

  it.each([
    ['inspect', {}],
    ['inspect', { source: 'people', internal: true }],
    ['inspect', { source: '../people.csv' }],
    ['inspect', { source: 'people', reading: { sql: 'SELECT * FROM input' } }],
    ['inspect', { upload: '0'.repeat(32) }],
    ['run', { source: 'people', policy: { ...policy, input: '/etc/passwd' } }],
    ['run', { source: 'people', policy: { ...policy, k: 2, p: 2 } }],
    ['run', { source: 'people', policy: { ...policy, seed: 1 } }],
    ['run', { source: 'people', policy: 'all' }],
    ['check', { source: 'people' }],
    ['follow', { release: '../jobs' }],
    ['verify', { release: 'nobody', k: 1 }],
    ['compare', { releases: ['one'] }],
    ['explain', { word: 'x'.repeat(100) }],
  ])('is refused in %s what does not fit: %j', async (name, args) => {
    expect((await use(agent, name, args)).isError).toBe(true);
  });

  it('gets no raw row: columns that would single people out are refused, whatever release it asks for', async () => {
    const raw = {
      method: 'local',
      subject: 'row',
      quasi: ['H1'],
      sensitive: ['id', 'note', 'H2', 'H3', 'H4', 'ill'],
      k: 5,
      release: 'internal',
    };
    const { value: job } = await use(agent, 'run', { source: 'people', policy: raw });
    const { value: ended } = await use(agent, 'follow', { release: job.id, wait: 60 });
    expect(ended).toMatchObject({ state: 'failed' });
    const few = { ...policy, series: 'H1..H4', k: 61 };
    const crowd = await use(agent, 'plan', { source: 'people', policy: few });
    expect([crowd.isError, crowd.text]).toEqual([true, expect.not.stringContaining('60')]);
  });

  it('is bound by a policy that the operator fixed', async () => {
    const bound = await connect(fixed, ana);
    for (const [name, args] of [
      ['inspect', { source: 'people' }],
      ['draft', { source: 'people' }],
      ['plan', { source: 'people' }],
    ] as const)
      expect(codesIn(await use(bound, name, args)), name).toEqual(['server/source-closed']);
    expect(codesIn(await use(bound, 'run', { source: 'people', policy }))).toEqual(['server/policy-is-fixed']);
    const { value: job } = await use(bound, 'run', { source: 'people', policy: { lang: 'it' } });
    expect((await use(bound, 'follow', { release: job.id, wait: 60 })).value).toMatchObject({ state: 'done', k: 10 });
    await bound.close();
  });

  it('without a token hears nothing', async () => {
    await expect(connect(server, 'wrong'.repeat(5))).rejects.toThrow();
  });

  it('has heard no cell of the data in all of this, and no number of those with something rare', () => {
    expect(heard.length).toBeGreaterThan(25);
    for (const text of heard) expect(text).not.toMatch(cells);
  });
});

it('an upload of its own token is told no more of', async () => {
  const sent = await fetch(`${server.url}/api/v1/uploads`, {
    method: 'POST',
    body: people,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${ana}` },
  });
  const { id } = (await sent.json()) as { id: string };
  const { text, isError } = await use(agent, 'inspect', { upload: id });
  expect([isError, text]).toEqual([false, expect.not.stringMatching(/histogram|reason|largestK/)]);
  expect((await use(other, 'inspect', { upload: id })).isError).toBe(true);
});

it('"shoal mcp" speaks over standard input and output, and places what may leave', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'people.csv'), people);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../../bin/shoal.js', import.meta.url)), 'mcp', 'people.csv', '--out', 'made'],
    cwd: folder,
    stderr: 'pipe',
  });
  let told = '';
  transport.stderr?.on('data', (text: Buffer) => void (told += text));
  const local = new Client({ name: 'test', version: '1' });
  await local.connect(transport);
  const { value: job } = await use(local, 'run', { source: 'people', policy });
  const { value: done } = await use(local, 'follow', { release: job.id, wait: 60 });
  expect(done).toMatchObject({ state: 'done', folder: join('made', String(job.id)) });
  await local.close();
  const place = join(folder, 'made', String(job.id));
  expect(readdirSync(place).toSorted()).toEqual([
    'croissant.json',
    'datapackage.json',
    'dcat.jsonld',
    'manifest.json',
    'naive_anonymized.csv',
    'report.html',
    'report.json',
  ]);
  expect(existsSync(join(place, 'internal'))).toBe(false);
  const verdict = await verify(place);
  expect(verdict.ok && verdict.value.holds).toBe(true);
  expect(readFileSync(join(place, 'naive_anonymized.csv'), 'utf8')).not.toMatch(cells);
  expect(told).toBe('');
});
