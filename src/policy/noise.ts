import * as z from 'zod';
import { ok, type Result, refused } from '../base/result.ts';
import { badNoiseKey, unfitNoise } from './noise-problems.ts';
import { readSecretDigits } from './secret-digits.ts';

/** Noise on published counts: how far one may be told from the true one, and the variance of that. */
export interface Noise {
  readonly most: number;
  readonly variance: number;
}

/** No number within the bounds is likelier than one nearer to 0, so none varies more than evenly drawn ones do. */
export const mostVariance = (most: number): number => (most * (most + 1)) / 3;

const pair = z.strictObject({ most: z.int().min(1).max(100), variance: z.number().min(0.5).max(3400) });

export const noiseSchema = z
  .union(
    [
      pair,
      z
        .string()
        .regex(/^\d+\s*,\s*\d+(\.\d+)?$/)
        .transform((text): Noise => {
          const [most, variance] = text.split(',').map(Number);
          return { most, variance };
        })
        .pipe(pair),
    ],
    'expected how far a count may be told from the true one (1 to 100) and the variance of that, such as 3,2',
  )
  .refine(
    ({ variance }) => Number(variance.toPrecision(3)) === variance,
    'the variance has more than three digits, and nobody could tell it from a shorter one',
  )
  .refine(
    ({ most, variance }) => most < 1 || variance <= mostVariance(most), // one fault is told once
    'the variance is more than most * (most + 1) / 3, as large as it can be',
  );

interface NoisyPolicy {
  readonly noise?: Noise | undefined;
  readonly noiseKey?: string | undefined;
  readonly aggregate: readonly string[];
  readonly subject?: string | undefined;
}

/** What of the other settings noise does not go with. The key is asked for where it is used: a report tells the settings without it. */
export function noiseProblem({ noise, noiseKey, aggregate, subject }: NoisyPolicy) {
  if (noise === undefined) return noiseKey === undefined ? undefined : unfitNoise('noiseKey', 'A key is given without noise.');
  if (aggregate.length === 0) return unfitNoise('aggregate', 'Noise is asked for, and records are published one by one.');
  if (aggregate.some((text) => text !== 'count'))
    return unfitNoise('aggregate', 'Noise is asked for, and means are published beside the counts.');
  if (subject === 'row') return unfitNoise('subject', 'Noise is asked for, and each row is a subject by itself.');
  return undefined;
}

/** The secret that noise is made with; none where none was asked for. */
export function readNoiseKey({ noise, noiseKey }: Pick<NoisyPolicy, 'noise' | 'noiseKey'>): Result<string | undefined> {
  if (noise === undefined) return ok(undefined);
  return noiseKey === undefined ? refused(badNoiseKey(undefined, 'none is named')) : readSecretDigits(noiseKey, badNoiseKey);
}
