import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SparkSession } from '../../src/engine/spark/connect/session.ts';
import { preflight } from '../../src/engine/spark/preflight.ts';
import { codesOf, openSession, unwrap } from './cluster.ts';

let session: SparkSession;
const database = 'shoal_preflight_test';
beforeAll(async () => {
  session = await openSession();
  unwrap(await session.execute(`CREATE DATABASE IF NOT EXISTS ${database}`));
});
afterAll(async () => {
  await session.execute(`DROP DATABASE IF EXISTS ${database} CASCADE`);
  await session.close();
});

it('passes on a cluster that has Node, scripts and a place for tables, and leaves one by which the folder is found', async () => {
  expect(codesOf(await preflight(session, { database, kernels: true }))).toEqual([]);
  const { columns } = unwrap(await session.query(`SHOW TABLES IN ${database}`));
  expect(columns.find(({ name }) => name === 'tableName')?.values).toEqual(['preflight']);
});

it('tells that there is no place for tables', async () => {
  expect(codesOf(await preflight(session, { database: 'shoal_no_such_database', kernels: false }))).toEqual([
    'spark/no-work-folder',
  ]);
});
