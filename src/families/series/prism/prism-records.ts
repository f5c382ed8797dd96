import type { Pool } from '../../../base/pool.ts';
import type { ValueSpace } from '../../../clusters/mondrian.ts';
import type { SeriesTable } from '../series-table.ts';
import { type Records, recordsKernel, type Scaling } from './prism-points.ts';

/** The table's rows as records in shared memory: record r is the r-th row that goes on. */
export async function recordsIn(
  { matrix, rows }: SeriesTable,
  scaling: Scaling,
  blockRows: number,
  pool: Pool,
): Promise<Records> {
  const values = scaling.centres.length;
  const step = values + scaling.segments;
  const coordinates = new Float32Array(new SharedArrayBuffer(4 * rows.length * step));
  const flat = new Uint8Array(new SharedArrayBuffer(rows.length));
  const starts = Array.from({ length: Math.ceil(rows.length / blockRows) }, (_, b) => b * blockRows);
  const made = await pool.map(
    recordsKernel,
    starts.map((from) => ({ matrix, rows: rows.subarray(from, from + blockRows), scaling })),
  );
  for (const [b, part] of made.entries()) {
    coordinates.set(part.coordinates, starts[b] * step);
    flat.set(part.flat, starts[b]);
  }
  return { coordinates, values, segments: scaling.segments, flat };
}

/** Series share one scale, that of their loss; the whole range of a numeric quasi-identifier weighs as much as that of the series. */
export function scalingOf(table: SeriesTable, { scales }: ValueSpace, segments: number): Scaling {
  const moments = table.decimals.map((_, c) => momentsOf(table, c));
  const variance = moments.reduce((sum, { deviation }, c) => sum + (deviation * scales[c]) ** 2, 0);
  return {
    seriesLength: table.seriesLength,
    centres: moments.map(({ mean }) => mean),
    scales: scales.slice(0, moments.length),
    segments,
    shapeScale: shapeShare * Math.sqrt(variance),
  };
}

/** A unit shape measures a quarter of what the values deviate: company is sought by value first. */
const shapeShare = 0.25;

/** Mean and deviation of a column, on a sample of a large table; halved before they are added, as sums of huge numbers are infinite. */
function momentsOf({ matrix, rows }: SeriesTable, column: number): { mean: number; deviation: number } {
  const stride = Math.ceil(rows.length / 16384);
  const count = Math.ceil(rows.length / stride);
  const at = (i: number) => matrix.values[rows[i] * matrix.rowStep + column * matrix.columnStep];
  let mean = 0;
  for (let i = 0; i < rows.length; i += stride) mean += at(i) / count;
  let most = 0;
  for (let i = 0; i < rows.length; i += stride) most = Math.max(most, Math.abs(at(i) - mean));
  if (!(most > 0 && most < Number.POSITIVE_INFINITY)) return { mean, deviation: 0 };
  let squares = 0;
  for (let i = 0; i < rows.length; i += stride) squares += ((at(i) - mean) / most) ** 2;
  return { mean, deviation: most * Math.sqrt(squares / count) };
}
