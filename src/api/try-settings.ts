import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Counting } from '../base/counting.ts';
import type { Pool } from '../base/pool.ts';
import { type Problem, Refusal } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Engine } from '../engine/engine.ts';
import { withSharedCounting } from '../engine/local/local-counting.ts';
import { commonWork } from '../families/series/common-work.ts';
import { fewestValues } from '../families/series/fewest-values.ts';
import { sweptValues } from '../figures/sweep-figures.ts';
import { type Plan, planSeries } from '../plan/plan.ts';
import { bytesOf } from '../policy/memory.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { Setting, SweepFigures } from '../report/sweep-result.ts';
import { judgedRelease, type Workbench } from './judged-release.ts';
import type { InputRead } from './read-input.ts';
import { someAtATime } from './some-at-a-time.ts';
import { summaryOf } from './summary-of.ts';
import type { SweepCell } from './sweep-cells.ts';

/** A setting that no release of this input can have. */
export type Impossible = Setting & { readonly problem: Problem };

/** A setting whose release was written and verified, and what it lost. */
export type Verified = Setting & SweepFigures & { readonly policy: SeriesPolicy };

export interface TrialTools {
  readonly seed: number | string;
  readonly threads: number;
  readonly pool: Pool;
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly onProgress: OnProgress;
}

/**
 * Makes, writes and judges the release of every setting in turn, a few at a time, and removes it again. All share one table, one DuckDB to
 * judge with, and whatever work does not hang on what they differ in. Throws a refusal where a release cannot be written or breaks a promise.
 */
export async function trySettings(
  cells: readonly SweepCell[],
  read: InputRead,
  tools: TrialTools,
): Promise<readonly (Impossible | Verified)[]> {
  const { threads, onProgress } = tools;
  const { files } = tools.engine;
  const planned = cells.map((cell) => planOf(cell, read, threads));
  const total = planned.filter((one) => 'plan' in one).length;
  const atATime = read.table.rows.length > manySubjects ? 1 : Math.min(threads, mostAtATime);
  const memoryBytes = bytesOf(cells.flatMap((cell) => ('policy' in cell ? [cell.policy.memory] : []))[0]);
  const common = commonWork();
  let done = 0;
  return withSharedCounting({ threads: Math.ceil(threads / atATime), memoryBytes }, (counting) =>
    someAtATime(planned, atATime, async (one) => {
      if ('problem' in one) return one;
      const tried = await trial(one, read, { ...tools, files, onProgress: () => {}, common, counting });
      done++;
      onProgress({ phase: 'sweep', done, total, unit: 'settings', finished: done === total });
      return tried;
    }),
  );
}

/** Above it one setting keeps every thread busy by itself, and its release takes enough memory alone. */
const manySubjects = 65_536;
const mostAtATime = 4;

type Planned = Setting & { readonly policy: SeriesPolicy; readonly plan: Plan };

/** Refuses what no setting could mend. */
function planOf(cell: SweepCell, { roles, table }: InputRead, threads: number): Planned | Impossible {
  if ('impossible' in cell) return { ...cell.setting, problem: cell.impossible };
  const subjects = table.rows.length; // one row a subject, checked while reading
  const fewest = cell.policy.l > 1 ? fewestValues(table.sensitive, table.rows) : undefined;
  const plan = planSeries(cell.policy, roles, { rows: subjects, subjects, threads, fewest });
  if (plan.ok) return { ...cell.setting, policy: cell.policy, plan: plan.value };
  return { ...cell.setting, problem: impossibility(plan.problems) };
}

/** What this setting cannot have and another may; anything else ends the sweep. */
function impossibility(problems: readonly Problem[]): Problem {
  const unreachable = problems.find(({ code }) => ofThisSetting.has(code));
  if (unreachable === undefined) throw new Refusal(...problems);
  return unreachable;
}

/** Too few subjects for k or values for l, in the input or once those without company for their shape are out; a limit on losses. */
const ofThisSetting = new Set(['policy/k-too-large', 'policy/too-few-left', 'policy/l-too-large', 'policy/loss-out-of-reach']);

type Trial = Omit<Workbench, 'folder'> & { readonly counting: Counting };

async function trial({ policy, plan, ...setting }: Planned, read: InputRead, bench: Trial): Promise<Verified | Impossible> {
  const begun = performance.now();
  const { method, k, p, maxLevel } = setting;
  const folder = join(bench.workspace.folder(), `${method}-${k}-${p}-${maxLevel}`);
  mkdirSync(join(folder, 'internal'), { recursive: true });
  try {
    const judged = await judgedRelease(policy, plan, read, { ...bench, folder });
    if (!judged.ok) return { ...setting, problem: impossibility(judged.problems) };
    const summary = summaryOf(policy, '', read.table, judged.value);
    const { valueLoss, patternLoss } = summary.measure;
    return {
      ...setting,
      policy,
      ...sweptValues(summary),
      valueLoss,
      patternLoss,
      retention: summary.release.retention ?? 1,
      suppressed: summary.release.suppressedSubjects ?? 0,
      seconds: Math.round(performance.now() - begun) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
