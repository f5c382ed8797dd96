import { type Random, randomFrom } from '../../../base/random.ts';
import type { Matrix } from '../../../frame/matrix.ts';

/** Bands of groups; `rows` are ordered by them. */
export interface Bands {
  readonly rows: Uint32Array;
  readonly groupStarts: Uint32Array;
  readonly columns: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * How many have a value within a range at one instant, and within another at a second one? Question q asks for columns[2q] and columns[2q + 1], each from
 * `from` to `to` at the same places; `truths` is the answer of the table.
 */
export interface CountQuestions {
  readonly columns: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly truths: Float64Array;
  /** 1 for columns of whole numbers: their bands have as many places as they have ends and numbers between. */
  readonly whole: Uint8Array;
}

/** The records of a table that are asked about. */
interface Asked {
  readonly matrix: Matrix;
  readonly instants: number;
  readonly rows: Uint32Array;
  readonly whole: readonly boolean[];
}

/** How far off counts are that a reader takes from bands, over the same questions for all bands of a table. */
export type CountError = (bands: Bands) => number;

/**
 * Questions as a reader may ask them: a range is as wide as 5 to 50 % of all values at its instant, and lies so that each value is as likely to be inside as any
 * other. Those that nobody answers are not asked. A maker's own questions, others for each purpose: the judge draws its own, too.
 */
export function askCounts({ matrix, instants, rows, whole }: Asked, purpose: 'choose' | 'polish'): CountQuestions {
  const random = randomFrom('counts of bands').fork(purpose);
  const ends = Array.from({ length: instants }, (_, column) => endsOf(matrix, rows, column));
  const columns: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const truths: number[] = [];
  for (let draw = 0; draw < (rows.length === 0 ? 0 : mostDraws) && truths.length < questionCount; draw++) {
    const first = random.below(instants);
    const second = instants === 1 ? first : (first + 1 + random.below(instants - 1)) % instants;
    const [one, other] = [first, second].map((column) => drawRange(ends[column], whole[column], random));
    const [low, high] = [
      [one[0], first === second ? Number.NEGATIVE_INFINITY : other[0]],
      [one[1], first === second ? Number.POSITIVE_INFINITY : other[1]],
    ];
    const truth = countWithin(matrix, rows, { columns: [first, second], from: low, to: high }, 0);
    if (truth === 0) continue;
    columns.push(first, second);
    from.push(...low);
    to.push(...high);
    truths.push(truth);
  }
  return {
    columns: Uint32Array.from(columns),
    from: Float64Array.from(from),
    to: Float64Array.from(to),
    truths: Float64Array.from(truths),
    whole: Uint8Array.from(whole, (is) => (is ? 1 : 0)),
  };
}

/** Means of relative errors are unsure: by fewer questions the best of several looks better than it is, and what is fitted to them helps with no others. */
const questionCount = 6000;
const mostDraws = 200_000;

/** Of question q the two at [2q] and [2q + 1]. */
interface Ranges {
  readonly columns: ArrayLike<number>;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
}

function endsOf({ values, rowStep, columnStep }: Matrix, rows: Uint32Array, column: number): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = values[row * rowStep + column * columnStep];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

function drawRange([least, most]: readonly [number, number], whole: boolean, random: Random): readonly [number, number] {
  const share = 0.05 + 0.45 * random.unit();
  const place = random.unit();
  const places = whole ? most - least + 1 : most - least;
  const width = whole ? Math.max(1, Math.round(share * places)) : share * places;
  const from = whole ? least - width + 1 + Math.floor(place * (places + width - 1)) : least - width + place * (places + width);
  return [Math.max(least, from), Math.min(most, whole ? from + width - 1 : from + width)];
}

function countWithin(
  { values, rowStep, columnStep }: Matrix,
  rows: Uint32Array,
  { columns, from, to }: Ranges,
  q: number,
): number {
  const [one, other] = [columns[2 * q] * columnStep, columns[2 * q + 1] * columnStep];
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const first = values[rows[i] * rowStep + one];
    const second = values[rows[i] * rowStep + other];
    if (first >= from[2 * q] && first <= to[2 * q] && second >= from[2 * q + 1] && second <= to[2 * q + 1]) count++;
  }
  return count;
}

/** Reads every band as if its members were spread evenly over it. */
export function countErrorOf(questions: CountQuestions, matrix: Matrix, tableRows: number): CountError {
  const { truths } = questions;
  return (bands) => {
    let sum = 0;
    let asked = 0;
    for (let q = 0; q < truths.length; q++) {
      const truth = bands.rows.length === tableRows ? truths[q] : countWithin(matrix, bands.rows, questions, q);
      if (truth === 0) continue;
      let estimate = 0;
      for (let g = 0; g + 1 < bands.groupStarts.length; g++)
        estimate += (bands.groupStarts[g + 1] - bands.groupStarts[g]) * shareWithin(questions, q, bands, g * bands.columns);
      sum += Math.abs(estimate - truth) / truth;
      asked++;
    }
    return asked === 0 ? 0 : sum / asked;
  };
}

/** The share of a group's members that question q finds, by its band from `at` on. */
export function shareWithin(
  questions: CountQuestions,
  q: number,
  { lower, upper }: Pick<Bands, 'lower' | 'upper'>,
  at: number,
): number {
  const { columns, from, to, whole } = questions;
  let share = 1;
  for (let i = 2 * q; i < 2 * q + 2; i++) {
    const low = lower[at + columns[i]];
    const high = upper[at + columns[i]];
    if (to[i] < low || from[i] > high) return 0;
    if (from[i] <= low && to[i] >= high) continue;
    const step = whole[columns[i]];
    const within =
      Math.min(high, step === 1 ? Math.floor(to[i]) : to[i]) - Math.max(low, step === 1 ? Math.ceil(from[i]) : from[i]) + step;
    share *= Math.max(0, within) / (high - low + step);
  }
  return share;
}
