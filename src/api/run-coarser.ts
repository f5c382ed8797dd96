import { type Result, refused } from '../base/result.ts';
import type { Work } from '../families/family.ts';
import { coarserWorks } from '../families/table/coarser.ts';
import type { TableWork } from '../families/table/work.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { continueWork, type Execution } from './perform-plan.ts';
import { openTarget, type Running } from './publish.ts';
import type { Coarser } from './run-options.ts';

/** Takes what was made of records through the last steps of its plan again, for each larger k; answers only with why one could not be published. */
export async function runCoarser(
  work: Work,
  { ks, onRelease }: Coarser,
  execution: Execution,
  running: Running,
): Promise<Result<never> | undefined> {
  if (work.plan.family !== 'table') return undefined;
  const { options } = running;
  const { spark } = options;
  for (const { k, out, work: made, rows } of coarserWorks(work as TableWork, ks)) {
    // the plan's family vouches
    const target = openTarget(made.plan.policy, {
      ...running,
      options: { ...options, spark: spark && { ...spark, out: undefined } },
    }); // one release lies at a path
    if (!target.ok) return refused(...target.problems);
    const executed = await continueWork({ ...made, folder: target.value.folder }, { ...execution, ...target.value });
    if (!executed.ok) return refused(...executed.problems);
    onRelease({ k, folder: out, summary: executed.value.summary as TableSummary, rows }); // of a table
  }
  return undefined;
}
