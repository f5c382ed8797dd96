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
  const histograms = await barsOf(
    cells.map((cell, f) => ({ ...cell, distinct: found[3 * f + 2] })),
    connection,
  );
  const facts = cells.map(({ field }, f): FieldFacts => {
    const [missing, odd, distinct] = found.slice(3 * f, 3 * f + 3);
    return {
      ...field,
      rows,
      missing,
      odd,
      distinct: precise[f] ? distinct : roughly(distinct),
      counted: precise[f],
      histogram: histograms[f],
    };
  });
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

type Counted = FieldCells & { readonly distinct: number };

/** Shares of cells: over equal stretches of the range of numbers and times, or of the most frequent texts. One statement for all of a kind, as each is planned anew. */
async function barsOf(cells: readonly Counted[], connection: DuckDBConnection): Promise<readonly (readonly number[])[]> {
  const shown = [...cells.keys()].filter((f) => cells[f].distinct > 1);
  const ordered = shown.filter((f) => isOrdered(cells[f].field));
  const texts = shown.filter((f) => !isOrdered(cells[f].field) && cells[f].distinct <= mostCategories);
  const counts = new Map<number, number[]>([
    ...ordered.map((f): [number, number[]] => [f, Array(bars).fill(0)]),
    ...texts.map((f): [number, number[]] => [f, []]),
  ]);
  const add = async (query: string) => {
    for (const [f, bar, count] of (await connection.runAndReadAll(query)).getRows())
      if (bar !== null) (counts.get(Number(f)) ?? [])[Number(bar)] = Number(count);
  };
  const values = (some: readonly number[], sqlOf: (cell: Counted) => string) =>
    `(SELECT unnest([${some.join(', ')}]) AS f, unnest([${some.map((f) => sqlOf(cells[f])).join(', ')}]) AS v FROM sampled)`;
  if (ordered.length > 0) {
    const numbers = `(FROM ${values(ordered, ({ field, kept }) => `CAST(${isMoment(field.kind) ? `CASE WHEN isfinite(${kept[0]}) THEN epoch(${kept[0]}) END` : kept[0]} AS DOUBLE)`)} WHERE isfinite(v))`;
    await add(
      `SELECT f, least(${bars - 1}, floor(${bars} * (v - low) / nullif(high - low, 0))) AS bar, count(*)
       FROM ${numbers} JOIN (SELECT f, min(v) AS low, max(v) AS high FROM ${numbers} GROUP BY f) USING (f) GROUP BY f, bar`,
    );
  }
  if (texts.length > 0) {
    const hashes = values(texts, ({ kept: [column] }) => `CASE WHEN ${column} IS NOT NULL THEN hash(${column}) END`);
    await add(
      `SELECT f, row_number() OVER (PARTITION BY f ORDER BY n DESC) - 1 AS bar, n
       FROM (SELECT f, count(*) AS n FROM ${hashes} WHERE v IS NOT NULL GROUP BY f, v) QUALIFY bar < ${bars}`,
    );
  }
  return cells.map((_, f) => {
    const found = counts.get(f) ?? [];
    const all = found.reduce((sum, count) => sum + count, 0);
    return all === 0 ? [] : found.map((count) => Math.round((1000 * count) / all) / 1000);
  });
}

const isOrdered = ({ kind }: Field): boolean => isNumeric(kind) || isMoment(kind);
