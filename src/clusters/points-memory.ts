import { compileProgram, pageBytes } from '../base/web-assembly.ts';
import type { Points } from './points.ts';
import { pointsBytes } from './points-bytes.ts';

/** What assembly/points.ts holds, by places in memory. */
interface PointsProgram {
  readonly nearestBytes: (rows: number, width: number, count: number) => number;
  readonly nearestRows: (
    ...[points, rows, width, count, nearest, scratch]: readonly [number, number, number, number, number, number]
  ) => void;
  readonly axisBytes: (rows: number, width: number) => number;
  readonly takeAxis: (
    ...[points, rows, count, width, axis, scratch]: readonly [number, number, number, number, number, number]
  ) => number;
  readonly placeRows: (
    ...[points, rows, count, width, axis, places]: readonly [number, number, number, number, number, number]
  ) => void;
  readonly gatherBytes: (rows: number, width: number, k: number) => number;
  readonly gatherGroups: (
    ...[points, rows, count, width, k, scratch]: readonly [number, number, number, number, number, number]
  ) => void;
}

export const { memory, nearestBytes, nearestRows, axisBytes, takeAxis, placeRows, gatherBytes, gatherGroups } =
  compileProgram<PointsProgram>(pointsBytes)();

let used = 0;

/** Takes all memory back: to be called where work on a block begins, as nothing of the block before is looked at again. */
export function takeMemoryBack(): void {
  used = 0;
}

/** Takes back what is lent during some work. */
export function lendWithin<Made>(work: () => Made): Made {
  const before = used;
  try {
    return work();
  } finally {
    used = before;
  }
}

/** Lends so many bytes; answers their place. */
export function lendMemory(bytes: number): number {
  const place = used;
  used += 16 * Math.ceil(bytes / 16);
  const missing = used - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  return place;
}

export const floatsAt = (place: number, length: number): Float32Array => new Float32Array(memory.buffer, place, length);
export const numbersAt = (place: number, length: number): Float64Array => new Float64Array(memory.buffer, place, length);
export const indicesAt = (place: number, length: number): Uint32Array => new Uint32Array(memory.buffer, place, length);

/** So many rows, numbered from 0 on. */
export function lendRows(count: number): Uint32Array {
  const rows = indicesAt(lendMemory(4 * count), count);
  for (let i = 0; i < count; i++) rows[i] = i;
  return rows;
}

/** Copies the coordinates of some rows there, end to end, as the program wants them: each row's filled up with zeros to a multiple of four. */
export function lendPoints({ values, step, from, to }: Points, rows: ArrayLike<number>): number {
  const width = to - from;
  const held = 4 * Math.ceil(width / 4);
  const place = lendMemory(4 * rows.length * held);
  const floats = floatsAt(place, rows.length * held);
  for (let i = 0, next = 0; i < rows.length; i++) {
    let at = rows[i] * step + from;
    for (const end = next + width; next < end; next++, at++) floats[next] = values[at];
    for (const end = (i + 1) * held; next < end; next++) floats[next] = 0;
  }
  return place;
}
