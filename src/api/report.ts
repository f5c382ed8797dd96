import { copyFileSync, cpSync, linkSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { asWriteProblem, openStage } from '../engine/local/stage.ts';
import { openWorkspace } from '../engine/local/workspace.ts';
import { manifestSchema } from '../release/manifest.ts';
import type { Summary } from '../report/summary.ts';
import { asProblem } from '../verify/breaches.ts';
import { verifyRelease } from '../verify/verify.ts';
import { rewritePublicReport } from './documents.ts';

/**
 * Writes report.html of a release anew, after proving that the release still holds; a broken release gets no report.
 * The folder is replaced as a whole, since the manifest names the report's hash.
 */
export async function rewriteReport(folder: string): Promise<Result<{ readonly report: string }>> {
  const verdict = await verifyRelease(folder);
  if (!verdict.ok) return verdict;
  if (!verdict.value.holds) return refused(...verdict.value.breaches.map(asProblem));
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const summary = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Summary; // its hash was just verified: we wrote it
  const workspace = openWorkspace();
  try {
    const stage = openStage(folder, workspace, true);
    if (!stage.ok) return stage;
    for (const name of readdirSync(folder)) {
      if (name === 'internal') cpSync(join(folder, name), join(stage.value.folder, name), { recursive: true });
      else if (name !== 'manifest.json' && name !== 'report.html') linked(join(folder, name), join(stage.value.folder, name));
    }
    rewritePublicReport(stage.value.folder, manifest, summary);
    const blocked = stage.value.publish();
    if (blocked !== undefined) return refused(blocked);
    return ok({ report: join(folder, 'report.html') });
  } catch (error) {
    return refused(asWriteProblem(error, folder));
  } finally {
    workspace.dispose();
  }
}

/** The same bytes under a second name; a copy where the file system has no links. */
function linked(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
