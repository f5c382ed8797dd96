import type { Points } from './points.ts';
import {
  axisBytes,
  indicesAt,
  lendMemory,
  lendPoints,
  lendRows,
  lendWithin,
  numbersAt,
  placeRows,
  takeAxis,
} from './points-memory.ts';

/** Writes how far along the direction in which they spread most some rows lie; answers false where they all lie on one spot. */
export type Placing = (rows: Uint32Array, places: Float64Array) => boolean;

const sampled = 512;

/** Rows and places of one block in memory that the program works in. */
interface HeldBlock {
  readonly rows: Uint32Array;
  readonly places: Float64Array;
  /** Of those rows and those places, or parts of them. */
  readonly placing: Placing;
}

/** Some rows of a table, numbered from 0 on; they are lent. */
export function holdBlock(points: Points, some: Uint32Array): HeldBlock {
  const width = points.to - points.from;
  const at = lendPoints(points, some);
  const rows = lendRows(some.length);
  const places = numbersAt(lendMemory(8 * some.length), some.length);
  const { axis, sample, scratch } = lendAxis(width, Math.min(some.length, sampled));
  const placing: Placing = (own, to) => {
    const chosen = everyOf(own);
    if (chosen !== own) indicesAt(sample, chosen.length).set(chosen);
    const spread = takeAxis(at, chosen === own ? own.byteOffset : sample, chosen.length, width, axis, scratch) !== 0;
    if (spread) placeRows(at, own.byteOffset, own.length, width, axis, to.byteOffset);
    return spread;
  };
  return { rows, places, placing };
}

const rowsAtOnce = 1024;

/** The same of rows of a table that is too large to be held: a sample of them, then some at a time. */
export const placingOf =
  (points: Points): Placing =>
  (rows, places) =>
    lendWithin(() => {
      const width = points.to - points.from;
      const chosen = everyOf(rows);
      const { axis, scratch } = lendAxis(width, chosen.length);
      const all = lendRows(rowsAtOnce).byteOffset;
      const own = lendMemory(8 * rowsAtOnce);
      if (takeAxis(lendPoints(points, chosen), all, chosen.length, width, axis, scratch) === 0) return false;
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        lendWithin(() => {
          const some = rows.subarray(from, from + rowsAtOnce);
          placeRows(lendPoints(points, some), all, some.length, width, axis, own);
          places.set(numbersAt(own, some.length), from);
        });
      return true;
    });

/** A sample of rows: all of them, where they are few. */
function everyOf(rows: Uint32Array): Uint32Array {
  const stride = Math.ceil(rows.length / sampled);
  return stride === 1 ? rows : Uint32Array.from({ length: Math.ceil(rows.length / stride) }, (_, i) => rows[i * stride]);
}

const lendAxis = (width: number, most: number) => ({
  axis: lendMemory(32 * Math.ceil(width / 4)),
  sample: lendMemory(4 * most),
  scratch: lendMemory(axisBytes(most, width)),
});
