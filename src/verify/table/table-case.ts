import type { Counter } from '../../base/counting.ts';
import type { TableManifest } from '../../release/manifest.ts';
import type { Evidence, EvidencePlace } from '../evidence.ts';
import type { EvidenceBreach } from '../evidence-breaches.ts';
import type { DataFindings } from '../findings.ts';
import { checkOriginal, type Original } from '../original.ts';
import type { Source } from '../source.ts';

/** What a judge of transactions is given beside the published rows. */
export interface TableCase {
  readonly counter: Counter;
  readonly source: Source;
  readonly manifest: TableManifest;
  readonly place: EvidencePlace;
  /** What evidence that is not there means: nothing in a published release, where it need not be. */
  readonly missing: readonly EvidenceBreach[];
  readonly original: Original | undefined;
  readonly census: boolean;
  /** The secret that noise was made with, where it is at hand. */
  readonly noiseKey: string | undefined;
}

/** What was found of the release and its evidence, and then of the original, where it is at hand and nothing was broken before. */
export async function andOriginal(
  { counter, manifest, original }: TableCase,
  evidence: Evidence,
  found: DataFindings,
): Promise<DataFindings> {
  if (original === undefined || found.breaches.length > 0) return found;
  return { ...found, original: true, breaches: await checkOriginal(counter, evidence, manifest, original) };
}
