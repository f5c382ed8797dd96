import { ok, type Result, refusedFirst } from '../base/result.ts';
import { hierarchiesOfLabels } from './model-keys.ts';
import type { SeriesPolicy } from './policy.ts';
import { type QuasiColumn, quasiColumn, roleProblems } from './roles.ts';

/** Which column of a long table does what: one row per subject and instant, every column with exactly one role. */
export interface LongRoles {
  readonly subject: string;
  readonly time: string;
  readonly value: string;
  readonly quasi: readonly QuasiColumn[];
  readonly sensitive: readonly string[];
  readonly dropped: readonly string[];
}

export function longRolesOf(
  policy: SeriesPolicy,
  long: NonNullable<SeriesPolicy['long']>,
  columns: readonly string[],
): Result<LongRoles> {
  const quasi = policy.quasi.map((text) => quasiColumn(text, columns, policy.hierarchy));
  const named: readonly (readonly [string, string])[] = [
    ...[long.subject, long.time, long.value].map((name) => [name, '--long'] as const),
    ...quasi.map(({ name }) => [name, '--quasi'] as const),
    ...policy.sensitive.map((name) => [name, '--sensitive'] as const),
    ...policy.drop.filter((name) => name !== long.subject).map((name) => [name, '--drop'] as const), // a subject never leaves anyway
  ];
  const problems = roleProblems(named, quasi, hierarchiesOfLabels(policy), columns);
  if (problems.length > 0) return refusedFirst(problems);
  return ok({ ...long, quasi, sensitive: policy.sensitive, dropped: [...new Set([long.subject, ...policy.drop])] });
}
