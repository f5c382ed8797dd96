import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tellReport } from '../figures/public-report.ts';
import type { Manifest } from '../release/manifest.ts';
import { isObject } from '../release/rules.ts';
import { canonicalJson, isCanonicalJson } from './canonical-json.ts';
import { differenceIn } from './difference.ts';
import type { DataFindings } from './findings.ts';
import { isInert } from './inert-page.ts';
import type { VerdictNote } from './notes.ts';
import type { ReportBreach } from './report-breaches.ts';
import { falsePlace } from './report-claims.ts';

/** The public report as it was read: nothing in it but what a public report may tell. */
export type ToldReport = Readonly<Record<string, unknown>>;

/** Draws report.html from report.json and the manifest. The caller brings it: a judge knows no maker of pages. */
export type DrawPage = (report: ToldReport, manifest: Manifest) => string;

const [reportFile, pageFile] = ['report.json', 'report.html'];
const largest = 32 << 20;

/** report.json, where it is there; or why it is none that may leave. */
export async function readReport(folder: string, present: ReadonlySet<string>): Promise<ToldReport | ReportBreach | undefined> {
  if (!present.has(reportFile)) return undefined;
  const text = await textOf(join(folder, reportFile));
  if (text === undefined) return { kind: 'unreadable-report', file: reportFile, reason: 'it is too large, or not UTF-8' };
  if (!isCanonicalJson(text)) return { kind: 'unreadable-report', file: reportFile, reason: 'it is not JSON as a run writes it' };
  const report: unknown = JSON.parse(text);
  const told = tellReport(report);
  if (!isObject(told) || canonicalJson(told) !== text)
    return { kind: 'telling-report', file: reportFile, place: differenceIn(report, told) };
  return told;
}

async function textOf(path: string): Promise<string | undefined> {
  if ((await stat(path)).size > largest) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

interface ReportFindings {
  readonly breaches: readonly ReportBreach[];
  /** What nobody can see in the published files. */
  readonly notes: readonly VerdictNote[];
}

/** A told report against manifest and data, and its page against one drawn anew. */
export async function checkReports(
  folder: string,
  report: ToldReport,
  { manifest, found, present }: { manifest: Manifest; found: DataFindings; present: ReadonlySet<string> },
  drawing?: () => Promise<DrawPage>,
): Promise<ReportFindings> {
  const place = falsePlace(report, manifest, found);
  if (place !== undefined) return { breaches: [{ kind: 'false-report', file: reportFile, place }], notes: [] };
  const notes: readonly VerdictNote[] = [
    { code: 'told-of-original' },
    ...(hasOwnWords(report) ? [{ code: 'own-words' as const }] : []),
  ];
  if (!present.has(pageFile)) return { breaches: [], notes };
  if (drawing === undefined) return { breaches: [], notes: [...notes, { code: 'not-drawn' }] };
  const page = await textOf(join(folder, pageFile));
  const drawn = drawnOrNothing(await drawing(), report, manifest);
  if (page !== undefined && page === drawn) return { breaches: [], notes };
  const [maker, own] = [makerOf(page), makerOf(drawn)];
  if (page === undefined || drawn === undefined || maker === undefined || maker === own)
    return { breaches: [{ kind: 'foreign-page', file: pageFile }], notes };
  if (!isInert(page)) return { breaches: [{ kind: 'active-page', file: pageFile }], notes };
  return { breaches: [], notes: [...notes, { code: 'other-maker', facts: { maker, own: own ?? '' } }] };
}

/** Whether a publisher says something of the release, or of what its values are in, in free text. */
function hasOwnWords({ sections }: ToldReport): boolean {
  const { policy, unit } = isObject(sections) ? sections : {};
  return unit !== undefined || (isObject(policy) && policy.about !== undefined);
}

/** What nothing can be drawn from is no report of this release. */
function drawnOrNothing(draw: DrawPage, report: ToldReport, manifest: Manifest): string | undefined {
  try {
    return draw(report, manifest);
  } catch {
    return undefined;
  }
}

/** What drew a page, as the page says; only of the one form it is written in. */
const makerOf = (page: string | undefined): string | undefined =>
  /<meta name="generator" content="(Shoal [\w.+-]{1,40}(?:, Plot [\d.]{1,20})?, CLDR [\d.]{1,20})">/.exec(page ?? '')?.[1];
