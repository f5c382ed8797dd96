import { type Result, refused } from '../base/result.ts';
import type { Work } from '../families/family.ts';
import { coarserWorks } from '../families/table/coarser.ts';
import type { TableWork } from '../families/table/work.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { type Conditions, continueWork } from './perform-plan.ts';
import { openBerth, type Running } from './publish.ts';
import type { Coarser } from './run-options.ts';

/** Takes what was made of records through the last steps of its plan again, for each larger k; answers only with why one could not be published. */
export async function runCoarser(
  work: Work,
  { ks, onRelease }: Coarser,
  conditions: Conditions,
  running: Running,
): Promise<Result<never> | undefined> {
  if (work.plan.family !== 'table') return undefined;
  for (const { k, out, work: made, rows } of coarserWorks(work as TableWork, ks)) {
    // the plan's family vouches
    const berth = openBerth(made.plan.policy, running);
    if (!berth.ok) return refused(...berth.problems);
    const executed = await continueWork({ ...made, folder: berth.value.folder }, { ...conditions, ...berth.value });
    if (!executed.ok) return refused(...executed.problems);
    onRelease({ k, folder: out, summary: executed.value.summary as TableSummary, rows }); // of a table
  }
  return undefined;
}
