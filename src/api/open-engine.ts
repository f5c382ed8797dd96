import { availableParallelism } from 'node:os';
import type { Pool } from '../base/pool.ts';
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
  const [{ openSparkEngine }, { openTablesBeside }, { homeFiles }, { readSelect }] = await Promise.all([
    import('../engine/spark/spark-engine.ts'),
    import('../engine/local/tables-beside.ts'),
    import('../engine/local/home-file.ts'),
    import('../engine/local/read-select.ts'),
  ]);
  const local = await openLocalEngine(options);
  const { threads = availableParallelism(), memory } = limits;
  const beside = await openTablesBeside(workspace, { threads, memory });
  const openFile = homeFiles(workspace, { threads, memory });
  const tools = { workspace, beside, local, openFile, readSelect: (sql: string) => readSelect(sql, workspace) };
  const opened = await openSparkEngine({ ...spark, ...tools, kernels: spark.kernels === 'cluster' });
  if (opened.ok) return opened.value;
  beside.close();
  local.close();
  throw new Refusal(...opened.problems);
}

/** Threads of this machine, and beside them executors of a cluster where one is named to group on. */
export async function openPool(threads: Pool, { spark, workspace }: Pick<EngineOptions, 'spark' | 'workspace'>): Promise<Pool> {
  if (spark?.kernels !== 'cluster') return threads;
  const { openClusterPool } = await import('../engine/spark/cluster-pool.ts');
  const { connectConfigured } = await import('../engine/spark/spark-engine.ts');
  const { address, onStatement, tuning = {} } = spark;
  const { leastTasks, batchBytes, settings } = tuning;
  const connect = () => connectConfigured(address, settings);
  return openClusterPool({ threads, connect, signal: workspace.signal, onStatement, leastTasks, batchBytes });
}

/** A cluster as a policy needs it: kernels group curves and records, and none of them an event log. */
export const sparkFor = ({ family }: Pick<Policy, 'family'>, spark: SparkChoice | undefined): SparkChoice | undefined =>
  spark && { ...spark, kernels: family === 'events' ? 'driver' : (spark.kernels ?? 'cluster') };
