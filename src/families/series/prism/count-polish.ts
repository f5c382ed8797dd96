import type { Kernel } from '../../../base/pool.ts';
import { quickBelow, quickBits, quickRandom } from '../../../base/quick-random.ts';
import { neighbours } from '../../../clusters/neighbours.ts';
import type { Matrix } from '../../../frame/matrix.ts';
import { ceilTo, floorTo } from '../../../release/grid.ts';
import type { Arrangement } from './arrangement.ts';
import { type CountQuestions, shareWithin } from './count-error.ts';
import { nearFor } from './prism.ts';
import { jointPoints, type Records } from './prism-points.ts';
import { type RangeLosses, type RangeRules, rangeLosses, rangeLossOf } from './range-losses.ts';
import type { MeanLosses } from './rivals.ts';

export interface CountPolishInput extends Arrangement {
  readonly records: Records;
  readonly matrix: Matrix;
  /** The row of the matrix that each record is. */
  readonly rows: Uint32Array;
  readonly decimals: readonly number[];
  readonly k: number;
  readonly p: number;
  readonly unit: number;
  readonly range: RangeRules;
  readonly questions: CountQuestions;
  /** What neither loss may be above, a record. */
  readonly limits: MeanLosses;
  readonly seed: number;
}

/**
 * Exchanges members of groups, and moves them, wherever counts that a reader takes from bands come nearer the truth and both losses, as they are published, stay
 * within their limits. Groups keep k and leaves P. Knows nothing of diversity.
 */
export const countPolishKernel: Kernel<CountPolishInput, Arrangement> = {
  name: 'countPolishKernel',
  perform(input) {
    const polish = openPolish(input);
    const { records, k, seed } = input;
    const count = records.flat.length;
    const near = polish.members.length > 1 ? nearFor(count, k) : 0;
    const nearest = near > 0 ? neighbours(jointPoints(records), count, near) : new Uint32Array(0);
    const random = quickRandom(seed);
    const trials = near > 0 ? Math.min(trialsEach * count, mostTrials) : 0;
    for (let trial = 0; trial < trials; trial++) {
      const record = quickBelow(random, count);
      const host = polish.members[polish.groupOf[nearest[record * near + quickBelow(random, near)]]];
      const other = host[quickBelow(random, host.length)];
      const moves = quickBits(random) < half;
      if (polish.groupOf[record] !== polish.groupOf[other]) tryChange(polish, record, other, moves);
    }
    return arrangementOf(polish);
  },
};

const trialsEach = 200;
const mostTrials = 40_000; // about three seconds at 250 instants
const half = 2147483648;

interface Polish {
  readonly input: CountPolishInput;
  readonly losing: RangeLosses;
  readonly members: number[][];
  readonly leaves: number[][];
  readonly groupOf: Uint32Array;
  readonly leafOf: Uint32Array;
  readonly groupOfLeaf: Uint32Array;
  /** Of each group a record's value loss, of each leaf the pattern loss of all its members. */
  readonly widths: Float64Array;
  readonly patterns: Float64Array;
  /** How many of group g question q would find, at [q * groups + g], and of all groups. */
  readonly found: Float64Array;
  readonly estimates: Float64Array;
  /** Sums over records, and what they may be; the error of counts, summed over questions. */
  readonly sums: { value: number; pattern: number; error: number };
  readonly most: { readonly value: number; readonly pattern: number };
  /** Lent to a trial: two bands, what each question would find of two groups, and a leaf. */
  readonly bands: readonly [Band, Band];
  readonly leaf: Uint32Array;
}

interface Band {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly found: Float64Array;
}

function openPolish(input: CountPolishInput): Polish {
  const { records, groupStarts, leafStarts, members, range, questions, limits, unit } = input;
  const count = records.flat.length;
  const asked = questions.truths.length;
  const groupCount = groupStarts.length - 1;
  const instants = range.seriesLength;
  const bandOf = () => ({
    lower: new Float64Array(instants),
    upper: new Float64Array(instants),
    found: new Float64Array(asked),
  });
  const polish: Polish = {
    input,
    losing: rangeLosses(records, unit, range),
    members: Array.from({ length: groupCount }, (_, g) => [...members.subarray(groupStarts[g], groupStarts[g + 1])]),
    leaves: Array.from({ length: leafStarts.length - 1 }, (_, leaf) => [
      ...members.subarray(leafStarts[leaf], leafStarts[leaf + 1]),
    ]),
    groupOf: new Uint32Array(count),
    leafOf: new Uint32Array(count),
    groupOfLeaf: new Uint32Array(leafStarts.length - 1),
    widths: new Float64Array(groupCount),
    patterns: new Float64Array(leafStarts.length - 1),
    found: new Float64Array(asked * groupCount),
    estimates: new Float64Array(asked),
    sums: { value: 0, pattern: 0, error: 0 },
    most: { value: limits.value * count, pattern: limits.pattern * count * (1 - rounding) },
    bands: [bandOf(), bandOf()],
    leaf: new Uint32Array(count),
  };
  const { sums } = polish;
  for (const [g, mine] of polish.members.entries()) {
    for (const record of mine) polish.groupOf[record] = g;
    const band = polish.bands[0];
    takeBand(polish, band, mine, unchanged);
    polish.widths[g] = widthOf(band);
    sums.value += mine.length * polish.widths[g];
    for (let q = 0; q < asked; q++) {
      const share = mine.length * shareWithin(questions, q, band, 0);
      polish.found[q * groupCount + g] = share;
      polish.estimates[q] += share;
    }
  }
  for (const [leaf, mine] of polish.leaves.entries()) {
    for (const record of mine) polish.leafOf[record] = leaf;
    polish.groupOfLeaf[leaf] = polish.groupOf[mine[0]];
    polish.patterns[leaf] = patternWith(polish, leaf, nobody, nobody);
    sums.pattern += polish.patterns[leaf];
  }
  for (let q = 0; q < asked; q++) sums.error += errorOf(questions, q, polish.estimates[q]);
  return polish;
}

/** Shapes are held in short floats here, and published from long ones. */
const rounding = 1e-6;
const nobody = -1;

/** Who leaves and who joins some members. */
interface Change {
  readonly gone: number;
  readonly come: number;
}

const unchanged: Change = { gone: nobody, come: nobody };

const errorOf = ({ truths }: CountQuestions, q: number, estimate: number): number => Math.abs(estimate - truths[q]) / truths[q];

/** Puts a record into the leaf of another, where its own can spare it, or exchanges both: if counts are truer and no loss is too much. */
function tryChange(polish: Polish, record: number, other: number, moves: boolean): void {
  const { input, members, leaves, groupOf, leafOf, widths, patterns, sums, most, bands } = polish;
  const { k, p } = input;
  const [g, h] = [groupOf[record], groupOf[other]];
  const [a, b] = [leafOf[record], leafOf[other]];
  const moved = moves && members[g].length > k && leaves[a].length > p;
  const back = moved ? nobody : other;
  const pattern =
    sums.pattern + patternWith(polish, a, record, back) + patternWith(polish, b, back, record) - patterns[a] - patterns[b];
  if (pattern > Math.max(most.pattern, sums.pattern)) return;
  takeBand(polish, bands[0], members[g], { gone: record, come: back });
  takeBand(polish, bands[1], members[h], { gone: back, come: record });
  const sizes = [members[g].length - (moved ? 1 : 0), members[h].length + (moved ? 1 : 0)];
  const [one, two] = [widthOf(bands[0]), widthOf(bands[1])];
  const value = sums.value + sizes[0] * one + sizes[1] * two - members[g].length * widths[g] - members[h].length * widths[h];
  if (value > Math.max(most.value, sums.value)) return;
  const error = errorAfter(polish, g, h, sizes);
  if (!(error < sums.error - least)) return;
  put(polish, record, h, b);
  if (!moved) put(polish, other, g, a);
  const { found, estimates } = polish;
  for (let q = 0, at = 0; q < estimates.length; q++, at += members.length) {
    estimates[q] += bands[0].found[q] + bands[1].found[q] - found[at + g] - found[at + h];
    found[at + g] = bands[0].found[q];
    found[at + h] = bands[1].found[q];
  }
  Object.assign(sums, { value, pattern, error });
  [widths[g], widths[h]] = [one, two];
  for (const leaf of [a, b]) patterns[leaf] = patternWith(polish, leaf, nobody, nobody);
}

/** Less than this is not a gain but rounding. */
const least = 1e-9;

/** The error of counts by the bands on trial; what they find is kept beside them. */
function errorAfter(
  { input: { questions }, members, found, estimates, bands }: Polish,
  g: number,
  h: number,
  sizes: readonly number[],
): number {
  let error = 0;
  for (let q = 0, at = 0; q < estimates.length; q++, at += members.length) {
    const one = sizes[0] * shareWithin(questions, q, bands[0], 0);
    const two = sizes[1] * shareWithin(questions, q, bands[1], 0);
    bands[0].found[q] = one;
    bands[1].found[q] = two;
    error += errorOf(questions, q, estimates[q] + one + two - found[at + g] - found[at + h]);
  }
  return error;
}

/** The published band of some members, one gone and another come. */
function takeBand({ input }: Polish, { lower, upper }: Band, mine: readonly number[], { gone, come }: Change): void {
  const { matrix, rows, decimals } = input;
  const { values, rowStep, columnStep } = matrix;
  for (let c = 0, base = 0; c < lower.length; c++, base += columnStep) {
    let low = come === nobody ? Number.POSITIVE_INFINITY : values[base + rows[come] * rowStep];
    let high = come === nobody ? Number.NEGATIVE_INFINITY : low;
    for (const record of mine) {
      if (record === gone) continue;
      const value = values[base + rows[record] * rowStep];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    lower[c] = floorTo(low, decimals[c]);
    upper[c] = ceilTo(high, decimals[c]);
  }
}

function widthOf({ lower, upper }: Band): number {
  let squares = 0;
  for (let c = 0; c < lower.length; c++) squares += (upper[c] - lower[c]) ** 2;
  return Math.sqrt(squares / lower.length);
}

/** The published loss of a leaf's members, one gone and another come. */
function patternWith({ losing, leaves, leaf: own, input: { unit } }: Polish, leaf: number, gone: number, come: number): number {
  let size = 0;
  for (const record of leaves[leaf]) if (record !== gone) own[size++] = record;
  if (come !== nobody) own[size++] = come;
  return rangeLossOf(losing, own, size) / unit;
}

function put({ members, leaves, groupOf, leafOf }: Polish, record: number, g: number, leaf: number): void {
  const home = members[groupOf[record]];
  home.splice(home.indexOf(record), 1);
  const own = leaves[leafOf[record]];
  own.splice(own.indexOf(record), 1);
  members[g].push(record);
  leaves[leaf].push(record);
  groupOf[record] = g;
  leafOf[record] = leaf;
}

function arrangementOf({ leaves, groupOfLeaf, members }: Polish): Arrangement {
  const ordered: number[] = [];
  const groupStarts = [0];
  const leafStarts = [0];
  for (let g = 0; g < members.length; g++) {
    for (const [leaf, mine] of leaves.entries()) {
      if (groupOfLeaf[leaf] !== g) continue;
      ordered.push(...mine.toSorted((one, other) => one - other));
      leafStarts.push(ordered.length);
    }
    groupStarts.push(ordered.length);
  }
  return {
    members: Uint32Array.from(ordered),
    groupStarts: Uint32Array.from(groupStarts),
    leafStarts: Uint32Array.from(leafStarts),
  };
}
