/** A column of released records: which of its values each has, and under which label it is published; both counted from 0. */
export interface LabelledValues {
  readonly values: Uint32Array;
  readonly labels: Uint32Array;
}

/**
 * The share of what the values told that the labels do not tell (non-uniform entropy; Gionis and Tassa, TKDE 2009): the bits that are missing to name a record's
 * value when its label is known, of the bits to name it when nothing is. Frequent values are cheap to guess, so that a label of one frequent and some rare
 * values loses little. A column of one value had nothing to lose.
 */
export function entropyLoss({ values, labels }: LabelledValues): number {
  const [width, height] = [sizeOf(values), sizeOf(labels)];
  const byValue = bitsIn(countsOf(values, width));
  if (byValue === 0) return 0;
  const together = pairCounts(values, labels, { width, height });
  return Math.min(1, Math.max(0, (bitsIn(together) - bitsIn(countsOf(labels, height))) / byValue)); // H(value | label) = H(value, label) - H(label)
}

const sizeOf = (codes: Uint32Array): number => 1 + codes.reduce((most, code) => Math.max(most, code), 0);

/** A table of all pairs is faster by ten than one of those that occur, as long as it is small. */
const mostPairs = 1 << 24;

function pairCounts(
  values: Uint32Array,
  labels: Uint32Array,
  { width, height }: { readonly width: number; readonly height: number },
): Iterable<number> {
  if (width * height <= mostPairs) {
    const counts = new Uint32Array(width * height);
    for (let i = 0; i < values.length; i++) counts[labels[i] * width + values[i]]++;
    return counts;
  }
  const counts = new Map<number, number>();
  for (let i = 0; i < values.length; i++) {
    const pair = labels[i] * width + values[i];
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts.values();
}

function countsOf(codes: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let i = 0; i < codes.length; i++) counts[codes[i]]++;
  return counts;
}

/** Bits to name one of these, as often as each occurs: log2 n - (sum of c log2 c) / n. */
function bitsIn(counts: Iterable<number>): number {
  let [all, logs] = [0, 0];
  for (const count of counts) {
    if (count === 0) continue;
    all += count;
    logs += count * Math.log2(count);
  }
  return all === 0 ? 0 : Math.log2(all) - logs / all;
}
