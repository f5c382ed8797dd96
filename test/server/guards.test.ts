import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aServer,
  curvesPolicy,
  fortyCurves,
  jobIn,
  newFolder,
  rawRequest,
  refusalIn,
  type TestServer,
  tokenFile,
} from './a-server.ts';

const token = 'the-first-secret-0123456789';

describe('on this machine without a token', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await aServer({ rate: 60 });
  });
  afterAll(() => server.remove());

  it('only a Host that names this machine is answered, so that no page can point its own name here', async () => {
    const { port } = new URL(server.url);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, '[::1]', 'LOCALHOST'])
      expect((await rawRequest(server.url, { path: '/healthz', headers: { host } })).status, host).toBe(200);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example']) {
      const answer = await rawRequest(server.url, { path: '/healthz', headers: { host } });
      expect([answer.status, JSON.parse(answer.body).code], host).toEqual([421, 'server/host-not-allowed']);
    }
  });

  it('a page of another origin may do nothing, and nobody is told otherwise', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(`${server.url}/api/v1/releases`, { method, headers: { origin: 'https://evil.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBe(null);
      expect(await refusalIn(answer), method).toEqual([403, 'server/origin-not-allowed']);
    }
    expect((await server.get('/healthz', { origin: server.url })).status).toBe(200);
  });

  it('every answer has headers that keep browsers from guessing, framing and storing', async () => {
    for (const path of ['/healthz', '/docs', '/nowhere', '/api/v1/releases']) {
      const { headers } = await server.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('server')).toBe(null);
    }
  });

  it('too many requests from one address are refused for a while', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.get('/healthz')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(40);
    expect(Number(refused[0].headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusalIn(refused[0])).toEqual([429, 'server/too-many-requests']);
  });
});

describe('with a token', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await aServer((folder) => ({ tokenFile: tokenFile(folder, 'token', token), cors: 'https://pages.example' }));
  });
  afterAll(() => server.remove());

  it.each([
    ['none', undefined],
    ['a wrong one', `Bearer ${token}x`],
    ['a part of it', `Bearer ${token.slice(0, -1)}`],
    ['none after the word', 'Bearer '],
    ['another scheme', `Basic ${token}`],
  ])('%s is 401', async (_, authorization) => {
    const answer = await server.get('/api/v1/releases', authorization === undefined ? {} : { authorization });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="shoal"');
    expect(await refusalIn(answer)).toEqual([401, 'server/unauthorised']);
  });

  it('an upload without it is refused before it is read', async () => {
    expect(await refusalIn(server.post(curvesPolicy, fortyCurves))).toEqual([401, 'server/unauthorised']);
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.post(curvesPolicy, fortyCurves, { headers })).status).toBe(202);
  });

  it('tokens cannot be tried out without end', async () => {
    const other = await aServer((folder) => ({ tokenFile: tokenFile(folder, 'token', token), rate: 20 }));
    const tries = Array.from({ length: 40 }, (_, n) => other.get('/api/v1/releases', { authorization: `Bearer ${n}` }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    await other.remove();
  });

  it('only the description of the service is open', async () => {
    for (const path of ['/healthz', '/openapi.json', '/docs', '/problems/server/unauthorised'])
      expect((await server.get(path)).status, path).toBe(200);
    for (const path of ['/api/v1/releases/x', '/api/v1/releases/x/files', '/api/v1/releases/x/events', '/nowhere'])
      expect((await server.get(path)).status, path).toBe(401);
  });

  it('pages of the one origin that was named may use it, others may not', async () => {
    const origin = 'https://pages.example';
    const asked = await fetch(`${server.url}/api/v1/releases`, { method: 'OPTIONS', headers: { origin } });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
    const answer = await server.get('/api/v1/releases', { origin, authorization: `Bearer ${token}` });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    expect(await refusalIn(server.get('/healthz', { origin: 'https://pages.example.evil' }))).toEqual([
      403,
      'server/origin-not-allowed',
    ]);
  });

  it('what is logged names method, route, status and time, and nothing of what was asked', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const { id } = await jobIn(server.post(curvesPolicy, fortyCurves, { headers }));
    await server.get(`/api/v1/releases/${id}?secret=cell`, headers);
    const log = JSON.stringify(server.answered);
    expect(log).toContain('/api/v1/releases/:id');
    for (const word of [token, id, 'secret', 'cell', 's17', 'curves', '127.0.0.1']) expect(log).not.toContain(word);
    for (const line of server.answered) expect(Object.keys(line)).toEqual(['method', 'route', 'status', 'milliseconds']);
  });
});

describe('what would leave a door open is refused before anything listens', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'short'), 'too short');
  const good = tokenFile(folder, 'good', token);
  const state = join(folder, 'state');

  it.each([
    ['a host without a token', { host: '0.0.0.0' }, 'server/host-needs-token'],
    ['a name that may be anywhere', { host: 'example.org' }, 'server/host-needs-token'],
    [
      'ranges of days for other machines',
      { host: '0.0.0.0', tokenFile: good, mode: 'internal' },
      'server/internal-beyond-loopback',
    ],
    ['a token that can be guessed', { tokenFile: join(folder, 'short') }, 'server/bad-token-file'],
    ['a token that is not there', { tokenFile: join(folder, 'none') }, 'server/bad-token-file'],
    ['an internal token that is not there', { internalTokenFile: join(folder, 'none') }, 'server/bad-token-file'],
    ['an option that is none', { hots: '0.0.0.0' }, 'server/bad-option'],
    ['a k that hides nobody', { minK: 1 }, 'server/bad-option'],
    ['any origin', { cors: '*' }, 'server/bad-option'],
    ['memory for no job', { memory: '500MB' }, 'server/bad-option'],
    ['a password in an address', { sources: { a: 'postgres://ana:secret@db.example/x?table=y' } }, 'policy/password-in-address'],
    ['an address of a database that is none', { data: 'postgres://db.example/x' }, 'policy/bad-address'],
    ['data that is not there', { data: join(folder, 'none.csv') }, 'input/missing-file'],
    ['a source called as uploads are', { sources: { upload: 'x.csv' } }, 'server/bad-option'],
    ['an address that is not ours', { host: '127.0.0.1', port: 1 << 20 }, 'server/bad-option'],
  ])('%s', async (_, options, code) => {
    const started = await serve({ state, port: 0, ...options } as Parameters<typeof serve>[0]);
    expect(started.ok ? 'started' : started.problems[0].code).toBe(code);
  });

  it('beyond this machine the mode is public unless it is named', async () => {
    const server = await aServer({ host: '0.0.0.0', tokenFile: good });
    expect(server.mode).toBe('public');
    await server.remove();
  });

  it('at any port that is free, with no folder named, keeps nothing once it has stopped', async () => {
    const started = await serve({ port: 0 });
    if (!started.ok) throw new Error(started.problems[0].what);
    expect(existsSync(join(started.value.state, 'jobs'))).toBe(true);
    await started.value.stop();
    expect(existsSync(started.value.state)).toBe(false);
  });

  it('a port that is taken, and a folder of jobs that is', async () => {
    const server = await aServer();
    const second = await serve({ port: Number(new URL(server.url).port), state });
    expect(second.ok ? '' : second.problems[0].code).toBe('server/cannot-listen');
    const third = await serve({ port: 0, state: server.state });
    expect(third.ok ? '' : third.problems[0].code).toBe('server/state-in-use');
    await server.remove();
  });
});
