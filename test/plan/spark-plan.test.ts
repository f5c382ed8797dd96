import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan } from '../../src/api/plan.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-plan-'));
  const rows = Array.from({ length: 60 }, (_, i) => [
    `2024-03-${10 + (i % 2)}T07:00:00`,
    `zaupni-${i}`,
    `sekret_${i % 3}`,
    77_000 + i,
    77_100 - i,
  ]);
  writeFileSync(join(folder, 'some.csv'), `time,who,what,one,two\n${rows.map((row) => `${row.join(',')}\n`).join('')}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What gives other rows when a task is tried again, or on another number of partitions. */
const forbidden =
  /\b(rand|randn|random|uuid|monotonically_increasing_id|spark_partition_id|first|any_value|now)\s*\(|TABLESAMPLE|REPARTITION/i;

describe('a plan for a cluster that is not there', () => {
  it.each([
    [
      'events',
      { family: 'events', subject: 'who', time: 'time', event: 'what', k: 2, quasi: ['event', 'weekday'], flatten: ['none'] },
      /CREATE TABLE work\.`pairs`/,
    ],
    [
      'curves',
      {
        family: 'series',
        method: 'naive',
        subject: 'who',
        series: ['one', 'two'],
        drop: ['time', 'what'],
        k: 2,
        p: 2,
        segments: 2,
      },
      /TRANSFORM/,
    ],
    [
      'records',
      { family: 'table', method: 'hierarchy', subject: 'who', quasi: ['what:prefix'], drop: ['time', 'one', 'two'], k: 2 },
      /TRANSFORM/,
    ],
  ])('tells every statement of %s, and no cell', async (family, settings, expected) => {
    const sent: string[] = [];
    const planned = await plan({ input: join(folder, 'some.csv'), ...settings } as never, {
      spark: { address: '', onStatement: (sql) => void sent.push(sql) },
    }); // of every family
    expect(planned.ok || planned.problems.map(({ code }) => code)).toBe(true);
    const said = sent.join('\n');
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/zaupni|sekret|77[01]\d\d|2024-/);
    expect(said).not.toMatch(forbidden);
    if (family === 'records') expect(sent[0]).not.toMatch(/`time`|`one`/); // what has no role stays where it is
  });

  it('tells the query that the cluster would run, and refuses one that it would not', async () => {
    const planWith = async (sql: string) => {
      const sent: string[] = [];
      const settings = { family: 'events', subject: 'who', time: 'time', event: 'what', k: 2, flatten: ['none'], sql };
      const planned = await plan({ input: join(folder, 'some.csv'), ...settings } as never, {
        spark: { address: '', onStatement: (said) => void sent.push(said) },
      });
      return { sent, codes: planned.ok ? [] : planned.problems.map(({ code }) => code) };
    };
    const { sent, codes } = await planWith('SELECT who, time, what FROM input WHERE one > 5');
    expect(codes).toEqual([]);
    expect(sent[0]).toBe(
      'CREATE TABLE work.`query` USING parquet AS SELECT `who`, `time`, `what` FROM shoal_query_input AS `input` WHERE (`one` > 5)',
    );
    expect((await planWith('SELECT who, time, what FROM input LIMIT 9')).codes).toEqual(['spark/not-done']);
  });
});
