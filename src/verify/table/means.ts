import type { Counter } from '../../base/counting.ts';
import type { TableManifest } from '../../release/manifest.ts';
import { breachesOfFaults, type Fault } from '../column-faults.ts';
import type { EvidenceBreach } from '../evidence-breaches.ts';
import { blankIn } from '../label-checks.ts';
import type { SourceColumn } from '../source.ts';
import type { MeanBreach } from './table-breaches.ts';

/** What a subject adds to each mean, as further columns of a GROUP BY: how many values, their sum, how much of them there is, and what is none. */
export const membersWith = (values: readonly SourceColumn[]): string =>
  values
    .map(({ sql }, i) => {
      const value = numberIn(`e.${sql}`);
      const strange = `CAST(e.${sql} AS VARCHAR) <> '' AND NOT coalesce(isfinite(${value}), false)`;
      return `, count(${value}) AS n${i}, sum(${value}) AS sum${i}, sum(abs(${value})) AS part${i}, count_if(${strange}) AS strange${i}`;
    })
    .join('');

/** Values in the table `members` that were neither empty nor a number. */
export async function unreadableValues(
  counter: Counter,
  values: readonly SourceColumn[],
  file: string,
): Promise<readonly EvidenceBreach[]> {
  if (values.length === 0) return [];
  const counts = await counter.numbers(`SELECT ${values.map((_, i) => `coalesce(sum(strange${i}), 0)`).join(', ')} FROM members`);
  const columns = values.filter((_, i) => counts[i] > 0).map(({ declared }) => declared.name);
  if (columns.length === 0) return [];
  return [{ kind: 'evidence-not-a-number', file, columns, rows: counts.reduce((sum, count) => sum + count, 0) }];
}

/**
 * Each mean against the records behind it, from the tables `published` and `members`. A mean is blank exactly where fewer than k subjects
 * have a value, or where the largest subjects hold more than their share (the (n, k) rule of statistical offices: Hundepool et al.,
 * Statistical Disclosure Control, 2012, §4.2.1); sizes are what counts there, so negative values weigh as much as positive ones.
 */
export async function checkMeans(
  counter: Counter,
  means: readonly SourceColumn[],
  manifest: TableManifest,
): Promise<readonly MeanBreach[]> {
  const faults: Fault<MeanBreach['kind']>[] = [];
  for (const [i, column] of means.entries()) faults.push(...(await faultsIn(counter, column, i, manifest)));
  return breachesOfFaults(faults, manifest.data.file);
}

const noRule = { largest: 1, share: 2 }; // nobody holds twice the sum
const slip = 1e-9; // sums of doubles hang on the order they are added in

async function faultsIn(
  counter: Counter,
  column: SourceColumn,
  i: number,
  { promises: { k }, dominance = noRule }: TableManifest,
): Promise<readonly Fault<MeanBreach['kind']>[]> {
  const parts = `list_reverse_sort(list(part${i}) FILTER (n${i} > 0))`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE means AS SELECT row, count_if(n${i} > 0) AS people, sum(n${i}) AS values, sum(sum${i}) / values AS mean,
    coalesce(sum(part${i}), 0) AS whole, coalesce(list_sum(${parts}[1:${dominance.largest}]), 0) AS largest FROM members GROUP BY row`,
  );
  const blank = blankIn(column);
  const isDominated = (share: number) => `largest > ${share} * whole`;
  const far = `(abs(${numberIn(column.sql)} - mean) > 0.5 * 1e-${column.declared.decimals ?? 0} + ${slip} * whole / values OR NOT isfinite(whole))`; // of a sum beyond all doubles no mean is near
  const faults: readonly (readonly [MeanBreach['kind'], string])[] = [
    ['wrong-mean', `NOT (${blank}) AND coalesce(${far}, false)`],
    ['needless-blank', `${blank} AND people >= ${k} AND NOT ${isDominated(dominance.share * (1 - slip))}`],
    ['mean-of-few', `NOT (${blank}) AND people < ${k}`],
    ['dominated-mean', `NOT (${blank}) AND ${isDominated(dominance.share * (1 + slip))}`],
  ];
  const counts = await counter.numbers(
    `SELECT ${faults.map(([, bad]) => `count_if(${bad}), min(row) FILTER (${bad})`).join(', ')} FROM published JOIN means USING (row)`,
  );
  return faults.map(([kind], f) => ({ kind, column: column.declared.name, cells: counts[2 * f], row: counts[2 * f + 1] }));
}

const numberIn = (sql: string): string => `TRY_CAST(${sql} AS DOUBLE)`;
