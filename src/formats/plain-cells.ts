import type { Kernel } from '../base/pool.ts';

/** What is read of each column of plain lines. */
export type PlainColumn = 'number' | 'subject' | 'nothing';

/** Whole lines of delimited text, each with an end, and where their rows go. */
export interface PlainPiece {
  readonly bytes: Uint8Array;
  readonly delimiter: number;
  readonly columns: readonly PlainColumn[];
  /** Numbers of a row. */
  readonly width: number;
  /** Where in a row the number of each column goes. */
  readonly places: readonly number[];
  /** Row by row, as long as there are lines. */
  readonly numbers: Float64Array;
  /** A key of each subject: two that are spelt alike have one, and mostly others have another. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** What was seen on the way; `plain` only where every cell was read. */
export interface PlainMarks {
  readonly plain: boolean;
  /** Of each number in a row, over all lines: its largest size, and the decimal places that say it exactly. */
  readonly largest: Float64Array;
  readonly decimals: Uint8Array;
}

const [newline, quote, dash, point, zero] = [10, 34, 45, 46, 48];

/**
 * Reads lines that can mean one thing alone: no quotes, no blanks around numbers, no exponents, no empty cells, at most 15 digits, ids of visible ASCII without capitals. At the
 * first byte that is not so it gives up. Such a number is a whole one divided by a power of ten, both of them exact, so that the quotient is the double nearest to what is written.
 */
export const plainCellsKernel: Kernel<PlainPiece, PlainMarks> = {
  name: 'plainCellsKernel',
  perform({ bytes, delimiter, columns, width, places, numbers, low, high }) {
    const rows = low.length;
    const keys = { low, high, row: 0, at: 0 };
    const largest = new Float64Array(width);
    const decimals = new Uint8Array(width);
    const last = columns.length - 1;
    let at = 0;
    let plain = bytes[bytes.length - 1] === newline;
    for (let row = 0; row < rows && plain; row++)
      for (let c = 0; c <= last && plain; c++) {
        const ending = c === last ? newline : delimiter;
        if (columns[c] === 'number') {
          const first = at;
          if (bytes[at] === dash) at++;
          const whole = at;
          let units = 0;
          for (; isDigit(bytes[at]); at++) units = (Math.imul(units, 10) + bytes[at] - zero) | 0;
          let digits = at - whole;
          let size = units;
          let fraction = 0;
          plain = digits > 0;
          if (bytes[at] === point) {
            at++;
            const from = at;
            for (; isDigit(bytes[at]); at++) units = (Math.imul(units, 10) + bytes[at] - zero) | 0;
            fraction = at - from;
            digits += fraction;
            plain &&= fraction > 0;
            size = units / powers[fraction];
          }
          if (digits > shortDigits) {
            plain &&= digits <= mostDigits;
            size = longNumber(bytes, whole, at) / powers[fraction];
          }
          const place = places[c];
          numbers[row * width + place] = whole > first ? -size : size;
          if (size > largest[place]) largest[place] = size;
          if (fraction > decimals[place]) decimals[place] = Math.max(decimals[place], fraction - endingZeros(bytes, at));
        } else if (columns[c] === 'subject') {
          keys.row = row;
          keys.at = at;
          plain = putKey(bytes, delimiter, keys);
          at = keys.at;
        } else
          for (; bytes[at] !== delimiter && bytes[at] !== newline && plain; at++)
            plain = isVisible(bytes[at]) || bytes[at] === blank;
        plain &&= bytes[at++] === ending;
      }
    return { plain: plain && at === bytes.length, largest, decimals };
  },
};

const blank = 32;

/** So many digits are whole numbers of 32 bits; of up to 15 a double holds every one. */
const shortDigits = 9;
const mostDigits = 15;

const powers = Float64Array.from({ length: 64 }, (_, d) => 10 ** d);

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

const isVisible = (byte: number): boolean => byte > blank && byte < 127 && byte !== quote;

/** The digits from..to, without a point among them, as one number. */
function longNumber(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) if (bytes[at] !== point) units = 10 * units + bytes[at] - zero;
  return units;
}

/** How many zeros stand before a place. */
function endingZeros(bytes: Uint8Array, end: number): number {
  let at = end;
  while (bytes[at - 1] === zero) at--;
  return end - at;
}

interface Keys {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  row: number;
  /** Where the next cell begins, and then where it ends. */
  at: number;
}

/** The key of a cell: its bytes where there are at most eight, a hash of longer ones. Capitals would be folded, and blanks trimmed: they are not plain. */
function putKey(bytes: Uint8Array, delimiter: number, keys: Keys): boolean {
  let [low, high] = [0, 0];
  const from = keys.at;
  let at = from;
  for (let byte = bytes[at]; byte !== delimiter && byte !== newline; byte = bytes[++at]) {
    if (!isVisible(byte) || (byte >= 65 && byte <= 90)) return false;
    if (at - from >= 8) {
      low = Math.imul(low ^ (low >>> 15), 0x85ebca6b);
      high = Math.imul(high ^ low ^ (high >>> 13), 0xc2b2ae35);
    }
    high = (high << 8) | (low >>> 24);
    low = (low << 8) | byte;
  }
  keys.low[keys.row] = low;
  keys.high[keys.row] = high;
  keys.at = at;
  return at > from;
}
