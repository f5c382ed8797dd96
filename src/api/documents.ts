import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ownPackage } from '../base/own-files.ts';
import { json, writeAllSynced } from '../formats/text-file.ts';
import type { Policy } from '../policy/policy.ts';
import { writtenPolicy } from '../policy/written-policy.ts';
import { descriptionsOf } from '../release/describe/describe.ts';
import type { Manifest } from '../release/manifest.ts';
import { manifestText } from '../release/write-manifest.ts';
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
  /** What attacks found, where a gate asked for them. */
  readonly attacks?: Report['attacks'];
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
  const { sections, attacks, ...facts } = internal;
  const source = { made: new Date().toISOString(), sha256: facts.inputSha256 };
  const whole: Report = { ...summary, sections, source, ...(attacks === undefined ? {} : { attacks }) };
  const told = publicReport(whole);
  const open = await openTexts(judged, told);
  const manifest = withFiles(judged, open);
  const inside = { ...facts, policy: writtenPolicy(facts.policy), seconds: summary.seconds };
  await writeTexts(folder, {
    ...open,
    ...(await insideTexts(judged, whole)),
    ...manifestTexts(manifest, told),
    'internal/manifest.json': json({ ...manifest, internal: inside }),
  });
}

/** Both reports anew, from what they tell, and the fingerprints of the public one in the manifest. */
export async function rewriteReports(folder: string, manifest: Manifest, open: Report, whole: Report | undefined): Promise<void> {
  const texts = await openTexts(manifest, open);
  const inside = whole === undefined ? {} : await insideTexts(manifest, whole);
  await writeTexts(folder, { ...texts, ...inside, ...manifestTexts(withFiles(manifest, texts), open) });
}

/** The internal report anew; nothing that leaves is touched. */
export const rewriteInside = async (folder: string, manifest: Manifest, whole: Report): Promise<void> =>
  writeTexts(folder, await insideTexts(manifest, whole));

/** Texts by their paths in the folder of a release. */
type Texts = Readonly<Record<string, string>>;

/** Manifests last: one that is on disk names files that are. */
async function writeTexts(folder: string, texts: Texts): Promise<void> {
  for (const last of [false, true])
    await writeAllSynced(
      Object.fromEntries(
        Object.entries(texts)
          .filter(([name]) => name.endsWith('manifest.json') === last)
          .map(([name, text]) => [join(folder, name), text]),
      ),
    );
}

async function openTexts(manifest: Manifest, open: Report): Promise<Texts> {
  const draw = await pageDrawer();
  return { 'report.json': json(open), 'report.html': draw(open, manifest, 'public') };
}

async function insideTexts(manifest: Manifest, whole: Report): Promise<Texts> {
  const draw = await pageDrawer();
  return { 'internal/report.json': json(whole), 'internal/report.html': draw(whole, manifest, 'internal') };
}

/** The manifest, and what says the same to catalogues. */
const manifestTexts = (manifest: Manifest, { sections }: Report): Texts => ({
  'manifest.json': manifestText(manifest),
  ...descriptionsOf(manifest, sections.policy.about ?? {}),
});

/** With the fingerprints of what leaves beside the data. */
function withFiles(manifest: Manifest, texts: Texts): Manifest {
  const files = Object.entries(texts).map(([name, text]) => ({
    name,
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: Buffer.byteLength(text),
  }));
  return { ...manifest, files: [...manifest.files.filter(({ name }) => !Object.hasOwn(texts, name)), ...files] };
}

/** Draws pages of reports, and says in them all that they hang on beside what they tell: a page from elsewhere may differ, and must say so. */
export async function pageDrawer(): Promise<(report: Report, manifest: Manifest, edition: Edition) => string> {
  const { reportHtml } = await import('../report/html.ts');
  const maker = `Shoal ${version}, CLDR ${process.versions.cldr ?? 'unknown'}`;
  return (report, manifest, edition) => reportHtml(report, manifest, edition, maker);
}
