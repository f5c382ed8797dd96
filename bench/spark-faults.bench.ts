import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../src/base/random.ts';
import { openPlace } from '../test/cli/shoal-process.ts';
import { below, kill, type OwnCluster, revive, startCluster, stopCluster, workFolders } from '../test/spark/own-cluster.ts';

/**
 * Kills an executor, a worker, the Connect server and Shoal itself, each at random moments of a run over curves or over a log: the same rows must be published,
 * or nothing, and the next run must leave no work folder. A moment counts where the run was under way: else it is done again, earlier. Every kill is written down in a file, and not done again: SHOAL_FAULTS names it, SHOAL_MOMENTS says how
 * many of each, SHOAL_MINUTES when to stop. It needs `npm run build`, Java and pip.
 */
const moments = Number(process.env.SHOAL_MOMENTS ?? 10);
const file = process.env.SHOAL_FAULTS ?? join(tmpdir(), 'shoal-faults.jsonl');
const until = performance.now() + 60_000 * Number(process.env.SHOAL_MINUTES ?? 60);
const victims = ['executor', 'worker', 'server', 'shoal'] as const;
type Victim = (typeof victims)[number];

interface Kill {
  readonly victim: Victim;
  readonly moment: number;
  readonly of: 'curves' | 'log';
  readonly share: number;
  readonly came: 'the same rows' | 'nothing' | 'a fault';
  /** What Shoal said of it. */
  readonly said: string;
  /** What the killed run left in the warehouse, and what the next run left of it. */
  readonly left: number;
  readonly leftByNext: number;
}

const place = openPlace();
let outs = 0;
const rows = Array.from({ length: 4200 }, (_, i) => `s${i},${[4, 7, 1, 9].map((n) => ((i * n) % 97) + 0.125).join(',')}`);
place.write('curves.csv', `who,t1,t2,t3,t4\n${rows.join('\n')}\n`);
const times = Array.from({ length: 4000 }, (_, i) => new Date(Date.UTC(2024, 2, 1 + (i % 14), (i * 7) % 24)).toISOString());
place.write('log.csv', `time;who;what\n${times.map((time, i) => `${time.slice(0, 19)};s${i % 111};e${i % 3}\n`).join('')}`);
const inputs = {
  curves: { words: '--method naive --subject who --series t1..t4 -k 4 -p 2', input: 'curves.csv', data: 'naive_anonymized.csv' },
  log: {
    words: '--family events --subject who --time time --event what -k 3',
    input: 'log.csv',
    data: 'anonymized_events.csv',
  },
} as const;
type Input = keyof typeof inputs;
const wordsOf = (of: Input): readonly string[] => ['run', inputs[of].input, ...inputs[of].words.split(' '), '--seed', '1'];
const onSpark = ['--engine', 'spark', '--progress', 'none'];
const released = (of: Input, out: string) => (existsSync(place.path(out)) ? place.read(out, inputs[of].data) : undefined);
const envOf = ({ address }: OwnCluster) => ({ env: { SHOAL_SPARK: address } });
let cluster: OwnCluster | undefined;

try {
  const near: Record<Input, string | undefined> = { curves: undefined, log: undefined };
  for (const of of ['curves', 'log'] as const) {
    await place.shoal([...wordsOf(of), '--out', `near-${of}`]);
    near[of] = released(of, `near-${of}`);
    if (near[of] === undefined) throw new Error(`no release of ${of} on this machine`);
  }
  const done = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const known = new Set(done.map((line) => JSON.parse(line) as Kill).map(({ victim, moment }) => `${victim} ${moment}`));
  const longest: Record<Input, number> = { curves: 0, log: 0 };
  for (let moment = 0; moment < moments; moment++)
    for (const victim of victims) {
      if (known.has(`${victim} ${moment}`) || performance.now() > until) continue;
      cluster ??= await startCluster();
      const of = moment % 2 === 0 ? 'log' : 'curves';
      longest[of] ||= await timeOf(cluster, of);
      const share = randomFrom('faults').fork(`${victim} ${moment}`).unit();
      let [came, said]: readonly [Came, string] = ['too late', ''];
      for (let tries = 0; came === 'too late' && tries < 8; tries++) {
        await untilAnswered(cluster);
        [came, said] = await killOnce(cluster, { victim, of, after: share * longest[of], near: near[of] });
        if (came === 'too late') longest[of] *= 0.8; // this run took less time than the one that was measured
      }
      if (came === 'too late') continue;
      if (victim === 'worker') cluster = await revive(cluster, 'w1');
      if (victim === 'server') cluster = await revive(cluster, 'connect');
      const left = workFolders(cluster).length;
      await untilAnswered(cluster);
      const leftByNext = workFolders(cluster).length;
      const one: Kill = { victim, moment, of, share, came, said, left, leftByNext };
      appendFileSync(file, `${JSON.stringify(one)}\n`);
      console.log(JSON.stringify(one));
      if (came === 'a fault' || leftByNext > 0) process.exitCode = 1;
    }
} finally {
  if (cluster !== undefined) await stopCluster(cluster);
  place.remove();
}

/** Waits until the cluster says that it has no such input: whoever asks works there, and removes what others left. */
async function untilAnswered(own: OwnCluster): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { stderr } = await place.shoal(['plan', 'missing.parquet', ...wordsOf('log').slice(2), ...onSpark], envOf(own));
    if (stderr.includes('spark/no-input')) return;
    await wait(3000);
  }
  throw new Error('the cluster does not answer');
}

/** Of the second run, as the first one warms Spark up: moments of it would lie behind the end of those that follow. */
async function timeOf(own: OwnCluster, of: Input): Promise<number> {
  let begun = 0;
  for (const _ of ['first', 'second']) {
    begun = performance.now();
    await place.shoal([...wordsOf(of), ...onSpark, '--out', 'whole', '--force'], envOf(own));
  }
  return performance.now() - begun;
}

interface KillRequest {
  readonly victim: Victim;
  readonly of: Input;
  readonly after: number;
  readonly near: string | undefined;
}

type Came = Kill['came'] | 'too late';

async function killOnce(own: OwnCluster, { victim, of, after, near }: KillRequest): Promise<readonly [Came, string]> {
  const out = `far-${victim}-${++outs}`;
  const { child, ended } = place.start([...wordsOf(of), ...onSpark, '--out', out], envOf(own));
  await Promise.race([wait(after), ended]);
  if (child.exitCode !== null) return ['too late', ''];
  if (victim === 'executor') kill(below(own.pids.w1, /CoarseGrained/));
  if (victim === 'worker') kill(below(own.pids.w1));
  if (victim === 'server') kill(below(own.pids.connect));
  if (victim === 'shoal') child.kill('SIGKILL');
  const { code, stderr } = await ended;
  const published = released(of, out);
  const said = /spark\/[\w-]+/.exec(stderr)?.[0] ?? '';
  if (code === 0) return [published === near ? 'the same rows' : 'a fault', said];
  if (published !== undefined) return [victim === 'shoal' && published === near ? 'the same rows' : 'a fault', said]; // killed behind its last step
  const isTold = victim === 'shoal' || (said !== '' && !/\bs\d+\b|\d\.125/.test(stderr));
  if (!isTold) console.error(stderr);
  return [isTold ? 'nothing' : 'a fault', said];
}
