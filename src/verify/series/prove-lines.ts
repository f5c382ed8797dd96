import type { ManifestColumn, SeriesManifest } from '../../release/manifest.ts';
import { bandsAsked, type CensusAsked, type ClassSizes, type SeriesCensus, type ShownBands, topPatterns } from '../census.ts';
import type { DataFindings } from '../findings.ts';
import type { Layout } from '../layout.ts';
import type { SourceColumn } from '../source.ts';
import { unitsOf } from '../step-units.ts';
import { answerOf, placesAsked } from './answers.ts';
import type { Classes } from './classes.ts';
import type { LineClasses } from './line-classes.ts';

/**
 * Proves the promises of plain lines where they hold: every cell is written in its one way, GroupIDs are 1 to n with an envelope each, k share an envelope and P a
 * pattern in it. Answers nothing wherever that is not so, or not sure: then the slower way asks again and names what is wrong.
 */
export function proveLines(
  lines: LineClasses,
  layout: Layout,
  { pattern, promises: { k, p } }: SeriesManifest,
  census: CensusAsked,
): (DataFindings & { readonly classes: Classes }) | undefined {
  const sizes = sizesOf(lines);
  const ends = readEnds(lines, pattern);
  if (ends === undefined || !areNumbered(lines.ids)) return undefined;
  const [groups, leaves] = [countSizes(sizes), countSizes(lines.leaves.rows)];
  const [[smallestGroup]] = groups;
  const [[smallestLeaf]] = leaves;
  if (smallestGroup < k || smallestLeaf < p) return undefined;
  const bands = readBands(lines, layout, sizes, shownIn(census));
  if (bands === undefined) return undefined;
  const classes = {
    rows: lines.rows,
    groups: sizes.length,
    leaves: lines.leaves.rows.length,
    smallestGroup,
    smallestLeaf,
  };
  if (census === false) return { breaches: [], classes };
  const told: SeriesCensus = {
    kind: 'series',
    groups,
    leaves,
    ...patternsOf(lines, ends),
    answers: bands.asked.map(({ column, low, high }) => answerOf(column, low, high, sizes)),
    strangeBands: bands.strange,
  };
  return { breaches: [], classes, census: told };
}

const shownIn = (census: CensusAsked): ShownBands | undefined => (typeof census === 'boolean' ? undefined : census);

/** Rows of each envelope. */
function sizesOf({ ids, leaves: { envelope, rows } }: LineClasses): Float64Array {
  const sizes = new Float64Array(ids.length);
  for (let leaf = 0; leaf < rows.length; leaf++) sizes[envelope[leaf]] += rows[leaf];
  return sizes;
}

function countSizes(sizes: Float64Array | Uint32Array): ClassSizes {
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}

/** Whether the numbers are 1 to n, each once. */
function areNumbered(ids: Float64Array): boolean {
  const seen = new Uint8Array(ids.length + 1);
  for (const id of ids) {
    if (id > ids.length || seen[id] > 0) return false;
    seen[id] = 1;
  }
  return true;
}

interface End {
  readonly pattern: string;
  readonly level: number;
}

/** Patterns and levels in the form they owe; nothing where one is in another. */
function readEnds({ ends }: LineClasses, { form, segments, maxLevel }: SeriesManifest['pattern']): readonly End[] | undefined {
  const range = '[a-z](?:-[a-z])?';
  const owed = form === 'interval' ? `${range}(?:\\|${range}){${segments - 1}}` : `[a-z]{${segments}}`;
  const line = new RegExp(`^(${owed}),([1-9][0-9]?)$`);
  const read: End[] = [];
  for (let code = 0; code < ends.count(); code++) {
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
  for (const sign of pattern) if (sign !== '-' && sign !== '|' && sign > last) return false;
  return pattern.split('|').every((segment) => segment[1] !== '-' || segment[0] < segment[2]);
}

function patternsOf({ ends, leaves }: LineClasses, read: readonly End[]): Pick<SeriesCensus, 'patterns' | 'flat'> {
  const subjects = new Float64Array(ends.count());
  for (let leaf = 0; leaf < leaves.rows.length; leaf++) subjects[leaves.end[leaf]] += leaves.rows[leaf];
  const patterns = read.map((end, code) => ({ ...end, subjects: subjects[code] }));
  return {
    patterns: topPatterns(patterns),
    flat: patterns.reduce((sum, { level, subjects: some }) => sum + (level === 1 ? some : 0), 0),
  };
}

interface Bands {
  /** The bounds of every envelope at the instants that answers are given for. */
  readonly asked: readonly { readonly column: SourceColumn; readonly low: Float64Array; readonly high: Float64Array }[];
  /** Of the shown bands, those that no group has. */
  readonly strange: number;
}

/** Reads every interval; nothing where one is not written as it must be, or too many bands are to be looked for. */
function readBands(
  { envelopes }: LineClasses,
  layout: Layout,
  sizes: Float64Array,
  shown: ShownBands | undefined,
): Bands | undefined {
  const { envelope: columns } = layout;
  const forms = columns.map(({ declared }) => formOf(declared));
  const looked = shown === undefined ? undefined : bandsAsked(layout, shown);
  if (forms.some(({ step }) => step > Number.MAX_SAFE_INTEGER) || (looked?.bands.length ?? 0) > mostBands) return undefined;
  const places = looked?.columns.map((column) => columns.indexOf(column)) ?? [];
  const bands = looked?.bands ?? [];
  const asked = placesAsked(layout).map((column) => ({
    column,
    place: columns.indexOf(column),
    low: new Float64Array(sizes.length),
    high: new Float64Array(sizes.length),
  }));
  const found = new Set<number>();
  const band = { lower: new Float64Array(columns.length), upper: new Float64Array(columns.length) };
  for (let code = 0; code < sizes.length; code++) {
    if (!readBand(envelopes.bytesOf(code), forms, band)) return undefined;
    for (const { place, low, high } of asked) {
      low[code] = band.lower[place];
      high[code] = band.upper[place];
    }
    for (let b = 0; b < bands.length; b++) if (bands[b].size === sizes[code] && isAt(places, band, bands[b])) found.add(b);
  }
  return { asked, strange: (shown?.bands.length ?? 0) - found.size };
}

const mostBands = 100;

/** Whether a band has the bounds of another at some places. */
const isAt = (places: readonly number[], band: Band, { lower, upper }: ShownBands['bands'][number]): boolean =>
  places.every((place, i) => band.lower[place] === lower[i] && band.upper[place] === upper[i]);

interface Band {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

interface NumberForm {
  readonly decimals: number;
  readonly scale: number;
  /** In units of the last decimal place; 0 where any will do. */
  readonly step: number;
}

const formOf = ({ decimals = 0, snap }: ManifestColumn): NumberForm => ({
  decimals,
  scale: 10 ** decimals,
  step: Number((snap === undefined ? undefined : unitsOf(snap, decimals)) ?? 0),
});

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
