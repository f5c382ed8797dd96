import { parsePolicy, type SeriesPolicy } from '../../src/policy/policy.ts';

/** A policy that must be sound, and of series. */
export function seriesPolicy(raw: unknown): SeriesPolicy {
  const policy = parsePolicy(raw);
  if (!policy.ok) throw new Error(policy.problems.map(({ code, what }) => `${code}: ${what}`).join('\n'));
  if (policy.value.family !== 'series') throw new Error('a policy of events where one of series was meant');
  return policy.value;
}
