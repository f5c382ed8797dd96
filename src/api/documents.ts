import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ownPackage } from '../base/own-files.ts';
import { json, writeSynced } from '../formats/text-file.ts';
import type { Policy } from '../policy/policy.ts';
import { writtenPolicy } from '../policy/written-policy.ts';
import type { Manifest } from '../release/manifest.ts';
import { writeManifest } from '../release/write-manifest.ts';
import { publicReport } from '../report/public-report.ts';
import type { Sections } from '../report/sections.ts';
import type { Summary } from '../report/summary.ts';
import type { Edition, Report } from '../report/view.ts';
import type { Verdict } from '../verify/verify.ts';

export const { version } = ownPackage();

/** What must stay: from it the release can be made again, and undone. */
export interface InternalFacts {
  readonly inputSha256: string;
  readonly seed: number | string;
  readonly policy: Policy;
  readonly sections: Sections;
}

/** Writes reports in both editions and the final manifests. */
export async function sealRelease(
  folder: string,
  draft: Manifest,
  { verdict, summary }: { readonly verdict: Verdict; readonly summary: Summary },
  internal: InternalFacts,
): Promise<void> {
  const judged: Manifest = {
    ...draft,
    verdict: { holds: verdict.holds, verifier: `shoal ${version}`, checks: [...verdict.checks] },
  };
  const { sections, ...facts } = internal;
  const source = { made: new Date().toISOString(), sha256: facts.inputSha256 };
  const whole: Report = { ...summary, sections, source };
  const files = await writeReports(folder, judged, publicReport(whole), whole);
  const manifest = { ...judged, files: [...judged.files, ...files] };
  writeManifest(folder, manifest);
  const inside = join(folder, 'internal');
  writeSynced(
    join(inside, 'manifest.json'),
    json({ ...manifest, internal: { ...facts, policy: writtenPolicy(facts.policy), seconds: summary.seconds } }),
  );
}

/** Both reports anew, from what they tell, and the fingerprints of the public one in the manifest. */
export async function rewriteReports(folder: string, manifest: Manifest, open: Report, whole: Report | undefined): Promise<void> {
  const files = await writeReports(folder, manifest, open, whole);
  const names = new Set(files.map(({ name }) => name));
  writeManifest(folder, { ...manifest, files: [...manifest.files.filter(({ name }) => !names.has(name)), ...files] });
}

/** Answers with the fingerprints of those that may leave. */
async function writeReports(
  folder: string,
  manifest: Manifest,
  open: Report,
  whole: Report | undefined,
): Promise<Manifest['files']> {
  const draw = await pageDrawer();
  if (whole !== undefined) {
    writeSynced(join(folder, 'internal/report.json'), json(whole));
    writeSynced(join(folder, 'internal/report.html'), draw(whole, manifest, 'internal'));
  }
  const texts = { 'report.json': json(open), 'report.html': draw(open, manifest, 'public') };
  return Object.entries(texts).map(([name, text]) => ({ name, ...writeHashed(join(folder, name), text) }));
}

/** Draws pages of reports, and says in them all that they hang on beside what they tell: a page from elsewhere may differ, and must say so. */
export async function pageDrawer(): Promise<(report: Report, manifest: Manifest, edition: Edition) => string> {
  const { reportHtml } = await import('../report/html.ts');
  const maker = `Shoal ${version}, CLDR ${process.versions.cldr ?? 'unknown'}`;
  return (report, manifest, edition) => reportHtml(report, manifest, edition, maker);
}

function writeHashed(path: string, text: string): { sha256: string; bytes: number } {
  writeSynced(path, text);
  return { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
}
