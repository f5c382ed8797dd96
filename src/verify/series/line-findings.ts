import type { SeriesManifest } from '../../release/manifest.ts';
import type { LineClasses } from './line-classes.ts';

/** What is asked of lines once all are read: nothing in it knows a database, as it travels to threads. */
export interface LineQuestion {
  /** How the bounds of each column are written. */
  readonly forms: readonly NumberForm[];
  readonly pattern: Pick<SeriesManifest['pattern'], 'form' | 'segments' | 'maxLevel'>;
  /** Places of columns of which all bounds are wanted. */
  readonly asked: readonly number[];
  /** Places of columns at which some bands are looked for, and these bands. */
  readonly shownAt: readonly number[];
  readonly shown: readonly ShownBand[];
  /** Whether others read other lines, so that envelopes of theirs may be the same. */
  readonly isShared: boolean;
}

interface ShownBand {
  readonly size: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** What one reader found in its lines, each of them in the form it owes. */
export interface LineFindings {
  readonly rows: number;
  /** Of each envelope, its GroupID and its rows. */
  readonly ids: Float64Array;
  readonly sizes: Float64Array;
  /** Two numbers for each envelope: others differ, equal ones need not. Empty where nobody else reads. */
  readonly prints: Int32Array;
  /** Bounds at the places asked about, one place after the other. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Which of the shown bands there are. */
  readonly found: readonly number[];
  /** The rows of each leaf, and its end. */
  readonly leafRows: Uint32Array;
  readonly leafEnds: Uint32Array;
  readonly ends: readonly LineEnd[];
}

/** Answers a question about all lines of a release, each of which one reader has read; nothing where one of them found a fault. */
export type AskLines = (question: Omit<LineQuestion, 'isShared'>) => Promise<readonly LineFindings[] | undefined>;

export interface LineEnd {
  readonly pattern: string;
  readonly level: number;
}

/** Reads every cell; nothing where one is not written as it must be. */
export function findInLines(lines: LineClasses, question: LineQuestion): LineFindings | undefined {
  const sizes = sizesOf(lines);
  const ends = readEnds(lines, question.pattern);
  if (ends === undefined) return undefined;
  const bands = readBands(lines, sizes, question);
  if (bands === undefined) return undefined;
  const { rows, ids, envelopes, leaves } = lines;
  const prints = question.isShared ? envelopes.hashes() : new Int32Array(0); // of two that differ they are the same in one case of 2 to the 64, and then nothing is proved
  return { rows, ids, sizes, prints, ...bands, leafRows: leaves.rows, leafEnds: leaves.end, ends };
}

/** What a thread answers of its lines, and the memory that it hands over: each list is fresh, and its own. */
export function answerLines(
  lines: LineClasses | undefined,
  question: LineQuestion,
): readonly [LineFindings | undefined, readonly ArrayBuffer[]] {
  const findings = lines && findInLines(lines, question);
  const owned = Object.values(findings ?? {}).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
  return [findings, owned];
}

/** Rows of each envelope. */
function sizesOf({ ids, leaves: { envelope, rows } }: LineClasses): Float64Array {
  const sizes = new Float64Array(ids.length);
  for (let leaf = 0; leaf < rows.length; leaf++) sizes[envelope[leaf]] += rows[leaf];
  return sizes;
}

/** Patterns and levels in the form they owe; nothing where one is in another. */
function readEnds({ ends }: LineClasses, { form, segments, maxLevel }: LineQuestion['pattern']): readonly LineEnd[] | undefined {
  const range = '[a-z](?:-[a-z])?';
  const owed = form === 'interval' ? `${range}(?:\\|${range}){${segments - 1}}` : `[a-z]{${segments}}`;
  const line = new RegExp(`^(${owed}),([1-9][0-9]?)$`);
  const read: LineEnd[] = [];
  for (let code = 0; code < ends.count; code++) {
    const [, pattern, digits] = line.exec(ends.bytesOf(code).toString('latin1')) ?? [];
    const level = Number(digits);
    if (pattern === undefined || level > maxLevel || level > 26 || !isOfLevel(pattern, level)) return undefined;
    read.push({ pattern, level });
  }
  return read;
}

/** Letters of the level only; a range goes up. */
function isOfLevel(pattern: string, level: number): boolean {
  const last = String.fromCharCode(96 + level);
  for (const sign of pattern) if (sign !== '|' && sign > last) return false; // a dash comes before all letters
  return pattern.split('|').every((segment) => segment[1] !== '-' || segment[0] < segment[2]);
}

/** Reads every interval; nothing where one is not written as it must be. */
function readBands(
  { envelopes }: LineClasses,
  sizes: Float64Array,
  { forms, asked, shownAt, shown }: LineQuestion,
): Pick<LineFindings, 'lower' | 'upper' | 'found'> | undefined {
  const count = sizes.length;
  const lower = new Float64Array(asked.length * count);
  const upper = new Float64Array(asked.length * count);
  const found = new Set<number>();
  const band = { lower: new Float64Array(forms.length), upper: new Float64Array(forms.length) };
  for (let code = 0; code < count; code++) {
    if (!readBand(envelopes.bytesOf(code), forms, band)) return undefined;
    for (let a = 0; a < asked.length; a++) {
      lower[a * count + code] = band.lower[asked[a]];
      upper[a * count + code] = band.upper[asked[a]];
    }
    for (let b = 0; b < shown.length; b++) if (shown[b].size === sizes[code] && isAt(shownAt, band, shown[b])) found.add(b);
  }
  return { lower, upper, found: [...found] };
}

/** Whether a band has the bounds of another at some places. */
const isAt = (places: readonly number[], band: Band, { lower, upper }: ShownBand): boolean =>
  places.every((place, i) => band.lower[place] === lower[i] && band.upper[place] === upper[i]);

interface Band {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface NumberForm {
  readonly decimals: number;
  readonly scale: number;
  /** In units of the last decimal place; 0 where any will do. */
  readonly step: number;
}

const [comma, dash, point, zero, nine, open, close] = [44, 45, 46, 48, 57, 91, 93];

/** Reads `[lo-hi]` for each column, parted by commas, and nothing else. */
function readBand(bytes: Buffer, forms: readonly NumberForm[], { lower, upper }: Band): boolean {
  const cursor = { bytes, at: 0 };
  for (let c = 0; c < forms.length; c++) {
    if (c > 0 && bytes[cursor.at++] !== comma) return false;
    if (bytes[cursor.at++] !== open) return false;
    const low = readUnits(cursor, forms[c]);
    if (bytes[cursor.at++] !== dash) return false;
    const high = readUnits(cursor, forms[c]);
    if (bytes[cursor.at++] !== close || !(low <= high)) return false;
    lower[c] = low / forms[c].scale;
    upper[c] = high / forms[c].scale;
  }
  return cursor.at === bytes.length;
}

/** A number in units of its last decimal place, if it is on the grid and written in the one way there is; else NaN. */
function readUnits(cursor: { readonly bytes: Buffer; at: number }, { decimals, step }: NumberForm): number {
  const { bytes } = cursor;
  const isNegative = bytes[cursor.at] === dash;
  let at = isNegative ? cursor.at + 1 : cursor.at;
  const first = at;
  let units = 0;
  for (; bytes[at] >= zero && bytes[at] <= nine; at++) units = 10 * units + bytes[at] - zero;
  const whole = at - first;
  if (whole === 0 || (whole > 1 && bytes[first] === zero) || whole + decimals > mostDigits) return Number.NaN;
  if (decimals > 0) {
    if (bytes[at++] !== point) return Number.NaN;
    for (const end = at + decimals; at < end; at++) {
      if (!(bytes[at] >= zero && bytes[at] <= nine)) return Number.NaN;
      units = 10 * units + bytes[at] - zero;
    }
  }
  if ((isNegative && units === 0) || (step > 0 && units % step !== 0)) return Number.NaN;
  cursor.at = at;
  return isNegative ? -units : units;
}

/** So many digits are whole numbers that doubles hold, and quotients of two of them are the doubles nearest to what is written. */
const mostDigits = 15;
