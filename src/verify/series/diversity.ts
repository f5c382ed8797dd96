import type { Counter } from '../../base/counting.ts';
import { firstRow } from '../first-row.ts';
import { type FoldedText, foldValues } from '../folded-text.ts';
import { type Layout, list } from '../layout.ts';
import type { ClassBreach } from './class-breaches.ts';

interface DiversityPromise {
  readonly l: number;
  /** Whether a GroupID carries several envelopes; where none does, it stands for its envelope and is much shorter to compare. */
  readonly split: boolean;
}

/**
 * l distinct values of every sensitive column, where no spelling makes two of one and an empty cell is none, among the records that share envelope and pattern, and GroupID, as it is published too. Read
 * from the rows anew: where l is not promised, nobody pays for it.
 */
export async function checkDiversity(
  counter: Counter,
  { source, group, envelope, pattern, level }: Layout,
  { l, split }: DiversityPromise,
  file: string,
): Promise<readonly ClassBreach[]> {
  const sensitive = source.columns.filter(({ declared }) => declared.role === 'sensitive');
  const alike = [group, ...(split ? envelope : []), pattern, level];
  const folded: FoldedText[] = [];
  for (const { sql } of sensitive) folded.push(await foldValues(counter, { table: source.table, text: textOf(sql), name: sql }));
  const values = folded.map(({ form }, c) => `count(DISTINCT nullif(${form}, '')) AS values${c}`);
  const from = [source.table, ...folded.map(({ join }) => join)].join(' ');
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE diversity AS SELECT ${[list(alike), ...values].join(', ')} FROM ${from} GROUP BY ALL`,
  );
  const breaches: ClassBreach[] = [];
  for (const [c, { declared }] of sensitive.entries()) {
    const [classes, fewest] = await counter.numbers(
      `SELECT count_if(values${c} < ${l}), coalesce(min(values${c}), 0) FROM diversity`,
    );
    if (classes === 0) continue;
    const row = await firstRow(counter, source, alike, `SELECT ${list(alike)} FROM diversity WHERE values${c} < ${l}`);
    const place = { file, ...(row === undefined ? {} : { row }) };
    breaches.push({ kind: 'few-values', column: declared.name, classes, fewest, l, ...place });
  }
  return breaches;
}

/** A missing cell is an empty one. */
const textOf = (sql: string): string => `coalesce(CAST(${sql} AS VARCHAR), '')`;
