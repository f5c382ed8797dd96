import type { Counting } from '../base/counting.ts';
import { type Result, refused } from '../base/result.ts';
import type { Manifest } from '../release/manifest.ts';
import { asProblem } from '../verify/breaches.ts';
import { type Verdict, type VerifyOptions, verifyRelease } from '../verify/verify.ts';
import { reportPages, writeManifest } from './documents.ts';

/** Writes what the data claims beside it and has the written bytes verified. Refuses a release that breaks a promise. */
export async function provenRelease(
  folder: string,
  manifest: Manifest,
  counting: Counting,
  options: Pick<VerifyOptions, 'census' | 'onProgress'>,
): Promise<Result<Verdict>> {
  writeManifest(folder, manifest);
  if (options.census) void reportPages();
  const verdict = await verifyRelease(folder, counting, { ...options, stage: 'written' });
  return verdict.ok && !verdict.value.holds ? refused(...verdict.value.breaches.map(asProblem)) : verdict;
}
