import { quantile } from '../../verify/series/normal.ts';

/** The shape of curves: of each the mean of every segment, in deviations from its own mean. */
export interface Shapes {
  readonly segments: number;
  /** Distance of segment i of curve s at s * segments + i; not a number where a value is missing. */
  readonly distances: Float64Array;
}

/** Lin, Keogh, Lonardi and Chiu, DMKD 2003, §3, from a list of values for each instant. */
export function shapesOf(instants: readonly Float64Array[], curves: number, segments: number): Shapes {
  const distances = new Float64Array(curves * segments);
  const values = new Float64Array(instants.length);
  for (let curve = 0; curve < curves; curve++) {
    for (const [t, of] of instants.entries()) values[t] = of[curve];
    const mean = meanOf(values, 0, values.length);
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    for (let i = 0; i < segments; i++) {
      const [from, to] = [i, i + 1].map((end) => Math.floor((end * values.length) / segments));
      distances[curve * segments + i] = deviation === 0 ? 0 : (meanOf(values, from, to) - mean) / deviation;
    }
  }
  return { segments, distances };
}

function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let t = from; t < to; t++) sum += values[t];
  return sum / (to - from);
}

/** A published pattern as the stretch of distances that each segment of it allows. */
export interface PatternBands {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Reads `abca` or `a-b|c|c|a` at its level. */
export function patternBands(pattern: string, level: number): PatternBands {
  const symbols = pattern.includes('|') ? pattern.split('|') : /^[a-z]-[a-z]$/.test(pattern) ? [pattern] : [...pattern];
  const codeOf = (letter: string | undefined) => (letter ?? 'a').charCodeAt(0) - 97;
  return {
    lower: Float64Array.from(symbols, (symbol) => cut(codeOf(symbol[0]), level)),
    upper: Float64Array.from(symbols, (symbol) => cut(codeOf(symbol.at(-1)) + 1, level)),
  };
}

/** Where symbol number `symbol` of a level begins. */
const cut = (symbol: number, level: number): number =>
  symbol <= 0 ? Number.NEGATIVE_INFINITY : symbol >= level ? Number.POSITIVE_INFINITY : cuts(level)[symbol];

const known = new Map<number, Float64Array>();

function cuts(level: number): Float64Array {
  const found = known.get(level) ?? Float64Array.from({ length: level }, (_, i) => (i === 0 ? 0 : quantile(i / level)));
  known.set(level, found);
  return found;
}

/** How far a curve lies outside a pattern, over all segments; the last bits of sums are forgiven. */
export function gapTo({ lower, upper }: PatternBands, { segments, distances }: Shapes, curve: number): number {
  let gap = 0;
  for (let i = 0; i < segments; i++) {
    const distance = distances[curve * segments + i];
    gap += Math.max(0, lower[i] - distance, distance - upper[i]);
  }
  return gap < 1e-9 ? 0 : gap;
}
