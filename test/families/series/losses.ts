/** Losses by their definitions, the slow way: every pair of instants, the normal curve by its integral. Shares nothing with the kernels. */

export const pairwiseDifferences = (values: readonly number[]): number[] =>
  values.flatMap((value, i) => values.slice(i + 1).map((later) => later - value));

export const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i], 0);

export const norm = (a: readonly number[]): number => Math.sqrt(dot(a, a));

/** 1 minus the cosine of all pairwise differences; 1 where one of the two has no shape, 0 where the series itself has none. */
export function patternLoss(series: readonly number[], pattern: readonly number[]): number {
  const own = pairwiseDifferences(series);
  const told = pairwiseDifferences(pattern);
  if (own.every((difference) => difference === 0)) return told.every((difference) => Math.abs(difference) < 1e-9) ? 0 : 1;
  return norm(told) < 1e-9 ? 1 : 1 - dot(own, told) / (norm(own) * norm(told));
}

/** The standard normal distribution up to z, by Simpson's rule. */
export function normalShare(z: number): number {
  const steps = 400;
  const width = z / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp(-((i * width) ** 2) / 2);
  return 0.5 + ((width / 3) * sum) / Math.sqrt(2 * Math.PI);
}

/** The value that halves the probability of cell `symbol` of `level` equally likely ones. */
export function cellMedian(symbol: number, level: number): number {
  const place = `${symbol}/${level}`;
  const known = medians.get(place);
  if (known !== undefined) return known;
  let low = -8;
  let high = 8;
  for (let i = 0; i < 60; i++) {
    const mid = (low + high) / 2;
    if (normalShare(mid) < (symbol + 0.5) / level) low = mid;
    else high = mid;
  }
  medians.set(place, (low + high) / 2);
  return (low + high) / 2;
}
const medians = new Map<string, number>();

/** What a word says of each of `length` instants: the median of its segment's cell. */
export const reconstructed = (word: readonly number[], level: number, length: number): number[] =>
  Array.from({ length }, (_, t) =>
    cellMedian(word[word.findIndex((_, i) => t < Math.floor(((i + 1) * length) / word.length))], level),
  );

/** Root of the mean squared width of an envelope. */
export const valueLoss = (lower: readonly number[], upper: readonly number[]): number =>
  Math.sqrt(lower.reduce((sum, low, t) => sum + (upper[t] - low) ** 2, 0) / lower.length);

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
