import { noValue } from '../frame/value-codes.ts';
import type { Points } from './points.ts';

/**
 * Points that lie nearer in the direction in which the values of a column lie apart, by a share of it: cuts then go sooner across that direction, where both sides
 * have rows of all values, and a row stays with the nearest of other values. One column after another.
 */
export function acrossValues(points: Points, columns: Iterable<Uint32Array>, share: number): Points {
  const moved = { ...points, values: points.values.slice() };
  const { values, step, from, to } = moved;
  for (const column of columns) {
    const apart = directionBetween(offsetsOf(moved, column), to - from);
    if (apart === undefined) continue;
    for (let at = from; at < values.length; at += step) {
      let place = 0;
      for (let c = 0; c < apart.length; c++) place += values[at + c] * apart[c];
      for (let c = 0; c < apart.length; c++) values[at + c] -= share * place * apart[c];
    }
  }
  return moved;
}

/** How far the mean of the rows of one value lies from that of all, and how many they are. */
interface Offset {
  readonly count: number;
  readonly from: Float64Array;
}

function offsetsOf({ values, step, from, to }: Points, column: Uint32Array): readonly Offset[] {
  const width = to - from;
  const sums = new Map<number, { count: number; sum: Float64Array }>();
  const all = new Float64Array(width);
  let rows = 0;
  for (let row = 0; row < column.length; row++) {
    const code = column[row];
    if (code === noValue) continue;
    const own = sums.get(code) ?? { count: 0, sum: new Float64Array(width) };
    sums.set(code, own);
    own.count++;
    rows++;
    for (let c = 0, at = row * step + from; c < width; c++, at++) {
      own.sum[c] += values[at];
      all[c] += values[at];
    }
  }
  return Array.from(sums.values(), ({ count, sum }) => ({ count, from: sum.map((total, c) => total / count - all[c] / rows) }));
}

/** The direction in which means spread most, of length 1; undefined where all are the same. By powers, as the leading axis is found. */
function directionBetween(offsets: readonly Offset[], width: number): Float64Array | undefined {
  let direction: Float64Array | undefined;
  let most = 0;
  for (const { count, from } of offsets) {
    const spread = count * dot(from, from);
    if (spread <= most) continue;
    most = spread;
    direction = from;
  }
  for (let round = 0; direction !== undefined && round < rounds; round++) {
    const next = new Float64Array(width);
    for (const { count, from } of offsets) {
      const weight = count * dot(from, direction);
      for (let c = 0; c < width; c++) next[c] += weight * from[c];
    }
    const length = Math.sqrt(dot(next, next));
    direction = length > 0 ? next.map((part) => part / length) : undefined;
  }
  return direction;
}

const rounds = 8;

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < one.length; c++) sum += one[c] * other[c];
  return sum;
}
