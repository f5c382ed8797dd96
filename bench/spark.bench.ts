import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sparkAddress } from '../src/engine/spark/connect/address.ts';
import { connectSpark } from '../src/engine/spark/connect/session.ts';

/**
 * Runs on a cluster of two workers of one core, against what Spark needs to scan the same columns and what this machine needs by itself.
 * `npm run spark:up` prints the SHOAL_SPARK_CLUSTER that it needs. SHOAL_EVENTS and SHOAL_WALKS say how many rows; processor time is of all processes of the cluster and of Shoal.
 */
const events = Number(process.env.SHOAL_EVENTS ?? 10_000_000);
const walks = Number(process.env.SHOAL_WALKS ?? 1_000_000);
const shoal = new URL('../bin/shoal.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
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

/** Every process below those of the cluster; seconds are those of children that ended, too. */
function processes(): readonly Process[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,rss,args', 'ww'], { encoding: 'utf8' })
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [pid, parent, rss, ...args] = line.trim().split(/\s+/);
      if (pid === '' || rss === undefined) return [];
      const text = args.join(' ');
      return [
        {
          pid: Number(pid),
          parent: Number(parent),
          megabytes: Number(rss) / 1024,
          isNode: text.startsWith('node --input'),
          isExecutor: text.includes('CoarseGrained'),
        },
      ];
    });
  const below = new Set<number>(Object.values(cluster.pids));
  for (let before = -1; before !== below.size; ) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => below.has(pid)).map((one) => ({ ...one, seconds: secondsOf(one.pid) }));
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
  readonly executor: number;
  readonly node: number;
}

/** What some words of Shoal cost, here and in the cluster. */
async function cost(words: readonly string[]): Promise<Cost> {
  const { spawn } = await import('node:child_process');
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
  const most = { executor: 0, node: 0 };
  const watch = setInterval(() => {
    for (const { isNode, isExecutor, megabytes } of processes()) {
      if (isExecutor) most.executor = Math.max(most.executor, megabytes);
      if (isNode) most.node = Math.max(most.node, megabytes);
    }
  }, 1000);
  const code = await new Promise((done) => child.once('exit', done));
  clearInterval(watch);
  if (code !== 0) throw new Error(told);
  const own = told.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  const seconds = own.reduce((sum, one) => sum + one, 0);
  return { wall: (performance.now() - begun) / 1000, own: seconds, cpu: seconds + spent() - before, ...most };
}

const shown = ({ wall, cpu, own, executor, node }: Cost): string =>
  `${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of processors (${own.toFixed(1)} here); executor ${executor.toFixed(0)} MB, node ${node.toFixed(0)} MB`;

async function bareScan(path: string): Promise<{ wall: number; cpu: number }> {
  const address = sparkAddress(cluster.address);
  if (!address.ok) throw new Error('no address');
  const session = await connectSpark(address.value);
  if (!session.ok) throw new Error('no session');
  const sql = `SELECT sum(length(CAST(OD_ISO AS STRING))), sum(length(GUID)), sum(length(dogodek)) FROM parquet.\`${path}\``;
  await session.value.query(sql); // warm
  const before = spent();
  const begun = performance.now();
  const told = await session.value.query(sql);
  if (!told.ok) throw new Error(JSON.stringify(told.problems));
  const scanned = { wall: (performance.now() - begun) / 1000, cpu: spent() - before };
  await session.value.close();
  return scanned;
}

try {
  const onSpark = ['--engine', 'spark', '--spark', cluster.address, '--progress', 'none', '--seed', '1'];
  if (events > 0) {
    execFileSync(
      process.execPath,
      [shoal, 'generate', 'events', '--rows', String(events), '--out', 'events.parquet', '--progress', 'none'],
      { cwd: folder },
    );
    const scan = await bareScan(join(folder, 'events.parquet'));
    const words = ['run', 'events.parquet', '--preset', 'telecare', '-k', '5'];
    const far = await cost([...words, ...onSpark, '--out', 'far-events']);
    const near = await cost([...words, '--seed', '1', '--progress', 'none', '--out', 'near-events']);
    console.log(`${events} events: scan ${scan.wall.toFixed(1)} s, ${scan.cpu.toFixed(1)} s of processors`);
    console.log(`  spark ${shown(far)}; ${(far.wall / scan.wall).toFixed(1)} scans`);
    console.log(`  here  ${shown(near)}`);
  }
  if (walks > 0) {
    execFileSync(
      process.execPath,
      [shoal, 'generate', 'walks', '--rows', String(walks), '--out', 'walks.parquet', '--progress', 'none'],
      { cwd: folder },
    );
    const words = ['run', 'walks.parquet', '--subject', 'id', '--series', 'T1..T24', '--method', 'naive', '-k', '5', '-p', '2'];
    const far = await cost([...words, ...onSpark, '--out', 'far-walks']);
    const near = await cost([...words, '--seed', '1', '--progress', 'none', '--out', 'near-walks']);
    const same = ['far-walks', 'near-walks'].map((out) => readFileSync(join(folder, out, 'naive_anonymized.csv')));
    console.log(`${walks} x 24, naive: ${same[0].equals(same[1]) ? 'the same bytes' : 'OTHER BYTES'}`);
    console.log(`  spark ${shown(far)}; ${(far.cpu / near.cpu).toFixed(1)} times the processors`);
    console.log(`  here  ${shown(near)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
