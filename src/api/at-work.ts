import { availableParallelism } from 'node:os';
import { createPool } from '../base/pool.ts';
import type { Problem } from '../base/problem.ts';
import { type Result, refused } from '../base/result.ts';
import { openWorkspace } from '../base/workspace.ts';
import type { Engine } from '../engine/engine.ts';
import type { Tools } from '../families/family.ts';
import type { Policy } from '../policy/policy.ts';
import { type Heard, hear, type Listeners } from './heard.ts';
import { openEngine as openChosen, openPool } from './open-engine.ts';
import { refusalOf } from './refusal.ts';
import type { RunOptions } from './run-options.ts';
import { unlessAborted } from './unless-aborted.ts';

/** The limits of some work, the place that a fault of the file system is told of, and why nothing may be put there. */
type Place = Pick<Policy, 'threads' | 'memory'> & { readonly out: string; readonly checkPlace?: () => Problem | undefined };

type Given = Listeners & Pick<RunOptions, 'spark'> & Pick<Tools, 'given'>;

/** Does some work with threads and a workspace of its own, and tidies up whatever happens. What is thrown on the way becomes a refusal here, and only here. */
export async function atWork<Value>(
  place: Place,
  { given, spark, ...listeners }: Given,
  work: (tools: Tools) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const heard = hear(listeners);
  try {
    return await workWith(place, { ...heard, given, spark }, work);
  } finally {
    heard.leave();
    heard.rethrow();
  }
}

function workWith<Value>(
  { threads: asked, memory, out, checkPlace }: Place,
  { signal, given, onProgress, onNotice, spark }: Heard & Given,
  work: (tools: Tools) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  return unlessAborted(signal, async () => {
    const threads = asked ?? availableParallelism();
    const workspace = openWorkspace(signal);
    const pool = await openPool(createPool(threads), { spark, workspace });
    workspace.attend(pool.close);
    let opened: Promise<Engine> | undefined;
    const openEngine = () => {
      opened ??= openChosen({ workspace, threads: asked, memory, spark });
      return opened;
    };
    try {
      const problem = checkPlace?.();
      if (problem !== undefined) return refused(problem);
      return await work({ threads, pool, workspace, openEngine, onProgress, onNotice, given });
    } catch (error) {
      return refusalOf(error, out);
    } finally {
      await (await opened?.catch(() => undefined))?.close();
      await pool.close();
      workspace.dispose();
    }
  });
}
