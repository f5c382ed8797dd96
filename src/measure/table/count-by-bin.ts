import type { Matrix } from '../../frame/matrix.ts';

/** Whose records are counted once where they are alike in every quasi-identifier, as a release does that counts subjects. */
export interface CountedOnce {
  readonly subjects: Uint32Array;
  /** The quasi-identifiers of each record, in the first columns. */
  readonly cells: Matrix;
  readonly columns: number;
}

/** How many records lie in each bin; of those that lie in none the bin is negative. */
export function countByBin(binOfRow: Int32Array, bins: number, once?: CountedOnce): readonly number[] {
  const counts = new Array<number>(bins).fill(0);
  const seen = once === undefined ? undefined : firstOfEach(once, binOfRow.length);
  for (let row = 0; row < binOfRow.length; row++)
    if (binOfRow[row] >= 0 && (seen === undefined || seen[row] === 1)) counts[binOfRow[row]]++;
  return counts;
}

/** Marks one record of each subject and combination. A class is a number, split by one column after the other; numbers sort without a comparator. */
function firstOfEach({ subjects, cells, columns }: CountedOnce, rows: number): Uint8Array {
  let classes = Float64Array.from(subjects);
  let count = 1 + largestOf(classes);
  const { values, rowStep, columnStep } = cells;
  for (let c = 0; c < columns; c++) {
    const column = classes.map((_, row) => Math.floor(values[row * rowStep + c * columnStep])); // places, or seconds of the day
    const width = 1 + largestOf(column);
    if (count * width > Number.MAX_SAFE_INTEGER) ({ ranks: classes, count } = rankOf(classes));
    for (let row = 0; row < rows; row++) classes[row] = classes[row] * width + column[row];
    count *= width;
  }
  const { ranks, count: different } = rankOf(classes);
  const [taken, first] = [new Uint8Array(different), new Uint8Array(rows)];
  for (let row = 0; row < rows; row++) {
    if (taken[ranks[row]] === 0) first[row] = 1;
    taken[ranks[row]] = 1;
  }
  return first;
}

const largestOf = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 0);

/** The place of each value among the different ones, ascending. */
function rankOf(values: Float64Array<ArrayBuffer>): { readonly ranks: Float64Array<ArrayBuffer>; readonly count: number } {
  const different = values.toSorted().filter((value, i, sorted) => i === 0 || value !== sorted[i - 1]);
  return { ranks: values.map((value) => placeAmong(different, value)), count: different.length };
}

function placeAmong(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
