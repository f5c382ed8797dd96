import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { type Policy, parsePolicy } from '../policy/policy.ts';
import type { KeptPlan } from './plan.ts';
import { planChanged, unreadablePlan } from './problems.ts';

/** The one door for plans that were kept: what comes through it has a sound policy. Whether it is still its plan, only planning anew can tell. */
export function parsePlan(raw: unknown): Result<KeptPlan> {
  if (!isRecord(raw) || !isRecord(raw.policy) || !isRecord(raw.input) || !Array.isArray(raw.steps) || !raw.steps.every(isRecord))
    return refused(unreadablePlan());
  const policy = parsePolicy({ ...raw.policy, ...(raw.threads === undefined ? {} : { threads: raw.threads }) });
  return policy.ok ? ok({ ...(raw as unknown as KeptPlan), policy: policy.value }) : policy; // every other part is compared before it counts
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why a kept plan is not that of the same policy and input today; the places it reads and writes, and its threads, may be others. */
export function changeOf(kept: KeptPlan, today: KeptPlan): Problem | undefined {
  const [before, now] = [comparable(kept), comparable(today)];
  const parts = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const changed = parts.filter((part) => canonical(before[part]) !== canonical(now[part]));
  return changed.length === 0 ? undefined : planChanged(changed);
}

function comparable({ threads: _, policy, steps, ...plan }: KeptPlan): Readonly<Record<string, unknown>> {
  return { ...plan, policy: withoutPlaces(policy), steps: steps.map(({ ...step }) => ({ ...step, folder: undefined })) };
}

const withoutPlaces = (policy: Policy) => ({
  ...policy,
  input: undefined,
  out: undefined,
  outTable: undefined,
  threads: undefined,
});

/** Keys in order, so that two texts are equal where the values are. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? '';
