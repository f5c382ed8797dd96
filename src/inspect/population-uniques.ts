/** Classes of a sample by their size, each with how many classes have it. */
export type ClassSizes = readonly (readonly [size: number, classes: number])[];

/** How many of a population are alone with their values, by what a sample of it shows; undefined where a model does not fit. */
export interface PopulationUniques {
  /** People of the population. */
  readonly population: number;
  readonly zayatz: number;
  readonly pitman: number | undefined;
  readonly slidNegativeBinomial: number | undefined;
  /** The one to go by, and its estimate (Dankar, El Emam, Neisa and Roffey, BMC Medical Informatics and Decision Making 12, 2012). */
  readonly by: 'zayatz' | 'pitman' | 'slidNegativeBinomial';
  readonly uniques: number;
}

/**
 * Estimates from a sample that is the share `sampled` of its population. Up to a tenth Pitman's model is the nearest; above it the lesser of Zayatz' estimate
 * and of the slid negative binomial's, as both tend to be too high there.
 */
export function populationUniques(sizes: ClassSizes, sampled: number): PopulationUniques {
  const people = sizes.reduce((sum, [size, classes]) => sum + size * classes, 0);
  const population = Math.round(people / sampled);
  const zayatz = byZayatz(sizes, population);
  const pitman = byPitman(sizes, population);
  const slidNegativeBinomial = bySlidNegativeBinomial(sizes, population);
  const choose = () => {
    if (sampled <= 0.1) return pitman === undefined ? 'zayatz' : 'pitman';
    return slidNegativeBinomial !== undefined && slidNegativeBinomial < zayatz ? 'slidNegativeBinomial' : 'zayatz';
  };
  const by = choose();
  const uniques = { zayatz, pitman: pitman ?? zayatz, slidNegativeBinomial: slidNegativeBinomial ?? zayatz }[by];
  return { population, zayatz, pitman, slidNegativeBinomial, by, uniques };
}

const countOf = (sizes: ClassSizes): { readonly people: number; readonly classes: number; readonly uniques: number } => ({
  people: sizes.reduce((sum, [size, classes]) => sum + size * classes, 0),
  classes: sizes.reduce((sum, [, classes]) => sum + classes, 0),
  uniques: sizes.find(([size]) => size === 1)?.[1] ?? 0,
});

/**
 * Zayatz, Statistical Research Division Report, Bureau of the Census 1991: classes of the population are taken to be as large as those of the sample; how
 * many of those that show once in a sample are of one person follows by Bayes.
 */
export function byZayatz(sizes: ClassSizes, population: number): number {
  const { people, classes, uniques } = countOf(sizes);
  if (uniques === 0) return 0;
  const once = (size: number) =>
    Math.exp(logChoose(size, 1) + logChoose(population - size, people - 1) - logChoose(population, people));
  const all = sizes.reduce(
    (sum, [size, count]) => sum + (size > population - people + 1 ? 0 : (count / classes) * once(size)),
    0,
  );
  const alone = ((uniques / classes) * once(1)) / all;
  return Math.min(population, (uniques * alone * population) / people);
}

/**
 * Pitman's sampling formula (Hoshino, Journal of Official Statistics 17, 2001): the most likely theta and alpha, and what they make of the whole population.
 * The likelihood is told in logarithms of the gamma function, so that no sum runs over people.
 */
export function byPitman(sizes: ClassSizes, population: number): number | undefined {
  const { people, classes, uniques } = countOf(sizes);
  if (uniques === 0) return 0;
  if (classes === people || classes < 2) return undefined; // nobody shares anything, or all do: no theta is the likeliest
  const likelihood = (theta: number, alpha: number) =>
    (classes - 1) * Math.log(alpha) +
    logGamma(theta / alpha + classes) -
    logGamma(theta / alpha + 1) -
    logGamma(theta + people) +
    logGamma(theta + 1) +
    sizes.reduce((sum, [size, count]) => sum + count * (logGamma(size - alpha) - logGamma(1 - alpha)), 0);
  const thetaFor = (alpha: number) => Math.exp(bestOf(-12, Math.log(100 * people), (log) => likelihood(Math.exp(log), alpha)));
  const alpha = bestOf(1e-6, 1 - 1e-6, (one) => likelihood(thetaFor(one), one));
  const theta = thetaFor(alpha);
  const found =
    Math.log(population) +
    logGamma(theta + 1) -
    logGamma(theta + alpha) +
    logGamma(theta + population + alpha - 1) -
    logGamma(theta + population);
  return Math.min(population, Math.exp(found));
}

/**
 * Chen and Keller-McNulty, Journal of Official Statistics 14, 1998: a class has one person, and as many more as a negative binomial draws. Its two numbers and
 * that of all classes are those by which the sample would have its people, classes and uniques in the mean.
 */
export function bySlidNegativeBinomial(sizes: ClassSizes, population: number): number | undefined {
  const { people, classes, uniques } = countOf(sizes);
  const sampled = people / population;
  if (uniques === 0) return 0;
  if (sampled >= 1) return uniques;
  const missed = 1 - sampled;
  /** Of a shape and a mean of others in a class: the chance to be missed whole, to be seen once, and to be alone. */
  const chances = (shape: number, others: number) => {
    const beta = others / (others + shape);
    const base = (1 - beta) / (1 - beta * missed);
    const power = base ** shape;
    const slope = power + (missed * shape * beta * power) / (1 - beta * missed);
    return { none: missed * power, once: sampled * slope, alone: (1 - beta) ** shape };
  };
  const seenClasses = (shape: number, others: number) => (population / (1 + others)) * (1 - chances(shape, others).none);
  /** More others make fewer classes. */
  const othersFor = (shape: number) => {
    let [low, high] = [0, population];
    if (seenClasses(shape, low) < classes) return undefined;
    for (let step = 0; step < 80; step++) {
      const middle = (low + high) / 2;
      if (seenClasses(shape, middle) > classes) low = middle;
      else high = middle;
    }
    return low;
  };
  const miss = (log: number) => {
    const others = othersFor(Math.exp(log));
    if (others === undefined) return Number.POSITIVE_INFINITY;
    return Math.abs((population / (1 + others)) * chances(Math.exp(log), others).once - uniques);
  };
  const shape = Math.exp(bestOf(-8, 8, (log) => -miss(log)));
  const others = othersFor(shape);
  if (others === undefined || miss(Math.log(shape)) > 0.02 * uniques + 1) return undefined;
  return Math.min(population, (population / (1 + others)) * chances(shape, others).alone);
}

/** Where a function is largest between two ends: the best of a grid, then golden sections beside it. */
function bestOf(from: number, to: number, valueAt: (at: number) => number): number {
  const steps = 40;
  let best = from;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i <= steps; i++) {
    const at = from + ((to - from) * i) / steps;
    const value = valueAt(at);
    if (!(value > most)) continue;
    most = value;
    best = at;
  }
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.max(from, best - (to - from) / steps), Math.min(to, best + (to - from) / steps)];
  for (let i = 0; i < 40; i++) {
    const [one, other] = [high - golden * (high - low), low + golden * (high - low)];
    if (valueAt(one) < valueAt(other)) low = one;
    else high = other;
  }
  return (low + high) / 2;
}

const logChoose = (of: number, some: number): number =>
  some < 0 || some > of ? Number.NEGATIVE_INFINITY : logGamma(of + 1) - logGamma(some + 1) - logGamma(of - some + 1);

/** Logarithm of the gamma function for positive numbers: Stirling's series, above ten. */
export function logGamma(of: number): number {
  let shift = 0;
  let x = of;
  for (; x < 10; x++) shift -= Math.log(x);
  const square = 1 / (x * x);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / x;
  return shift + (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
