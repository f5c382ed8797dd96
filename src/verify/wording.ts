import type { Manifest } from '../release/manifest.ts';
import { checksAtWriting } from './checks.ts';
import type { ManifestBreach } from './manifest-breaches.ts';
import type { Original } from './original.ts';
import { isSoundNoise } from './table/cell-noise.ts';

/** Words of a manifest that nothing in the data answers for: each is one of the few that a run can write, so that none is a hiding place. */
export function checkWording(manifest: Manifest): ManifestBreach[] {
  const { shoal, verdict } = manifest;
  const keys: string[] = [];
  if (!version.test(shoal)) keys.push('shoal');
  if (!isUnit(manifest)) keys.push('unit');
  if (new Set(manifest.dropped).size < manifest.dropped.length) keys.push('dropped');
  if (manifest.method === 'kaca' && manifest.dominance !== undefined && !manifest.columns.some(({ role }) => role === 'mean'))
    keys.push('dominance'); // a rule of means
  if (manifest.method === 'kaca' && !isSoundNoise(manifest)) keys.push('noise');
  if (verdict !== undefined) {
    if (verdict.verifier !== `shoal ${shoal}`) keys.push('verdict.verifier'); // a run is judged by the program that made it
    const checks = checksAtWriting(manifest);
    if (verdict.holds && (checks.length !== verdict.checks.length || checks.some((check, i) => check !== verdict.checks[i])))
      keys.push('verdict.checks');
  }
  return keys.length > 0 ? [{ kind: 'foreign-words', keys }] : [];
}

/** Names of dropped columns are free text to whoever has the release alone; the original tells whether it has them. */
export function checkDropped({ dropped }: Manifest, { columns, header = [] }: Original): ManifestBreach[] {
  const known = new Set([...columns.map(({ name }) => name), ...header]);
  const unknown = dropped.filter((name) => !known.has(name)).length;
  return unknown > 0 ? [{ kind: 'unknown-dropped', names: unknown }] : [];
}

const version = /^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})(-(alpha|beta|rc)\.(0|[1-9]\d{0,2}))?$/;

/** Who a subject is: a column that is there under its own name or was dropped, or each row. */
function isUnit({ method, unit, columns, dropped }: Manifest): boolean {
  const published = columns.filter(({ role }) => role === 'subject').map(({ name }) => name);
  const names = [...dropped, ...published];
  if (method === 'kaca') return unit === 'row' || dropped.includes(unit);
  if (method === 'events') return names.some((name) => unit === `one subject per "${name}", however many events`);
  if (unit === 'each row is one subject, as declared') return true;
  return names.some((name) => ['row', 'series'].some((what) => unit === `one ${what} per "${name}", checked in the input`));
}
