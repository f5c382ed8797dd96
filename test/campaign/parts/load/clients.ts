import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Random, randomFrom } from '../../../../src/base/random.ts';
import { daysCsv } from '../../../cli/days.ts';
import { type Asked, ask, formOf, isUp, type Target } from './asking.ts';
import { noteFault } from './tally.ts';

/** A kind of client: what one of them does once, and how long it then waits. */
interface Kind {
  readonly count: number;
  readonly pause: number;
  once(target: Target, random: Random, agent: Agent): Promise<void>;
}

const releases = '/api/v1/releases';
const flow = '/api/analytics/truck/exit-hourly-flow-k-anonymized?start_date=2023-01-02&end_date=2023-01-08&k=10';
export const largestUpload = 2_000_000;
const roles = { subject: 'ID', drop: ['Name'], series: 'H1..H8', sensitive: ['Tag'], p: 2 };
const policies: readonly object[] = [
  { ...roles, method: 'naive', k: 5, queries: 0 },
  { ...roles, method: 'naive', k: 7, release: 'public', format: 'parquet' },
  { ...roles, method: 'kapra', k: 5, queries: 0 },
  { ...roles, method: 'prism', k: 5, effort: 'fast', queries: 0 },
  {
    family: 'table',
    subject: 'ID',
    quasi: ['H1:number', 'H2:number'],
    drop: 'Name,H3,H4,H5,H6,H7,H8'.split(','),
    sensitive: ['Tag'],
    k: 4,
  },
  { ...roles, method: 'naive', k: 5000 }, // ends without a release
];

const one = <Value>(random: Random, values: readonly Value[]): Value => values[random.below(values.length)];

/** A job that the server took in. */
async function post(target: Target, random: Random, more: Asked = {}): Promise<string | undefined> {
  const form = formOf(one(random, policies), daysCsv(one(random, [20, 60, 200])));
  const answer = await ask(target, releases, { method: 'POST', ...form, ...more });
  if (answer?.status !== 202) return undefined;
  const { id } = JSON.parse(answer.body) as { id: string };
  target.tally.accepted.add(id);
  return id;
}

async function remove(target: Target, id: string): Promise<void> {
  target.tally.removed.add(id);
  await ask(target, `${releases}/${id}`, { method: 'DELETE' });
}

/** The state of a job that has ended; '' where it is gone, or does not end in ten minutes. */
export async function endOf(target: Target, id: string): Promise<string> {
  for (let tries = 0; tries < 2400; tries++) {
    const answer = await ask(target, `${releases}/${id}`);
    if (answer?.status === 404 && !target.tally.removed.has(id)) noteFault(target.tally, 'a job that was taken in is gone');
    if (answer?.status === 404) return '';
    const { state } = answer?.status === 200 ? (JSON.parse(answer.body) as { state: string }) : { state: 'queued' };
    if (state !== 'queued' && state !== 'running') return state;
    await wait(250);
  }
  return '';
}

/** Two routes in turn, so that whatever else the machine does meets both alike. */
const hurried: Kind = {
  count: 4,
  pause: 60,
  async once(target, _, agent) {
    const { epoch, tally } = target;
    for (const [path, times] of [
      ['/healthz', tally.bare],
      [flow, tally.cached],
    ] as const) {
      const answer = await ask(target, path, { agent });
      if (answer?.status === 200 && epoch === target.epoch) times.push(answer.milliseconds);
    }
  },
};

const working: Kind = {
  count: 2,
  pause: 2500,
  async once(target, random) {
    const id = await post(
      target,
      random,
      random.below(4) === 0 ? { headers: { 'idempotency-key': `key ${random.below(1e6)}` } } : {},
    );
    if (id === undefined) return;
    if (random.below(6) === 0) await ask(target, `${releases}/${id}/cancel`, { method: 'POST' });
    if ((await endOf(target, id)) === 'done') {
      const files = await ask(target, `${releases}/${id}/files`);
      const { files: told = [] } = files?.status === 200 ? (JSON.parse(files.body) as { files?: { href: string }[] }) : {};
      for (const { href } of told) await ask(target, href);
      if (told.length === 0 && !target.over && files?.status === 200) noteFault(target.tally, 'a release without files');
    }
    if (random.below(8) > 0) await remove(target, id);
  },
};

/** More at once than may wait: some are told to come back. */
const eager: Kind = {
  count: 1,
  pause: 45_000,
  async once(target, random) {
    const ids = await Promise.all(Array.from({ length: 10 }, () => post(target, random)));
    for (const id of ids) if (id !== undefined && random.below(2) === 0) await remove(target, id); // queued, running or over
  },
};

const looking: Kind = {
  count: 1,
  pause: 4000,
  async once(target, random) {
    const answer = await ask(target, '/api/v1/uploads?format=csv', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: daysCsv(60),
    });
    if (answer?.status !== 201) return;
    const { id } = JSON.parse(answer.body) as { id: string };
    const body = JSON.stringify({ upload: id });
    const what = one(random, ['inspect', 'draft', 'plan']);
    await ask(target, `/api/v1/${what}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await ask(target, `/api/v1/uploads/${id}`, { method: 'DELETE' });
  },
};

/** Streams of events by the hundred on one job; a third of the listeners leave. */
const listening: Kind = {
  count: 1,
  pause: 8000,
  async once(target, random) {
    const id = await post(target, random);
    if (id === undefined) return;
    const streams = Array.from({ length: 150 }, async (_, i) => {
      target.tally.streams++;
      const { epoch } = target;
      const leaves = i % 3 === 0 ? { leaves: 20 + random.below(2000) } : {};
      const heard = await ask(target, `${releases}/${id}/events`, leaves);
      const isWhole =
        heard?.status === 503 || heard?.status === 204 || /"state":"(done|failed|cancelled)"/.test(heard?.body ?? '');
      if (i % 3 > 0 && epoch === target.epoch && !isWhole) noteFault(target.tally, 'a stream ended before its job');
    });
    await Promise.all(streams);
    if ((await endOf(target, id)) !== '') await remove(target, id);
  },
};

const vanishing: Kind = {
  count: 2,
  pause: 1500,
  async once(target, random) {
    const form = formOf(one(random, policies), daysCsv(200));
    const leaves = random.below(60);
    if (random.below(2) === 0) await ask(target, releases, { method: 'POST', ...form, leaves });
    else await ask(target, one(random, [flow, '/openapi.json', '/docs', '/metrics', releases]), { leaves: leaves % 8 });
  },
};

/** Bytes one after the other, and answers that nobody reads. */
const slow: Kind = {
  count: 3,
  pause: 1000,
  once: ({ port, token, over }, random) =>
    new Promise((resolve) => {
      const unread = random.below(2) === 0;
      const socket = connect(port, '127.0.0.1');
      const text = `GET ${unread ? '/openapi.json' : flow} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n${unread ? '\r\n' : ''}`;
      let sent = unread ? text.length : 0;
      if (unread) socket.pause().write(text.repeat(20));
      let ticks = random.below(80);
      const clock = setInterval(() => {
        if (sent < text.length) socket.write(text[sent++]);
        if (over || ticks-- <= 0) socket.destroy();
      }, 150);
      socket.on('error', () => {}); // cut off for being slow, or because the server went
      socket.on('close', () => {
        clearInterval(clock);
        resolve();
      });
    }),
};

const json = { 'content-type': 'application/json' };
/** Each is refused: its status says by whom. */
const wrong: readonly ((random: Random) => readonly [path: string, asked: Asked])[] = [
  () => [releases, { method: 'POST', ...formOf(policies[0], Buffer.alloc(largestUpload + 50_000, 'x,')), tooMuch: true }],
  () => [
    '/api/v1/uploads',
    { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'x'.repeat(largestUpload + 9), tooMuch: true },
  ],
  () => ['/api/v1/check', { method: 'POST', headers: json, body: JSON.stringify({ policy: 'y'.repeat(60_000) }), tooMuch: true }],
  () => [
    releases,
    { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b\r\ncontent-disp' },
  ],
  () => [releases, { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'no border' }],
  () => [releases, { method: 'POST', headers: json, body: '{"source": "none", ' }],
  () => [releases, { method: 'POST', headers: json, body: JSON.stringify({ source: 'none', policy: {} }) }],
  () => [releases, { method: 'POST', ...formOf({ method: 'naive', k: -1 }, 'a,b\n1,2\n') }],
  (random) => [`${flow}&k=${random.below(1e6)}`, {}],
  (random) => [
    `/api/v1/uploads/${random.below(1e9).toString(16).padStart(32, '0')}`,
    { method: 'PATCH', headers: { 'upload-offset': '7' } },
  ],
  () => [
    '/api/v1/verify',
    { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'PK\u0003\u0004 no zip' },
  ],
  () => ['/../../etc/passwd', {}],
  () => [releases, { method: 'BREW' as string, tooMuch: true }],
  () => ['/healthz', { headers: { 'x-long': 'z'.repeat(40_000) }, tooMuch: true }],
  () => [releases, { headers: { authorization: 'Bearer nobody' } }],
];

const broken: Kind = {
  count: 2,
  pause: 700,
  async once(target, random) {
    const [path, asked] = one(random, wrong)(random);
    const answer = await ask(target, path, asked);
    if (answer !== undefined && answer.status < 400)
      noteFault(target.tally, `${asked.method ?? 'GET'} ${path.slice(0, 60)} was answered by ${answer.status}`);
  },
};

const kinds = { hurried, working, eager, looking, listening, vanishing, slow, broken };

/** All of them at once, until it is over. */
export async function besiege(target: Target, seed: string): Promise<void> {
  const clients = Object.entries(kinds).flatMap(([name, { count, pause, once }]) =>
    Array.from({ length: count }, async (_, i) => {
      const random = randomFrom(`${seed} ${name} ${i}`);
      const agent = new Agent({ keepAlive: true });
      await wait(random.below(Math.min(pause, 3000)));
      while (!target.over) {
        if (isUp(target)) await once(target, random, agent);
        for (let left = pause * (0.5 + random.unit()); left > 0 && !target.over; left -= 500) await wait(Math.min(500, left));
      }
      agent.destroy();
    }),
  );
  await Promise.all(clients);
}

/** Asked for until it is known, so that nobody measures how it is made. */
export async function warm(target: Target): Promise<void> {
  for (let tries = 0; tries < 100; tries++) if ((await ask(target, flow))?.status === 200) return;
}
