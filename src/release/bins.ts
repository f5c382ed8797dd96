import type { Bin } from './bin-rules.ts';

/** Weighted values in about `wanted` bins of a round width, from 0 or the least value on. */
export function binsOf(values: ArrayLike<number>, weights: ArrayLike<number> | undefined, wanted: number): readonly Bin[] {
  let highest = 0;
  for (let i = 0; i < values.length; i++) highest = Math.max(highest, values[i]);
  const width = roundWidth(highest / wanted);
  const counts = new Float64Array(Math.floor(highest / width) + 1);
  for (let i = 0; i < values.length; i++) counts[Math.floor(Math.max(0, values[i]) / width)] += weights?.[i] ?? 1;
  return trimBins(Array.from(counts, (count, i) => ({ from: clean(i * width), to: clean((i + 1) * width), count })));
}

/** Sizes of classes in at most `most` bins of equal whole width, from `least` on, or the smallest. */
export function sizeBins(
  sizes: readonly (readonly [size: number, classes: number])[],
  most: number,
  least = sizes.at(0)?.[0] ?? 0,
): readonly Bin[] {
  if (sizes.length === 0) return [];
  const width = Math.max(1, Math.ceil(roundWidth((sizes[sizes.length - 1][0] + 1 - least) / most)));
  const counts: number[] = [];
  for (const [size, classes] of sizes) {
    const bin = Math.floor((size - least) / width);
    counts[bin] = (counts[bin] ?? 0) + classes;
  }
  return Array.from(counts, (count, i) => ({ from: least + i * width, to: least + (i + 1) * width, count: count ?? 0 }));
}

/** The least of 1, 2 and 5 times a power of ten that is not below. */
function roundWidth(least: number): number {
  if (!(least > 1e-300)) return 1; // nothing, or too little for a power of ten
  const power = 10 ** Math.floor(Math.log10(least));
  return clean(([1, 2, 5].find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power);
}

/** Without the dust that multiplying leaves. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** Without empty bins at either end. */
function trimBins(bins: readonly Bin[]): readonly Bin[] {
  const from = bins.findIndex(({ count }) => count > 0);
  return from < 0 ? [] : bins.slice(from, bins.findLastIndex(({ count }) => count > 0) + 1);
}
