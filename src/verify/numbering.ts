import type { Counter } from '../base/counting.ts';
import type { CellBreach } from './cell-breaches.ts';

/** What stands for an id that means nothing: at most 15 digits, so that every one can be counted with. */
export const plainNumber = '[1-9][0-9]{0,14}';

/** Whether sound numbers are exactly 1 to n: then n different ones reach n. SQL over a table that has them in `number`. */
export async function checkNumbering(
  counter: Counter,
  table: string,
  number: string,
  { file, column }: { readonly file: string; readonly column: string },
): Promise<readonly CellBreach[]> {
  const [count, largest] = await counter.numbers(
    `SELECT count(DISTINCT ${number}), coalesce(max(TRY_CAST(${number} AS BIGINT)), 0) FROM ${table}`,
  );
  return numberingBreach({ count, largest }, { file, column });
}

export const numberingBreach = (
  { count, largest }: { readonly count: number; readonly largest: number },
  { file, column }: { readonly file: string; readonly column: string },
): readonly CellBreach[] =>
  count === largest ? [] : [{ kind: 'gap-in-numbers', file, columns: [column], cells: count, row: 1 }];
