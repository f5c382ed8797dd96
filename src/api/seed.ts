import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Refusal } from '../base/problem.ts';
import type { Policy } from '../policy/policy.ts';
import { badSeedFile } from '../policy/problems.ts';

/**
 * The seed of a run: the one a program gives, that of the policy's file, the policy's own, or one that nobody can guess. From it the shuffle of
 * a release could be undone, so it is kept internal.
 */
export function seedOf({ seed, seedFile }: Pick<Policy, 'seed' | 'seedFile'>, given?: string): number | string {
  return given ?? (seedFile === undefined ? (seed ?? randomBytes(32).toString('hex')) : readSeed(seedFile));
}

function readSeed(file: string): string {
  const seed = textOf(file).trim().toLowerCase();
  const fault = faultOf(seed);
  if (fault !== undefined) throw new Refusal(badSeedFile(file, fault));
  return seed;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Refusal(badSeedFile(file, 'it is not there, or not readable'));
  }
}

/** Refuses what nobody draws by chance: one in ten million seeds of 32 digits has so few different ones. */
function faultOf(seed: string): string | undefined {
  if (!/^[0-9a-f]*$/.test(seed)) return 'it holds something else than hexadecimal digits';
  if (seed.length < 32) return `it holds ${seed.length} digits, and 32 are the least`;
  if (seed.length > 64) return `it holds ${seed.length} digits, and 64 are the most`;
  if (new Set(seed).size < 8 || isRepeated(seed) || isCounted(seed)) return 'its digits are not random';
  return undefined;
}

/** The same few digits again and again. */
function isRepeated(seed: string): boolean {
  for (let period = 1; period <= seed.length / 2; period++) if (seed.startsWith(seed.slice(period))) return true;
  return false;
}

/** Digits, or pairs of them, that go up or down by the same step. */
function isCounted(seed: string): boolean {
  return [1, 2].some((width) => {
    const numbers = (seed.match(new RegExp(`.{${width}}`, 'g')) ?? []).map((digits) => Number.parseInt(digits, 16));
    const steps = numbers.slice(1).map((number, i) => (number - numbers[i] + 16 ** width) % 16 ** width);
    return new Set(steps).size <= 2;
  });
}
