import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyError } from 'fastify';
import type { ServeOptions } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventRoutes } from '../../src/server/event-routes.ts';
import { createJobLog } from '../../src/server/job-log.ts';
import type { Jobs } from '../../src/server/jobs.ts';
import { onError } from '../../src/server/problem-json.ts';
import { createQueue } from '../../src/server/queue.ts';
import { tokensIn } from '../../src/server/tokens.ts';
import { type App, checkedByZod, type ZodTypes } from '../../src/server/zod-schemas.ts';
import { aServer, curvesPolicy, fortyCurves, jobIn, listIn, refusalIn, type TestServer } from '../server/a-server.ts';

const ana = { authorization: 'Bearer ana-has-this-token-0123' };
const bor = { authorization: 'Bearer bor-has-another-token-4567' };

/** Two who share a server with two slots, a queue of four, two streams and little disk. */
describe('a server with two tokens', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await aServer((folder) => {
      writeFileSync(join(folder, 'tokens'), '# who may ask\nana: ana-has-this-token-0123\nbor bor-has-another-token-4567\n');
      return { tokenFile: join(folder, 'tokens'), jobs: 1, streams: 2, maxState: '400KB' };
    });
  });
  afterAll(() => server.remove());

  it('does not give away the jobs of another token: they are not there to be read, followed, ended or counted', async () => {
    const { id } = await jobIn(server.post(curvesPolicy, fortyCurves, { headers: { ...ana, 'idempotency-key': 'monday' } }));
    for (const path of ['', '/files', '/files/manifest.json', '/events', '/internal'])
      expect((await server.get(`/api/v1/releases/${id}${path}`, bor)).status).toBe(path === '/internal' ? 403 : 404);
    const ended = await fetch(`${server.url}/api/v1/releases/${id}`, { method: 'DELETE', headers: bor });
    expect(await refusalIn(ended)).toEqual([404, 'server/not-found']);
    expect(await listIn(server.get('/api/v1/releases', bor))).toEqual([]);
    expect((await listIn(server.get('/api/v1/releases', ana))).map((job) => job.id)).toEqual([id]);
    const own = await jobIn(server.post(curvesPolicy, fortyCurves, { headers: { ...bor, 'idempotency-key': 'monday' } }));
    expect(own.id).not.toBe(id);
    expect(await refusalIn(server.get('/api/v1/releases', { authorization: 'Bearer nobody-has-this-token' }))).toEqual([
      401,
      'server/unauthorised',
    ]);
    expect(JSON.stringify(server.answered)).not.toContain('token-');
  });

  it('does not give away the disk to finished jobs: the oldest of the same token go, and what cannot fit is refused', async () => {
    const made: string[] = [];
    for (let i = 0; i < 4; i++) {
      const { id } = await jobIn(server.post(curvesPolicy, fortyCurves, { headers: ana }));
      made.push(id);
      await until(async () => ['done', 'failed'].includes((await jobIn(server.get(`/api/v1/releases/${id}`, ana))).state));
    }
    const left = (await listIn(server.get('/api/v1/releases', ana))).map(({ id }) => id);
    expect(left).toContain(made[3]);
    expect(left).not.toContain(made[0]);
    expect((await listIn(server.get('/api/v1/releases', bor))).length).toBe(1);
    const large = await server.post(curvesPolicy, `${fortyCurves}\n${'s,1,2,3,4\n'.repeat(30_000)}`, { headers: ana });
    expect([413, 507]).toContain(large.status);
    await large.text();
  });
});

describe('streams of events', () => {
  it('does not give away all streams of events to one token', async () => {
    const log = createJobLog(0);
    log.add('state', { state: 'running' });
    const job = { id: 'a job that never ends', state: 'running' };
    const jobs = { find: () => job, any: () => job, logOf: () => log } as unknown as Jobs; // all that streams ask of jobs
    const app: App = fastify({ forceCloseConnections: true }).withTypeProvider<ZodTypes>();
    app.setValidatorCompiler(checkedByZod);
    app.setSerializerCompiler(() => JSON.stringify);
    app.setErrorHandler<FastifyError>((error, request, reply) => onError(error, request, reply, () => {}));
    app.decorateRequest('tenant', '');
    app.addHook('onRequest', async (request) => void (request.tenant = String(request.headers.authorization)));
    const stopping = new AbortController();
    eventRoutes(app, jobs, { most: 2, share: 1 }, stopping.signal);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const follow = (headers: Record<string, string>, signal?: AbortSignal) =>
      fetch(`${url}/api/v1/releases/any/events`, { headers, signal: signal ?? null });
    try {
      const leaving = new AbortController();
      expect((await follow(ana, leaving.signal)).status).toBe(200);
      expect(await refusalIn(follow(ana))).toEqual([503, 'server/busy']);
      expect((await follow(bor)).status).toBe(200);
      expect(await refusalIn(follow({ authorization: 'Bearer of-a-third' }))).toEqual([503, 'server/busy']);
      leaving.abort();
      await until(async () => (await follow(ana)).status === 200); // the place of a stream that ended is free again
    } finally {
      stopping.abort();
      await app.close();
    }
  });
});

/** Both from one address, as behind a proxy. */
async function twoOf(options: ServeOptions): Promise<TestServer> {
  return aServer((folder) => {
    writeFileSync(join(folder, 'tokens'), 'ana: ana-has-this-token-0123\nbor: bor-has-another-token-4567\n');
    return { tokenFile: join(folder, 'tokens'), ...options };
  });
}

it('does not give away all requests of an address to one token', async () => {
  const server = await twoOf({ rate: 5 });
  const asked = await Promise.all(Array.from({ length: 6 }, () => server.get('/api/v1/releases', ana)));
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await server.get('/api/v1/releases', bor)).status).toBe(200);
  await server.remove();
});

it('does not give away all places of those who wait for an answer to one token', async () => {
  const server = await twoOf({ mode: 'public', answerTime: 1 });
  const week = (i: number) => {
    const day = (days: number) => new Date(Date.UTC(2020, 0, 6 + 7 * i + days)).toISOString().slice(0, 10);
    return `/api/analytics/truck/exit-hourly-flow-k-anonymized?start_date=${day(0)}&end_date=${day(6)}`;
  };
  const asked = Promise.all(Array.from({ length: 20 }, (_, i) => server.get(week(i), ana)));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await server.get(week(100), bor)).status).not.toBe(503);
  expect((await asked).some(({ status }) => status === 503)).toBe(true);
  await server.remove();
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
}

describe('work that waits', () => {
  it('does not give away all slots to one owner, nor make another wait behind all of its work', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const queue = createQueue(2, 1);
    const work = (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    };
    for (const name of ['a1', 'a2', 'a3']) queue.enter(work(name), 'a');
    queue.enter(work('b1'), 'b');
    expect(begun).toEqual(['a1', 'b1']);
    expect(queue.waitingOf('a')).toBe(2);
    ends[0]();
    await new Promise(setImmediate);
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });
});

describe('a file of tokens', () => {
  it('holds one alone, or one for each name', () => {
    expect(tokensIn('0123456789abcdef\n')).toEqual([{ name: 'everyone', token: '0123456789abcdef' }]);
    expect(tokensIn('ana: 0123456789abcdef\nbor 0123456789abcdeF\n')?.map(({ name }) => name)).toEqual(['ana', 'bor']);
    for (const text of [
      '',
      'short',
      'ana: short',
      '0123456789abcdef\n0123456789abcdeF',
      'a: 0123456789abcdef\na: 0123456789abcdeF',
      'a: 0123456789abcdef\nb: 0123456789abcdef',
    ])
      expect(tokensIn(text)).toBeUndefined();
  });
});
