import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { generate } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SparkChoice } from '../../src/api/spark-choice.ts';
import { openSession, unwrap } from './cluster.ts';
import { leftBy as leftIn } from './left-by.ts';

const inPieces = { sliceBytes: 600_000, leastTasks: 1, batchBytes: 300_000, settings: { 'spark.sql.shuffle.partitions': '2' } };

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

const leftBy = (settings: Record<string, unknown>, spark?: Omit<SparkChoice, 'address'>) => leftIn(folder, settings, spark);

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
    [
      'disjoint, counts and means by a part of a time',
      () => ({
        ...tolls(),
        method: 'disjoint',
        k: 3,
        quasi: ['section_id:prefix', 'exit_time:weekday'],
        drop: ['vehicle_class'],
        aggregate: ['count', 'avg:toll_money'],
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

describe('rows in a cluster', () => {
  it('are read as the types that they have, whatever is in them', async () => {
    const typed = join(folder, 'typed.parquet');
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run(
      `COPY (SELECT i AS id, (i * 7919 % 97) / 8.0 AS t1, CASE WHEN i % 50 = 0 THEN NULL ELSE (i * 104729 % 89) / 4.0 END AS t2, CAST((i * 13 % 71) / 3.0 AS FLOAT) AS t3,
       CAST((i * 31 % 53) / 100.0 AS DECIMAL(9,2)) AS t4, DATE '2024-01-01' + CAST(i % 5 AS INTEGER) AS day, TIMESTAMP '2024-01-01 10:00:00' + INTERVAL (i % 4) HOUR AS time, i % 2 = 0 AS truth,
       CASE WHEN i % 9 = 0 THEN NULL ELSE 'a' || chr(9) || (i % 3) || chr(10) || '"x' END AS text, CAST(i % 4 AS TINYINT) AS small, CAST((i % 6) / 10.0 AS DECIMAL(5,3)) AS part
       FROM range(1, 4501) r(i)) TO '${typed}' (FORMAT parquet)`,
    );
    const sensitive = ['day', 'time', 'truth', 'text', 'small', 'part'];
    const settings = {
      ...walks('typed.parquet'),
      series: 't1..t4',
      segments: 4,
      method: 'naive',
      sensitive,
      missing: 'interpolate',
    };
    expect(await leftBy(settings, { tuning: inPieces })).toEqual(await leftBy(settings));
  });

  it('of a table make the same release, however they are spread', async () => {
    const session = await openSession();
    const database = `shoal_test_${process.pid}`;
    unwrap(await session.execute(`CREATE DATABASE ${database}`));
    try {
      const rows = `SELECT * FROM parquet.\`${join(folder, 'walks.parquet')}\``;
      unwrap(
        await session.execute(`CREATE TABLE ${database}.one USING parquet AS SELECT /*+ REPARTITION(1) */ * FROM (${rows})`),
      );
      unwrap(
        await session.execute(
          `CREATE TABLE ${database}.many USING parquet AS SELECT /*+ REPARTITION(7, id) */ * FROM (${rows}) SORT BY T3 DESC`,
        ),
      );
      const settings = (table: string) => ({ ...walks(''), input: `spark:${database}.${table}`, method: 'kapra' });
      const one = await leftBy(settings('one'), { tuning: inPieces });
      expect(Object.keys(one)).toContain('kapra_anonymized.csv');
      expect(await leftBy(settings('many'), { kernels: 'driver' })).toEqual(one);
    } finally {
      await session.execute(`DROP DATABASE ${database} CASCADE`);
      await session.close();
    }
  });

  it('of several files come in the order of their names', async () => {
    const lines = readFileSync(join(folder, 'walks.csv'), 'utf8').trimEnd().split('\n');
    mkdirSync(join(folder, 'pieces'));
    for (const [piece, from, to] of [
      ['a', 1, 400],
      ['b', 400, 4000],
      ['c', 4000, lines.length],
    ] as const)
      writeFileSync(join(folder, 'pieces', `${piece}.csv`), `${[lines[0], ...lines.slice(from, to)].join('\n')}\n`);
    const settings = (name: string) => ({ ...walks(name), method: 'naive', drop: ['place', 'note'] });
    expect(await leftBy(settings('pieces'), { tuning: inPieces })).toEqual(await leftBy(settings('walks.csv')));
  });
});
