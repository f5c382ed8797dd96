import { segmentStart } from '../../../frame/segments.ts';
import { middleQuantiles } from '../directions.ts';
import { phi } from '../normal.ts';
import { symbolAt } from '../shapes.ts';
import type { Records } from './prism-points.ts';

/** What records lose under the range of symbols of their leaf, as it is decoded by a reader. */
export interface RangeLosses {
  readonly records: Records;
  readonly unit: number;
  /** Of record r and segment i at [r * segments + i], at the finest level. */
  readonly symbols: Uint8Array;
  /** Root of the length of each segment. */
  readonly weights: Float64Array;
  /** What a range stands for, by its doubled middle. */
  readonly decoded: Float64Array;
  readonly direction: Float64Array;
}

/** Of a pattern: its finest level, and the instants it is about. */
export interface RangeRules {
  readonly maxLevel: number;
  readonly seriesLength: number;
}

export function rangeLosses(records: Records, unit: number, { maxLevel, seriesLength }: RangeRules): RangeLosses {
  const { coordinates, values, segments, flat } = records;
  const weights = Float64Array.from({ length: segments }, (_, i) =>
    Math.sqrt(segmentStart(i + 1, seriesLength, segments) - segmentStart(i, seriesLength, segments)),
  );
  const symbols = new Uint8Array(flat.length * segments);
  for (let r = 0; r < flat.length; r++)
    for (let i = 0, at = r * (values + segments) + values; i < segments; i++, at++) {
      const z = (coordinates[at] * Math.sqrt(seriesLength)) / (unit * weights[i]);
      symbols[r * segments + i] = symbolAt(phi(z), maxLevel);
    }
  return { records, unit, symbols, weights, decoded: middleQuantiles(maxLevel), direction: new Float64Array(segments) };
}

/** The loss of a leaf, summed over its `size` first members, in the units of the coordinates. */
export function rangeLossOf(losses: RangeLosses, members: Uint32Array, size: number): number {
  const { records, unit, direction } = losses;
  const { coordinates, values, segments, flat } = records;
  let flats = 0;
  for (let m = 0; m < size; m++) flats += flat[members[m]];
  if (flats === size) return 0;
  if (!takeDirection(losses, members, size)) return unit * size;
  let kept = 0;
  for (let m = 0; m < size; m++)
    for (let i = 0, at = members[m] * (values + segments) + values; i < segments; i++, at++)
      kept += coordinates[at] * direction[i];
  return unit * size - kept;
}

/** The unit direction that a reader takes the members' ranges for; false where they say no shape. */
function takeDirection({ symbols, weights, decoded, direction }: RangeLosses, members: Uint32Array, size: number): boolean {
  const segments = weights.length;
  let mean = 0;
  let length = 0;
  for (let i = 0; i < segments; i++) {
    let low = symbols[members[0] * segments + i];
    let high = low;
    for (let m = 1; m < size; m++) {
      const symbol = symbols[members[m] * segments + i];
      if (symbol < low) low = symbol;
      else if (symbol > high) high = symbol;
    }
    direction[i] = decoded[low + high];
    mean += weights[i] * weights[i] * direction[i];
    length += weights[i] * weights[i];
  }
  mean /= length;
  let squares = 0;
  for (let i = 0; i < segments; i++) {
    direction[i] = weights[i] * (direction[i] - mean);
    squares += direction[i] * direction[i];
  }
  if (!(squares > 1e-18)) return false;
  for (let i = 0; i < segments; i++) direction[i] /= Math.sqrt(squares);
  return true;
}
