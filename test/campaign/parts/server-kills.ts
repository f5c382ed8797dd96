import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { verify } from 'shoal';
import { randomFrom } from '../../../src/base/random.ts';
import { daysCsv, secret } from '../../cli/days.ts';
import { openPlace, type Place } from '../../cli/shoal-process.ts';
import { type Part, without } from '../part.ts';
import { type ServedJob, type Serving, startServer } from './serving.ts';

interface Case {
  /** How many jobs run at a time. */
  readonly atATime: number;
  /** Subjects of the jobs that each life of the server is sent, and how many milliseconds it then lives. */
  readonly lives: readonly { readonly jobs: readonly number[]; readonly milliseconds: number }[];
}

/** `shoal serve` killed again and again on one folder of state, then started for good. */
export const serverKills: Part<Case> = {
  name: 'server-kills',
  holds:
    'after kills and a restart every job that was taken in ends or is told as failed; no release is lost or half, and no raw data is left',
  goal: 1000,
  batch: 2,
  draw(seed, number) {
    const random = randomFrom(`server kills ${seed} ${number}`);
    const lives = Array.from({ length: 1 + random.below(3) }, () => ({
      jobs: Array.from({ length: 1 + random.below(3) }, () => [30, 300, 4000][random.below(3)]),
      milliseconds: random.below(4) === 0 ? random.below(40) : random.below(1500),
    }));
    return { atATime: 1 + random.below(2), lives };
  },
  async attempt(one) {
    const place = openPlace();
    try {
      return await killedServer(place, one);
    } finally {
      place.remove();
    }
  },
  *smaller({ atATime, lives }) {
    for (const fewer of without(lives, 1)) yield { atATime, lives: fewer };
    if (atATime > 1) yield { atATime: 1, lives };
  },
};

const policy = { method: 'naive', subject: 'ID', drop: ['Name'], series: 'H1..H8', sensitive: ['Tag'], k: 5, p: 2, queries: 0 };

async function killedServer(place: Place, { atATime, lives }: Case): Promise<string> {
  const words = ['serve', '--port', '0', '--state', 'state', '--jobs', String(atATime), '--rate', '100000'];
  const accepted = new Set<string>();
  const finished = new Map<string, string>();
  for (const { jobs, milliseconds } of lives) {
    const server = await startServer(place, words);
    const end = wait(milliseconds);
    const posts = jobs.map((subjects) =>
      server.post(policy, daysCsv(subjects)).then(
        (job) => void accepted.add(job.id),
        () => {}, // killed before it could answer
      ),
    );
    await end;
    await noteFinished(server, place, finished);
    server.child.kill('SIGKILL');
    await server.over;
    await Promise.all(posts);
  }
  const server = await startServer(place, words);
  const known = await server.jobs();
  for (const id of accepted)
    assert.ok(
      known.some((job) => job.id === id),
      'a job that was taken in is gone',
    );
  const ends = new Map<string, ServedJob>();
  for (const { id } of known) ends.set(id, await server.ended(id));
  for (const [id, job] of ends) await checkEnd(place, id, job, finished.get(id));
  server.child.kill('SIGTERM');
  assert.equal((await server.over).code, 0);
  checkNothingRaw(place);
  const states = [...ends.values()].map(({ state }) => state);
  return states.includes('failed') ? (states.includes('done') ? 'some cut off' : 'all cut off') : 'all done';
}

/** The hash of each release that the server says is done, at a moment before it is killed. */
async function noteFinished(server: Serving, place: Place, finished: Map<string, string>): Promise<void> {
  for (const { id, state } of await server.jobs().catch(() => []))
    if (state === 'done') finished.set(id, hashOf(releaseOf(place, id)));
}

async function checkEnd(place: Place, id: string, { state, problems }: ServedJob, before: string | undefined): Promise<void> {
  const folder = place.path('state', 'jobs', id);
  if (state === 'done') {
    const verified = await verify(releaseOf(place, id));
    assert.ok(verified.ok && verified.value.holds, 'a release that is done does not hold');
    if (before !== undefined) assert.equal(hashOf(releaseOf(place, id)), before, 'a release changed over a restart');
    assert.deepEqual(readdirSync(folder).toSorted(), ['job.json', 'release'], 'something is left beside a release');
    return;
  }
  assert.equal(before, undefined, 'a release that was done is lost');
  assert.equal(state, 'failed');
  assert.equal(problems?.[0].code, 'server/cut-off');
  assert.deepEqual(readdirSync(folder), ['job.json'], 'something is left of a job that was cut off');
}

const releaseOf = (place: Place, id: string): string => place.path('state', 'jobs', id, 'release');

const hashOf = (folder: string): string =>
  existsSync(join(folder, 'manifest.json'))
    ? createHash('sha256')
        .update(readFileSync(join(folder, 'manifest.json')))
        .digest('hex')
    : 'none';

/** No id of the input in any file, and nothing of temporary files. */
function checkNothingRaw(place: Place): void {
  assert.deepEqual(readdirSync(place.scratch), [], 'something is left in the temporary folder');
  const files = readdirSync(place.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const raw = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(`${secret}id`));
  assert.deepEqual(
    raw.map(({ name }) => name),
    [],
    'raw data is left',
  );
}
