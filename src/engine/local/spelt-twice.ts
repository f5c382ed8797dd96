import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import { speltTwice } from '../../formats/input-problems.ts';
import { countPrefixes, countSpellings } from '../../frame/spelt-twice.ts';
import { isTextKind } from '../../policy/table-kinds.ts';
import type { SettledQuasi } from '../tables.ts';

/**
 * Columns of the table `records` in which one value is spelt in two ways. Where rows are added up by their labels, both would be published as
 * rows of their own that a reader takes for one.
 */
export async function findSpeltTwice(quasi: readonly SettledQuasi[], connection: DuckDBConnection): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [q, { name, kind }] of quasi.entries()) {
    if (!isTextKind(kind)) continue;
    const found = await connection.runAndReadAll(`SELECT DISTINCT q${q} FROM records WHERE q${q} <> '' ORDER BY 1`);
    const texts = (found.getColumns()[0] ?? []) as string[]; // it is a column of texts
    const values = kind === 'prefix' ? countPrefixes(texts) : countSpellings(texts);
    if (values > 0) problems.push(speltTwice(name, values));
  }
  return problems;
}
