import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aServer,
  curvesPolicy,
  filesIn,
  fortyCurves,
  type JobShown,
  jobIn,
  listIn,
  refusalIn,
  type TestServer,
  tokenFile,
} from './a-server.ts';

let server: TestServer;
let aDoneJob: Promise<JobShown>;
beforeAll(async () => {
  server = await aServer((folder) => {
    writeFileSync(join(folder, 'curves.csv'), fortyCurves);
    writeFileSync(join(folder, 'three.csv'), fortyCurves.split('\n').slice(0, 4).join('\n'));
    writeFileSync(join(folder, 'torn.csv'), 'id,a,b\nx,1\n');
    return {
      sources: Object.fromEntries(['curves', 'three', 'torn', 'gone'].map((name) => [name, join(folder, `${name}.csv`)])),
      internalTokenFile: tokenFile(folder, 'internal', 'a second secret that is long'.replaceAll(' ', '-')),
    };
  });
  aDoneJob = made();
});
afterAll(() => server.remove());

const made = async (csv = fortyCurves, policy: unknown = curvesPolicy): Promise<JobShown> => {
  const { id } = await jobIn(server.post(policy, csv));
  return await server.ended(id);
};

describe('a job', () => {
  it('is taken in with 202 and a Location, and makes the release that run makes, byte for byte', async () => {
    const answer = await server.post(curvesPolicy, fortyCurves);
    const { id } = await jobIn(answer);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/v1/releases/${id}`);
    const job = await server.ended(id);
    expect(job).toMatchObject({ state: 'done', source: 'upload', summary: { verdict: { holds: true } } });

    const input = server.path('curves.csv');
    const ran = await run({ ...curvesPolicy, input, out: server.path('alone') });
    expect(ran.ok).toBe(true);
    const got = await server.get(`/api/v1/releases/${id}/files/naive_anonymized.csv`);
    expect(await got.text()).toBe(readFileSync(server.path('alone', 'naive_anonymized.csv'), 'utf8'));
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="naive_anonymized.csv"');
  });

  it('gives files that hold when they are verified elsewhere', async () => {
    const { id } = await aDoneJob;
    const files = await filesIn(server.get(`/api/v1/releases/${id}/files`));
    const place = server.path('downloaded');
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    for (const { name, href, bytes } of files) {
      const body = Buffer.from(await (await server.get(href)).arrayBuffer());
      expect(body.length).toBe(bytes);
      writeFileSync(join(place, name), body);
    }
    const verdict = await verify(place);
    expect(verdict.ok && verdict.value.holds).toBe(true);
  });

  it('takes the policy as a file too, and the data under any name', async () => {
    const form = new FormData();
    form.append('exits', new Blob([fortyCurves]), 'exits.csv');
    form.append('policy', new Blob([JSON.stringify(curvesPolicy)], { type: 'application/json' }), 'policy.json');
    const { id } = await jobIn(fetch(`${server.url}/api/v1/releases`, { method: 'POST', body: form }));
    expect(await server.ended(id)).toMatchObject({ state: 'done', source: 'upload' });
  });

  const { seed: _, ...unseeded } = curvesPolicy;

  it('reads cells as they are written, by the settings in its policy', async () => {
    const [head, ...rows] = fortyCurves.trimEnd().split('\n');
    const office = [head, ...rows].join('\n').replaceAll(',', ';').replaceAll('.', ',');
    const cells = office.split('\n').map((line, i) => (i === 0 ? line : line.replace(/;(-?)([\d,]+)/g, ';$2$1 EUR')));
    const job = await made(cells.join('\n'), { ...curvesPolicy, decimal: ',', unit: 'EUR' });
    expect(job.problems ?? []).toEqual([]);
    const plain = await (await server.get(`/api/v1/releases/${(await aDoneJob).id}/files/naive_anonymized.csv`)).text();
    expect(await (await server.get(`/api/v1/releases/${job.id}/files/naive_anonymized.csv`)).text()).toBe(plain);
    const unfit = await made(cells.join('\n').replace('EUR', 'USD'), { ...curvesPolicy, decimal: ',', unit: 'EUR' });
    expect(unfit.problems?.map(({ code }) => code)).toEqual(['input/unfit-cells']);
  });

  it('reads a source of the server by its name', async () => {
    const answer = await server.postJson({ policy: unseeded, source: 'curves' });
    expect(answer.status).toBe(202);
    const { id } = await jobIn(answer);
    expect(await server.ended(id)).toMatchObject({ state: 'done', source: 'curves' });
  });

  it('of a source has no k below the floor, as no answer has', async () => {
    const answer = server.postJson({ policy: { ...unseeded, k: 4 }, source: 'curves' });
    expect(await refusalIn(answer)).toEqual([422, 'server/k-below-floor']);
    expect((await made(fortyCurves, { ...curvesPolicy, k: 4 })).state).toBe('done');
  });

  it('of a source has no seed that the client knows, who could undo the order of rows with it', async () => {
    const answer = server.postJson({ policy: curvesPolicy, source: 'curves' });
    expect(await refusalIn(answer)).toEqual([422, 'server/known-seed']);
  });

  it('of a source with too few subjects fails without telling how few', async () => {
    const { id } = await jobIn(server.postJson({ policy: unseeded, source: 'three' }));
    const { problems = [] } = await server.ended(id);
    expect(problems.map(({ code }) => code)).toEqual(['policy/k-too-large']);
    expect(JSON.stringify(problems)).not.toMatch(/\b[34]\b/);
    const own = await made(fortyCurves.split('\n').slice(0, 4).join('\n'));
    expect(own.problems?.[0].what).toContain('3 subjects');
  });

  it('makes event logs too', async () => {
    const log = ['GUID;OD_ISO;dogodek', ...Array.from({ length: 60 }, (_, row) => `h${row % 6};2024-05-01T10:00:00;SOS`)];
    const policy = { method: 'events', k: 5, unmapped: 'other', flatten: 'none' };
    const job = await made(log.join('\n'), policy);
    expect(job.problems ?? []).toEqual([]);
    expect(job).toMatchObject({ state: 'done', summary: { method: 'events' } });
  });

  it('that cannot be done fails with the problem, naming neither a folder of the server nor a cell', async () => {
    const answer = await server.postJson({ policy: { ...unseeded, series: 'a,b', segments: 2 }, source: 'torn' });
    const { id } = await jobIn(answer);
    const job = await server.ended(id);
    expect(job).toMatchObject({ state: 'failed', problems: [{ code: 'input/ragged-row', where: 'torn, line 2' }] });
    expect(JSON.stringify(job)).not.toContain(server.folder);
    const files = await server.get(`/api/v1/releases/${id}/files`);
    expect(await refusalIn(files)).toEqual([409, 'server/not-ready']);
  });

  it('for a source whose file has gone says so without telling where it was', async () => {
    const { id } = await jobIn(server.postJson({ policy: unseeded, source: 'gone' }));
    const job = await server.ended(id);
    expect(job).toMatchObject({ state: 'failed', problems: [{ code: 'input/missing-file' }] });
    expect(JSON.stringify(job)).not.toContain(server.folder);
  });

  it('keeps nothing of the upload once it has ended', async () => {
    const done = await aDoneJob;
    const failed = await made('id,a,b,c,d\nx,1,2,3,4\n');
    expect(failed.state).toBe('failed');
    expect(readdirSync(join(server.state, 'jobs', done.id)).toSorted()).toEqual(['job.json', 'release']);
    expect(readdirSync(join(server.state, 'jobs', failed.id))).toEqual(['job.json']);
  });

  it('names the upload itself, whatever the client called it', async () => {
    for (const name of ['../../../etc/passwd', '..\\..\\x.csv', 'job.json']) {
      const { id } = await jobIn(server.post(curvesPolicy, fortyCurves, { name }));
      expect(await server.ended(id), name).toMatchObject({ state: 'done' });
      expect(readdirSync(join(server.state, 'jobs', id)).toSorted()).toEqual(['job.json', 'release']);
    }
  });
});

describe('an Idempotency-Key', () => {
  const send = (key: string, policy: unknown = curvesPolicy, csv = fortyCurves) =>
    server.post(policy, csv, { headers: { 'idempotency-key': key } });

  it('with the same request finds the same job, also after it has ended', async () => {
    const first = await jobIn(send('one'));
    const second = await jobIn(send('one'));
    await server.ended(first.id);
    const third = await send('one');
    expect(third.status).toBe(202);
    const again = await jobIn(third);
    expect([second.id, again.id]).toEqual([first.id, first.id]);
    expect(again.state).toBe('done');
  });

  it('sent many times at once makes one job', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('at-once')));
    const ids = await Promise.all(answers.map(async (answer) => (await jobIn(answer)).id));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(new Set(ids).size).toBe(1);
  });

  it('with another policy or other data is refused, and makes no job', async () => {
    await send('two');
    const before = (await listIn(server.get('/api/v1/releases?limit=1000'))).length;
    for (const answer of [
      await send('two', { ...curvesPolicy, k: 6 }),
      await send('two', curvesPolicy, `${fortyCurves}\nz,1,2,3,4`),
    ]) {
      expect(await refusalIn(answer)).toEqual([422, 'server/idempotency-key-reused']);
    }
    expect(await listIn(server.get('/api/v1/releases?limit=1000'))).toHaveLength(before);
  });
});

describe('the list of jobs', () => {
  it('has the newest first and can be paged through', async () => {
    const [older, newer] = [
      await jobIn(server.post(curvesPolicy, fortyCurves)),
      await jobIn(server.post(curvesPolicy, fortyCurves)),
    ];
    const jobs = await listIn(server.get('/api/v1/releases?limit=2'));
    expect(jobs.map(({ id }) => id)).toEqual([newer.id, older.id]);
    const rest = await listIn(server.get(`/api/v1/releases?limit=1&before=${newer.id}`));
    expect(rest.map(({ id }) => id)).toEqual([older.id]);
  });
});

describe('DELETE', () => {
  const remove = (id: string) => fetch(`${server.url}/api/v1/releases/${id}`, { method: 'DELETE' });

  it('removes a job that has ended, with its release', async () => {
    const { id } = await made();
    const cancel = () => fetch(`${server.url}/api/v1/releases/${id}/cancel`, { method: 'POST' });
    expect((await jobIn(cancel())).state).toBe('done'); // that call never removes
    expect((await remove(id)).status).toBe(204);
    expect((await cancel()).status).toBe(404);
    expect((await server.get(`/api/v1/releases/${id}`)).status).toBe(404);
    expect(readdirSync(join(server.state, 'jobs'))).not.toContain(id);
    expect((await remove(id)).status).toBe(404);
  });

  it('cancels a job that runs, leaving nothing of its release', async () => {
    const many = [
      'id,a,b,c,d',
      ...Array.from({ length: 60_000 }, (_, row) => `s${row},${row % 701},${row % 97},${row % 13},${row % 5}`),
    ];
    const { id } = await jobIn(server.post(curvesPolicy, many.join('\n')));
    const answer = await fetch(`${server.url}/api/v1/releases/${id}/cancel`, { method: 'POST' });
    expect([answer.status, (await jobIn(answer)).state]).toEqual([200, 'cancelled']);
    expect(readdirSync(join(server.state, 'jobs', id))).toEqual(['job.json']);
    expect((await remove(id)).status).toBe(204);
  });
});

describe('files', () => {
  it('under internal/ need the second token', async () => {
    const { id } = await aDoneJob;
    const address = `/api/v1/releases/${id}/internal`;
    for (const headers of [{}, { 'shoal-internal-token': 'wrong' }] as Record<string, string>[])
      for (const path of [address, `${address}/manifest.json`]) {
        const answer = await server.get(path, headers);
        expect(await refusalIn(answer)).toEqual([403, 'server/internal-forbidden']);
      }
    const headers = { 'shoal-internal-token': 'a-second-secret-that-is-long' };
    const files = await filesIn(server.get(address, headers));
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['manifest.json', 'report.html', 'report.json']));
    expect(await (await server.get(`${address}/manifest.json`, headers)).json()).toMatchObject({ internal: { seed: 1 } });
  });

  it('are those of the release and no others, whatever the name says', async () => {
    const { id } = await aDoneJob;
    const tricks = [
      '..%2fjob.json',
      '..%2f..%2f..%2fsecret',
      '%2e%2e%2fjob.json',
      'internal',
      'internal%2fmanifest.json',
      '.',
      '..',
      '%00',
      '..%5cjob.json',
    ];
    for (const trick of tricks)
      for (const folder of ['files', 'internal']) {
        const answer = await server.get(`/api/v1/releases/${id}/${folder}/${trick}`, {
          'shoal-internal-token': 'a-second-secret-that-is-long',
        });
        expect([400, 404], `${folder}/${trick}`).toContain(answer.status === 200 ? await isAList(answer) : answer.status);
      }
    expect((await server.get('/api/v1/releases/..%2f..%2fjobs/files')).status).toBe(400);
  });

  /** fetch takes "." and ".." out of an address itself: what is left may be the list, which is no file. */
  const isAList = async (answer: Response): Promise<number> => ('files' in ((await answer.json()) as object) ? 404 : 200);
});
