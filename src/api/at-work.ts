import { availableParallelism } from 'node:os';
import { createPool } from '../base/pool.ts';
import type { Result } from '../base/result.ts';
import { openWorkspace } from '../base/workspace.ts';
import type { Engine } from '../engine/engine.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import type { Tools } from '../families/family.ts';
import type { Policy } from '../policy/policy.ts';
import { refusalOf } from './refusal.ts';
import type { RunOptions } from './run-options.ts';

/** The limits of some work, and the place that a fault of the file system is told of. */
type Place = Pick<Policy, 'threads' | 'memory'> & { readonly out: string };

type Listeners = Pick<RunOptions, 'workspace' | 'stdin' | 'onProgress' | 'onNotice'>;

/** Does some work with threads and a workspace of its own, and tidies up whatever happens. What is thrown on the way becomes a refusal here, and only here. */
export async function atWork<Value>(
  { threads = availableParallelism(), memory, out }: Place,
  { workspace = openWorkspace(), stdin, onProgress = () => {}, onNotice }: Listeners,
  work: (tools: Tools) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const pool = createPool(threads);
  let engine: Engine | undefined;
  try {
    engine = await openLocalEngine({ workspace, threads, memory });
    return await work({ threads, pool, workspace, engine, onProgress, onNotice, stdin });
  } catch (error) {
    return refusalOf(error, out);
  } finally {
    engine?.close();
    await pool.close();
    workspace.dispose();
  }
}
