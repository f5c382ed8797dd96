import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { keysOf, parsePolicy, type SeriesPolicy } from '../policy/policy.ts';
import type { Sweep } from '../policy/sweep-grid.ts';
import type { Setting } from '../report/sweep-result.ts';

/** One setting of a grid: the policy it stands for, or why there is none. */
export type SweepCell =
  | { readonly setting: Setting; readonly policy: SeriesPolicy }
  | { readonly setting: Setting; readonly impossible: Problem };

/** Range queries asked of each setting where the policy does not say: enough to compare, a fifth of the time of a run's 1,000. */
export const sweepQueries = 200;

/** PRISM's effort where the policy does not say: a run's own loses less, and takes ten times as long for each setting. */
const sweepEffort = 'fast';

/** Every combination of the grid, in its order. What is wrong with the policy whatever the setting is refused at once. */
export function cellsOf(
  raw: Readonly<Record<string, unknown>>,
  { method: names, k: ks, p: ps, maxLevel: levels }: Sweep,
): Result<readonly SweepCell[]> {
  const cells: SweepCell[] = [];
  const problems = new Map<string, Problem>();
  const swept = new Set(names.flatMap((name) => keysOf[name]));
  for (const method of new Set(names))
    for (const k of new Set(ks))
      for (const p of new Set(ps))
        for (const maxLevel of new Set(levels)) {
          const setting = { method, k, p, maxLevel };
          const usual = { queries: sweepQueries, ...(keysOf[method].includes('effort') ? { effort: sweepEffort } : {}) };
          const policy = parsePolicy({ ...usual, ...ownSettings(raw, method, swept), ...setting });
          if (policy.ok)
            cells.push({ setting, policy: policy.value as SeriesPolicy }); // a grid names methods of series only
          else if (policy.problems[0].code === 'policy/p-above-k') cells.push({ setting, impossible: policy.problems[0] });
          else for (const problem of policy.problems) problems.set(`${problem.code} ${problem.what}`, problem);
        }
  return problems.size > 0 ? refused(...problems.values()) : ok(cells);
}

/** Without where the release would go, and without what only the other methods of the sweep understand. */
function ownSettings(
  raw: Readonly<Record<string, unknown>>,
  method: SeriesPolicy['method'],
  swept: ReadonlySet<string>,
): Record<string, unknown> {
  const own = ([key]: readonly [string, unknown]) => !aside.has(key) && (keysOf[method].includes(key) || !swept.has(key));
  return Object.fromEntries(Object.entries(raw).filter(own));
}

const aside = new Set(['out', 'outTable', 'trace', 'sweep']);
