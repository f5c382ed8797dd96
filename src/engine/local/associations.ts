import type { DuckDBConnection } from '@duckdb/node-api';
import { type FieldFacts, isUnique } from '../../inspect/field.ts';
import { type Association, mostCategories } from '../../inspect/roles.ts';
import type { FieldCells } from './cell-table.ts';

/** Pairs grow with the square of the columns: more are not looked at. */
const mostColumns = 8;

/** How strongly categories go with each other: Cramér's V of each pair, 0 where each says nothing about the other and 1 where it says all. */
export async function associationsIn(
  cells: readonly FieldCells[],
  facts: readonly FieldFacts[],
  connection: DuckDBConnection,
): Promise<readonly Association[]> {
  const categories = cells.filter((_, f) => {
    const { kind, distinct } = facts[f];
    return (kind === 'text' || kind === 'code') && distinct > 1 && distinct <= mostCategories && !isUnique(facts[f]);
  });
  const found: Association[] = [];
  const columns = categories.slice(0, mostColumns);
  for (const [i, one] of columns.entries())
    for (const other of columns.slice(i + 1)) {
      const strength = await cramersV(one.kept[0], other.kept[0], connection);
      found.push({ one: one.field.name, other: other.field.name, strength });
    }
  return found;
}

async function cramersV(one: string, other: string, connection: DuckDBConnection): Promise<number> {
  const pairs = `(SELECT ${one} AS a, ${other} AS b, count(*) AS n FROM sampled WHERE ${one} IS NOT NULL AND ${other} IS NOT NULL GROUP BY ALL)`;
  const reader = await connection.runAndReadAll(`SELECT CAST(a AS VARCHAR), CAST(b AS VARCHAR), n FROM ${pairs}`);
  const rows = reader.getRows().map(([a, b, n]) => ({ a: String(a), b: String(b), n: Number(n) }));
  const ofOne = totals(rows.map(({ a, n }) => [a, n]));
  const ofOther = totals(rows.map(({ b, n }) => [b, n]));
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  const freedom = Math.min(ofOne.size, ofOther.size) - 1;
  if (freedom < 1) return 0;
  // sum of n² / (row total · column total) - 1 is chi² / all, without visiting the empty cells
  const share = rows.reduce((sum, { a, b, n }) => sum + (n * n) / ((ofOne.get(a) ?? n) * (ofOther.get(b) ?? n)), 0) - 1;
  return all === 0 ? 0 : Math.sqrt(Math.max(0, share) / freedom);
}

function totals(counts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [key, n] of counts) sums.set(key, (sums.get(key) ?? 0) + n);
  return sums;
}
