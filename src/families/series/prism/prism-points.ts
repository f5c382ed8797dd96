import type { Kernel } from '../../../base/pool.ts';
import type { Points } from '../../../clusters/points.ts';
import { blockOf, columnsOf, type Matrix } from '../../../frame/matrix.ts';
import { shapesOf } from '../shapes.ts';

/** How a table's numbers become comparable coordinates. */
export interface Scaling {
  readonly seriesLength: number;
  /** Of series columns and numeric quasi-identifiers: a value's coordinate is (value - centre) * scale. */
  readonly centres: readonly number[];
  readonly scales: readonly number[];
  readonly segments: number;
  /** What a unit shape measures beside the values. */
  readonly shapeScale: number;
}

/** Records as PRISM compares them: their values, then the coordinates of their unit shapes on the segments. */
export interface Records {
  /** Coordinates of record r from [r * (values + segments)] on. */
  readonly coordinates: Float32Array;
  readonly values: number;
  readonly segments: number;
  /** 1 for a record without shape. */
  readonly flat: Uint8Array;
}

/** Values and shapes side by side. */
export const jointPoints = ({ coordinates, values, segments }: Records): Points => ({
  values: coordinates,
  step: values + segments,
  from: 0,
  to: values + segments,
});

/** Values alone. */
export const valuePoints = (records: Records): Points => ({ ...jointPoints(records), to: records.values });

/** Shapes alone. */
export const shapePoints = (records: Records): Points => ({ ...jointPoints(records), from: records.values });

interface RecordsInput {
  readonly matrix: Matrix;
  readonly rows: Uint32Array;
  readonly scaling: Scaling;
}

/** The given rows as records. */
export function recordsOf({ matrix, rows, scaling }: RecordsInput): Records {
  const { seriesLength, centres, scales, segments, shapeScale } = scaling;
  const block = blockOf(matrix, rows);
  const shapes = shapesOf(columnsOf(block, seriesLength), segments);
  const values = centres.length;
  const step = values + segments;
  const coordinates = new Float32Array(rows.length * step);
  for (let c = 0; c < values; c++)
    for (let r = 0, from = c * block.columnStep; r < rows.length; r++)
      coordinates[r * step + c] = (block.values[from + r] - centres[c]) * scales[c];
  for (let r = 0; r < rows.length; r++)
    for (let i = 0; i < segments; i++) coordinates[r * step + values + i] = shapes.coordinates[r * segments + i] * shapeScale;
  return { coordinates, values, segments, flat: shapes.flat };
}

export const recordsKernel: Kernel<RecordsInput, Records> = {
  name: 'recordsKernel',
  perform: recordsOf,
};

/** Rows by their coordinates: an order that does not hang on that of the input, but for twins. */
export function inCanonicalOrder({ coordinates, values, segments }: Records, rows: Uint32Array): Uint32Array {
  const step = values + segments;
  return rows.slice().sort((a, b) => {
    for (let c = 0; c < step; c++) {
      const difference = coordinates[a * step + c] - coordinates[b * step + c];
      if (difference !== 0) return difference;
    }
    return a - b;
  });
}

/** Some records, end to end in the order given. */
export function gatheredRecords(all: Records, rows: Uint32Array): Records {
  const { values, segments } = all;
  const step = values + segments;
  const coordinates = new Float32Array(rows.length * step);
  const flat = new Uint8Array(rows.length);
  for (let r = 0; r < rows.length; r++) {
    const from = rows[r] * step;
    for (let c = 0; c < step; c++) coordinates[r * step + c] = all.coordinates[from + c];
    flat[r] = all.flat[rows[r]];
  }
  return { coordinates, values, segments, flat };
}
