import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../src/base/random.ts';
import { openPlace } from '../test/cli/shoal-process.ts';
import { below, kill, type OwnCluster, startCluster, stopCluster } from '../test/spark/own-cluster.ts';

/**
 * Kills an executor, a worker, the Connect server and Shoal itself, each at random moments of a run: the same rows must be published, or nothing. Every kill is
 * written down in a file, and not done again: SHOAL_FAULTS names it, SHOAL_MOMENTS says how many of each, SHOAL_MINUTES when to stop. It needs `npm run build`, Java and pip.
 */
const moments = Number(process.env.SHOAL_MOMENTS ?? 10);
const file = process.env.SHOAL_FAULTS ?? join(tmpdir(), 'shoal-faults.jsonl');
const until = performance.now() + 60_000 * Number(process.env.SHOAL_MINUTES ?? 60);
const victims = ['executor', 'worker', 'server', 'shoal'] as const;
type Victim = (typeof victims)[number];

interface Kill {
  readonly victim: Victim;
  readonly moment: number;
  readonly share: number;
  readonly came: 'the same rows' | 'nothing' | 'a fault';
}

const place = openPlace();
const rows = Array.from({ length: 4200 }, (_, i) => `s${i},${[4, 7, 1, 9].map((n) => ((i * n) % 97) + 0.125).join(',')}`);
place.write('curves.csv', `who,t1,t2,t3,t4\n${rows.join('\n')}\n`);
const words = [
  'run',
  'curves.csv',
  '--method',
  'naive',
  '--subject',
  'who',
  '--series',
  't1..t4',
  '-k',
  '4',
  '-p',
  '2',
  '--seed',
  '1',
];
const released = (out: string) => (existsSync(place.path(out)) ? place.read(out, 'naive_anonymized.csv') : undefined);
let cluster: OwnCluster | undefined;

try {
  await place.shoal([...words, '--out', 'near']);
  const near = released('near');
  const done = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const known = new Set(done.map((line) => JSON.parse(line) as Kill).map(({ victim, moment }) => `${victim} ${moment}`));
  let longest = 0;
  for (let moment = 0; moment < moments; moment++)
    for (const victim of victims) {
      if (known.has(`${victim} ${moment}`) || performance.now() > until) continue;
      cluster ??= await startCluster();
      longest ||= await timeOf(cluster);
      const share = randomFrom('faults').fork(`${victim} ${moment}`).unit();
      const came = await killOnce(cluster, victim, share * longest, near);
      const one: Kill = { victim, moment, share, came };
      appendFileSync(file, `${JSON.stringify(one)}\n`);
      console.log(JSON.stringify(one));
      if (came === 'a fault') process.exitCode = 1;
      if (victim === 'worker' || victim === 'server') {
        await stopCluster(cluster); // it lacks a part from now on
        cluster = undefined;
      }
    }
} finally {
  if (cluster !== undefined) await stopCluster(cluster);
  place.remove();
}

async function timeOf({ address }: OwnCluster): Promise<number> {
  const begun = performance.now();
  await place.shoal([...words, '--engine', 'spark', '--out', 'whole', '--force'], { env: { SHOAL_SPARK: address } });
  return performance.now() - begun;
}

async function killOnce(own: OwnCluster, victim: Victim, after: number, near: string | undefined): Promise<Kill['came']> {
  const out = `far-${victim}-${Math.round(after)}`;
  const { child, ended } = place.start([...words, '--engine', 'spark', '--out', out], { env: { SHOAL_SPARK: own.address } });
  await wait(after);
  if (victim === 'executor') kill(below(own.pids.w1, /CoarseGrained/));
  if (victim === 'worker') kill(below(own.pids.w1));
  if (victim === 'server') kill(below(own.pids.connect));
  if (victim === 'shoal') child.kill('SIGKILL');
  const { code, stderr } = await ended;
  const published = released(out);
  if (code === 0) return published === near ? 'the same rows' : 'a fault';
  const isTold = victim === 'shoal' || (/spark\//.test(stderr) && !/\bs\d+\b|\d\.125/.test(stderr));
  if (published !== undefined) return victim === 'shoal' && published === near ? 'the same rows' : 'a fault'; // killed behind its last step
  return isTold ? 'nothing' : 'a fault';
}
