import type { Counter } from '../base/counting.ts';
import type { CellBreach } from './cell-breaches.ts';

/** What stands for an id that means nothing: at most 15 digits, so that every one can be counted with. */
export const plainNumber = '[1-9][0-9]{0,14}';

interface Numbers {
  /** How many different ones. */
  readonly count: number;
  readonly largest: number;
}

/** The numbers in a table, by SQL for one. */
export async function countNumbers(counter: Counter, table: string, number: string): Promise<Numbers> {
  const [count, largest] = await counter.numbers(
    `SELECT count(DISTINCT ${number}), coalesce(max(TRY_CAST(${number} AS BIGINT)), 0) FROM ${table}`,
  );
  return { count, largest };
}

/** Whether sound numbers are exactly 1 to n: then n different ones reach n. */
export const numberingBreach = (
  { count, largest }: Numbers,
  { file, column }: { readonly file: string; readonly column: string },
): readonly CellBreach[] =>
  count === largest ? [] : [{ kind: 'gap-in-numbers', file, columns: [column], cells: count, row: 1 }];
