/**
 * What a cluster and a kernel on it say to each other, line by line with tabs between. In: cell, key, numbers, sorted by cell. Out: `leaf` lines
 * of the kernel's own form, and one last line that says how many there were of everything. A script that stops reading loses its rows without
 * a word, so the last line is what makes the others true.
 */
export const kernelProtocol = 1;

export const tab = 9;
export const newline = 10;

export interface LineTotals {
  readonly rowsIn: number;
  readonly linesOut: number;
  /** Rows that stand in the lines. */
  readonly rowsOut: number;
}

export const totalsLine = ({ rowsIn, linesOut, rowsOut }: LineTotals): string =>
  `end\t${kernelProtocol}\t${rowsIn}\t${linesOut}\t${rowsOut}\n`;

/** Cells of `totalsLine`. */
export const totalsWidth = 5;

/** Cells of a line of leaves: the word `leaf`, the cell, the group in it, the level, the word, both bounds of each column, and the keys of its members. */
export const leafWidth = (columns: number): number => 6 + 2 * columns;

/** A line that is none of ours; of what stands in it nothing is told. */
export class BadLine extends Error {}

/** Rows of one cell as they come in, kept row by row. */
export interface CellRows {
  cell: number;
  rows: number;
  keys: Float64Array;
  values: Float64Array;
}

export const openCell = (columns: number): CellRows => ({
  cell: -1,
  rows: 0,
  keys: new Float64Array(1024),
  values: new Float64Array(1024 * columns),
});

/** The whole number at the beginning of a line, and where it ends. */
export function leadingNumber(bytes: Uint8Array, from: number, to: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let at = from;
  for (; at < to && bytes[at] !== tab; at++) {
    const digit = bytes[at] - 48;
    if (digit < 0 || digit > 9) throw new BadLine('a cell or a key is not a whole number');
    value = value * 10 + digit;
  }
  if (at === from || at === to || !Number.isSafeInteger(value)) throw new BadLine('a cell or a key is not a whole number');
  return { value, end: at };
}

/** Adds the row `key, numbers` that lies between `from` and `to` to a cell. */
export function addCellRow(into: CellRows, bytes: Buffer, from: number, to: number): void {
  if (into.rows === into.keys.length) enlarge(into);
  const columns = into.values.length / into.keys.length;
  const key = leadingNumber(bytes, from, to);
  into.keys[into.rows] = key.value;
  let at = key.end;
  for (let c = 0; c < columns; c++) {
    if (at >= to) throw new BadLine('a row has too few cells');
    const start = at + 1;
    const end = nextTab(bytes, start, to);
    into.values[into.rows * columns + c] = numberIn(bytes, start, end);
    at = end;
  }
  if (at !== to) throw new BadLine('a row has too many cells');
  into.rows++;
}

function enlarge(into: CellRows): void {
  const [keys, values] = [new Float64Array(2 * into.keys.length), new Float64Array(2 * into.values.length)];
  keys.set(into.keys);
  values.set(into.values);
  into.keys = keys;
  into.values = values;
}

function nextTab(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== tab) at++;
  return at;
}

const powers = Array.from({ length: 23 }, (_, d) => 10 ** d);

/** Plain decimals by their digits, which is exact below 2^53 over a power of ten to 22; all else as the language reads it. */
function numberIn(bytes: Buffer, from: number, to: number): number {
  const minus = bytes[from] === 45;
  let whole = 0;
  let digits = 0;
  let point = -1;
  for (let at = minus ? from + 1 : from; at < to; at++) {
    const digit = bytes[at] - 48;
    if (digit >= 0 && digit <= 9) {
      whole = whole * 10 + digit;
      digits++;
    } else if (bytes[at] === 46 && point < 0) point = digits;
    else return spelledNumber(bytes, from, to);
  }
  if (digits === 0 || digits > 15) return spelledNumber(bytes, from, to);
  const value = point < 0 ? whole : whole / powers[digits - point];
  return minus ? -value : value;
}

function spelledNumber(bytes: Buffer, from: number, to: number): number {
  const value = from === to ? Number.NaN : Number(bytes.toString('latin1', from, to));
  if (!Number.isFinite(value)) throw new BadLine('a value is not a number');
  return value;
}
