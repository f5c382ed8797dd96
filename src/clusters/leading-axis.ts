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

/** How far rows lie along the direction in which they spread most. */
export interface Placing {
  /** Finds the direction of some rows; answers false where they all lie on one spot. */
  aim(rows: Uint32Array): boolean;
  /** Writes how far along the direction that was found last some rows lie. */
  place(rows: Uint32Array, places: Float64Array): void;
}

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
  const placing: Placing = {
    aim(own) {
      const chosen = everyOf(own);
      if (chosen !== own) indicesAt(sample, chosen.length).set(chosen);
      return takeAxis(at, chosen === own ? own.byteOffset : sample, chosen.length, width, axis, scratch) !== 0;
    },
    place: (own, to) => placeRows(at, own.byteOffset, own.length, width, axis, to.byteOffset),
  };
  return { rows, places, placing };
}

const rowsAtOnce = 1024;

/** The same of rows of a table that is too large to be held: a sample of them, then some at a time. */
export function placingOf(points: Points): Placing {
  const width = points.to - points.from;
  const found = new Float64Array(axisLength(width));
  return {
    aim: (rows) =>
      lendWithin(() => {
        const chosen = everyOf(rows);
        const { axis, scratch } = lendAxis(width, chosen.length);
        const spread = takeAxis(
          lendPoints(points, chosen),
          lendRows(chosen.length).byteOffset,
          chosen.length,
          width,
          axis,
          scratch,
        );
        found.set(numbersAt(axis, found.length));
        return spread !== 0;
      }),
    place: (rows, places) =>
      lendWithin(() => {
        const axis = lendMemory(found.byteLength);
        numbersAt(axis, found.length).set(found);
        const all = lendRows(rowsAtOnce).byteOffset;
        const own = lendMemory(8 * rowsAtOnce);
        for (let from = 0; from < rows.length; from += rowsAtOnce)
          lendWithin(() => {
            const some = rows.subarray(from, from + rowsAtOnce);
            placeRows(lendPoints(points, some), all, some.length, width, axis, own);
            places.set(numbersAt(own, some.length), from);
          });
      }),
  };
}

/** A sample of rows: all of them, where they are few. */
function everyOf(rows: Uint32Array): Uint32Array {
  const stride = Math.ceil(rows.length / sampled);
  return stride === 1 ? rows : Uint32Array.from({ length: Math.ceil(rows.length / stride) }, (_, i) => rows[i * stride]);
}

/** Filled up to a multiple of four, as the coordinates of rows are. */
const axisLength = (width: number): number => 4 * Math.ceil(width / 4);

const lendAxis = (width: number, most: number) => ({
  axis: lendMemory(8 * axisLength(width)),
  sample: lendMemory(4 * most),
  scratch: lendMemory(axisBytes(most, width)),
});
