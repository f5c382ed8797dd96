import type { DuckDBConnection } from '@duckdb/node-api';
import { isMoment } from '../../inspect/look.ts';
import type { FieldCells } from './cell-table.ts';
import type { Source } from './source.ts';

/** Curves that are looked at: what segments cost hardly differs from one to the next. */
const mostCurves = 200;
/** A very long curve makes a very wide answer. */
const mostCells = 400_000;

/** Some curves of a table with an instant in each column, gaps left out. */
export async function curvesInColumns(
  source: Source,
  { field }: FieldCells,
  connection: DuckDBConnection,
): Promise<readonly Float64Array[]> {
  const places = field.columns.map((column) => source.columns.findIndex(({ name }) => name === column));
  const rows = Math.max(1, Math.min(mostCurves, Math.floor(mostCells / places.length)));
  const cells = places.map((place) => `TRY_CAST(t${place} AS DOUBLE)`);
  const found = await connection.runAndReadAll(`SELECT ${cells.join(', ')} FROM head LIMIT ${rows}`);
  return found.getRows().map((row) => Float64Array.from(row.filter((cell) => cell !== null).map(Number)));
}

/** Some curves of a table with an instant in each row. */
export async function curvesInRows(
  subject: FieldCells,
  time: FieldCells,
  value: FieldCells,
  connection: DuckDBConnection,
): Promise<readonly Float64Array[]> {
  const [who, when, what] = [subject.kept[0], time.kept[0], value.kept[0]];
  const order = isMoment(time.field.kind) ? `epoch_us(${when})` : when;
  const found = await connection.runAndReadAll(
    `WITH first_subjects AS (SELECT ${who} AS s FROM cells WHERE ${who} IS NOT NULL GROUP BY s ORDER BY min(rowid) LIMIT ${mostCurves})
     SELECT dense_rank() OVER (ORDER BY ${who}) AS place, ${what} FROM cells WHERE ${who} IN (SELECT s FROM first_subjects) AND isfinite(${what}) ORDER BY place, ${order} LIMIT ${mostCells}`,
  );
  const curves = new Map<number, number[]>();
  for (const [place, number] of found.getRows()) {
    const own = curves.get(Number(place)) ?? [];
    own.push(Number(number));
    curves.set(Number(place), own);
  }
  return [...curves.values()].map((curve) => Float64Array.from(curve));
}
