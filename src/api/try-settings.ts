import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commonWork } from '../base/common-work.ts';
import { type Problem, Refusal } from '../base/problem.ts';
import { withSharedCounting } from '../engine/local/local-counting.ts';
import type { Prepared, Tools } from '../families/family.ts';
import { sweptValues } from '../figures/sweep-figures.ts';
import type { Setting } from '../figures/sweep-setting.ts';
import { gates } from '../plan/gates.ts';
import type { Plan } from '../plan/plan.ts';
import { bytesOf } from '../policy/memory.ts';
import type { Policy } from '../policy/policy.ts';
import type { SweepFigures } from '../report/sweep-result.ts';
import { familyOf } from './families.ts';
import { folderName } from './folder-name.ts';
import { type Execution, performPlan } from './perform-plan.ts';
import { planOf } from './plan.ts';
import { someAtATime } from './some-at-a-time.ts';
import type { SweepCell } from './sweep-cells.ts';

/** A setting that no release of this input can have. */
export type Impossible = Setting & { readonly problem: Problem };

/** A setting whose release was written and verified, and what it lost. */
export type Verified = Setting & SweepFigures & { readonly policy: Policy; readonly raw: Readonly<Record<string, unknown>> };

/** What is tried: settings of one input, with the seed they share. */
export interface Trials {
  readonly cells: readonly SweepCell[];
  /** Reads the input for a setting: once for all that read it alike. */
  readonly inputOf: (policy: Policy) => Promise<Prepared>;
  readonly first: Prepared;
  readonly seed: number | string;
}

/**
 * Executes the plan of every setting up to the verdict, a few at a time, and removes what it wrote. All share one input, one database to judge
 * with, and whatever work does not hang on what they differ in. Throws a refusal where a release cannot be written or breaks a promise.
 */
export async function trySettings(
  { cells, inputOf, first, seed }: Trials,
  tools: Tools,
): Promise<readonly (Impossible | Verified)[]> {
  const { threads, onProgress } = tools;
  const total = cells.filter((cell) => 'policy' in cell).length;
  const [policy] = cells.flatMap((cell) => ('policy' in cell ? [cell.policy] : []));
  const alone = policy?.family === 'events' || first.rows > manySubjects; // a log has its tables in an engine of its own
  const atATime = alone ? 1 : Math.min(threads, mostAtATime);
  const memoryBytes = bytesOf(cells.flatMap((cell) => ('policy' in cell ? [cell.policy.memory] : []))[0]);
  const quiet = { ...tools, onProgress: () => {}, common: commonWork() };
  let done = 0;
  return withSharedCounting({ threads: Math.ceil(threads / atATime), memoryBytes, signal: tools.workspace.signal }, (counting) =>
    someAtATime(cells, atATime, async (cell) => {
      if ('impossible' in cell) return { ...cell.setting, problem: cell.impossible };
      const input = await inputOf(cell.policy);
      const planned = planCell(cell, input, threads);
      const tried = 'problem' in planned ? planned : await trial(planned, input, { tools: quiet, seed, counting });
      done++;
      onProgress({ phase: 'sweep', done, total, unit: 'settings', finished: done === total });
      return tried;
    }),
  );
}

/** Above it one setting keeps every thread busy by itself, and its release takes enough memory alone. */
const manySubjects = 65_536;
const mostAtATime = 4;

type Planned = Setting & { readonly plan: Plan; readonly raw: Readonly<Record<string, unknown>> };

/** The plan of a setting, up to the verdict; refuses what no setting could mend. */
function planCell(cell: Extract<SweepCell, { policy: Policy }>, input: Prepared, threads: number): Planned | Impossible {
  const plan = planOf(cell.policy, input, threads);
  if (!plan.ok) return { ...cell.setting, problem: impossibility(plan.problems) };
  const { steps } = plan.value;
  const verdict = steps.findIndex(({ step }) => step === 'verify');
  return { ...cell.setting, raw: cell.raw, plan: { ...plan.value, steps: steps.slice(0, verdict + 1) } };
}

/** What this setting cannot have and another may; anything else ends the sweep. */
function impossibility(problems: readonly Problem[]): Problem {
  const unreachable = problems.find(({ code }) => ofThisSetting.has(code));
  if (unreachable === undefined) throw new Refusal(...problems);
  return unreachable;
}

/** Columns that a method cannot have; too few subjects for k or values for l, in the input or once those without company for their shape are out; a limit on losses or risks. */
const ofThisSetting = new Set<string>([
  'policy/k-too-large',
  'policy/cannot-be-disjoint',
  ...Object.values(gates).map(({ refuses }) => refuses),
]);

type Trial = Omit<Execution, 'folder'>;

async function trial({ plan, raw, ...setting }: Planned, input: Prepared, execution: Trial): Promise<Verified | Impossible> {
  const begun = performance.now();
  const { policy } = plan;
  const folder = join(execution.tools.workspace.folder(), folderName(setting));
  mkdirSync(join(folder, 'internal'), { recursive: true });
  try {
    const executed = await performPlan(plan, input, { ...execution, folder });
    if (!executed.ok) return { ...setting, problem: impossibility(executed.problems) };
    const summary = familyOf(policy).summarise(executed.value.judged);
    const { suppressedSubjects = 0, suppressedRows = 0, retention = 1 } = summary.release;
    return {
      ...setting,
      ...{ policy, raw },
      ...sweptValues(policy.family, summary),
      retention,
      suppressed: policy.family === 'series' ? suppressedSubjects : suppressedRows,
      seconds: Math.round(performance.now() - begun) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
