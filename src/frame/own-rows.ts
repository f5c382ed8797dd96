import { gatheredRows } from './gather.ts';

/** Rows of a table taken out of it: `sorted` names them, and place i of the rows given is number `places[i]` among them. Ties still go to the lower. */
export interface OwnRows {
  readonly sorted: Uint32Array;
  readonly places: Uint32Array;
}

export function ownRows(rows: Uint32Array): OwnRows {
  const sorted = rows.slice().sort();
  const places = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) places[i] = placeIn(sorted, rows[i]);
  return { sorted, places };
}

function placeIn(sorted: Uint32Array, row: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers of rows that were taken out, as the table has them; undefined unless every one of them is there once. */
export function rowsBack(numbers: Uint32Array, taken: Uint32Array): Uint32Array | undefined {
  if (numbers.length !== taken.length) return undefined;
  const seen = new Uint8Array(taken.length);
  for (const number of numbers) {
    if (number >= taken.length || seen[number] === 1) return undefined;
    seen[number] = 1;
  }
  return gatheredRows(taken, numbers);
}

/** Whether these begin parts of so many rows, none of them empty, end to end. */
export function isCut(starts: Uint32Array, rows: number): boolean {
  if (starts.length === 0 || starts[starts.length - 1] !== rows) return false;
  if (starts.length > 1 && starts[0] !== 0) return false;
  for (let at = 1; at < starts.length; at++) if (starts[at] <= starts[at - 1]) return false;
  return true;
}
