import { mixHash, numbersOfAlike } from '../../frame/alike.ts';
import type { TextColumn } from '../../frame/columns.ts';
import type { SingledOut } from '../table/kept-columns.ts';

/**
 * Who is singled out by the sensitive columns alone, among records of one subject each: those whose combination of values fewer than k have,
 * whatever the bands beside them say. Undefined where no sensitive column is published.
 */
export function seriesSingledOut(rows: Uint32Array, sensitive: readonly TextColumn[], k: number): SingledOut | undefined {
  if (sensitive.length === 0 || rows.length === 0) return undefined;
  const hashOf = (record: number) => sensitive.reduce((hash, { codes }) => mixHash(hash, codes[rows[record]]), 0);
  const alike = (one: number, other: number) => sensitive.every(({ codes }) => codes[rows[one]] === codes[rows[other]]);
  const combinations = numbersOfAlike(rows.length, hashOf, alike);
  const sizes = new Uint32Array(rows.length);
  for (const combination of combinations) sizes[combination]++;
  let few = 0;
  for (const combination of combinations) if (sizes[combination] < k) few++;
  const share = few / rows.length;
  return { rows: few, subjects: few, shareOfRows: share, shareOfSubjects: share };
}
