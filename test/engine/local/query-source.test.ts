import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../src/base/workspace.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { openLocalEngine } from '../../../src/engine/local/local-engine.ts';
import { localSource } from '../../../src/engine/local/source.ts';

let home: string;
let workspace: Workspace;
let engine: Engine;
let outside: DuckDBInstance;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-query-'));
  workspace = openWorkspace();
  engine = await openLocalEngine({ workspace, threads: 2 });
  writeFileSync(join(home, 'secret.csv'), 'secret\n1\n');
  writeFileSync(
    join(home, 'meters.csv'),
    `id,zip,kwh,day,seen,user,note\n${Array.from({ length: 60 }, (_, i) => `m${i % 12},0${1000 + (i % 3)},${i}.${i % 10},2024-03-0${1 + (i % 5)},2024-03-01T08:${10 + (i % 12)},u${i % 2},${i % 4 ? 'n' : ''}\n`).join('')}`,
  );
  outside = await DuckDBInstance.create(':memory:');
});
afterAll(() => {
  engine.close();
  outside.closeSync();
  workspace.dispose();
  rmSync(home, { recursive: true });
});

async function opened(input: string, sql?: string) {
  return engine.open({ input: join(home, input).replace(/^(.*)duckdb:/, 'duckdb:$1'), sql });
}

async function rowsOf(input: string, sql?: string): Promise<readonly (readonly string[])[]> {
  const source = await opened(input, sql);
  if (!source.ok) throw new Error(JSON.stringify(source.problems));
  const connection = await outside.connect();
  const reader = await connection.runAndReadAll(`SELECT * FROM ${localSource(source.value).scan(new Set())}`);
  connection.closeSync();
  return reader.getRows().map((row) => row.map(String));
}

async function reasonOf(sql: string, input = 'meters.csv'): Promise<string> {
  const source = await opened(input, sql);
  expect(source, sql).toMatchObject({ ok: false, problems: [{ code: 'input/bad-sql' }] });
  return source.ok ? '' : source.problems[0].why;
}

describe('a SELECT over an input', () => {
  it('counts with the types that texts have, and leaves codes as they are', async () => {
    expect(await rowsOf('meters.csv', 'SELECT zip, sum(kwh) AS kwh, max(day), count(note) FROM input GROUP BY ALL')).toEqual([
      ['01000', '579.0', '2024-03-05', '15'],
      ['01001', '599.0', '2024-03-05', '15'],
      ['01002', '619.0', '2024-03-05', '15'],
    ]);
    expect(
      await rowsOf('meters.csv', "SELECT user FROM input WHERE seen > TIMESTAMP '2024-03-01 08:20:00' AND kwh < 12"),
    ).toEqual([['u1']]);
  });

  it('gives the same rows in the same order, however often and on however many threads', async () => {
    const sql =
      'WITH days AS (FROM input SELECT id, day, sum(kwh) AS kwh GROUP BY ALL) SELECT a.id, a.day, b.kwh, row_number() OVER (PARTITION BY a.id ORDER BY a.day) AS n FROM days a JOIN days b USING (id) UNION ALL SELECT id, day, 0, 0 FROM input -- last';
    const first = await rowsOf('meters.csv', sql);
    const other = await openLocalEngine({ workspace, threads: 1 });
    const again = await other.open({ input: join(home, 'meters.csv'), sql });
    other.close();
    expect(again.ok).toBe(true);
    expect(await rowsOf('meters.csv', sql)).toEqual(first);
    expect(first.length).toBeGreaterThan(60);
  });

  it('takes what is plain: subqueries, lists, windows, CASE, lambdas, sets', async () => {
    const plain = [
      'FROM input',
      'TABLE input',
      'SELECT id, CASE WHEN kwh > 3 THEN 1 ELSE 0 END AS c FROM input',
      'SELECT DISTINCT ON (id) id, kwh FROM input ORDER BY id, kwh LIMIT 5',
      'SELECT id FROM input WHERE kwh > (SELECT avg(kwh) FROM input) AND id IN (SELECT id FROM input)',
      'SELECT i, x FROM range(3) AS r(i), unnest([1, 2]) AS u(x)',
      'SELECT id, list_sum(list_transform([1, 2], lambda x: x + 1)) AS s FROM input',
      "SELECT * EXCLUDE (note), kwh::DECIMAL(9, 2) AS d, strftime(seen, '%H') AS hour FROM input",
      'SELECT id, quantile_cont(kwh, 0.5) FILTER (zip IS NOT NULL) AS q FROM input GROUP BY id HAVING count(*) > 1',
      'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT * FROM n',
      "SELECT age(TIMESTAMP '2024-03-02 00:00:00', seen)::VARCHAR AS a FROM input",
    ];
    for (const sql of plain) expect(await opened('meters.csv', sql), sql).toMatchObject({ ok: true });
  });

  it('reaches no other file, setting, function of the machine, or statement', async () => {
    const secret = join(home, 'secret.csv');
    const hostile = [
      `SELECT * FROM read_csv('${secret}')`,
      `SELECT * FROM '${secret}'`,
      `SELECT * FROM "${secret}"`,
      `SELECT * FROM glob('${home}/*')`,
      `SELECT * FROM read_text('${secret}')`,
      `FROM input, LATERAL (FROM read_blob('${secret}'))`,
      `SELECT (SELECT max(secret) FROM read_csv('${secret}')) FROM input`,
      `WITH x AS (FROM read_csv('${secret}')) FROM x`,
      `FROM (WITH "${secret}" AS (SELECT 1) FROM "${secret}") a, "${secret}" b`,
      'FROM (WITH duckdb_settings AS (SELECT 1) FROM duckdb_settings) a, duckdb_settings b',
      `FROM query('FROM read_csv(''${secret}'')')`,
      `FROM query_table('${secret}')`,
      `COPY input TO '${home}/out.csv'`,
      `COPY (FROM input) TO '${home}/out.csv'`,
      `ATTACH '${home}/out.db'`,
      `EXPORT DATABASE '${home}/out'`,
      'INSTALL httpfs',
      'LOAD httpfs',
      'PRAGMA database_list',
      'CALL pragma_version()',
      'SET threads = 4',
      'SHOW TABLES',
      'DESCRIBE input',
      'SUMMARIZE input',
      'EXPLAIN FROM input',
      'DELETE FROM input',
      'CREATE TABLE x AS FROM input',
      'FROM input; FROM input',
      `FROM input; COPY input TO '${home}/out.csv'`,
      `FROM input) ORDER BY ALL; COPY input TO '${home}/out.csv'; SELECT * FROM (FROM input`,
      'FROM memory.main.input',
      'FROM duckdb_settings()',
      'FROM information_schema.tables',
      'FROM sqlite_master',
      'FROM pg_catalog.pg_settings',
      "SELECT current_setting('temp_directory')",
      "SELECT getenv('HOME')",
      'SELECT $1',
      'SELECT ?',
      "FROM 'https://example.org/a.csv'",
      "FROM read_parquet('s3://bucket/a.parquet')",
      '',
      ' -- nothing',
      'not sql',
    ];
    for (const sql of hostile) await reasonOf(sql);
    expect(readdirSync(home).sort()).toEqual(['meters.csv', 'secret.csv']);
  });

  it('asks neither the clock nor chance', async () => {
    const unsteady = [
      ...[
        'now()',
        'today()',
        'current_timestamp',
        'CURRENT_DATE',
        'localtime',
        'get_current_timestamp()',
        'transaction_timestamp()',
      ],
      ...[
        'random()',
        'uuid()',
        'gen_random_uuid()',
        "nextval('s')",
        'setseed(0.5)',
        'age(seen)',
        'ago(INTERVAL 1 DAY)',
        'txid_current()',
      ],
      ...[
        'current_query()',
        'version()',
        'pg_postmaster_start_time()',
        'current_database()',
        'reservoir_quantile(kwh, 0.5)',
        "write_log('x')",
      ],
    ];
    for (const call of unsteady) expect(await reasonOf(`SELECT ${call} AS x FROM input`), call).toMatch(/another time/);
    await reasonOf('FROM input TABLESAMPLE 10%');
    await reasonOf('FROM input USING SAMPLE 3 ROWS');
    await reasonOf('SELECT id FROM input ORDER BY random()');
    await reasonOf('SELECT sum(kwh) OVER (ORDER BY random()) AS s FROM input');
  });

  it('says what the database says of the query, and never what it says of the data', async () => {
    expect(await reasonOf('SELECT kw FROM input')).toContain('"kw"');
    const told = await reasonOf('SELECT CAST(id AS INTEGER) AS id FROM input');
    expect(told).toContain('Conversion');
    expect(told).not.toContain('m0');
    expect(await opened('meters.csv', 'SELECT list(kwh) AS l FROM input')).toMatchObject({
      ok: false,
      problems: [{ code: 'input/unsupported-type' }],
    });
  });
});

describe('a file of DuckDB', () => {
  beforeAll(async () => {
    const instance = await DuckDBInstance.create(join(home, 'store.db'));
    const connection = await instance.connect();
    await connection.run(
      'CREATE TABLE people AS SELECT range AS id, CAST(range AS HUGEINT) * 100000000000000000000 AS large FROM range(3)',
    );
    await connection.run(
      `CREATE SCHEMA s; CREATE TABLE s."odd name" AS SELECT 1 AS a; CREATE VIEW spy AS FROM read_csv('${join(home, 'secret.csv')}')`,
    );
    await connection.run("CREATE TABLE nested AS SELECT {'a': 1} AS part");
    connection.closeSync();
    instance.closeSync();
  });

  it('gives a table by its name, with its schema where that is another one, every digit kept', async () => {
    expect(await rowsOf('duckdb:store.db?table=people')).toEqual([
      ['0', '0'],
      ['1', '100000000000000000000'],
      ['2', '200000000000000000000'],
    ]);
    expect(await rowsOf('duckdb:store.db?table=s.odd%20name')).toEqual([['1']]);
    expect(await rowsOf('duckdb:store.db?table=main.People', 'SELECT max(id) AS m FROM input')).toEqual([['2']]);
    expect(existsSync(join(home, 'store.db.wal'))).toBe(false);
  });

  it('is refused with the list of its tables, views not among them', async () => {
    for (const input of [
      'duckdb:store.db',
      'duckdb:store.db?table=',
      'duckdb:store.db?table=peopl',
      'duckdb:store.db?table=spy',
    ]) {
      const source = await opened(input);
      expect(source, input).toMatchObject({ ok: false, problems: [{ code: 'input/which-table' }] });
      if (!source.ok) expect(source.problems[0].fix).toContain('nested, people, s.odd name');
    }
  });

  it('is refused where it is none, is gone, is being written, or holds what is no cell', async () => {
    expect(await opened('duckdb:meters.csv?table=a')).toMatchObject({ ok: false, problems: [{ code: 'input/unreadable' }] });
    expect(await opened('duckdb:gone.db?table=a')).toMatchObject({ ok: false, problems: [{ code: 'input/missing-file' }] });
    expect(await opened('duckdb:store.db?table=nested')).toMatchObject({
      ok: false,
      problems: [{ code: 'input/unsupported-type' }],
    });
    writeFileSync(join(home, 'store.db.wal'), 'x');
    expect(await opened('duckdb:store.db?table=people')).toMatchObject({ ok: false, problems: [{ code: 'input/unreadable' }] });
    rmSync(join(home, 'store.db.wal'));
  });
});
