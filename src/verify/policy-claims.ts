import { openSettings } from '../policy/open-settings.ts';
import { parsePolicy } from '../policy/policy.ts';
import type { Manifest } from '../release/manifest.ts';
import { differenceIn } from './difference.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Where the settings that a report tells are none of a policy, or of another release, if anywhere. */
export function policyPlace(told: Settings, manifest: Manifest): string | undefined {
  const parsed = parsePolicy(told);
  if (!parsed.ok) return 'sections.policy';
  const own: Settings = JSON.parse(JSON.stringify({ ...parsed.value, ...declaredIn(manifest, told) }));
  const expected = Object.fromEntries(Object.keys(told).map((name) => [name, own[name]]));
  const settled = Object.keys(own).every((name) => !openSettings.has(name) || Object.hasOwn(told, name));
  if (!settled || JSON.stringify(expected) !== JSON.stringify(told)) return joined(differenceIn(told, expected));
  const names = namesIn(told);
  const instants = 'instants' in manifest ? (manifest.instants ?? []) : []; // a long release has rows where a wide one has columns
  const known = new Set([...manifest.columns.flatMap(({ name, of }) => [name, of]), ...instants, ...manifest.dropped]);
  return names.every((name) => known.has(name) || (name.length <= longest && isPattern(name))) ? undefined : 'sections.policy';
}

/** Settings that the manifest states as well. */
function declaredIn(manifest: Manifest, told: Settings): Settings {
  const { method, promises, data } = manifest;
  const every = { method, k: promises.k, format: data.format };
  if (manifest.method === 'kaca') return { ...every, clustering: manifest.clustering, labels: manifest.labels };
  if (manifest.method === 'events') {
    const same = String(told.pseudonym).replace(/^rotate:.*$/, 'rotate') === manifest.pseudonym;
    return { ...every, pseudonym: same ? told.pseudonym : manifest.pseudonym };
  }
  const { p, l = 1 } = manifest.promises;
  const { segments, maxLevel } = manifest.pattern;
  return { ...every, p, l, segments, maxLevel };
}

/** Columns that the settings of series and tables name one by one. */
const namesIn = (told: Settings): readonly string[] =>
  ['series', 'sensitive', 'drop'].flatMap((name) => (Array.isArray(told[name]) ? told[name].map(String) : []));

/** A run of columns, or a sign that stands for many. */
const isPattern = (name: string): boolean => /\.\.|[*?/]/.test(name);
const longest = 200;

const joined = (place: string): string => (place === '' ? 'sections.policy' : `sections.policy.${place}`);
