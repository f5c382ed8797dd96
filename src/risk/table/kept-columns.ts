import type { Counting } from '../../base/counting.ts';
import { withCounter } from '../counter.ts';
import { cells, scanOf, type TableFile } from '../table-file.ts';

/** Rows with their subjects, and the columns of them that are published unchanged. */
export interface KeptTable extends TableFile {
  readonly subject: string;
  readonly kept: readonly string[];
  /** How many subjects must share a combination of kept values to hide each other. */
  readonly k: number;
}

/** How many rows carry values that fewer than k subjects have, and how many subjects have such a row. */
export interface SingledOut {
  readonly rows: number;
  readonly subjects: number;
  readonly shareOfRows: number;
  readonly shareOfSubjects: number;
}

/**
 * Who is singled out by the unchanged columns alone, whatever the labels beside them say: a weight and a toll may be as good as a name. A row
 * is, where fewer than k subjects have its combination of values; several rows of one subject with equal values do not hide each other.
 */
export async function singledOutByKept({ subject, kept, k, ...file }: KeptTable, counting: Counting): Promise<SingledOut> {
  if (kept.length === 0) return { rows: 0, subjects: 0, shareOfRows: 0, shareOfSubjects: 0 };
  return withCounter(counting, file, async (counter) => {
    const combinations = kept.map((_, i) => `k${i}`).join(', ');
    await counter.ask(
      `CREATE TEMP TABLE owned(${combinations}, subject, n) AS SELECT ${cells(kept)}, ${cells([subject])}, count(*) FROM ${scanOf(file)} GROUP BY ALL`,
    );
    await counter.ask(
      `CREATE TEMP TABLE few AS SELECT subject, n FROM owned QUALIFY count(*) OVER (PARTITION BY ${combinations}) < ${k}`,
    );
    const columns = await counter.columns(
      `SELECT ${['(SELECT sum(n) FROM few)', '(SELECT count(DISTINCT subject) FROM few)', 'sum(n)', 'count(DISTINCT subject)']
        .map((count) => `CAST(coalesce(${count}, 0) AS UINTEGER)`)
        .join(', ')} FROM owned`,
      4,
    );
    const [rows, subjects, allRows, allSubjects] = columns.map(([count]) => count);
    const share = (some: number, all: number) => (all === 0 ? 0 : some / all);
    return { rows, subjects, shareOfRows: share(rows, allRows), shareOfSubjects: share(subjects, allSubjects) };
  });
}
