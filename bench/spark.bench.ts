import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sparkAddress } from '../src/engine/spark/connect/address.ts';
import { connectSpark } from '../src/engine/spark/connect/session.ts';
import { hashOfFile } from '../src/engine/spark/file-hash.ts';

/**
 * Runs on a cluster of two workers of one core, against what Spark needs to scan the same columns and what this machine needs by itself. Words say what:
 * `events:100000000` of Parquet, `csv:10000000` events as text, `walks:1000000` curves of 24 instants; of curves, each is compared with the first ones, too. `npm run spark:up` prints the
 * SHOAL_SPARK_CLUSTER that it needs. SHOAL_INPUTS names a folder where inputs are kept. Processor time is of all processes of the cluster and of Shoal, memory the most that one of them ever held.
 */
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['events:10000000', 'walks:1000000'];
const shoal = new URL('../bin/shoal.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const inputs = resolve(process.env.SHOAL_INPUTS ?? folder);
const cluster: { readonly address: string; readonly pids: Readonly<Record<string, number>> } = JSON.parse(
  readFileSync(process.env.SHOAL_SPARK_CLUSTER ?? '', 'utf8'),
);

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly isNode: boolean;
  readonly isExecutor: boolean;
}

/** Every process below some, those of the cluster where it is not said; seconds are those of children that ended, too. */
function processes(roots: readonly number[] = Object.values(cluster.pids)): readonly Process[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,args', 'ww'], { encoding: 'utf8' })
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [pid, parent, ...args] = line.trim().split(/\s+/);
      if (pid === '' || parent === undefined) return [];
      const text = args.join(' ');
      return [
        {
          pid: Number(pid),
          parent: Number(parent),
          isNode: text.startsWith('node --input'),
          isExecutor: text.includes('CoarseGrained'),
        },
      ];
    });
  const below = new Set(roots);
  for (let before = -1; before !== below.size; ) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all
    .filter(({ pid }) => below.has(pid))
    .map((one) => ({ ...one, seconds: secondsOf(one.pid), megabytes: mostHeldBy(one.pid) }));
}

/** The most that a process ever held at a time. */
function mostHeldBy(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function secondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100; // user and system time, its own and its ended children's
  } catch {
    return 0;
  }
}

const spent = (): number => processes().reduce((sum, { seconds }) => sum + seconds, 0);

interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly own: number;
  /** Megabytes of this machine's process, of the largest executor, and of the largest process beside one. */
  readonly here: number;
  readonly executor: number;
  readonly node: number;
}

/** What some words of Shoal cost, here and in the cluster. */
async function cost(words: readonly string[]): Promise<Cost> {
  const before = spent();
  const begun = performance.now();
  const child = spawn(
    '/usr/bin/env',
    ['bash', '-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', process.execPath, shoal, ...words],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
  );
  let told = '';
  child.stderr.on('data', (piece) => {
    told += piece;
  });
  const most = { here: 0, executor: 0, node: 0 };
  const watch = setInterval(() => {
    for (const { isNode, isExecutor, megabytes } of processes()) {
      if (isExecutor) most.executor = Math.max(most.executor, megabytes);
      if (isNode) most.node = Math.max(most.node, megabytes);
    }
    for (const { megabytes } of processes([child.pid ?? 0])) most.here = Math.max(most.here, megabytes);
  }, 1000);
  const code = await new Promise((done) => child.once('exit', done));
  clearInterval(watch);
  if (code !== 0) throw new Error(told);
  const own = told.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  const seconds = own.reduce((sum, one) => sum + one, 0);
  return { wall: (performance.now() - begun) / 1000, own: seconds, cpu: seconds + spent() - before, ...most };
}

const inCluster = ({ wall, cpu, own, here, executor, node }: Cost): string =>
  `${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of processors (${own.toFixed(1)} here); here ${here.toFixed(0)} MB, executor ${executor.toFixed(0)} MB, node ${node.toFixed(0)} MB`;
const onlyHere = ({ wall, own, here }: Cost): string =>
  `${wall.toFixed(1)} s, ${own.toFixed(1)} s of processors; ${here.toFixed(0)} MB; the same bytes`;

/** What Spark needs to look at every cell of the three columns, once it is warm. */
async function bareScan(path: string): Promise<Pick<Cost, 'wall' | 'cpu'>> {
  const address = sparkAddress(cluster.address);
  if (!address.ok) throw new Error('no address');
  const session = await connectSpark(address.value);
  if (!session.ok) throw new Error('no session');
  const csv = `CREATE OR REPLACE TEMPORARY VIEW bare USING csv OPTIONS (path '${path}', header 'true', sep ';')`;
  if (path.endsWith('.csv')) await session.value.execute(csv);
  const scan = path.endsWith('.csv') ? 'bare' : `parquet.\`${path}\``;
  const sql = `SELECT sum(length(CAST(OD_ISO AS STRING))), sum(length(GUID)), sum(length(dogodek)) FROM ${scan}`;
  await session.value.query(sql); // warm
  const before = spent();
  const begun = performance.now();
  const told = await session.value.query(sql);
  if (!told.ok) throw new Error(JSON.stringify(told.problems));
  const scanned = { wall: (performance.now() - begun) / 1000, cpu: spent() - before };
  await session.value.close();
  return scanned;
}

/** A made-up input, which is made once where SHOAL_INPUTS says where. */
function inputOf(kind: 'events' | 'walks', rows: number, extension: 'csv' | 'parquet'): string {
  const path = join(inputs, `${kind}-${rows}.${extension}`);
  const words = ['generate', kind, '--rows', String(rows), '--out', path, '--progress', 'none'];
  if (!existsSync(path)) execFileSync(process.execPath, [shoal, ...words], { cwd: folder });
  return path;
}

const onSpark = ['--engine', 'spark', '--spark', cluster.address, '--progress', 'none', '--seed', '1'];
const onThisMachine = ['--progress', 'none', '--seed', '1'];

/** A run there and here; their data must be the same. */
async function both(words: readonly string[], file: string): Promise<{ readonly far: Cost; readonly near: Cost }> {
  const far = await cost([...words, ...onSpark, '--out', 'far']);
  const near = await cost([...words, ...onThisMachine, '--out', 'near']);
  const [made, owed] = await Promise.all(['far', 'near'].map((out) => hashOfFile(join(folder, out, file))));
  if (made !== owed) throw new Error('the cluster made other bytes');
  for (const out of ['far', 'near']) rmSync(join(folder, out), { recursive: true });
  return { far, near };
}

const times = (more: number, less: number): string => `${(more / less).toFixed(2)} times`;

async function benchEvents(rows: number, extension: 'csv' | 'parquet'): Promise<void> {
  const input = inputOf('events', rows, extension);
  const scan = await bareScan(input);
  const { far, near } = await both(['run', input, '--preset', 'telecare', '-k', '5'], 'anonymized_events.csv');
  console.log(`${rows} events, ${extension}: scan ${scan.wall.toFixed(1)} s, ${scan.cpu.toFixed(1)} s of processors`);
  console.log(
    `  spark ${inCluster(far)}; ${times(far.cpu, scan.cpu)} the scan's processors, ${times(far.wall, scan.wall)} its clock`,
  );
  console.log(`  here  ${onlyHere(near)}`);
}

async function benchWalks(rows: number, first: Cost | undefined): Promise<Cost> {
  const input = inputOf('walks', rows, 'parquet');
  const words = ['run', input, '--subject', 'id', '--series', 'T1..T24', '--method', 'naive', '-k', '5', '-p', '2'];
  const { far, near } = await both(words, 'naive_anonymized.csv');
  console.log(`${rows} x 24, naive`);
  console.log(`  spark ${inCluster(far)}; ${times(far.cpu, near.own)} the processors of here`);
  if (first !== undefined)
    console.log(`  against the first: ${times(far.cpu, first.cpu)} its processors, ${times(far.wall, first.wall)} its clock`);
  console.log(`  here  ${onlyHere(near)}`);
  return far;
}

try {
  let first: Cost | undefined;
  for (const word of wanted) {
    const [, kind, digits] = /^(events|csv|walks):(\d+)$/.exec(word) ?? [];
    if (kind === undefined) throw new Error(`events:N, csv:N or walks:N is wanted, not ${word}`);
    const rows = Number(digits);
    if (kind === 'walks') {
      const far = await benchWalks(rows, first);
      first ??= far;
    } else await benchEvents(rows, kind === 'csv' ? 'csv' : 'parquet');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
