import { randomFrom } from '../../../base/random.ts';
import type { Matrix } from '../../../frame/matrix.ts';

/** Bands of groups; `rows` are ordered by them. */
export interface Bands {
  readonly rows: Uint32Array;
  readonly groupStarts: Uint32Array;
  readonly columns: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

type Range = readonly [column: number, from: number, to: number];

/** How far off counts are that a reader takes from bands, over the same few questions for all bands of a table. */
export type CountError = (bands: Bands) => number;

/**
 * Asks how many have values within a range at each of two instants, and reads every band as if its members were spread evenly over it. A maker's own
 * reckoning, to choose by: the judge asks questions of its own.
 */
export function countErrorOf(matrix: Matrix, instants: number, rows: Uint32Array, whole: readonly boolean[]): CountError {
  const questions = questionsOn(matrix, instants, rows);
  return (bands) => {
    let sum = 0;
    let asked = 0;
    for (const question of questions) {
      let truth = 0;
      for (const row of bands.rows) if (question.every((range) => isWithin(matrix, row, range))) truth++;
      if (truth === 0) continue;
      sum += Math.abs(estimateOf(question, bands, whole) - truth) / truth;
      asked++;
    }
    return asked === 0 ? 0 : sum / asked;
  };
}

const questionCount = 400;

function questionsOn(
  { values, rowStep, columnStep }: Matrix,
  instants: number,
  rows: Uint32Array,
): readonly (readonly Range[])[] {
  const random = randomFrom('counts of bands');
  const rangeAt = (column: number): Range => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const row of rows) {
      const value = values[row * rowStep + column * columnStep];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const width = (0.05 + 0.45 * random.unit()) * (high - low);
    const middle = low + random.unit() * (high - low);
    return [column, Math.max(low, middle - width / 2), Math.min(high, middle + width / 2)];
  };
  return Array.from({ length: questionCount }, () => {
    const first = random.below(instants);
    const second = instants === 1 ? first : (first + 1 + random.below(instants - 1)) % instants;
    return first === second ? [rangeAt(first)] : [rangeAt(first), rangeAt(second)];
  });
}

function isWithin({ values, rowStep, columnStep }: Matrix, row: number, [column, from, to]: Range): boolean {
  const value = values[row * rowStep + column * columnStep];
  return value >= from && value <= to;
}

function estimateOf(
  question: readonly Range[],
  { groupStarts, columns, lower, upper }: Bands,
  whole: readonly boolean[],
): number {
  let sum = 0;
  for (let g = 0; g + 1 < groupStarts.length; g++) {
    let share = groupStarts[g + 1] - groupStarts[g];
    for (const [column, from, to] of question) {
      const [low, high] = [lower[g * columns + column], upper[g * columns + column]];
      const step = whole[column] ? 1 : 0; // a band of whole numbers has as many places as it has ends and numbers between
      const within = Math.min(high, step === 1 ? Math.floor(to) : to) - Math.max(low, step === 1 ? Math.ceil(from) : from) + step;
      share *= high + step === low ? (low >= from && low <= to ? 1 : 0) : Math.max(0, within) / (high - low + step);
    }
    sum += share;
  }
  return sum;
}
