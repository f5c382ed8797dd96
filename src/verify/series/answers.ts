import type { Counter } from '../../base/counting.ts';
import { boundsOf } from '../cell-checks.ts';
import type { Layout } from '../layout.ts';
import type { SourceColumn } from '../source.ts';

/**
 * What the bands answer to "how many have at least so much at that instant?". A subject whose band lies above is counted for certain, one whose band
 * reaches above possibly; between them lies the true number, as bands hold all their members.
 */
export interface Answer {
  readonly instant: string;
  /** The middle of a band that half of the subjects lie up to, in three digits. */
  readonly from: number;
  readonly least: number;
  readonly most: number;
  /** Each subject by how much of the band lies above; a half more or less by a rounding error counts as a half. */
  readonly published: number;
}

/** Of the tables `leaves` and `classes` that a series was read into. */
export async function seriesAnswers(counter: Counter, layout: Layout): Promise<readonly Answer[]> {
  const { envelope } = layout;
  const asked = placesAsked(layout);
  if (asked.length === 0) return [];
  const bounds = asked.map((column) => boundsOf(column, envelope[envelope.indexOf(column) + 1]));
  const cells = [...bounds.flatMap(({ lower, upper }) => [lower, upper]), 'CAST(rows AS DOUBLE)'];
  const columns = await counter.doubles(
    `SELECT ${cells.join(', ')} FROM leaves JOIN classes ON leaves.rowid = leaf`,
    cells.length,
  );
  const sizes = columns[columns.length - 1];
  return asked.map((column, i) => answerOf(column, columns[2 * i], columns[2 * i + 1], sizes));
}

/** Five instants at fixed places, or all where there are fewer. */
export function placesAsked({ envelope }: Layout): readonly SourceColumn[] {
  const columns = envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');
  const places = new Set([0.1, 0.3, 0.5, 0.7, 0.9].map((share) => Math.floor(share * columns.length)));
  return [...places].flatMap((place) => columns[place] ?? []);
}

/** Of the bands of all groups at one instant, with the subjects of each. */
export function answerOf({ declared }: SourceColumn, low: Float64Array, high: Float64Array, sizes: Float64Array): Answer {
  const from = Number(middleOf(low, high, sizes).toPrecision(3)); // as people ask
  let [least, most] = [0, 0];
  let [sum, lost] = [0, 0]; // what was rounded off is kept apart, so that the order of groups does not matter
  for (let g = 0; g < sizes.length; g++) {
    if (low[g] >= from) least += sizes[g];
    if (high[g] >= from) most += sizes[g];
    const share = low[g] >= from ? 1 : high[g] < from ? 0 : (high[g] - from) / (high[g] - low[g]);
    const more = sum + sizes[g] * share;
    lost += sizes[g] * share - (more - sum);
    sum = more;
  }
  const published = Math.round(Math.round((sum + lost) * 1e6) / 1e6);
  return { instant: declared.of ?? declared.name, from, least, most, published };
}

/** The least middle of a band such that half of the subjects have one up to it. Of the bands only those are kept that it may still be: half as many each time. */
function middleOf(low: Float64Array, high: Float64Array, sizes: Float64Array): number {
  const middles = new Float64Array(low.length);
  const weights = sizes.slice();
  let all = 0;
  for (let g = 0; g < middles.length; g++) {
    middles[g] = low[g] + (high[g] - low[g]) / 2;
    all += weights[g];
  }
  let { count, before } = keepOneCell(middles, weights, all);
  const sorted = middles.slice(0, count).sort();
  let [from, to] = [0, sorted.length - 1];
  while (from < to) {
    const at = (from + to) >> 1;
    let below = before;
    for (let i = 0; i < count; i++) if (middles[i] <= sorted[at]) below += weights[i];
    const isUpTo = 2 * below >= all;
    let kept = 0;
    for (let i = 0; i < count; i++)
      if (middles[i] <= sorted[at] === isUpTo) {
        middles[kept] = middles[i];
        weights[kept++] = weights[i];
      }
    count = kept;
    if (isUpTo) to = at;
    else {
      from = at + 1;
      before = below;
    }
  }
  return sorted[from] ?? 0;
}

const cells = 4096;

/** Of values in so many cells of equal width, those in the cell where half of the weight is reached, moved to the front: to sort all of them takes four times as long. */
function keepOneCell(
  values: Float64Array,
  weights: Float64Array,
  all: number,
): { readonly count: number /** The weight of all that are smaller. */; readonly before: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    if (values[i] < least) least = values[i];
    if (values[i] > most) most = values[i];
  }
  const scale = (cells - 1) / (most - least);
  if (!(scale > 0 && scale < Number.POSITIVE_INFINITY)) return { count: values.length, before: 0 };
  const cellOf = (value: number): number => Math.floor((value - least) * scale); // never falls as values rise, rounding included
  const inCell = new Float64Array(cells + 1);
  for (let i = 0; i < values.length; i++) inCell[cellOf(values[i])] += weights[i];
  let [cell, before] = [0, 0];
  while (2 * (before + inCell[cell]) < all) before += inCell[cell++];
  let count = 0;
  for (let i = 0; i < values.length; i++)
    if (cellOf(values[i]) === cell) {
      values[count] = values[i];
      weights[count++] = weights[i];
    }
  return { count, before };
}
