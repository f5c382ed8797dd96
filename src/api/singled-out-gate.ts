import type { Problem } from '../base/problem.ts';
import type { SeriesPolicy, TablePolicy } from '../policy/policy.ts';
import type { SingledOut } from '../risk/table/kept-columns.ts';
import { keptColumns } from './problems.ts';

/** A public release of any family must not carry unchanged values by which subjects are found whatever else is published of them. */
export function tooManySingledOut(
  { family, release, maxUnicity, k }: SeriesPolicy | TablePolicy,
  singledOut: SingledOut | undefined,
): Problem | undefined {
  if (release !== 'public' || singledOut === undefined || singledOut.shareOfSubjects <= maxUnicity) return undefined;
  return keptColumns(singledOut.shareOfSubjects, { family, most: maxUnicity, k });
}
