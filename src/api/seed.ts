import { randomBytes } from 'node:crypto';
import { Refusal } from '../base/problem.ts';
import type { Policy } from '../policy/policy.ts';
import { badSeedFile } from '../policy/problems.ts';
import { readSecretDigits } from '../policy/secret-digits.ts';

/**
 * The seed of a run: the one a program gives, that of the policy's file, the policy's own, or one that nobody can guess. From it the shuffle of
 * a release could be undone, so it is kept internal.
 */
export function seedOf({ seed, seedFile }: Pick<Policy, 'seed' | 'seedFile'>, given?: string): number | string {
  if (given !== undefined || seedFile === undefined) return given ?? seed ?? randomBytes(32).toString('hex');
  const read = readSecretDigits(seedFile, badSeedFile);
  if (!read.ok) throw new Refusal(...read.problems);
  return read.value;
}
