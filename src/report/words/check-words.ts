import type { Print } from '../../figures/print.ts';
import type { Manifest, ManifestModel } from '../../release/manifest.ts';
import { leafGroup, modelCheck } from '../../verify/models/model-check.ts';
import type { Words } from './en.ts';
import { modelSentence } from './model-words.ts';

/** What a check speaks of. */
interface CheckedRelease {
  readonly manifest: Manifest;
  readonly summary: { readonly k: number; readonly p?: number; readonly l?: number | undefined };
  readonly print: Pick<Print, 'whole' | 'decimal'>;
}

/**
 * A check of the verifier in the reader's language: its name, and what was looked at. The verifier names each check before a colon; one
 * that no catalogue knows is told in the verifier's own words.
 */
export function checkWords(
  check: string,
  { manifest, summary, print }: CheckedRelease,
  { checks, models }: Words,
): readonly [string, string] {
  const promise =
    'models' in manifest.promises ? manifest.promises.models?.find((model) => isCheckOf(check, model, manifest)) : undefined;
  if (promise !== undefined) return [models.names[promise.model], modelSentence(promise, models, print.decimal)];
  const [name, ...rest] = check.split(': ');
  const {
    kMap = 0,
    presence = { min: 0, max: 1 },
    subjects = 0,
  } = ('population' in manifest.promises ? manifest.promises.population : undefined) ?? {};
  if (name === 'k-map') return [models.population.kMapName, models.population.kMap(print.whole(kMap), print.whole(subjects))];
  if (name === 'presence')
    return [models.population.presenceName, models.population.presence(print.decimal(presence.min), print.decimal(presence.max))];
  const p = summary.p === undefined ? '' : print.whole(summary.p);
  const evidence = manifest.method === 'kaca' || ('pseudonym' in manifest && !['random', 'keep'].includes(manifest.pseudonym));
  const confidence = 'confidence' in manifest.promises ? manifest.promises.confidence : undefined;
  const at = { k: print.whole(summary.k), p, dropped: print.whole(manifest.dropped.length) };
  const told: Readonly<Record<string, string>> = {
    manifest: checks.manifest,
    files: checks.files,
    columns: checks.columns(at.dropped),
    rows: checks.rows,
    records: checks.records,
    intervals: checks.intervals,
    bounds: checks.bounds,
    groups: checks.groups,
    k: 'pattern' in manifest ? checks.k(at.k) : evidence ? checks.kEvidence(at.k) : checks.kEvents(at.k),
    p: checks.p(at.p),
    curves: 'curve' in manifest && manifest.curve === 'mean' ? checks.meanCurves(at.k) : checks.curves,
    patterns: checks.patterns,
    cells: checks.cells,
    ids: checks.ids,
    links: checks.links(at.k),
    members: checks.members(at.k),
    order: checks.order,
    traces: checks.traces,
    durations: checks.durations,
    confidence: checks.confidence(confidence === undefined ? '' : print.decimal(confidence)),
    l: checks.l(summary.l === undefined ? '' : print.whole(summary.l)),
    labels: checks.labels,
    times: checks.times,
    disjoint: checks.disjoint,
    counts: checks.counts,
    means: checks.means,
    noise: checks.noise,
    original: checks.original,
  };
  const names: Readonly<Record<string, string>> = checks.names;
  return Object.hasOwn(told, name) ? [names[name] ?? name, told[name]] : [name, rest.join(': ')];
}

/** Whether the verifier spoke of this promise, however it could count. */
const isCheckOf = (check: string, model: ManifestModel, manifest: Manifest): boolean =>
  check.startsWith(modelCheck(model, { group: 'pattern' in manifest ? leafGroup : 'published combination', subjects: 'one' }));
