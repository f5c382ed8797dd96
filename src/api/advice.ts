import type { Policy } from '../policy/policy.ts';

/** Where a release is weaker than its readers would call for; said aloud, decided by the person. */
export function adviceOn(policy: Policy): readonly string[] {
  const advice: string[] = [];
  if (policy.release === 'public' && policy.k < 11)
    advice.push(`k is ${policy.k}; public releases usually ask for 11 or more (a risk of 0.09 at most).`);
  if (policy.release === 'public' && 'p' in policy && policy.p < 5)
    advice.push(`P is ${policy.p}; for a public release 5 or more keeps a known shape from pointing to fewer than 5.`);
  return advice;
}
