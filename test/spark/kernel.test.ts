import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { columnNamed } from '../../src/engine/spark/connect/rows.ts';
import type { SparkSession } from '../../src/engine/spark/connect/session.ts';
import { type GroupRequest, groupSeries } from '../../src/engine/spark/series/group-series.ts';
import { kernelCommand } from '../../src/engine/spark/worker/command.ts';
import { type KernelRequest, runKernel } from '../../src/engine/spark/worker/run-kernel.ts';
import { leafWidth } from '../../src/formats/kernel-lines.ts';
import { leafIn, publishedIn, publishedOf, type ToldLeaf } from '../families/series/leaf-lines.ts';
import { made } from '../families/series/made.ts';
import { clusterFacts, codesOf, openSession, unwrap } from './cluster.ts';

const [rows, length] = [6000, 8];
const database = 'shoal_kernel_test';
const names = Array.from({ length }, (_, i) => `T${i + 1}`);
const walks = walkColumns();
const shared = { k: 5, p: 2, segments: 4, maxLevel: 5 };
const settings = { kernel: 'naive', ...shared, columns: length, seriesLength: length, badLeaf: 'raw', blockRows: 4096 };
const all = walks.flatMap((column) => [...column]);
const scale = 1 / (Math.max(...all) - Math.min(...all));
const command = kernelCommand({ ...settings, scales: names.map(() => scale), decimals: names.map(() => 3) });

let session: SparkSession;
let tables = 0;
beforeAll(async () => {
  session = await openSession();
  unwrap(await session.configure({ 'spark.sql.ansi.enabled': 'true', 'spark.sql.variable.substitute': 'false' }));
  unwrap(await session.execute(`CREATE DATABASE IF NOT EXISTS ${database}`));
  unwrap(
    await session.upload('walks', [
      { name: 'key', type: 'long', values: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row)) },
      ...names.map((name, c) => ({ name, type: 'double', values: walks[c] }) as const),
    ]),
  );
});
afterAll(async () => {
  await session.execute(`DROP DATABASE IF EXISTS ${database} CASCADE`);
  await session.close();
});

/** Walks of three decimals, a column for each instant. */
function walkColumns(): readonly Float64Array[] {
  const random = randomFrom('walks of a cluster');
  const columns = Array.from({ length }, () => new Float64Array(rows));
  for (let row = 0; row < rows; row++)
    for (let c = 0, at = 0; c < length; c++) {
      at += random.normal();
      columns[c][row] = Math.round(at * 1000) / 1000;
    }
  return columns;
}

const requestOf = (cellSql: string, changed: Partial<KernelRequest> = {}): KernelRequest => ({
  from: `(SELECT ${cellSql} AS cell, * FROM walks)`,
  columns: names,
  rows,
  command,
  partitions: 3,
  into: `${database}.lines${tables++}`,
  width: leafWidth(length),
  ...changed,
});

async function leavesOf(request: KernelRequest): Promise<readonly ToldLeaf[]> {
  unwrap(await runKernel(session, request));
  const lines = unwrap(await session.query(`SELECT line FROM ${request.into} WHERE line LIKE 'leaf%'`));
  return columnNamed(lines, 'line', 'text').values.map(leafIn);
}

const fourCells = 'CASE WHEN T8 < 0 THEN CASE WHEN T4 < 0 THEN 0 ELSE 1 END ELSE CASE WHEN T4 < 0 THEN 2 ELSE 3 END END';

describe('Naive where the data lies', () => {
  it('makes of one cell exactly the leaves that it makes here', async () => {
    const local = await made({ series: walks, decimals: names.map(() => 3) }, { method: 'naive', ...shared, snap: 'off' });
    expect(publishedOf(await leavesOf(requestOf('0')))).toEqual(publishedIn(local));
  });

  it('keeps k, P and everybody in many cells, the same on any number of partitions', async () => {
    const leaves = await leavesOf(requestOf(fourCells));
    expect(leaves.flatMap(({ keys }) => keys).toSorted((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, row) => row));
    const sizes = new Map<string, number>();
    for (const { cell, group, keys } of leaves) sizes.set(`${cell}/${group}`, (sizes.get(`${cell}/${group}`) ?? 0) + keys.length);
    expect([Math.min(...sizes.values()) >= 5, Math.min(...leaves.map(({ keys }) => keys.length)) >= 2]).toEqual([true, true]);
    for (const { keys, lower, upper } of leaves)
      for (const key of keys) expect(walks.every((column, c) => lower[c] <= column[key] && column[key] <= upper[c])).toBe(true);
    expect(publishedOf(await leavesOf(requestOf(fourCells, { partitions: 7 })))).toEqual(publishedOf(leaves));
  });
});

describe('a table of series', () => {
  const request = (largestCell: number): GroupRequest => ({
    from: 'walks',
    columns: names,
    seriesLength: length,
    decimals: names.map(() => 3),
    settings: { kernel: 'naive', ...shared, badLeaf: 'raw', blockRows: 4096 },
    largestCell,
    partitions: 3,
    into: `${database}.lines${tables++}`,
  });
  const grouped = async (asked: GroupRequest) => {
    const found = unwrap(await groupSeries(session, asked));
    const lines = unwrap(await session.query(`SELECT line FROM ${asked.into} WHERE line LIKE 'leaf%'`));
    return { ...found, leaves: columnNamed(lines, 'line', 'text').values.map(leafIn) };
  };
  /** The mean width of bands, over everybody. */
  const valueLoss = (leaves: readonly Pick<ToldLeaf, 'keys' | 'lower' | 'upper'>[]): number =>
    leaves.reduce(
      (sum, { keys, lower, upper }) => sum + keys.length * upper.reduce((width, bound, c) => width + bound - lower[c], 0),
      0,
    );

  it('is grouped as here where it is one cell, and loses next to nothing in many', async () => {
    const local = publishedIn(
      await made({ series: walks, decimals: names.map(() => 3) }, { method: 'naive', ...shared, snap: 'off' }),
    );
    const one = await grouped(request(rows));
    expect([one.rows, one.cells]).toEqual([rows, 1]);
    expect(publishedOf(one.leaves)).toEqual(local);
    const many = await grouped(request(1000));
    expect(many.cells).toBe(8);
    expect(many.leaves.flatMap(({ keys }) => keys).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: rows }, (_, row) => row),
    );
    expect(valueLoss(many.leaves) / valueLoss(local)).toBeLessThan(1.01);
  });
});

describe('an executor that is killed while kernels run', () => {
  const facts = clusterFacts();
  /** Of the first worker of the cluster. */
  const executors = (): readonly number[] =>
    execFileSync('ps', ['-eo', 'pid,ppid,args', 'ww'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('CoarseGrainedExecutorBackend') && Number(line.trim().split(/\s+/)[1]) === facts?.pids.w1)
      .map((line) => Number(line.trim().split(/\s+/)[0]));

  it.runIf(facts)('changes no row', async () => {
    const undisturbed = publishedOf(await leavesOf(requestOf(fourCells)));
    const killed: number[] = [];
    const slow = requestOf(fourCells, { command: `sleep 4; ${command}` });
    const isRunning = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n').includes('sleep 4');
    const running = runKernel(session, slow);
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(true);
    for (const pid of executors()) if (killed.push(pid)) process.kill(pid, 'SIGKILL');
    unwrap(await running);
    expect(killed).toHaveLength(1);
    const lines = unwrap(await session.query(`SELECT line FROM ${slow.into} WHERE line LIKE 'leaf%'`));
    expect(publishedOf(columnNamed(lines, 'line', 'text').values.map(leafIn))).toEqual(undisturbed);
  });
});

describe('a worker that fails', () => {
  it.each([
    ['ends at once and says that all is well', 'true', /lost-rows|died/],
    ['reads all and says nothing', 'cat >/dev/null', 'spark/worker-lost-rows'],
    ['stops reading half way', `head -n 500 | ${command}`, /lost-rows|died/],
    ['drops a row', `sed 3d | ${command}`, 'spark/worker-lost-rows'],
    ['drops a line of its answer', `${command} | sed 2d`, 'spark/worker-lost-rows'],
    ['writes a column too many', `${command} | awk "{ print (NR == 4 ? \\$0 FS : \\$0) }" FS="\t"`, 'spark/worker-misshapen'],
    ['writes a column too few', `${command} | cut -f 2-`, 'spark/worker-misshapen'],
    ['prints something else', `echo hello; ${command}`, 'spark/worker-misshapen'],
    ['is of another version', `${command} | sed "s/^end.1/end\t2/"`, 'spark/worker-foreign'],
    ['dies', `${command}; exit 3`, 'spark/worker-died'],
    ['is killed', 'kill -9 $$', 'spark/worker-died'],
    ['is not there', 'no-such-program', 'spark/worker-died'],
  ])('and %s is refused', async (_, broken, code) => {
    const request = requestOf('pmod(key, 4)', { command: broken.replaceAll('\\', '\\\\') });
    const [only, ...others] = codesOf(await runKernel(session, request));
    expect([only, others]).toEqual([expect.stringMatching(code), []]); // Spark notices a pipe that broke, where there was enough to write
  });

  it('because a row is not a number is refused, and nobody hears of the row', async () => {
    const from = "(SELECT 0 AS cell, *, IF(key = 7, 'secret', '1') AS odd FROM walks)";
    const failed = await runKernel(session, requestOf('0', { from, columns: [...names.slice(1), 'odd'] }));
    expect(codesOf(failed)).toEqual(['spark/worker-died']);
    expect(JSON.stringify(failed)).not.toContain('secret');
  });
});
