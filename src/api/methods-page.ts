import { writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { asWriteProblem } from '../release/stage.ts';
import type { SeriesSummary } from '../report/summary.ts';
import { subjectsBeside } from './subjects-beside.ts';

/** Writes the page that lays releases of one input side by side; its path. It shows subjects as they were, so it must stay. */
export async function writeMethodsPage(
  path: string,
  input: string,
  summaries: readonly SeriesSummary[],
  lang: string,
): Promise<Result<string>> {
  const { methodsHtml } = await import('../report/methods-html.ts'); // with charts, which few callers need
  const folders = summaries.map(({ out = 'release' }) => out);
  const releases = summaries.map((summary, m) => ({ summary, report: `${relative(dirname(path), folders[m])}/report.html` }));
  const { instants, subjects } = await subjectsBeside(input, folders);
  try {
    writeFileSync(path, methodsHtml({ releases, instants, subjects }, lang));
  } catch (error) {
    return refused(asWriteProblem(error, path));
  }
  return ok(path);
}
