import type { Counter } from '../../base/counting.ts';
import type { TableManifest } from '../../release/manifest.ts';
import type { Evidence, EvidencePlace } from '../evidence.ts';
import type { EvidenceBreach } from '../evidence-breaches.ts';
import type { DataFindings } from '../findings.ts';
import { checkOriginal, type Original } from '../original.ts';
import type { Source, SourceColumn } from '../source.ts';
import { checkPopulation, type Population } from './population.ts';

/** What a judge of transactions is given beside the published rows. */
export interface TableCase {
  readonly counter: Counter;
  readonly source: Source;
  readonly manifest: TableManifest;
  readonly place: EvidencePlace;
  /** What evidence that is not there means: nothing in a published release, where it need not be. */
  readonly missing: readonly EvidenceBreach[];
  readonly original: Original | undefined;
  readonly population: Population | undefined;
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

/** What was found of the release, and then of its labels beside the population, where it is at hand and nothing was broken before. */
export async function andPopulation(
  { counter, source, manifest, population }: TableCase,
  quasi: readonly SourceColumn[],
  { combinations, subjects }: { readonly combinations: string; readonly subjects: string | undefined },
  found: DataFindings,
): Promise<DataFindings> {
  if (population === undefined || found.breaches.length > 0) return found;
  const { breaches, sizes, presence } = await checkPopulation(
    { counter, source, quasi, combinations, subjects, manifest },
    population,
  );
  const census = found.census?.kind === 'table' ? { census: { ...found.census, population: sizes } } : {};
  return { ...found, ...census, breaches, population: { presence } };
}
