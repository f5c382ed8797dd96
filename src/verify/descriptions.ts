import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { descriptionsOf } from '../release/describe/describe.ts';
import type { PublisherWords } from '../release/describe/publisher-words.ts';
import type { Manifest } from '../release/manifest.ts';
import { isObject } from '../release/rules.ts';
import type { ReportBreach } from './report-breaches.ts';
import type { ToldReport } from './reports.ts';

/**
 * Descriptions for catalogues against those that manifest and report make. None has to be there; what is there says nothing else, in no other bytes. They stand in no
 * manifest, as they hang on it; so whoever signs the manifest signs them.
 */
export async function checkDescriptions(
  folder: string,
  manifest: Manifest,
  report: ToldReport | undefined,
): Promise<readonly ReportBreach[]> {
  const breaches: ReportBreach[] = [];
  for (const [file, text] of Object.entries(descriptionsOf(manifest, wordsIn(report)))) {
    const path = join(folder, file);
    const entry = await stat(path).catch(() => undefined);
    if (!entry?.isFile()) continue; // the folder check names what is no plain file
    const expected = Buffer.from(text);
    if (entry.size !== expected.length || !(await readFile(path)).equals(expected))
      breaches.push({ kind: 'false-description', file });
  }
  return breaches;
}

/** The publisher's words, which a public report carries by the rules of `about`. */
function wordsIn(report: ToldReport | undefined): PublisherWords {
  const sections = isObject(report?.sections) ? report.sections : {};
  const policy = isObject(sections.policy) ? sections.policy : {};
  return isObject(policy.about) ? policy.about : {};
}
