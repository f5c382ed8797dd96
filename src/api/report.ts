import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { asWriteProblem } from '../engine/local/stage.ts';
import { manifestSchema } from '../release/manifest.ts';
import type { Summary } from '../report/summary.ts';
import { asProblem } from '../verify/breaches.ts';
import { verifyRelease } from '../verify/verify.ts';
import { rewritePublicReport } from './documents.ts';

/** Writes report.html of a release anew, after proving that the release still holds; a broken release gets no report. */
export async function rewriteReport(folder: string): Promise<Result<{ readonly report: string }>> {
  const verdict = await verifyRelease(folder);
  if (!verdict.ok) return verdict;
  if (!verdict.value.holds) return refused(...verdict.value.breaches.map(asProblem));
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const summary = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Summary; // its hash was just verified: we wrote it
  try {
    rewritePublicReport(folder, manifest, summary);
  } catch (error) {
    return refused(asWriteProblem(error, folder));
  }
  return ok({ report: join(folder, 'report.html') });
}
