import type { DuckDBConnection } from '@duckdb/node-api';
import { type Field, type FieldFacts, isRun } from '../../inspect/field.ts';
import { isMoment, isNumeric } from '../../inspect/look.ts';
import { mostCategories } from '../../inspect/roles.ts';
import type { FieldCells } from './cell-table.ts';
import { numbers } from './numbers.ts';

/** Rows the bars are drawn from; of more rows every n-th. */
const sampledRows = 500_000;
const bars = 8;

/** What is counted over all rows of `cells`, and the step between the rows of `sampled`, which bars and associations are taken from. */
export async function fieldFacts(
  cells: readonly FieldCells[],
  connection: DuckDBConnection,
): Promise<{ readonly facts: readonly FieldFacts[]; readonly everyNthRow: number }> {
  const [rows] = await numbers(connection, 'SELECT count(*) FROM cells');
  const everyNthRow = Math.max(1, Math.ceil(rows / sampledRows));
  await connection.run(
    `CREATE TEMP ${everyNthRow === 1 ? 'VIEW sampled AS SELECT * FROM cells' : `TABLE sampled AS SELECT * FROM cells WHERE rowid % ${everyNthRow} = 0`}`,
  );
  const inSample = await numbers(connection, `SELECT ${cells.map(({ kept }) => distinctOf(kept, true)).join(', ')} FROM sampled`);
  const precise = cells.map(({ field }, f) => worthCounting(field, rows, inSample[f] / Math.ceil(rows / everyNthRow)));
  const asked = cells.flatMap(({ missing, odd, kept }, f) => [missing, odd, distinctOf(kept, !precise[f])]);
  const found = await numbers(connection, `SELECT ${asked.join(', ')} FROM cells`);
  const facts: FieldFacts[] = [];
  for (const [f, cell] of cells.entries()) {
    const [missing, odd, distinct] = found.slice(3 * f, 3 * f + 3);
    facts.push({
      ...cell.field,
      rows,
      missing,
      odd,
      distinct: precise[f] ? distinct : roughly(distinct),
      counted: precise[f],
      histogram: distinct > 1 ? await barsOf(cell, distinct, connection) : [],
    });
  }
  return { facts, everyNthRow };
}

/** Of a run the most that one of its columns has. */
const distinctOf = (kept: readonly string[], roughly: boolean): string =>
  `greatest(${kept.map((column) => (roughly ? `approx_count_distinct(${column})` : `count(DISTINCT ${column})`)).join(', ')}, 0)`;

/**
 * Estimates are to within a sixth, too rough for a subject or an identifier. Few values are counted at little cost, and what may be
 * unique must be; what lies between costs a second for ten million rows, for a figure nobody needs to the last digit.
 */
function worthCounting(field: Field, rows: number, share: number): boolean {
  if (rows <= 100_000 || (rows <= 1_000_000 && !isRun(field))) return true;
  return share <= 0.2 || (share >= 0.7 && field.kind !== 'number' && !isMoment(field.kind));
}

/** Two digits of an estimate are all that it is worth. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / unit) * unit;
}

/** Shares of cells: over equal stretches of the range of numbers and times, or of the most frequent texts. */
async function barsOf({ field, kept }: FieldCells, distinct: number, connection: DuckDBConnection): Promise<readonly number[]> {
  const [column] = kept;
  const ordered = isNumeric(field.kind) || isMoment(field.kind);
  if (!ordered && distinct > mostCategories) return [];
  const value = isMoment(field.kind) ? `epoch(${column})` : column;
  const values = `(SELECT ${value} AS v FROM sampled WHERE ${ordered ? `isfinite(${column})` : `${column} IS NOT NULL`})`;
  const query = ordered
    ? `SELECT least(${bars - 1}, floor(${bars} * (v - low) / nullif(high - low, 0))) AS bar, count(*)
       FROM ${values}, (SELECT min(v) AS low, max(v) AS high FROM ${values}) GROUP BY bar`
    : `SELECT row_number() OVER (ORDER BY n DESC) - 1 AS bar, n FROM (SELECT count(*) AS n FROM ${values} GROUP BY v) ORDER BY bar LIMIT ${bars}`;
  const found = (await connection.runAndReadAll(query)).getRows();
  const counts = Array.from({ length: ordered ? bars : found.length }, () => 0);
  for (const [bar, count] of found) if (bar !== null) counts[Number(bar)] = Number(count);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all === 0 ? [] : counts.map((count) => Math.round((1000 * count) / all) / 1000);
}
