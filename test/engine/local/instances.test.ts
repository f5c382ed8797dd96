import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { connectToOwn, takeInstance, threadsFor } from '../../../src/engine/local/instances.ts';

const folder = mkdtempSync(join(tmpdir(), 'shoal-instances-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ask(instance: DuckDBInstance, sql: string): Promise<unknown> {
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson()[0]?.[0];
  } finally {
    connection.closeSync();
  }
}

/** Takes one after the other has been given back, and asks it. */
async function nextAfter(use: (instance: DuckDBInstance) => Promise<void>, spoilt = false) {
  const first = await takeInstance({ threads: 2, memory: '1GB', folder, anyOrder: true });
  await use(first.instance);
  await first.giveBack(spoilt);
  await first.giveBack(spoilt);
  const second = await takeInstance({ threads: 1, folder: join(folder, 'other') });
  return { again: second.instance === first.instance, second };
}

describe('an instance that is lent again', () => {
  it('holds nothing of its former user, and the settings of the next', async () => {
    const { again, second } = await nextAfter(async (instance) => {
      const connection = await connectToOwn(instance);
      await connection.run(
        "CREATE TABLE secret AS SELECT 1; CREATE TYPE mood AS ENUM ('a'); CREATE TEMP TABLE hidden AS SELECT 2",
      );
      connection.closeSync();
    });
    expect(again).toBe(true);
    const { instance } = second;
    expect(await ask(instance, "SELECT count(*) FROM duckdb_tables() WHERE table_name IN ('secret', 'hidden')")).toBe('0');
    expect(await ask(instance, 'SELECT count(*) FROM duckdb_databases() WHERE NOT internal')).toBe('1');
    expect(await ask(instance, "SELECT count(*) FROM duckdb_types() WHERE type_name = 'mood'")).toBe('0');
    expect(await ask(instance, "SELECT current_setting('threads')")).toBe('1');
    expect(await ask(instance, "SELECT current_setting('preserve_insertion_order')")).toBe(true);
    expect(await ask(instance, "SELECT current_setting('temp_directory')")).toBe(join(folder, 'other'));
    expect(await ask(instance, "SELECT current_setting('memory_limit') = '953.6 MiB'")).toBe(false);
    await second.giveBack(true);
  });

  it.each([
    ['leaves a table outside its catalogue', 'CREATE TABLE left_behind AS SELECT 1'],
    ['leaves a view there', 'CREATE VIEW left_behind AS SELECT 1'],
    ['leaves a database attached', "ATTACH ':memory:' AS left_behind"],
  ])('is another where the former user %s', async (_, sql) => {
    const { again, second } = await nextAfter(async (instance) => void (await ask(instance, sql)));
    expect(again).toBe(false);
    await second.giveBack(true);
  });

  it('is another where the former use was broken off', async () => {
    const { again, second } = await nextAfter(async () => {}, true);
    expect(again).toBe(false);
    await second.giveBack(true);
  });

  it('is another where the former one has spilled', async () => {
    const { again, second } = await nextAfter(async (instance) => {
      await ask(instance, "SET memory_limit = '25MB'");
      await ask(instance, 'SELECT sum(length(t)) FROM (SELECT range::VARCHAR AS t FROM range(600000) ORDER BY hash(range))');
      expect(await ask(instance, 'SELECT 1')).toBe(1);
    });
    expect(again).toBe(false);
    await second.giveBack(true);
  });

  it('is never lent to two at a time', async () => {
    const one = await takeInstance({ threads: 1, folder });
    const two = await takeInstance({ threads: 1, folder });
    expect(two.instance).not.toBe(one.instance);
    await Promise.all([one.giveBack(), two.giveBack()]);
    const both = await Promise.all([takeInstance({ threads: 1, folder }), takeInstance({ threads: 1, folder })]);
    expect(both[0].instance).not.toBe(both[1].instance);
    for (const lent of both) await lent.giveBack(true);
  });

  it('has one thread for a small file', () => {
    expect(threadsFor(1000)).toBe(1);
    expect(threadsFor(undefined)).toBe(threadsFor(1e9));
  });
});
