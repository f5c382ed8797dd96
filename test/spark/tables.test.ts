import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SparkChoice } from '../../src/api/spark-choice.ts';
import { unwrap } from './cluster.ts';

const address = process.env.SHOAL_SPARK ?? '';
const inPieces = { leastTasks: 1, batchBytes: 300_000, settings: { 'spark.sql.shuffle.partitions': '2' } };

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-spark-tables-'));
  for (const [name, kind] of [
    ['walks.csv', 'walks'],
    ['walks.parquet', 'walks'],
    ['tolls.parquet', 'tolls'],
  ] as const)
    unwrap(await generate(kind, { rows: 5000, seed: 3, out: join(folder, name), ...(kind === 'walks' ? { length: 8 } : {}) }));
  const lines = readFileSync(join(folder, 'walks.csv'), 'utf8').trimEnd().split('\n');
  writeFileSync(
    join(folder, 'walks.csv'),
    `${lines.map((line, row) => `${line},${row === 0 ? 'place,note' : `${'čžš'[row % 3]} ${row % 7},"tab\t; ""${row % 4}"`}\n`).join('')}`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Everything that a run leaves, by name, but what a clock decides; or the codes of what it refused. */
async function leftBy(settings: Record<string, unknown>, spark?: Omit<SparkChoice, 'address'>): Promise<Record<string, string>> {
  const out = join(folder, spark === undefined ? 'near' : 'far');
  rmSync(out, { recursive: true, force: true });
  const made = await run(
    { out, seed: 7, threads: 1, ...settings } as never,
    spark === undefined ? {} : { spark: { address, ...spark } },
  ); // of every family
  if (!made.ok) return Object.fromEntries(made.problems.map(({ code, why }) => [code, why]));
  expect((await verify(out)).ok).toBe(true);
  const names = [...readdirSync(out), ...readdirSync(join(out, 'internal')).map((name) => `internal/${name}`)];
  const compared = names.filter((name) => !/^internal$|^internal\/(report|manifest)|html$/.test(name));
  return Object.fromEntries(compared.map((name) => [name, readFileSync(join(out, name)).toString('hex')]));
}

const walks = (name: string) => ({ family: 'series', input: join(folder, name), subject: 'id', series: 'T1..T8', k: 5, p: 2 });
const tolls = () => ({ family: 'table', input: join(folder, 'tolls.parquet'), subject: 'vehicle_id' });

describe('a table on Spark', () => {
  it.each([
    ['naive, CSV', () => ({ ...walks('walks.csv'), method: 'naive', quasi: ['place'], sensitive: ['note'] })],
    [
      'naive with l, Parquet',
      () => ({ ...walks('walks.csv'), method: 'naive', drop: ['place'], sensitive: ['note'], l: 2, format: 'parquet' }),
    ],
    ['kapra', () => ({ ...walks('walks.parquet'), method: 'kapra' })],
    ['prism', () => ({ ...walks('walks.parquet'), method: 'prism', effort: 'fast' })],
    [
      'hierarchy',
      () => ({
        ...tolls(),
        method: 'hierarchy',
        k: 3,
        quasi: ['section_id:prefix', 'exit_time:hour'],
        drop: ['vehicle_class'],
        aggregate: ['count', 'avg:toll_money'],
      }),
    ],
    [
      'local',
      () => ({
        ...tolls(),
        method: 'local',
        effort: 'fast',
        k: 3,
        quasi: ['section_id:prefix', 'exit_time:hour'],
        drop: ['vehicle_class', 'toll_money'],
      }),
    ],
  ])('is published as on one machine, byte for byte: %s', async (_, settings) => {
    const near = await leftBy(settings());
    expect(Object.keys(near).filter((name) => /csv$|parquet$/.test(name))).not.toEqual([]);
    expect(await leftBy(settings(), { tuning: inPieces })).toEqual(near);
  });

  it('is the same where this machine groups', async () => {
    const settings = { ...walks('walks.parquet'), method: 'naive' };
    const sent: string[] = [];
    expect(await leftBy(settings, { kernels: 'driver', onStatement: (sql) => void sent.push(sql) })).toEqual(
      await leftBy(settings),
    );
    expect(sent.filter((sql) => sql.includes('TRANSFORM'))).toEqual([]);
  });
});
