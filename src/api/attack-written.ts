import { attackRelease } from '../attack/attack.ts';
import { type Intrusion, isAboveBound } from '../attack/intrusion.ts';
import { aboveBound } from '../attack/problems.ts';
import type { Counting } from '../base/counting.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Work } from '../families/family.ts';
import type { Manifest } from '../release/manifest.ts';
import { openOriginal } from './open-original.ts';

/** People that each attack is tried on, unless somebody says otherwise. */
export const usualSample = 500;

/** Attacks a release that is written and not yet published; the input is read once more, as attacks share nothing with what made it. */
export async function attackWritten(
  { plan: { policy }, tools, folder }: Work,
  manifest: Manifest,
  counting: Counting,
): Promise<Result<readonly Intrusion[]>> {
  const place = { input: policy.input ?? '-', given: tools.given, policy };
  const original = await openOriginal(place, folder, tools.workspace);
  const found = await attackRelease(folder, manifest, counting, { original, sample: usualSample, seed: 1 });
  const faults = found.filter(isAboveBound).map(aboveBound);
  return faults.length > 0 ? refused(...faults) : ok(found);
}
