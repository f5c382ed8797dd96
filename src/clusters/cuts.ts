/** The column of the largest width; the first of equal ones. */
export function widest(widths: Float64Array): number {
  let best = 0;
  for (let c = 1; c < widths.length; c++) if (widths[c] > widths[best]) best = c;
  return best;
}

/** The multiple of k nearest the middle that leaves k on the other side. */
export function middle(size: number, k: number): number {
  return Math.min(Math.max(k, k * Math.round(size / (2 * k))), size - k);
}

/** The border between two different codes nearest the middle with k rows on both sides; 0 when there is none. */
export function borderNearMiddle(sorted: Float64Array, k: number): number {
  let best = 0;
  for (let i = k; i <= sorted.length - k; i++)
    if (sorted[i] !== sorted[i - 1] && Math.abs(2 * i - sorted.length) < Math.abs(2 * best - sorted.length)) best = i;
  return best;
}

/** Memory for cutting up to `most` rows, taken once and lent to each cut. */
export interface CutScratch {
  /** What rows are cut by: that of the first at [0]. */
  readonly values: Float64Array;
  readonly ranked: Float64Array;
  readonly right: Uint32Array;
}

export const cutScratch = (most: number): CutScratch => ({
  values: new Float64Array(most),
  ranked: new Float64Array(most),
  right: new Uint32Array(most),
});

/**
 * Puts the `cut` rows of the smallest scratch values first. Stable, so rows stay in ascending order and of equal values the lower rows
 * go left.
 */
export function partRows(rows: Uint32Array, cut: number, { values, ranked, right }: CutScratch): void {
  const size = rows.length;
  ranked.set(values.subarray(0, size));
  const border = select(ranked, size, cut - 1);
  let ties = cut;
  for (let i = 0; i < size; i++) ties -= values[i] < border ? 1 : 0;
  let left = 0;
  let parted = 0;
  for (let i = 0; i < size; i++) {
    const row = rows[i];
    const goesLeft = values[i] < border || (values[i] === border && ties-- > 0) ? 1 : 0;
    rows[left] = row; // both are written and one is kept: cheaper than a branch the processor cannot foresee
    right[parted] = row;
    left += goesLeft;
    parted += 1 - goesLeft;
  }
  for (let i = 0; i < parted; i++) rows[left + i] = right[i];
}

/** The value of rank `rank` (0 is the least) among the first `size` values, which it reorders. Hoare 1961, median of three. */
export function select(values: Float64Array, size: number, rank: number): number {
  let low = 0;
  let high = size - 1;
  while (low < high) {
    const pivot = medianOfThree(values[low], values[(low + high) >>> 1], values[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const kept = values[i];
        values[i++] = values[j];
        values[j--] = kept;
      }
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else return pivot;
  }
  return values[low];
}

const medianOfThree = (a: number, b: number, c: number): number =>
  a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
