/**
 * What of a number may leave. A reader knows the released data; a number that is not in it must not tell of 1 to k - 1 persons, nor of all but
 * so few, and what it tells must not hang on one of them. Each rule leaves what it made as it is: a told number told again is the same.
 */

/** Nobody, or k and more. */
export const isCrowd = (count: number, k: number): boolean => count === 0 || count >= k;

/** A part of a whole: nobody or k and more in it, and nobody or k and more outside. */
export const isTellablePart = (part: number, whole: number, k: number): boolean => isCrowd(part, k) && isCrowd(whole - part, k);

/** Counts that lie in each other, smallest first, such as persons in classes below 5, 11 and 20: those of which no two are 1 to k - 1 apart. */
export function tellableChain<Link>(links: readonly Link[], countOf: (link: Link) => number, whole: number, k: number): Link[] {
  const told: Link[] = [];
  let last = 0;
  for (const link of links) {
    const count = countOf(link);
    if (!isCrowd(count - last, k) || !isTellablePart(count, whole, k)) continue;
    told.push(link);
    last = count;
  }
  return told;
}

/** A count that the data does not hold, as a multiple of k, rounded down: k counts look alike. Of 1 to k - 1 nothing. */
export const multipleOf = (k: number, count: number): number | undefined => (isCrowd(count, k) ? count - (count % k) : undefined);

/** Per cent; each divides the next, so that what is told in one step is told in all that are finer. */
const steps = [1, 5, 10, 50, 100];

/** A share, rounded up to a step that at least k of those make whom it is a share of; of fewer than k nothing. */
export function shareInSteps(share: number, of: number, k: number): number | undefined {
  const step = steps.find((percent) => (percent * of) / 100 >= k);
  if (step === undefined || !(share >= 0 && share <= 1)) return undefined;
  return (Math.max(0, Math.ceil((100 * share) / step - 1e-9)) * step) / 100; // not -0
}

/**
 * A mean over subjects, of whom one can move it by `range` / subjects, rounded up to the least step of 1, 2 or 5 times a power of ten that k
 * of them could move together. One more person alone moves a told mean by nothing or by a whole step, and so gives no value of hers.
 */
export function meanInSteps(mean: number, { range, subjects, k }: { range: number; subjects: number; k: number }): number {
  const least = k * range;
  let power = 1;
  while (10 * power * least <= subjects) power *= 10;
  const parts = [5, 2, 1].map((part) => part * power).find((part) => part * least <= subjects); // whole numbers: no step is missed by a digit
  if (parts !== undefined) return threeDigits(Math.max(0, Math.ceil(mean * parts - 1e-9)) / parts);
  while (10 * power * subjects < least) power *= 10;
  const step = ([1, 2, 5].find((one) => one * power * subjects >= least) ?? 10) * power;
  return Math.max(0, Math.ceil(mean / step - 1e-9)) * step;
}

/** One person of a thousand and more does not change a mean in its first three digits, but by chance. */
export const threeDigits = (mean: number): number => Number(mean.toPrecision(3));
