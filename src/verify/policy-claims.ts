import { coarsenedColumns, tellsOrder } from '../policy/events-policy.ts';
import { openSettings } from '../policy/open-settings.ts';
import { type EventsPolicy, type Policy, parsePolicy, type SeriesPolicy, type TablePolicy } from '../policy/policy.ts';
import { averagedColumns, dominanceOf } from '../policy/table-policy.ts';
import { writtenPolicy } from '../policy/written-policy.ts';
import type { EventsManifest, Manifest, ManifestColumn, SeriesManifest, TableManifest } from '../release/manifest.ts';
import { differenceIn } from './difference.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Where the settings that a report tells are none of a policy, or of another release, if anywhere. */
export function policyPlace(told: Settings, manifest: Manifest): string | undefined {
  if (Object.hasOwn(told, 'preset')) return 'sections.policy.preset'; // it could name a file, and no release is to say what is read here
  const parsed = parsePolicy(told);
  if (!parsed.ok) return 'sections.policy';
  const policy = parsed.value;
  const own: Settings = JSON.parse(JSON.stringify({ ...writtenPolicy(policy), ...declaredIn(manifest, told) }));
  const expected = Object.fromEntries(Object.keys(told).map((name) => [name, own[name]]));
  const settled = Object.keys(own).every((name) => !openSettings.has(name) || Object.hasOwn(told, name));
  if (!settled || JSON.stringify(expected) !== JSON.stringify(told)) return placeInPolicy(differenceIn(told, expected));
  const wrong = Object.entries(claimsOf(policy, manifest)).find(([, holds]) => !holds);
  return wrong === undefined ? undefined : placeInPolicy(wrong[0]);
}

/** Settings that the manifest states in as many words. */
function declaredIn(manifest: Manifest, told: Settings): Settings {
  const { method, promises, data, subjectSpelling = 'normal', spreadsheetSafe = false } = manifest;
  const format = data.arrow === undefined ? data.format : 'arrow';
  const every = { method, k: promises.k, format, subjectSpelling, spreadsheetSafe };
  const byFamily = told.family !== undefined; // else by the name of the release
  if (manifest.method === 'kaca') {
    const { unit: subject, clustering, labels } = manifest;
    return { ...every, subject, labels, ...(byFamily ? { family: 'table', method: clustering } : { clustering }) };
  }
  if (manifest.method === 'events') {
    const same =
      String(told.pseudonym)
        .replace(/^rotate:.*$/, 'rotate')
        .replace(/^shared$/, 'shared:week') === manifest.pseudonym;
    const named = byFamily ? { family: 'events', method: 'flatten' } : {};
    return {
      ...every,
      ...named,
      ...(manifest.data.xes === undefined ? {} : { format: 'xes' }),
      pseudonym: same ? told.pseudonym : manifest.pseudonym,
      hourBlock: manifest.calendar.hourBlock,
    };
  }
  const { p, l = 1 } = manifest.promises;
  const { form, segments, maxLevel } = manifest.pattern;
  const pattern = manifest.method === 'prism' ? { pattern: form } : {};
  const intervals = manifest.columns.some(({ kind }) => kind === 'lower') ? 'columns' : 'text';
  return { ...every, p, l, segments, maxLevel, intervals, shape: manifest.shape ?? 'wide', ...pattern };
}

/** Settings that the manifest states in words of its own: whether the two agree, by the setting's name. */
function claimsOf(policy: Policy, manifest: Manifest): Readonly<Record<string, boolean>> {
  const known = new Set([...manifest.columns.flatMap(({ name, of }) => [name, of]), ...manifest.dropped]);
  if (policy.family === 'events') return manifest.method === 'events' ? eventClaims(policy, manifest, known) : { method: false };
  const named = {
    sensitive: policy.sensitive.every((name) => known.has(name)),
    drop: policy.drop.every((name) => known.has(name)),
  };
  if (policy.family === 'table')
    return manifest.method === 'kaca' ? { ...named, ...tableClaims(policy, manifest) } : { method: false };
  return 'pattern' in manifest ? { ...named, ...seriesClaims(policy, manifest, known) } : { method: false };
}

function seriesClaims(
  policy: SeriesPolicy,
  { unit, columns, instants = [], curve, promises: { models = [] } }: SeriesManifest,
  known: ReadonlySet<unknown>,
) {
  const one = (name: string) =>
    unit === `one ${policy.long === undefined ? 'row' : 'series'} per "${name}", checked in the input`;
  const each = unit === 'each row is one subject, as declared';
  const subject = policy.subject ?? policy.long?.subject;
  const there = (name: string) => known.has(name) || instants.includes(name);
  return {
    [policy.long === undefined ? 'subject' : 'long']: subject !== undefined && (each ? policy.subject === 'row' : one(subject)),
    quasi: namesAgree(policy.quasi, originsOf(columns, 'quasi')),
    curve: (policy.curve === 'mean') === (curve === 'mean'),
    t:
      policy.t === undefined ||
      namesOf(columns, 'sensitive').every((column) =>
        models.some((one) => isSame(one, { model: 'closeness', column, t: policy.t, distance: 'equal' })),
      ),
    series: policy.series.every((name) => there(name) || isRun(name, there) || isExpression(name)),
  };
}

function eventClaims(
  policy: EventsPolicy,
  { unit, calendar, flat, columns, promises }: EventsManifest,
  known: ReadonlySet<unknown>,
) {
  const folded = new Set([...known].map((name) => String(name).toLowerCase())); // what is published under its own name hides the input's
  const coarsened = coarsenedColumns(policy);
  const there = (name: string | undefined) => name === undefined || folded.has(name.toLowerCase());
  return {
    subject: unit === `one subject per "${policy.subject}", however many events`,
    time: there(policy.time),
    event: there(policy.event),
    quasi: areSame(policy.quasi, namesOf(columns, 'quasi')),
    flatten: areSame(
      namesOf(columns, 'quasi').filter((name) => coarsened.includes(name)),
      flat.columns,
    ),
    confidence: policy.confidence === promises.confidence,
    traces: policy.traces === promises.traces,
    alsoProtect: policy.alsoProtect === promises.alsoProtect,
    durations: JSON.stringify(policy.durations) === JSON.stringify(promises.durations),
    order: tellsOrder(policy) === columns.some(({ role }) => role === 'position'),
    flatValue: String(policy.flatValue) === flat.value,
    periods: JSON.stringify(policy.periods) === JSON.stringify(calendar.periods),
  };
}

function tableClaims(
  policy: TablePolicy,
  { shape, columns, dominance, noise, suppression, promises: { models = [], population } }: TableManifest,
) {
  const kept = namesOf(columns, 'kept');
  const isPromised = (model: object) => models.some((one) => isSame(one, model));
  const { l = 1, t } = policy;
  return {
    suppression: policy.suppression === suppression,
    kMap: policy.kMap === population?.kMap,
    presence: JSON.stringify(policy.presence) === JSON.stringify(population?.presence),
    l: l < 2 || kept.every((column) => isPromised({ model: 'distinct', column, l })),
    t: t === undefined || kept.every((column) => isPromised({ model: 'closeness', column, t, distance: 'equal' })),
    quasi: namesAgree(policy.quasi, originsOf(columns, 'quasi')),
    aggregate:
      policy.aggregate.length > 0 === (shape === 'groups') &&
      areSame(averagedColumns(policy.aggregate), originsOf(columns, 'mean')),
    dominance: JSON.stringify(dominanceOf(policy)) === JSON.stringify(dominance),
    noise: JSON.stringify(policy.noise) === JSON.stringify(noise),
  };
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

const namesOf = (columns: readonly ManifestColumn[], role: ManifestColumn['role']): readonly string[] =>
  columns.filter((column) => column.role === role).map(({ name }) => name);

/** The input columns of a role, each once. */
const originsOf = (columns: readonly ManifestColumn[], role: ManifestColumn['role']): readonly string[] =>
  columns.filter((column) => column.role === role && column.kind !== 'upper').map(({ of, name }) => of ?? name);

/** Each may be told with its kind. */
const namesAgree = (told: readonly string[], names: readonly string[]): boolean =>
  told.length === names.length &&
  told.every((text, i) => text === names[i] || kinds.some((kind) => text === `${names[i]}:${kind}`));
const kinds = ['prefix', 'number', 'category', 'time', 'hour', 'weekday', 'date', 'week', 'month'];

const areSame = (told: readonly string[], names: readonly string[]): boolean =>
  told.length === names.length && told.every((name, i) => name === names[i]);

/** A run of columns from one that is there to another. */
const isRun = (text: string, there: (name: string) => boolean): boolean => {
  const [, first = '', last = ''] = /^(.+?)\.\.(.+)$/.exec(text) ?? [];
  return there(first) && there(last);
};
const isExpression = (text: string): boolean => text.length <= longest && /^\/.*\/i?$/.test(text);
const longest = 200;

const placeInPolicy = (place: string): string => (place === '' ? 'sections.policy' : `sections.policy.${place}`);
