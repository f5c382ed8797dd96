import { keyedNumbers } from '../../base/keyed-numbers.ts';
import type { Crowd } from '../../clusters/crowd.ts';
import type { Partition } from '../../frame/partition.ts';
import type { Noise } from '../../policy/noise.ts';

/**
 * Cell-key perturbation (Fraser and Wooton 2005; Thompson, Broadfoot and Elazar 2013), keyed by subjects: each has a number that only the holder of
 * the secret can work out, a row has the sum of the numbers of those in it, and that sum picks its noise from a fixed table. So the same subjects
 * get the same noise in whatever row, table and order they stand.
 */
export function noisyCounts(counts: Uint32Array, groups: Partition, { subjects, size }: Crowd, noise: CellNoise): Uint32Array {
  const edges = edgesOf(weightsOf(noise));
  const met = new Uint32Array(size); // the last group each subject was met in, from 1 on
  return counts.map((count, g) => {
    let sum = 0;
    for (let i = groups.starts[g]; i < groups.starts[g + 1]; i++) {
      const subject = subjects[groups.rows[i]];
      if (met[subject] === g + 1) continue;
      met[subject] = g + 1;
      sum = (sum + noise.keys[subject]) >>> 0;
    }
    const place = sum >>> 16;
    return count + edges.findIndex((edge) => place < edge) - noise.most;
  });
}

/** Noise, and the number of each subject. */
export interface CellNoise extends Noise {
  readonly keys: Uint32Array;
}

/** The number of each subject, by its id in the form that tells it apart; a whole number is one id, also in a column of doubles or decimals. */
export const subjectKeys = (names: readonly string[], secret: string): Uint32Array =>
  keyedNumbers(
    names.map((name) => name.replace(/^(\d+)\.0+$/, '$1')),
    secret,
    'shoal cell key 1',
  );

/** Of how many numbers each noise from 0 to `most` has its share; as many for the same below 0. */
const all = 1 << 16;

/**
 * How many of 65,536 numbers give each noise of 0 .. most: of all tables within these bounds, of mean 0 and this variance, the one that tells least
 * (largest entropy; Giessing 2016), which falls with the square of the noise.
 */
export function weightsOf({ most, variance }: Noise): readonly number[] {
  let [flat, steep] = [0, 64];
  for (let i = 0; i < 200; i++) {
    const middle = (flat + steep) / 2;
    if (varianceOf(sharesOf(most, middle)) > variance) flat = middle;
    else steep = middle;
  }
  const weights = sharesOf(most, flat).map((share) => Math.round(all * share));
  const others = weights.slice(1).reduce((sum, weight) => sum + weight, 0);
  return [all - 2 * others, ...weights.slice(1)];
}

function sharesOf(most: number, fall: number): readonly number[] {
  const heights = Array.from({ length: most + 1 }, (_, noise) => Math.exp(-fall * noise * noise));
  const whole = heights.reduce((sum, height, noise) => sum + (noise === 0 ? height : 2 * height), 0);
  return heights.map((height) => height / whole);
}

const varianceOf = (shares: readonly number[]): number =>
  shares.reduce((sum, share, noise) => sum + 2 * noise * noise * share, 0);

/** Where the numbers of each noise end, from the lowest on. */
function edgesOf(weights: readonly number[]): readonly number[] {
  const inOrder = [...weights.slice(1).reverse(), ...weights];
  let end = 0;
  return inOrder.map((weight) => {
    end += weight;
    return end;
  });
}
