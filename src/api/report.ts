import { existsSync, linkSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../base/languages.ts';
import { isPlainFile } from '../base/plain-file.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openWorkspace } from '../base/workspace.ts';
import { localCounting } from '../engine/local/local-counting.ts';
import { hashOfData } from '../release/data-files.ts';
import { descriptionFiles } from '../release/describe/describe.ts';
import { type Manifest, manifestSchema } from '../release/manifest.ts';
import { signatureFile } from '../release/side-files.ts';
import { asWriteProblem, copyFiles, copySynced, openStage } from '../release/stage.ts';
import type { Edition, Report, SignOff } from '../report/view.ts';
import { asProblem } from '../verify/breaches.ts';
import { verifyRelease } from '../verify/verify.ts';
import { callProblem } from './call-problem.ts';
import { pageDrawer, rewriteInside, rewriteReports } from './documents.ts';
import { noInternalReport } from './problems.ts';
import { unlessAborted } from './unless-aborted.ts';

/** How a report is written anew. */
export interface ReportOptions {
  /** The language to write in; as it was when left out. */
  readonly lang?: Language;
  /** Aborted, it ends the work, and the release stays as it was: the answer is a problem, `run/aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Where the page is, and whether a signature went with the manifest it was of. */
export interface RewrittenReport {
  readonly report: string;
  readonly unsigned: boolean;
}

/**
 * Writes the reports of a release anew from what they tell in JSON, after proving that the release still holds; a broken release gets none.
 * The folder is replaced as a whole, since the manifest names the report's hash; a signature of the former manifest does not stay.
 */
export function rewriteReport(folder: string, options: ReportOptions = {}): Promise<Result<RewrittenReport>> {
  const wrong = callProblem(['folder', folder, 'text'], ['options', options, 'options']);
  if (wrong !== undefined) return Promise.resolve(refused(wrong));
  return unlessAborted(options.signal, () => rewriteFolder(folder, options));
}

/** Who agrees that a release may leave. */
export interface SignOffInput {
  readonly name: string;
  readonly role: string;
  /** Such as 2024-05-31. */
  readonly date: string;
  readonly remark?: string | undefined;
}

/** Writes into the internal report who agreed to a release, after proving that it holds. What leaves stays as it was, byte for byte. */
export async function signOff(
  folder: string,
  by: SignOffInput,
  options: Pick<ReportOptions, 'signal'> = {},
): Promise<Result<readonly SignOff[]>> {
  const wrong = callProblem(['folder', folder, 'text'], ['by', by, 'object'], ['options', options, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const { name, role, date, remark } = by;
  let all: readonly SignOff[] = [];
  const written = await unlessAborted(options.signal, () =>
    rewriteFolder(folder, options, (whole, manifest) => {
      all = [
        ...(whole.signOffs ?? []),
        { name, role, date, ...(remark === undefined ? {} : { remark }), data: hashOfData(manifest) },
      ];
      return { ...whole, signOffs: all };
    }),
  );
  return written.ok ? ok(all) : written;
}

/** The page of a report in a language, from what the release tells in JSON; it is written nowhere. */
export async function reportPage(folder: string, lang: Language | undefined, edition: Edition): Promise<string> {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const path = edition === 'internal' ? 'internal/report.json' : 'report.json';
  const draw = await pageDrawer();
  return draw(inLanguage(readReport(join(folder, path)), lang), manifest, edition);
}

const writtenAnew: readonly string[] = ['manifest.json', signatureFile, 'report.html', 'report.json', ...descriptionFiles];

async function rewriteFolder(
  folder: string,
  { lang, signal }: ReportOptions,
  signed?: (whole: Report, manifest: Manifest) => Report,
): Promise<Result<RewrittenReport>> {
  const verdict = await verifyRelease(folder, localCounting({ signal }), { signal });
  if (!verdict.ok) return verdict;
  if (!verdict.value.holds) return refused(...verdict.value.breaches.map(asProblem));
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const inside = join(folder, 'internal/report.json');
  const bySigner = existsSync(join(folder, signatureFile));
  const workspace = openWorkspace();
  try {
    const open = inLanguage(readReport(join(folder, 'report.json')), lang); // its hash was just verified: we wrote it
    const read = isPlainFile(inside) ? inLanguage(readReport(inside), lang) : undefined;
    if (read === undefined && signed !== undefined) return refused(noInternalReport());
    const whole = read === undefined ? undefined : (signed?.(read, manifest) ?? read);
    const stage = openStage(folder, workspace, true);
    if (!stage.ok) return stage;
    for (const name of readdirSync(folder)) {
      if (name === 'internal') copyFiles(join(folder, name), join(stage.value.folder, name));
      else if (signed !== undefined || !writtenAnew.includes(name)) linkFile(join(folder, name), join(stage.value.folder, name));
    }
    if (signed !== undefined && whole !== undefined) await rewriteInside(stage.value.folder, manifest, whole);
    else await rewriteReports(stage.value.folder, manifest, open, whole);
    signal?.throwIfAborted();
    const blocked = stage.value.publish();
    if (blocked !== undefined) return refused(blocked);
    return ok({ report: join(folder, 'report.html'), unsigned: bySigner && signed === undefined });
  } catch (error) {
    return refused(asWriteProblem(error, folder));
  } finally {
    workspace.dispose();
  }
}

const readReport = (path: string): Report => JSON.parse(readFileSync(path, 'utf8')) as Report; // written by a run, as its release says

const inLanguage = (report: Report, lang: Language | undefined): Report =>
  lang === undefined ? report : { ...report, sections: { ...report.sections, lang } };

/** The same bytes under a second name; a copy where the file system has no links. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copySynced(from, to);
  }
}
