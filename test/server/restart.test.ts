import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlace, type Place, type Started } from '../cli/shoal-process.ts';
import { curvesPolicy, endedJob, fortyCurves, type JobShown, jobIn, listIn } from './a-server.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL'); // those of a test that failed
  place.remove();
});
const children: Started['child'][] = [];

interface Serving {
  readonly child: Started['child'];
  /** The end of the process. */
  readonly over: Started['ended'];
  readonly url: string;
  jobs(): Promise<readonly JobShown[]>;
  post(csv: string, policy?: unknown): Promise<JobShown>;
  ended(id: string): Promise<JobShown>;
}

const words = ['serve', '--port', '0', '--state', 'state', '--jobs', '1'];

async function serving(...more: readonly string[]): Promise<Serving> {
  const started = place.start([...words, ...more]);
  children.push(started.child);
  const url = await new Promise<string>((resolve, reject) => {
    started.child.stdout.once('data', (text: Buffer) => resolve(text.toString('utf8').trim()));
    void started.ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  const job = (id: string) => jobIn(fetch(`${url}/api/v1/releases/${id}`));
  return {
    child: started.child,
    over: started.ended,
    url,
    jobs: () => listIn(fetch(`${url}/api/v1/releases`)),
    post(csv, policy = curvesPolicy) {
      const form = new FormData();
      form.append('policy', JSON.stringify(policy));
      form.append('file', new Blob([csv]), 'data.csv');
      return jobIn(fetch(`${url}/api/v1/releases`, { method: 'POST', body: form }));
    },
    ended: (id) => endedJob(() => job(id)),
  };
}

/** Long enough for anything to happen meanwhile. */
const many = [
  'id,a,b,c,d',
  ...Array.from({ length: 100_000 }, (_, row) => `s${row},${(row * 7) % 7919},${(row * 31) % 9973},${row % 1013},${row % 887}`),
].join('\n');

const patience = { timeout: 90_000 };
const running = (server: Serving, id: string) =>
  expect.poll(async () => (await server.jobs()).find((job) => job.id === id)?.state, patience).toBe('running');
const working = (id: string) =>
  expect.poll(() => readdirSync(place.path('state', 'jobs', id, 'tmp')).length, patience).toBeGreaterThan(0);

it('jobs and their releases are there again after a crash; what was running has failed, what waited is done', async () => {
  const first = await serving();
  const done = await first.ended((await first.post(fortyCurves)).id);
  const cut = await first.post(many);
  const waiting = await first.post(fortyCurves);
  await running(first, cut.id);
  await working(cut.id);
  first.child.kill('SIGKILL');
  await first.over;
  writeFileSync(join(place.path('state', 'jobs', cut.id), '.release.shoal-1-00000000'), 'half of a release');

  const second = await serving();
  expect(await second.ended(waiting.id)).toMatchObject({ state: 'done' });
  expect(await second.jobs()).toMatchObject([
    { id: waiting.id, state: 'done' },
    { id: cut.id, state: 'failed', problems: [{ code: 'server/cut-off' }] },
    { id: done.id, state: 'done', summary: { verdict: { holds: true } } },
  ]);
  expect(readdirSync(place.path('state', 'jobs', cut.id))).toEqual(['job.json']);
  expect((await fetch(`${second.url}/api/v1/releases/${done.id}/files/naive_anonymized.csv`)).status).toBe(200);
  expect((await fetch(`${second.url}/api/v1/releases/${cut.id}/files`)).status).toBe(409);
  const told = await (await fetch(`${second.url}/api/v1/releases/${cut.id}/events`)).text();
  expect(told).toContain('server/cut-off'); // whoever followed it comes back and hears
  second.child.kill('SIGTERM');
  expect((await second.over).code).toBe(0);
});

it('a job whose process dies has failed, and the server goes on', async () => {
  const server = await serving();
  const { id } = await server.post(many);
  await running(server, id);
  await working(id);
  process.kill(processOf(id, server.child.pid ?? 0), 'SIGKILL');
  expect(await server.ended(id)).toMatchObject({ state: 'failed', problems: [{ code: 'server/job-crashed' }] });
  expect(readdirSync(place.path('state', 'jobs', id))).toEqual(['job.json']);
  expect(await server.ended((await server.post(fortyCurves)).id)).toMatchObject({ state: 'done' });
  server.child.kill('SIGTERM');
  expect((await server.over).code).toBe(0);
});

it('no process of a job outlives a server that was killed', async () => {
  const server = await serving();
  const { id } = await server.post(many);
  await running(server, id);
  await working(id);
  const children = childrenOf(server.child.pid ?? 0); // of the job, and of the question whether its columns are there
  expect(children).toContain(processOf(id, server.child.pid ?? 0));
  server.child.kill('SIGKILL');
  await server.over;
  await expect.poll(() => children.filter(isThere), patience).toEqual([]);
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it with exit code 0: running jobs end, waiting ones wait for the next server',
  async (signal) => {
    const server = await serving('--stop-time', '0.2');
    const cut = await server.post(many);
    const waiting = await server.post(fortyCurves);
    await running(server, cut.id);
    server.child.kill(signal);
    const { code, stderr } = await server.over;
    expect([code, stderr]).toEqual([0, expect.stringContaining('listening')]);
    const stored = (id: string) => JSON.parse(readFileSync(place.path('state', 'jobs', id, 'job.json'), 'utf8'));
    expect(stored(cut.id)).toMatchObject({ state: 'failed', problems: [{ code: 'server/stopped' }] });
    expect(stored(waiting.id)).toMatchObject({ state: 'queued' });
    expect(readdirSync(place.path('state')).toSorted()).toEqual(['answers', 'jobs', 'secret', 'uploads']);
    expect(readdirSync(place.scratch)).toEqual([]);
  },
);

it('a running job that ends in time is done when the server has stopped', async () => {
  const server = await serving('--stop-time', '60');
  const { id } = await server.post(fortyCurves);
  await running(server, id);
  server.child.kill('SIGTERM');
  expect((await server.over).code).toBe(0);
  expect(JSON.parse(readFileSync(place.path('state', 'jobs', id, 'job.json'), 'utf8'))).toMatchObject({ state: 'done' });
});

it('a second server with the same folder of jobs is refused, and so is what would leave a door open', async () => {
  const server = await serving();
  const second = await place.shoal(words);
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('server/state-in-use')]);
  const open = await place.call(['serve', '--host', '0.0.0.0']);
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('server/host-needs-token')]);
  const odd = await place.call(['serve', '--min-k', 'few']);
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('server/bad-option')]);
  server.child.kill('SIGTERM');
  expect((await server.over).code).toBe(0);
});

it('neither a token nor a cell nor a file name is told on standard error', async () => {
  place.write('token', 'a-secret-that-nobody-may-see\n');
  const server = await serving('--token-file', 'token');
  const form = new FormData();
  form.append('policy', JSON.stringify(curvesPolicy));
  form.append('file', new Blob([`${fortyCurves}\nconfidential,1,2,3`]), 'patients.csv');
  const headers = { authorization: 'Bearer a-secret-that-nobody-may-see' };
  expect((await fetch(`${server.url}/api/v1/releases?x=confidential`, { headers })).status).toBe(400);
  expect((await fetch(`${server.url}/api/v1/releases`, { method: 'POST', body: form, headers })).status).toBe(202);
  server.child.kill('SIGTERM');
  const { stderr } = await server.over;
  expect(stderr).toContain('POST /api/v1/releases 202');
  expect(stderr).not.toMatch(/confidential|patients|a-secret/);
});

/** The process of a job, which works in its folder. */
const processOf = (id: string, server: number): number =>
  childrenOf(server).find((pid) => readlinkSync(`/proc/${pid}/cwd`).endsWith(id)) ?? Number.NaN;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')); // a dead child that nobody has buried
  } catch {
    return false;
  }
}
