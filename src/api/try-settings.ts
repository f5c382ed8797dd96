import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commonWork } from '../base/common-work.ts';
import { type Problem, Refusal } from '../base/problem.ts';
import { withSharedCounting } from '../engine/local/local-counting.ts';
import type { Prepared, Tools } from '../families/family.ts';
import { sweptValues } from '../figures/sweep-figures.ts';
import { gates } from '../plan/gates.ts';
import type { Plan } from '../plan/plan.ts';
import { bytesOf } from '../policy/memory.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { SeriesSummary } from '../report/summary.ts';
import type { Setting, SweepFigures } from '../report/sweep-result.ts';
import { familyOf } from './families.ts';
import { type Execution, performPlan } from './perform-plan.ts';
import { planOf } from './plan.ts';
import { someAtATime } from './some-at-a-time.ts';
import type { SweepCell } from './sweep-cells.ts';

/** A setting that no release of this input can have. */
export type Impossible = Setting & { readonly problem: Problem };

/** A setting whose release was written and verified, and what it lost. */
export type Verified = Setting & SweepFigures & { readonly policy: SeriesPolicy };

/** What is tried: settings of one input, with the seed they share. */
export interface Trials {
  readonly cells: readonly SweepCell[];
  readonly input: Prepared;
  readonly seed: number | string;
}

/**
 * Executes the plan of every setting up to the verdict, a few at a time, and removes what it wrote. All share one input, one database to judge
 * with, and whatever work does not hang on what they differ in. Throws a refusal where a release cannot be written or breaks a promise.
 */
export async function trySettings({ cells, input, seed }: Trials, tools: Tools): Promise<readonly (Impossible | Verified)[]> {
  const { threads, onProgress } = tools;
  const planned = cells.map((cell) => planCell(cell, input, threads));
  const total = planned.filter((one) => 'plan' in one).length;
  const atATime = input.rows > manySubjects ? 1 : Math.min(threads, mostAtATime);
  const memoryBytes = bytesOf(cells.flatMap((cell) => ('policy' in cell ? [cell.policy.memory] : []))[0]);
  const quiet = { ...tools, onProgress: () => {}, common: commonWork() };
  let done = 0;
  return withSharedCounting({ threads: Math.ceil(threads / atATime), memoryBytes, signal: tools.workspace.signal }, (counting) =>
    someAtATime(planned, atATime, async (one) => {
      if ('problem' in one) return one;
      const tried = await trial(one, input, { tools: quiet, seed, counting });
      done++;
      onProgress({ phase: 'sweep', done, total, unit: 'settings', finished: done === total });
      return tried;
    }),
  );
}

/** Above it one setting keeps every thread busy by itself, and its release takes enough memory alone. */
const manySubjects = 65_536;
const mostAtATime = 4;

type Planned = Setting & { readonly plan: Plan<SeriesPolicy> };

/** The plan of a setting, up to the verdict; refuses what no setting could mend. */
function planCell(cell: SweepCell, input: Prepared, threads: number): Planned | Impossible {
  if ('impossible' in cell) return { ...cell.setting, problem: cell.impossible };
  const plan = planOf(cell.policy, input, threads);
  if (!plan.ok) return { ...cell.setting, problem: impossibility(plan.problems) };
  const { steps } = plan.value;
  const verdict = steps.findIndex(({ step }) => step === 'verify');
  const policy = plan.value.policy as SeriesPolicy; // the cell's own, with what it left to the input decided
  return { ...cell.setting, plan: { ...plan.value, policy, steps: steps.slice(0, verdict + 1) } };
}

/** What this setting cannot have and another may; anything else ends the sweep. */
function impossibility(problems: readonly Problem[]): Problem {
  const unreachable = problems.find(({ code }) => ofThisSetting.has(code));
  if (unreachable === undefined) throw new Refusal(...problems);
  return unreachable;
}

/** Too few subjects for k or values for l, in the input or once those without company for their shape are out; a limit on losses. */
const ofThisSetting = new Set<string>([
  'policy/k-too-large',
  ...[gates.released, gates.distinctValues, gates.valueLoss, gates.patternLoss].map(({ refuses }) => refuses),
]);

type Trial = Omit<Execution, 'folder'>;

async function trial({ plan, ...setting }: Planned, input: Prepared, execution: Trial): Promise<Verified | Impossible> {
  const begun = performance.now();
  const { policy } = plan;
  const { method, k, p, maxLevel } = setting;
  const folder = join(execution.tools.workspace.folder(), `${method}-${k}-${p}-${maxLevel}`);
  mkdirSync(join(folder, 'internal'), { recursive: true });
  try {
    const executed = await performPlan(plan, input, { ...execution, folder });
    if (!executed.ok) return { ...setting, problem: impossibility(executed.problems) };
    const summary = familyOf(policy).summarise(executed.value.judged) as SeriesSummary; // a grid names methods of series only
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
