import { availableParallelism } from 'node:os';
import { Refusal } from '../base/problem.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Engine } from '../engine/engine.ts';
import { type LocalEngineOptions, openLocalEngine } from '../engine/local/local-engine.ts';
import type { Policy } from '../policy/policy.ts';
import type { SparkChoice } from './spark-choice.ts';

interface EngineOptions extends LocalEngineOptions {
  readonly workspace: Workspace;
  readonly spark?: SparkChoice | undefined;
}

/** The engine of this machine, or of a cluster where one is named; what it needs is loaded by those alone who name one. */
export async function openEngine({ spark, ...options }: EngineOptions): Promise<Engine> {
  if (spark === undefined) return openLocalEngine(options);
  const { workspace, ...limits } = options;
  const [{ openSparkEngine }, { openTablesBeside }] = await Promise.all([
    import('../engine/spark/spark-engine.ts'),
    import('../engine/local/tables-beside.ts'),
  ]);
  const local = await openLocalEngine(options);
  const { threads = availableParallelism(), memory } = limits;
  const beside = await openTablesBeside(workspace, { threads, memory });
  const opened = await openSparkEngine({ ...spark, workspace, beside, local });
  if (opened.ok) return opened.value;
  beside.close();
  local.close();
  throw new Refusal(...opened.problems);
}

/** Whatever a policy asks for that is not proved to be equal on a cluster is refused before anything is opened. */
export async function checkSpark(policy: Policy, spark: SparkChoice | undefined): Promise<void> {
  if (spark === undefined || policy.family === 'events') return;
  const { sparkNotDone } = await import('../engine/spark/engine-problems.ts');
  throw new Refusal(sparkNotDone(`the family ${policy.family}`, 'Leave out --engine spark: one machine does it.'));
}
