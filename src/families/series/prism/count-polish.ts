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
 * Exchanges members of groups, and moves them, so that counts that a reader takes from bands come nearer the truth and both losses, as they are published, stay
 * within their limits. At first what makes counts worse by less than a threshold is taken, too; the threshold falls to nothing. Groups keep k and leaves P.
 * Knows nothing of diversity. Dueck and Scheuer, Journal of Computational Physics 90(1), 1990: threshold accepting.
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
    const begun = polish.sums.error;
    for (let trial = 0; trial < trials; trial++) {
      const record = quickBelow(random, count);
      const host = polish.members[polish.groupOf[nearest[record * near + quickBelow(random, near)]]];
      const other = host[quickBelow(random, host.length)];
      const moves = quickBits(random) < half;
      const worse = begun * warmth * Math.max(0, 1 - trial / (warmShare * trials)) ** 2;
      if (polish.groupOf[record] !== polish.groupOf[other]) tryChange(polish, { record, other, moves, worse });
    }
    const { members, groupStarts, leafStarts } = input;
    return polish.sums.error < begun ? arrangementOf(polish) : { members, groupStarts, leafStarts };
  },
};

const trialsEach = 200;
const mostTrials = 40_000;
const half = 2147483648;

/** The threshold at first, of all that counts are off, and for which share of the trials there is one. */
const warmth = 0.002;
const warmShare = 0.8;

interface Polish {
  readonly input: CountPolishInput;
  readonly losing: RangeLosses;
  readonly members: number[][];
  readonly leaves: number[][];
  readonly groupOf: Uint32Array;
  readonly leafOf: Uint32Array;
  readonly groupOfLeaf: Uint32Array;
  /** Of each record what its group publishes for it alone: record r, instant c is at [r * instants + c]. */
  readonly own: Ends;
  /** Published, of each group. */
  readonly ends: Ends;
  /** Of each group a record's value loss, of each leaf the pattern loss of all its members. */
  readonly widths: Float64Array;
  readonly patterns: Float64Array;
  /** How many of group g question q would find, at [q * groups + g], and of all groups. */
  readonly found: Float64Array;
  readonly estimates: Float64Array;
  readonly askers: Askers;
  /** Sums over records, and what they may be; the error of counts, summed over questions. */
  readonly sums: { value: number; pattern: number; error: number };
  readonly most: { readonly value: number; readonly pattern: number };
  /** Lent to a trial: two bands, the questions that they answer otherwise, and a leaf. */
  readonly bands: readonly [Band, Band];
  readonly touched: Touched;
  readonly leaf: Uint32Array;
}

interface Ends {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The questions about instant c: questions[starts[c]] .. questions[starts[c + 1] - 1]. */
interface Askers {
  readonly starts: Uint32Array;
  readonly questions: Uint32Array;
}

interface Band extends Ends {
  /** 1 where an end is another than before. */
  readonly changed: Uint8Array;
  /** What question q finds, if it is among those touched. */
  readonly found: Float64Array;
}

/** The first `size` questions are touched in this trial; each has its mark. */
interface Touched {
  readonly questions: Uint32Array;
  readonly marks: Uint32Array;
  size: number;
  trial: number;
}

function openPolish(input: CountPolishInput): Polish {
  const { records, groupStarts, leafStarts, members, range, questions, limits, unit } = input;
  const count = records.flat.length;
  const asked = questions.truths.length;
  const groupCount = groupStarts.length - 1;
  const instants = range.seriesLength;
  const endsFor = (many: number): Ends => ({
    lower: new Float64Array(many * instants),
    upper: new Float64Array(many * instants),
  });
  const bandOf = () => ({ ...endsFor(1), changed: new Uint8Array(instants), found: new Float64Array(asked) });
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
    own: ownEnds(input, endsFor(count)),
    ends: endsFor(groupCount),
    widths: new Float64Array(groupCount),
    patterns: new Float64Array(leafStarts.length - 1),
    found: new Float64Array(asked * groupCount),
    estimates: new Float64Array(asked),
    askers: askersOf(questions, instants),
    sums: { value: 0, pattern: 0, error: 0 },
    most: { value: limits.value * count, pattern: limits.pattern * count * (1 - rounding) },
    bands: [bandOf(), bandOf()],
    touched: { questions: new Uint32Array(asked), marks: new Uint32Array(asked), size: 0, trial: 0 },
    leaf: new Uint32Array(count),
  };
  const { sums, ends } = polish;
  for (const [g, mine] of polish.members.entries()) {
    for (const record of mine) polish.groupOf[record] = g;
    for (let c = 0, at = g * instants; c < instants; c++, at++) {
      ends.lower[at] = leastOf(polish, mine, c, unchanged);
      ends.upper[at] = mostOf(polish, mine, c, unchanged);
    }
    polish.widths[g] = widthOf(ends, g * instants, instants);
    sums.value += mine.length * polish.widths[g];
    for (let q = 0; q < asked; q++) {
      const share = mine.length * shareWithin(questions, q, ends, g * instants);
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

/** Rounding outward keeps order, so a band's ends are the outmost of these. */
function ownEnds({ matrix, rows, decimals }: CountPolishInput, own: Ends): Ends {
  const { values, rowStep, columnStep } = matrix;
  for (let r = 0, at = 0; r < rows.length; r++)
    for (let c = 0; c < own.lower.length / rows.length; c++, at++) {
      const value = values[rows[r] * rowStep + c * columnStep];
      own.lower[at] = floorTo(value, decimals[c]);
      own.upper[at] = ceilTo(value, decimals[c]);
    }
  return own;
}

function askersOf({ columns, truths }: CountQuestions, instants: number): Askers {
  const ranges = 2 * truths.length;
  const starts = new Uint32Array(instants + 1);
  for (let i = 0; i < ranges; i++) starts[columns[i] + 1]++;
  for (let c = 0; c < instants; c++) starts[c + 1] += starts[c];
  const next = starts.slice();
  const questions = new Uint32Array(ranges);
  for (let i = 0; i < ranges; i++) questions[next[columns[i]]++] = i >>> 1;
  return { starts, questions };
}

/** Who leaves and who joins some members. */
interface Change {
  readonly gone: number;
  readonly come: number;
}

const unchanged: Change = { gone: nobody, come: nobody };

const errorOf = ({ truths }: CountQuestions, q: number, estimate: number): number => Math.abs(estimate - truths[q]) / truths[q];

interface Trial {
  readonly record: number;
  readonly other: number;
  readonly moves: boolean;
  /** By how much counts may become worse. */
  readonly worse: number;
}

/** Puts a record into the leaf of another, where its own can spare it, or exchanges both: if counts are true enough and no loss is too much. */
function tryChange(polish: Polish, { record, other, moves, worse }: Trial): void {
  const { input, members, leaves, groupOf, leafOf, widths, patterns, sums, most, bands } = polish;
  const { k, p } = input;
  const [g, h] = [groupOf[record], groupOf[other]];
  const [a, b] = [leafOf[record], leafOf[other]];
  const moved = moves && members[g].length > k && leaves[a].length > p;
  const back = moved ? nobody : other;
  const pattern =
    sums.pattern + patternWith(polish, a, record, back) + patternWith(polish, b, back, record) - patterns[a] - patterns[b];
  if (pattern > Math.max(most.pattern, sums.pattern)) return;
  takeBand(polish, bands[0], g, { gone: record, come: back });
  takeBand(polish, bands[1], h, { gone: back, come: record });
  const sizes = [members[g].length - (moved ? 1 : 0), members[h].length + (moved ? 1 : 0)];
  const instants = bands[0].lower.length;
  const [one, two] = [widthOf(bands[0], 0, instants), widthOf(bands[1], 0, instants)];
  const value = sums.value + sizes[0] * one + sizes[1] * two - members[g].length * widths[g] - members[h].length * widths[h];
  if (value > Math.max(most.value, sums.value)) return;
  touch(polish, moved);
  const error = errorAfter(polish, g, h, sizes);
  if (!(error < sums.error + worse - least)) return;
  put(polish, record, h, b);
  if (!moved) put(polish, other, g, a);
  keepBands(polish, g, h);
  Object.assign(sums, { value, pattern, error });
  [widths[g], widths[h]] = [one, two];
  for (const leaf of [a, b]) patterns[leaf] = patternWith(polish, leaf, nobody, nobody);
}

/** Less than this is not a gain but rounding. */
const least = 1e-9;

/** All questions that a trial's bands may answer otherwise than those before: if nobody moves, those about instants where an end is another. */
function touch({ bands, askers: { starts, questions }, touched, estimates }: Polish, moved: boolean): void {
  touched.trial++;
  touched.size = 0;
  if (moved) for (let q = 0; q < estimates.length; q++) touched.questions[touched.size++] = q;
  else
    for (let c = 0; c + 1 < starts.length; c++) {
      if (bands[0].changed[c] + bands[1].changed[c] === 0) continue;
      for (let i = starts[c]; i < starts[c + 1]; i++) {
        const q = questions[i];
        if (touched.marks[q] === touched.trial) continue;
        touched.marks[q] = touched.trial;
        touched.questions[touched.size++] = q;
      }
    }
}

/** The error of counts by the bands on trial; what they find is kept beside them. */
function errorAfter(
  { input: { questions }, members, sums, found, estimates, bands, touched }: Polish,
  g: number,
  h: number,
  sizes: readonly number[],
): number {
  let error = sums.error;
  for (let i = 0; i < touched.size; i++) {
    const q = touched.questions[i];
    const at = q * members.length;
    const one = sizes[0] * shareWithin(questions, q, bands[0], 0);
    const two = sizes[1] * shareWithin(questions, q, bands[1], 0);
    bands[0].found[q] = one;
    bands[1].found[q] = two;
    const change = one + two - found[at + g] - found[at + h];
    if (change !== 0) error += errorOf(questions, q, estimates[q] + change) - errorOf(questions, q, estimates[q]);
  }
  return error;
}

/** The bands on trial become those of their groups. */
function keepBands({ bands, ends, touched, found, estimates, members }: Polish, g: number, h: number): void {
  for (let i = 0; i < touched.size; i++) {
    const q = touched.questions[i];
    const at = q * members.length;
    estimates[q] += bands[0].found[q] + bands[1].found[q] - found[at + g] - found[at + h];
    found[at + g] = bands[0].found[q];
    found[at + h] = bands[1].found[q];
  }
  for (const [band, group] of [
    [bands[0], g],
    [bands[1], h],
  ] as const) {
    ends.lower.set(band.lower, group * band.lower.length);
    ends.upper.set(band.upper, group * band.upper.length);
  }
}

/** The published band of a group, one gone and another come: only where the one was outmost are all members asked. */
function takeBand(polish: Polish, { lower, upper, changed }: Band, g: number, change: Change): void {
  const { own, ends, members } = polish;
  const { gone, come } = change;
  const instants = lower.length;
  for (let c = 0, at = g * instants; c < instants; c++, at++) {
    let low = ends.lower[at];
    let high = ends.upper[at];
    if (gone !== nobody && own.lower[gone * instants + c] === low) low = leastOf(polish, members[g], c, change);
    else if (come !== nobody) low = Math.min(low, own.lower[come * instants + c]);
    if (gone !== nobody && own.upper[gone * instants + c] === high) high = mostOf(polish, members[g], c, change);
    else if (come !== nobody) high = Math.max(high, own.upper[come * instants + c]);
    lower[c] = low;
    upper[c] = high;
    changed[c] = low !== ends.lower[at] || high !== ends.upper[at] ? 1 : 0;
  }
}

function leastOf({ own, input }: Polish, mine: readonly number[], c: number, { gone, come }: Change): number {
  const instants = input.range.seriesLength;
  let low = come === nobody ? Number.POSITIVE_INFINITY : own.lower[come * instants + c];
  for (const record of mine) if (record !== gone) low = Math.min(low, own.lower[record * instants + c]);
  return low;
}

function mostOf({ own, input }: Polish, mine: readonly number[], c: number, { gone, come }: Change): number {
  const instants = input.range.seriesLength;
  let high = come === nobody ? Number.NEGATIVE_INFINITY : own.upper[come * instants + c];
  for (const record of mine) if (record !== gone) high = Math.max(high, own.upper[record * instants + c]);
  return high;
}

function widthOf({ lower, upper }: Ends, from: number, instants: number): number {
  let squares = 0;
  for (let at = from; at < from + instants; at++) squares += (upper[at] - lower[at]) ** 2;
  return Math.sqrt(squares / instants);
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
