import type { Policy } from '../policy/policy.ts';

/** Where a release is weaker than its readers would call for; said aloud, decided by the person. */
export function adviceOn(policy: Policy): readonly string[] {
  const advice: string[] = [];
  const leaves = policy.release !== 'internal';
  if (policy.release === 'public' && policy.k < 11)
    advice.push(`k is ${policy.k}; public releases usually ask for 11 or more (a risk of 0.09 at most).`);
  if (policy.release === 'public' && 'p' in policy && policy.p < 5)
    advice.push(`P is ${policy.p}; for a public release 5 or more keeps a known shape from pointing to fewer than 5.`);
  if (leaves && policy.seed !== undefined)
    advice.push(
      'The seed was given: whoever guesses it can undo the order of rows. Leave it out unless the run must be repeatable.',
    );
  return advice;
}
