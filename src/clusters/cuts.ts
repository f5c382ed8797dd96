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
