import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyKeys } from '../../src/policy/policy.ts';
import { policyJsonSchema } from '../../src/policy/schema.ts';
import { serversOwn } from '../../src/server/asked-policy.ts';
import { draws } from '../suite/draws.ts';
import { aServer, curvesPolicy, fortyCurves, type ProblemShown, rawRequest, refusalIn, type TestServer } from './a-server.ts';

const flow = '/api/analytics/truck/exit-hourly-flow-k-anonymized';

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ minK: 4, maxBody: '20KB', maxUpload: '100KB', requestTime: 2, queue: 1, jobs: 1 });
});
afterAll(() => server.remove());

const jobsOnDisk = () => readdirSync(join(server.state, 'jobs'));

describe('a question about flow', () => {
  it.each([
    ['dates reversed', '?start_date=2023-01-04&end_date=2023-01-02', 422, 'server/dates-reversed', '/query/start_date'],
    ['not a date', '?start_date=yesterday', 400, 'server/bad-request', '/query/start_date'],
    ['a day that is not in the calendar', '?end_date=2023-02-29', 400, 'server/bad-request', '/query/end_date'],
    ['a date with a time', '?end_date=2023-01-04T00:00:00', 400, 'server/bad-request', '/query/end_date'],
    ['k below the floor', '?k=3', 422, 'server/k-below-floor', '/query/k'],
    ['k of one', '?k=1', 400, 'server/bad-request', '/query/k'],
    ['k that is no number', '?k=five', 400, 'server/bad-request', '/query/k'],
    ['k with a fraction', '?k=5.5', 400, 'server/bad-request', '/query/k'],
    ['an empty k', '?k=', 400, 'server/bad-request', '/query/k'],
    ['k twice', '?k=5&k=6', 400, 'server/bad-request', '/query/k'],
    ['an unknown parameter', '?start=2023-01-02', 400, 'server/unknown-parameter', '/query/start'],
    ['a parameter that JavaScript knows', '?__proto__=1', 400, 'server/unknown-parameter', '/query/__proto__'],
  ])('with %s is refused', async (_, query, status, code, pointer) => {
    const answer = await server.get(`${flow}${query}`);
    const problem = (await answer.clone().json()) as ProblemShown;
    expect(await refusalIn(answer)).toEqual([status, code]);
    expect(problem.pointer).toBe(pointer);
  });

  it('names the parameter that was probably meant', async () => {
    const problem = (await (await server.get(`${flow}?start_dat=2023-01-02`)).json()) as ProblemShown;
    expect(problem.suggestion).toContain('Did you mean "start_date"?');
  });
});

describe('in public mode, a question about flow', () => {
  it('is refused by rule for any period but whole weeks, and told the weeks around it', async () => {
    const open = await aServer({ mode: 'public' });
    const answer = await open.get(`${flow}?start_date=2023-01-02&end_date=2023-01-04`);
    const problem = (await answer.clone().json()) as ProblemShown;
    expect(await refusalIn(answer)).toEqual([422, 'server/off-grid']);
    expect(problem.suggestion).toContain('start_date=2023-01-02&end_date=2023-01-08');
    const day = fc.date({ min: new Date('1999-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(day, day, async (one, other) => {
        const [start, end] = [one, other].map((date) => date.toISOString().slice(0, 10)).toSorted();
        fc.pre(new Date(start).getUTCDay() !== 1 || new Date(end).getUTCDay() !== 0);
        expect(await refusalIn(open.get(`${flow}?start_date=${start}&end_date=${end}`))).toEqual([422, 'server/off-grid']);
      }),
      { numRuns: draws(20) },
    );
    await open.remove();
  });
});

describe('an address', () => {
  it('that is not there is 404, a method it does not know 405, a parameter it does not know 400', async () => {
    expect(await refusalIn(server.get('/api/v2/releases'))).toEqual([404, 'server/not-found']);
    expect(await refusalIn(server.get('/api/v1/releases/0000'))).toEqual([404, 'server/not-found']);
    expect(await refusalIn(server.get('/healthz?verbose=1'))).toEqual([400, 'server/unknown-parameter']);
    const put = await fetch(`${server.url}/api/v1/releases`, { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('POST, GET, HEAD');
    expect(await refusalIn(put)).toEqual([405, 'server/method-not-allowed']);
  });

  it('with path tricks is refused', async () => {
    for (const path of [
      '/api/v1/releases/%2e%2e%2f%2e%2e',
      '/api/v1/releases/..',
      '/../../etc/passwd',
      '/%zz',
      '//etc/passwd',
      '/docs/../../x',
    ]) {
      const { status, headers, body } = await rawRequest(server.url, { path });
      expect([400, 404], path).toContain(status);
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(body).not.toContain('root:');
    }
  });
});

describe('a request for a job', () => {
  it.each([
    ['a body that is no JSON', '{', 400, 'server/bad-request'],
    ['no body', '', 400, 'server/bad-request'],
    ['a list', '[]', 400, 'server/bad-request'],
    ['no source', '{"policy":{}}', 400, 'server/bad-request'],
    ['more than it takes', '{"policy":{},"source":"x","path":"/etc/passwd"}', 400, 'server/unknown-parameter'],
    ['a source that is not there', '{"policy":{},"source":"/etc/passwd"}', 422, 'server/unknown-source'],
    ['a source that JavaScript knows', '{"policy":{},"source":"__proto__"}', 422, 'server/unknown-source'],
  ])('with %s is refused', async (_, body, status, code) => {
    expect(await refusalIn(server.postJson(body))).toEqual([status, code]);
    expect(jobsOnDisk()).toEqual([]);
  });

  it.each([
    ['an unknown setting', { ...curvesPolicy, sereis: 'a..d' }, 'policy/unknown-key', '/body/policy/sereis'],
    ['k below 2', { ...curvesPolicy, k: 1 }, 'policy/k-too-small', '/body/policy'],
    ['P above k', { ...curvesPolicy, k: 3, p: 4 }, 'policy/p-above-k', '/body/policy'],
    ['a wrong value', { ...curvesPolicy, format: 'xml' }, 'policy/bad-value', '/body/policy/format'],
  ])('with a policy with %s is refused as on the command line', async (_, policy, code, pointer) => {
    const answer = await server.post(policy, fortyCurves);
    const problem = (await answer.clone().json()) as ProblemShown;
    expect(await refusalIn(answer)).toEqual([422, code]);
    expect(problem.pointer).toBe(pointer);
    expect(jobsOnDisk()).toEqual([]);
  });

  it.each(serversOwn)('that sets "%s" is refused', async (key) => {
    const answer = await server.post({ ...curvesPolicy, [key]: '/etc/passwd' }, fortyCurves);
    expect(await refusalIn(answer)).toEqual([422, 'server/own-setting']);
    expect(jobsOnDisk()).toEqual([]);
  });

  it('can set nothing that names a file, a folder or a table', () => {
    const { oneOf } = policyJsonSchema() as { oneOf: { properties: Record<string, { description?: string }> }[] };
    const told = new Map(
      oneOf.flatMap(({ properties }) => Object.entries(properties)).map(([key, { description }]) => [key, description]),
    );
    const named = policyKeys.filter((key) => /\b(file|folder|path|postgres)\b/i.test(told.get(key) ?? ''));
    const numbers = ['version', 'partRows']; // of the file format, and of rows in a file: they name none
    expect(named.filter((key) => !serversOwn.includes(key) && !numbers.includes(key))).toEqual([]);
  });

  it('with parts missing, doubled or unknown is refused', async () => {
    const form = (...parts: readonly (readonly [string, string | Blob])[]) => {
      const body = new FormData();
      for (const [name, value] of parts) body.append(name, value);
      return fetch(`${server.url}/api/v1/releases`, { method: 'POST', body });
    };
    const policy = ['policy', JSON.stringify(curvesPolicy)] as const;
    const file = ['file', new Blob([fortyCurves])] as const;
    expect(await refusalIn(form(policy))).toEqual([422, 'server/missing-part']);
    expect(await refusalIn(form(file))).toEqual([422, 'server/missing-part']);
    expect(await refusalIn(form(policy, policy, file))).toEqual([400, 'server/bad-request']);
    expect(await refusalIn(form(policy, file, file))).toEqual([400, 'server/bad-request']);
    expect(await refusalIn(form(policy, ['data', 'id,a,b,c,d']))).toEqual([400, 'server/bad-request']);
    expect(await refusalIn(form(['policy', new Blob([policy[1]])], ['policy', new Blob([policy[1]])]))).toEqual([
      400,
      'server/bad-request',
    ]);
    expect(await refusalIn(form(['policy', '{'], file))).toEqual([400, 'server/bad-request']);
    expect(await refusalIn(form(['policy', '[]'], file))).toEqual([400, 'server/bad-request']);
    expect(jobsOnDisk()).toEqual([]);
  });

  it('of another media type is 415', async () => {
    const answer = fetch(`${server.url}/api/v1/releases`, {
      method: 'POST',
      body: '<a/>',
      headers: { 'content-type': 'text/xml' },
    });
    expect(await refusalIn(answer)).toEqual([415, 'server/unsupported-media-type']);
  });

  it('with an Idempotency-Key that cannot be one is refused', async () => {
    const answer = server.post(curvesPolicy, fortyCurves, { headers: { 'idempotency-key': 'x'.repeat(256) } });
    expect(await refusalIn(answer)).toEqual([400, 'server/bad-request']);
  });

  it('with too large a body, policy or upload is 413, and nothing of it stays', async () => {
    expect(await refusalIn(server.postJson({ policy: { $schema: 'x'.repeat(30_000) }, source: 'x' }))).toEqual([
      413,
      'server/too-large',
    ]);
    expect(await refusalIn(server.post({ $schema: 'x'.repeat(30_000) }, fortyCurves))).toEqual([413, 'server/too-large']);
    expect(await refusalIn(server.post(curvesPolicy, 'x'.repeat(200_000)))).toEqual([413, 'server/too-large']);
    const form = new FormData();
    form.append('policy', new Blob(['x'.repeat(30_000)]));
    expect(await refusalIn(fetch(`${server.url}/api/v1/releases`, { method: 'POST', body: form }))).toEqual([
      413,
      'server/too-large',
    ]);
    expect(jobsOnDisk()).toEqual([]);
  });
});

describe('an upload', () => {
  const head = (length: number) =>
    `POST /api/v1/releases HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`;
  const begun = `--b\r\ncontent-disposition: form-data; name="policy"\r\n\r\n${JSON.stringify(curvesPolicy)}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\nid,a,b,c,d\n`;

  it('that is cut off leaves no job and no file', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(head(100_000) + begun);
    await expect.poll(() => jobsOnDisk().length, { timeout: 90_000 }).toBe(1); // it is arriving
    socket.destroy();
    await expect.poll(jobsOnDisk, { timeout: 90_000 }).toEqual([]);
    expect(server.answered.at(-1)?.status).not.toBe(202);
  });

  it('that ends in the middle of a part is refused', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(head(Buffer.byteLength(begun)).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n') + begun);
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('application/problem+json');
    expect(jobsOnDisk()).toEqual([]);
  });

  it('that does not arrive in time is 408, and nothing of it stays', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(head(100_000) + begun);
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('server/request-time');
    await expect.poll(jobsOnDisk, { timeout: 90_000 }).toEqual([]);
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`])(
    'that does not say what separates its parts is refused: %.50s',
    async (type) => {
      const posted = fetch(`${server.url}/api/v1/releases`, {
        method: 'POST',
        body: 'no form',
        headers: { 'content-type': type },
      });
      const answer = await posted;
      expect(((await answer.clone().json()) as ProblemShown).pointer).toBe('/headers/content-type');
      expect(await refusalIn(answer)).toEqual([400, 'server/bad-request']);
      expect(jobsOnDisk()).toEqual([]);
    },
  );

  it('that is not HTTP at all is answered with a problem', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('hello\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*server\/bad-request/);
  });
});

it('a request that ends while the server stops is told to come back, and when', async () => {
  const stopping = await aServer();
  const socket = connect(Number(new URL(stopping.url).port), '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nhost: localhost\r\n');
  await new Promise((resolve) => socket.once('data', resolve)); // the first is answered, the second has begun
  const stopped = stopping.stop();
  socket.write('\r\n');
  const text = await readAll(socket);
  expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*server\/stopping/);
  await stopped;
  await stopping.remove();
});

async function readAll(socket: ReturnType<typeof connect>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer); // a socket without encoding gives buffers
  return Buffer.concat(pieces).toString('utf8');
}
