import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ok, type Result, refused } from '../base/result.ts';
import type { KeptPlan } from '../plan/plan.ts';
import { unreadablePlan } from '../plan/problems.ts';

/** A plan as `shoal plan --json` printed it, from a file or from standard input. */
export async function readPlanFile(path: string, stdin: Readable): Promise<Result<KeptPlan>> {
  try {
    return ok(JSON.parse(path === '-' ? await text(stdin) : readFileSync(path, 'utf8')));
  } catch {
    return refused(unreadablePlan(path === '-' ? 'standard input' : path));
  }
}
