import type { LabelledValues } from './entropy-loss.ts';

/** Records to learn from and to be asked about: quasi-identifiers with their labels, and what is to be told from them. */
export interface Lesson {
  readonly columns: readonly LabelledValues[];
  /** The class of each record, counted from 0. */
  readonly classes: Uint32Array;
  /** Who each record is of: all of a subject's records are learnt from, or none. */
  readonly subjects: Uint32Array;
}

/** Shares of the records that were asked about whose class was told rightly. */
export interface Classified {
  /** By who learnt from the release. */
  readonly release: number;
  /** By who learnt from the original. */
  readonly original: number;
}

/** Of so many classes no table is made; an id has as many as there are records. */
export const mostClasses = 200;

/**
 * How well a naive Bayes classifier tells a column from the quasi-identifiers, learnt from two thirds of the subjects and asked about the original values of
 * the others. Who learns from the release sees labels, and takes every value that is published under a label for as likely as the next. The split hangs on the
 * number of the subject alone, so that releases of one input compare.
 */
export function classify({ columns, classes, subjects }: Lesson): Classified | undefined {
  const count = 1 + classes.reduce((most, one) => Math.max(most, one), 0);
  if (classes.length === 0 || count < 2 || count > mostClasses) return undefined;
  const asked = subjects.map((subject) => (isAsked(subject) ? 1 : 0));
  const learnt = asked.map((one) => 1 - one);
  if (!asked.includes(1) || !learnt.includes(1)) return undefined;
  const [byLabels, byValues] = [likelihoods, ownLikelihoods].map((likelihoodOf) =>
    columns.map((column) => likelihoodOf(column, { classes, learnt, count })),
  );
  const prior = priorOf({ classes, learnt, count });
  const rightBy = (tables: readonly Float64Array[]) => rightShare(columns, { classes, asked, count, prior, tables });
  return { release: rightBy(byLabels), original: rightBy(byValues) };
}

/** A third of all, the same for each release. */
const isAsked = (subject: number): boolean => Math.imul(subject + 1, 0x9e3779b1) >>> 0 < 0x55555555;

interface Learning {
  readonly classes: Uint32Array;
  readonly learnt: Uint32Array;
  readonly count: number;
}

/** log P(value | class) at [value * count + class], each label's records spread over the values published under it. */
function likelihoods({ values, labels }: LabelledValues, { classes, learnt, count }: Learning): Float64Array {
  const [valueCount, labelCount] = [sizeOf(values), sizeOf(labels)];
  const under = valuesUnder(values, labels, labelCount);
  const byLabel = countIn(labels, labelCount, { classes, learnt, count });
  const spread = new Float64Array(valueCount * count);
  for (let label = 0; label < labelCount; label++)
    for (const value of under[label])
      for (let c = 0; c < count; c++) spread[value * count + c] += byLabel[label * count + c] / under[label].size;
  return logShares(spread, valueCount, count);
}

function ownLikelihoods({ values }: LabelledValues, learning: Learning): Float64Array {
  const valueCount = sizeOf(values);
  return logShares(countIn(values, valueCount, learning), valueCount, learning.count);
}

function priorOf({ classes, learnt, count }: Learning): Float64Array {
  const counts = new Float64Array(count).fill(1);
  for (let i = 0; i < classes.length; i++) counts[classes[i]] += learnt[i];
  const all = counts.reduce((sum, one) => sum + one, 0);
  return counts.map((one) => Math.log(one / all));
}

const sizeOf = (codes: Uint32Array): number => 1 + codes.reduce((most, code) => Math.max(most, code), 0);

function valuesUnder(values: Uint32Array, labels: Uint32Array, labelCount: number): readonly Set<number>[] {
  const under = Array.from({ length: labelCount }, () => new Set<number>());
  for (let i = 0; i < values.length; i++) under[labels[i]].add(values[i]);
  return under;
}

/** How many records that are learnt from have each code and class. */
function countIn(codes: Uint32Array, size: number, { classes, learnt, count }: Learning): Float64Array {
  const counts = new Float64Array(size * count);
  for (let i = 0; i < codes.length; i++) counts[codes[i] * count + classes[i]] += learnt[i];
  return counts;
}

/** Shares of each class, none of them nothing (Laplace). */
function logShares(counts: Float64Array, size: number, count: number): Float64Array {
  const shares = new Float64Array(counts.length);
  for (let c = 0; c < count; c++) {
    let all = size;
    for (let code = 0; code < size; code++) all += counts[code * count + c];
    for (let code = 0; code < size; code++) shares[code * count + c] = Math.log((counts[code * count + c] + 1) / all);
  }
  return shares;
}

interface Asking {
  readonly classes: Uint32Array;
  readonly asked: Uint32Array;
  readonly count: number;
  readonly prior: Float64Array;
  readonly tables: readonly Float64Array[];
}

function rightShare(columns: readonly LabelledValues[], { classes, asked, count, prior, tables }: Asking): number {
  let [right, all] = [0, 0];
  const scores = new Float64Array(count);
  for (let i = 0; i < classes.length; i++) {
    if (asked[i] === 0) continue;
    scores.set(prior);
    for (let q = 0; q < columns.length; q++) {
      const at = columns[q].values[i] * count;
      for (let c = 0; c < count; c++) scores[c] += tables[q][at + c];
    }
    let best = 0;
    for (let c = 1; c < count; c++) if (scores[c] > scores[best]) best = c;
    if (best === classes[i]) right++;
    all++;
  }
  return right / all;
}
