import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/problem.ts';
import { openWorkspace, type Workspace } from '../../../src/base/workspace.ts';
import { readSelect } from '../../../src/engine/local/read-select.ts';
import { querySql } from '../../../src/engine/spark/query-sql.ts';

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
});
afterAll(() => workspace.dispose());

const told = async (sql: string) => querySql(await readSelect(sql, workspace), 'scan');

/** The code of what is refused, and for what. */
async function refusalOf(sql: string): Promise<string> {
  const problem = await told(sql).then(
    (said) => expect.fail(said),
    (error) => (error instanceof Refusal ? error.problems[0] : Promise.reject(error)),
  );
  return `${problem.code} ${problem.facts?.what ?? ''}`;
}

describe('a query in the words of Spark', () => {
  it.each([
    ['SELECT * FROM input', 'SELECT * FROM scan AS `input`'],
    ['SELECT i.a AS b FROM INPUT i WHERE a = 1', 'SELECT `i`.`a` AS `b` FROM scan AS `i` WHERE (`a` = 1)'],
    ['SELECT DISTINCT "a`b" FROM input ORDER BY 1', 'SELECT DISTINCT `a``b` FROM scan AS `input`'],
    [
      "SELECT a FROM input WHERE b LIKE '%o''k'",
      "WHERE (CASE WHEN typeof(`b`) = 'string' THEN `b` ELSE raise_error('not of both engines: text') END LIKE '%o\\'k')",
    ],
    ["SELECT a FROM input WHERE t > DATE '2024-02-29'", "WHERE (`t` > DATE '2024-02-29')"],
    ['SELECT a FROM input WHERE b > -12.50', "WHERE (`b` > CAST('-12.50' AS DECIMAL(4, 2)))"],
    [
      'WITH few AS (SELECT a FROM input) SELECT a FROM few EXCEPT ALL SELECT a FROM input',
      'WITH `few` AS (SELECT `a` FROM scan AS `input`) SELECT * FROM ((SELECT `a` FROM `few`) EXCEPT ALL (SELECT `a` FROM scan AS `input`))',
    ],
    [
      'SELECT a, count(DISTINCT b) FILTER (WHERE c) AS n FROM input GROUP BY a HAVING count(*) > 1',
      'SELECT `a`, count(DISTINCT `b`) FILTER (WHERE `c`) AS `n` FROM scan AS `input` GROUP BY `a` HAVING (count(*) > 1)',
    ],
    [
      'SELECT a FROM input JOIN (SELECT b FROM input) o ON input.a = o.b',
      'FROM scan AS `input` JOIN (SELECT `b` FROM scan AS `input`) AS `o` ON (`input`.`a` = `o`.`b`)',
    ],
  ])('means the same: %s', async (sql, expected) => {
    expect(await told(sql)).toContain(expected);
  });

  it('does not double with every step of a reckoning', async () => {
    const sum = Array.from({ length: 60 }, (_, i) => `a${i}`);
    expect((await told(`SELECT ${sum.join(' + ')} AS s FROM input`)).length).toBeLessThan(20_000);
    expect((await told(`SELECT ${sum.map((one) => `trim(${one})`).join(' || ')} AS s FROM input`)).length).toBeLessThan(40_000);
  });

  it.each([
    ['SELECT avg(a) AS a FROM input', 'the function avg'],
    ['SELECT a / 2 AS a FROM input', 'the function /'],
    ['SELECT string_agg(a, b) AS a FROM input', 'the function string_agg'],
    ['SELECT first(a) AS a FROM input', 'the function first'],
    ['SELECT a FROM input LIMIT 3', 'LIMIT'],
    ['SELECT DISTINCT ON (a) a, b FROM input', 'DISTINCT ON'],
    ['SELECT a, row_number() OVER (ORDER BY a) AS n FROM input', 'OVER'],
    ['SELECT a FROM input QUALIFY row_number() OVER (ORDER BY a) = 1', 'QUALIFY'],
    ['SELECT a, count(*) AS n FROM input GROUP BY ROLLUP (a)', 'ROLLUP'],
    ['SELECT a, count(*) FROM input GROUP BY a', 'AS and one'],
    ['SELECT * EXCLUDE (a) FROM input', 'EXCLUDE'],
    ['SELECT * FROM input JOIN input o USING (a)', 'JOIN … ON'],
    ['SELECT CAST(a AS DOUBLE) AS a FROM input', 'CAST to DOUBLE'],
    ['SELECT TRY_CAST(a AS INTEGER) AS a FROM input', 'TRY_CAST'],
    ['SELECT a FROM input WHERE a LIKE b', 'LIKE'],
    ['SELECT 1 AS a', 'rows that are made of no table'],
    ['SELECT unnest([1, 2]) AS a FROM input', 'the function unnest'],
    ['SELECT user AS a FROM input', ''],
    ['SELECT a FROM input, range(3)', 'rows that are made of no table'],
    ['SELECT a FROM input WHERE b > 1e9', 'with an e'],
  ])('is refused where it may mean something else there: %s', async (sql, what) => {
    const refusal = await refusalOf(sql);
    expect(refusal).toMatch(/^(spark\/not-done|input\/bad-sql)/);
    if (refusal.startsWith('spark')) expect(refusal).toContain(what);
  });

  it('is refused, as on one machine, where it draws, asks a clock, writes or reads anything else', async () => {
    for (const sql of [
      'SELECT random() AS a FROM input',
      'SELECT uuid() AS a FROM input',
      'SELECT now() AS a FROM input',
      'SELECT a FROM input TABLESAMPLE 10%',
      'SELECT a FROM other',
      "SELECT a FROM 'file.parquet'",
      'CREATE TABLE x AS SELECT * FROM input',
      'SELECT 1; DROP TABLE input',
    ])
      expect(await refusalOf(sql)).toMatch(/^input\/bad-sql/);
  });
});
