import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../src/formats/write-zip.ts';
import { openZip } from '../../src/formats/zip.ts';
import {
  aServer,
  curvesPolicy,
  endedJob,
  fortyCurves,
  type JobShown,
  jobIn,
  refusalIn,
  type TestServer,
  tokenFile,
} from './a-server.ts';

const secret = 'a-second-secret-that-is-long';
const inside = { 'shoal-internal-token': secret };
const { seed: _, ...unseeded } = curvesPolicy;
let server: TestServer;
let fixed: TestServer;
let upload: string;
let release: JobShown;
beforeAll(async () => {
  const withSources = (folder: string) => {
    writeFileSync(join(folder, 'curves.csv'), fortyCurves);
    writeFileSync(join(folder, 'curves.yaml'), 'method: naive\nsubject: id\nseries: a..d\nk: 5\np: 2\n');
    return { sources: { curves: join(folder, 'curves.csv') }, internalTokenFile: tokenFile(folder, 'internal', secret) };
  };
  server = await aServer(withSources);
  fixed = await aServer((folder) => ({ ...withSources(folder), policies: { curves: join(folder, 'curves.yaml') } }));
  const sent = fetch(`${server.url}/api/v1/uploads`, {
    method: 'POST',
    body: fortyCurves,
    headers: { 'content-type': 'text/csv' },
  });
  upload = ((await (await sent).json()) as { id: string }).id;
  release = await server.ended((await jobIn(server.postJson({ upload, policy: curvesPolicy }))).id);
});
afterAll(() => Promise.all([server.remove(), fixed.remove()]));

const ask = (call: string, body: unknown, headers: Readonly<Record<string, string>> = {}, at = server) =>
  fetch(`${at.url}/api/v1/${call}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const told = async <Told = Record<string, unknown>>(answer: Promise<Response>): Promise<Told> =>
  (await (await answer).json()) as Told;
const at = (path: string) => `/api/v1/releases/${release.id}${path}`;

describe('plan', () => {
  it('of an upload is the whole plan, without places of the server', async () => {
    const plan = await told(ask('plan', { upload, policy: curvesPolicy }));
    expect(plan).toMatchObject({ input: { rows: 40, subjects: 40 }, policy: { k: 5 }, steps: expect.any(Array) });
    expect(plan.policy).not.toHaveProperty('input');
  });

  it('of a source tells steps and no count without the second token, and nothing where its policy is fixed', async () => {
    const plan = await told(ask('plan', { source: 'curves', policy: unseeded }));
    expect(Object.keys(plan).toSorted()).toEqual(['family', 'memoryBytes', 'method', 'shoal', 'steps']);
    expect(JSON.stringify(plan.steps)).not.toMatch(/\d/);
    expect(await told(ask('plan', { source: 'curves', policy: unseeded }, inside))).toMatchObject({ input: { rows: 40 } });
    expect(await refusalIn(ask('plan', { source: 'curves' }, {}, fixed))).toEqual([403, 'server/source-closed']);
  });

  it('refuses what cannot be met, with its problem', async () => {
    expect(await refusalIn(ask('plan', { upload, policy: { ...curvesPolicy, k: 50 } }))).toEqual([422, 'policy/k-too-large']);
  });
});

describe('preview', () => {
  it('shows rows before and after and one group, with the second token alone', async () => {
    for (const data of [{ upload }, { source: 'curves' }]) {
      expect(await refusalIn(ask('preview', { ...data, policy: unseeded }))).toEqual([403, 'server/internal-forbidden']);
      expect(await refusalIn(ask('preview', { ...data, policy: unseeded }, { 'shoal-internal-token': 'x' }))).toEqual([
        403,
        'server/internal-forbidden',
      ]);
    }
    interface Rows {
      readonly rows: readonly Record<string, unknown>[];
    }
    const shown = await told<Record<'before' | 'after' | 'group', Rows>>(
      ask('preview', { upload, policy: unseeded, rows: 8 }, inside),
    );
    expect(shown.before.rows).toHaveLength(8);
    expect(Object.keys(shown.before.rows[0])).toEqual(['id', 'a', 'b', 'c', 'd']);
    expect(Object.keys(shown.after.rows[0])).not.toContain('id');
    expect(shown.group.rows.length).toBeGreaterThanOrEqual(5);
    expect(new Set(shown.group.rows.map(({ GroupID, a }) => `${GroupID} ${a}`)).size).toBe(1);
  });
});

describe('a sweep', () => {
  const grid = { k: [5, 10], p: [2], maxLevel: [3], method: ['naive'] };
  const over = async (answer: Response, headers = {}, from = server): Promise<JobShown> => {
    expect(answer.status).toBe(202);
    const { id } = await jobIn(answer);
    return await endedJob(() => jobIn(from.get(`/api/v1/sweeps/${id}`, headers)));
  };

  it('of an upload is a job with its own address, events, result and files', async () => {
    const job = await over(await ask('sweeps', { upload, policy: curvesPolicy, grid }));
    expect(job).toMatchObject({ kind: 'sweep', state: 'done', summary: { family: 'series', points: expect.any(Array) } });
    const names = await told<{ files: { name: string }[] }>(server.get(`/api/v1/sweeps/${job.id}/files`));
    expect(names.files.map(({ name }) => name)).toEqual(['sweep.csv', 'sweep.html', 'sweep.json']);
    expect(await (await server.get(`/api/v1/sweeps/${job.id}/events`)).text()).toContain('"state":"done"');
    expect(await refusalIn(server.get(`/api/v1/releases/${job.id}`))).toEqual([404, 'server/not-found']);
    expect(await refusalIn(server.get(`/api/v1/releases/${job.id}/files`))).toEqual([404, 'server/not-found']);
    const listed = await told<{ jobs: JobShown[] }>(server.get('/api/v1/releases'));
    expect(listed.jobs.map(({ id }) => id)).not.toContain(job.id);
  });

  it('of a source is for those with the second token, from the floor on, and never over a fixed policy', async () => {
    const asked = { source: 'curves', policy: unseeded, grid };
    expect(await refusalIn(ask('sweeps', asked))).toEqual([403, 'server/internal-forbidden']);
    expect(await refusalIn(ask('sweeps', { ...asked, grid: { k: [3, 5] } }, inside))).toEqual([422, 'server/k-below-floor']);
    expect(await refusalIn(ask('sweeps', asked, inside, fixed))).toEqual([422, 'server/policy-is-fixed']);
    const job = await over(await ask('sweeps', asked, inside), inside);
    expect(job.summary).toBeDefined();
    expect(await told(server.get(`/api/v1/sweeps/${job.id}`))).not.toHaveProperty('summary');
    const { jobs } = await told<{ jobs: JobShown[] }>(server.get('/api/v1/sweeps'));
    expect(jobs.find(({ id }) => id === job.id)).not.toHaveProperty('summary');
    expect(await refusalIn(server.get(`/api/v1/sweeps/${job.id}/files/sweep.json`))).toEqual([403, 'server/internal-forbidden']);
  });

  it('with a wrong grid or column is refused when it is asked for', async () => {
    expect(await refusalIn(ask('sweeps', { upload, policy: curvesPolicy, grid: { method: ['kmeans'] } }))).toEqual([
      422,
      'policy/other-method',
    ]);
    expect(await refusalIn(ask('sweeps', { upload, policy: { ...curvesPolicy, subject: 'x' }, grid }))).toEqual([
      422,
      'input/missing-column',
    ]);
    expect(await refusalIn(ask('sweeps', { upload, policy: curvesPolicy, grid: { kk: [5] } }))).toEqual([
      400,
      'server/unknown-parameter',
    ]);
  });
});

describe('a release that was made', () => {
  it.each([
    ['en', 'What'],
    ['it', 'Come verificarlo'],
    ['sl', 'Kako preveriti'],
    ['zh', '如何核验'],
  ])('has its report in %s, to be read where it is', async (lang, word) => {
    const answer = await server.get(at(`/report?lang=${lang}`));
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBeNull();
    const html = await answer.text();
    expect(html).toContain(`<html lang="${lang}`);
    expect(html).toContain(word);
    expect(html).not.toContain('INTERNAL');
  });

  it('shows its internal report to those with the second token', async () => {
    expect(await refusalIn(server.get(at('/internal/report')))).toEqual([403, 'server/internal-forbidden']);
    expect(await (await server.get(at('/internal/report?lang=it'), inside)).text()).toContain('INTERNAL');
    expect(await refusalIn(server.get(at('/report?lang=xx')))).toEqual([400, 'server/bad-request']);
  });

  it('is one zip of what may leave, which holds wherever it is unpacked', async () => {
    const bytes = Buffer.from(await (await server.get(at('/archive'))).arrayBuffer());
    const path = server.path('release.zip');
    writeFileSync(path, bytes);
    const zip = openZip(path);
    expect(zip.names).toEqual([
      'croissant.json',
      'datapackage.json',
      'dcat.jsonld',
      'manifest.json',
      'naive_anonymized.csv',
      'report.html',
      'report.json',
    ]);
    mkdirSync(server.path('unpacked'));
    for (const name of zip.names) writeFileSync(server.path('unpacked', name), await buffer(Readable.from(zip.read(name) ?? [])));
    const verdict = await verify(server.path('unpacked'));
    expect(verdict.ok && verdict.value.holds).toBe(true);
    expect(await refusalIn(server.get(at('/internal-archive')))).toEqual([403, 'server/internal-forbidden']);
    writeFileSync(path, Buffer.from(await (await server.get(at('/internal-archive'), inside)).arrayBuffer()));
    expect(openZip(path).names).toContain('internal/manifest.json');
  });

  it('is signed off inside, by name, and what leaves stays as it was', async () => {
    const before = Buffer.from(await (await server.get(at('/archive'))).arrayBuffer());
    const by = { name: 'Ana <b>Novak</b>', role: 'DPO', remark: 'For the ministry', date: '2024-05-31' };
    const sign = (headers: Record<string, string>) => ask(`releases/${release.id}/sign-off`, by, headers);
    expect(await refusalIn(sign({}))).toEqual([403, 'server/internal-forbidden']);
    expect(await told(sign(inside))).toMatchObject({ signOffs: [{ ...by, data: expect.stringMatching(/^[0-9a-f]{64}$/) }] });
    expect(await told(ask(`releases/${release.id}/sign-off`, { name: 'Ben', role: 'Owner' }, inside))).toMatchObject({
      signOffs: [{ name: by.name }, { name: 'Ben' }],
    });
    const page = await (await server.get(at('/internal/report'), inside)).text();
    expect(page).toContain('Ana &lt;b&gt;Novak&lt;/b&gt;');
    expect(await (await server.get(at('/internal/report.html'), inside)).text()).toContain('Signed off');
    expect(Buffer.from(await (await server.get(at('/archive'))).arrayBuffer()).equals(before)).toBe(true);
    expect(before.includes('Novak')).toBe(false);
    expect(await told(ask('verify', { release: release.id }))).toMatchObject({ holds: true });
    expect(await refusalIn(ask(`releases/${release.id}/sign-off`, { name: 'x\ny', role: 'r' }, inside))).toEqual([
      400,
      'server/bad-request',
    ]);
  });
});

describe('verify', () => {
  const send = (
    body: Buffer | FormData,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/zip' },
    query = '',
  ) => fetch(`${server.url}/api/v1/verify${query}`, { method: 'POST', body: body as never, headers });
  const names = [
    'croissant.json',
    'datapackage.json',
    'dcat.jsonld',
    'manifest.json',
    'naive_anonymized.csv',
    'report.html',
    'report.json',
  ];
  const fileOf = (name: string) => readFileSync(join(server.state, 'jobs', release.id, 'release', name));
  const zipped = async (files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> => {
    const packed = Object.entries(files).map(([name, bytes], place) => {
      const path = server.path(`part-${place}`);
      writeFileSync(path, bytes);
      return { name, path, size: bytes.length };
    });
    return await buffer(Readable.from(zipOf(packed)));
  };
  const whole = () => Object.fromEntries(names.map((name) => [name, fileOf(name)]));

  it('proves a zip, with or without its folder, and files one by one', async () => {
    expect(await told(send(await zipped(whole())))).toMatchObject({ holds: true, smallestGroup: expect.any(Number) });
    const within = Object.fromEntries(Object.entries(whole()).map(([name, bytes]) => [`release/${name}`, bytes]));
    expect(await told(send(await zipped({ ...within, 'release/internal/x.json': 'not looked at' })))).toMatchObject({
      holds: true,
    });
    const form = new FormData();
    for (const name of names) form.append('files', new Blob([fileOf(name)]), name);
    expect(await told(send(form, {}))).toMatchObject({ holds: true });
    expect(await told(send(await zipped(whole()), undefined, '?k=50'))).toMatchObject({ holds: false });
  });

  it('names a breach of what was tampered with', async () => {
    const csv = fileOf('naive_anonymized.csv').toString().split('\n').slice(0, -2).join('\n');
    expect(await told(send(await zipped({ ...whole(), 'naive_anonymized.csv': `${csv}\n` })))).toMatchObject({ holds: false });
    expect(await told(send(await zipped({ ...whole(), 'names.csv': 'a\n' })))).toMatchObject({ holds: false });
  });

  it.each(['../evil.csv', '/etc/passwd', 'a/../../evil', '..\\evil', 'C:\\evil', 'x/y/z.csv', '..'])(
    'refuses an archive with the name %s',
    async (name) => {
      expect(await refusalIn(send(await zipped({ ...whole(), [name]: 'x' })))).toEqual([422, 'server/bad-archive']);
      const form = new FormData();
      form.append('files', new Blob(['x']), name);
      const [status, code] = await refusalIn(send(form, {})).catch(() => [422, 'server/bad-archive']); // the parser may take the last part of a path
      expect([status, code]).toEqual([422, expect.stringMatching(/^(server\/bad-archive|verify\/.*)$/)]);
    },
  );

  it('refuses what is no archive, or one that grows without measure', async () => {
    expect(await refusalIn(send(Buffer.from('PK, but no more')))).toEqual([422, 'server/bad-archive']);
    const bomb = await zipped({ ...whole(), 'report.html': Buffer.alloc(64 << 20) });
    expect(bomb.length).toBeLessThan(1 << 20);
    expect(await refusalIn(send(bomb))).toEqual([422, 'server/bad-archive']);
    expect(deflateRawSync(Buffer.alloc(1 << 20)).length).toBeLessThan(4200); // such an archive is as small as it looks
    expect(await refusalIn(ask('verify', { release: 'nobody' }))).toEqual([404, 'server/not-found']);
  });
});

it('compare puts releases side by side, by what may leave unless the second token is shown', async () => {
  const other = await server.ended((await jobIn(server.postJson({ upload, policy: { ...curvesPolicy, k: 8 } }))).id);
  const releases = [release.id, other.id];
  const compared = await told<{ releases: { edition: string; settings: { k: number } }[] }>(ask('compare', { releases }));
  expect(compared.releases.map(({ edition, settings }) => [edition, settings.k])).toEqual([
    ['public', 5],
    ['public', 8],
  ]);
  const whole = await told<{ releases: { edition: string }[] }>(ask('compare', { releases }, inside));
  expect(whole.releases.map(({ edition }) => edition)).toEqual(['internal', 'internal']);
  expect(await refusalIn(ask('compare', { releases: [release.id, release.id] }))).toEqual([400, 'server/bad-request']);
  expect(await refusalIn(ask('compare', { releases: [release.id, 'other'] }))).toEqual([404, 'server/not-found']);
});

it('lists sources by their names, and says of each what may be chosen', async () => {
  expect(await told(server.get('/api/v1/sources'))).toEqual({
    sources: [{ name: 'curves', kind: 'file', fixed: false, jobs: true }],
  });
  expect(await told(fixed.get('/api/v1/sources'))).toEqual({
    sources: [{ name: 'curves', kind: 'file', fixed: true, settings: ['lang', 'format'], jobs: true }],
  });
});

it('has the schema of policies, and explains words and codes', async () => {
  expect(await told(server.get('/api/v1/schema'))).toMatchObject({ title: 'Shoal policy' });
  expect(await told(server.get('/api/v1/explain?word=pattern%20loss'))).toMatchObject({
    name: 'pattern loss',
    text: expect.any(String),
  });
  expect(await told(server.get('/api/v1/explain?word=policy/no-subject'))).toMatchObject({ name: 'policy/no-subject' });
  expect(await told(server.get('/api/v1/explain'))).toMatchObject({ terms: expect.arrayContaining(['k']) });
  expect(await refusalIn(server.get('/api/v1/explain?word=nonsense'))).toEqual([404, 'server/not-found']);
});

it('has figures for Prometheus, of routes and states, and of nobody', async () => {
  const text = await (await server.get('/metrics')).text();
  expect(text).toMatch(/^shoal_requests_total\{method="POST",route="\/api\/v1\/releases",status="202"\} \d+$/m);
  expect(text).toMatch(/^shoal_jobs\{state="done"\} \d+$/m);
  for (const line of text.trim().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.]+)$/);
  expect(text).not.toMatch(new RegExp(`${release.id}|${upload}|curves`));
});

it('no request without sense is a fault of the server, at any address', async () => {
  const { paths } = await told<{ paths: Record<string, Record<string, unknown>> }>(server.get('/openapi.json'));
  const posts = Object.entries(paths)
    .filter(([, methods]) => 'post' in methods)
    .map(([path]) => path.replace('{id}', release.id))
    .filter((path) => !path.endsWith('/cancel')); // it takes no body, and of a job that has ended it says how it ended
  expect(posts.length).toBeGreaterThan(10);
  const bodies = [
    undefined,
    '',
    'null',
    '[]',
    '{}',
    '"x"',
    '{"policy": 1}',
    '{"upload": {"a": 1}}',
    '{"__proto__": {"a": 1}}',
    '{"source": "\\u0000"}',
  ];
  for (const path of posts)
    for (const body of bodies) {
      const headers = { ...inside, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
      expect([path, body, answer.status >= 400 && answer.status < 500], `${answer.status} ${await answer.text()}`).toEqual([
        path,
        body,
        true,
      ]);
    }
});
