import type { Manifest, ManifestColumn, SeriesManifest } from '../release/manifest.ts';
import { checkNames } from './column-names.ts';
import type { ManifestBreach } from './manifest-breaches.ts';
import { checkModelDeclarations } from './models/model-declarations.ts';
import { unitsOf } from './step-units.ts';

/** What a manifest promises, apart from the data: enough for the caller, and not contradicting itself. */
export function checkPromises(
  manifest: Manifest,
  stage: 'written' | 'published',
  atLeast: { readonly k?: number; readonly p?: number; readonly l?: number },
): ManifestBreach[] {
  const { promises, verdict } = manifest;
  const breaches: ManifestBreach[] = [];
  const { k, p, l = distinctIn(manifest) } = { p: 1, l: undefined, ...promises }; // where there are no patterns, nothing more than one subject is promised of them
  if (p > k) breaches.push({ kind: 'p-above-k', k, p });
  if (atLeast.k !== undefined && k < atLeast.k)
    breaches.push({ kind: 'weak-promise', promise: 'k', promised: k, required: atLeast.k });
  if (atLeast.p !== undefined && p < atLeast.p)
    breaches.push({ kind: 'weak-promise', promise: 'p', promised: p, required: atLeast.p });
  if (atLeast.l !== undefined && l < atLeast.l)
    breaches.push({ kind: 'weak-promise', promise: 'l', promised: l, required: atLeast.l });
  if (verdict === undefined && stage === 'published') breaches.push({ kind: 'missing-verdict' });
  if (verdict?.holds === false) breaches.push({ kind: 'false-verdict' });
  return breaches;
}

/** The l that is promised of every unchanged column of a table. */
function distinctIn({ promises, columns }: Manifest): number {
  const models = 'models' in promises ? (promises.models ?? []) : [];
  const kept = columns.filter(({ role }) => role === 'kept');
  const promised = kept.map(({ name }) =>
    models.reduce((most, model) => (model.model === 'distinct' && model.column === name ? Math.max(most, model.l) : most), 1),
  );
  return promised.length === 0 ? 1 : Math.min(...promised);
}

/** The declared columns: every role there, every kind fit for its role, bounds in pairs, nothing that was to be dropped. */
export function checkDeclarations(manifest: SeriesManifest): ManifestBreach[] {
  const { columns, dropped, pattern, promises } = manifest;
  const values = columns.some(({ role }) => role === 'sensitive');
  return orElse(
    [
      ...repeatedNames(columns),
      ...roles(columns),
      ...(manifest.curve !== undefined && !columns.some(({ role }) => role === 'curve')
        ? [{ kind: 'missing-role' as const, role: 'curve' }]
        : []),
      ...(promises.l !== undefined && !values ? [{ kind: 'missing-role' as const, role: 'sensitive' }] : []),
      ...checkModelDeclarations(promises.models ?? [], columns, 'sensitive'),
      ...columns.filter(({ role, kind }) => kindsOf[role]?.includes(kind) === false).map(unfit),
      ...columns.filter(({ top, bottom }) => top !== undefined || bottom !== undefined).map(unfit), // of tables alone
      ...decimals(columns),
      ...steps(columns),
      ...unpairedBounds(columns),
      ...droppedAmong(dropped, [
        ...columns.map(({ name }) => name),
        ...columns.flatMap(({ of }) => (of === undefined ? [] : [of])),
      ]),
      ...shape(manifest),
      ...segments(manifest.shape === 'long' ? (manifest.instants ?? []).length : instantsOf(columns), pattern.segments),
    ],
    () => [...checkNames(columns), ...misplacedColumns(columns, order)],
  );
}

/** Names and order mean something only where roles and kinds are sound. */
export const orElse = (breaches: ManifestBreach[], more: () => ManifestBreach[]): ManifestBreach[] =>
  breaches.length > 0 ? breaches : more();

/** Which of the dropped names are there after all; case, blanks around and forms of one character do not make a new name. */
export function droppedAmong(dropped: readonly string[], names: readonly string[]): ManifestBreach[] {
  const there = new Set(names.map(plain));
  const columns = dropped.filter((name) => there.has(plain(name)));
  return columns.length > 0 ? [{ kind: 'dropped-column', columns }] : [];
}

/** What a series release has, in this order. */
const order: readonly ManifestColumn['role'][] = [
  'group',
  'record',
  'instant',
  'series',
  'quasi',
  'sensitive',
  'pattern',
  'level',
  'curve',
];

/** Columns that stand before one of a role that comes earlier. */
export function misplacedColumns(columns: readonly ManifestColumn[], roles: readonly ManifestColumn['role'][]): ManifestBreach[] {
  const places = columns.map(({ role }) => roles.indexOf(role));
  const late = columns.filter((_, i) => places[i] >= 0 && places.slice(0, i).some((place) => place > places[i]));
  return late.length > 0
    ? [{ kind: 'misplaced-declaration', columns: late.map(({ name }) => name), order: [...new Set(roles)] }]
    : [];
}

/** A role that is not here belongs to another method. */
const kindsOf: Readonly<Partial<Record<ManifestColumn['role'], readonly ManifestColumn['kind'][]>>> = {
  group: ['id'],
  series: ['interval', 'lower', 'upper'],
  quasi: ['interval', 'lower', 'upper', 'label'],
  sensitive: ['text'],
  pattern: ['word'],
  level: ['integer'],
  curve: ['number'],
  record: ['id'],
  instant: ['text'],
};

export const unfit = ({ name, role, kind }: ManifestColumn): ManifestBreach => ({
  kind: 'unfit-kind',
  column: name,
  role,
  declared: kind,
});

const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

export function repeatedNames(columns: readonly ManifestColumn[]): ManifestBreach[] {
  const seen = new Set<string>();
  const twice = columns.map(({ name }) => name).filter((name) => seen.size === seen.add(name).size);
  return twice.length > 0 ? [{ kind: 'repeated-declaration', columns: twice }] : [];
}

function roles(columns: readonly ManifestColumn[]): ManifestBreach[] {
  const breaches: ManifestBreach[] = [];
  for (const role of ['group', 'series', 'pattern', 'level'] as const) {
    const named = columns.filter((column) => column.role === role).map(({ name }) => name);
    if (named.length === 0) breaches.push({ kind: 'missing-role', role });
    if (named.length > 1 && role !== 'series') breaches.push({ kind: 'repeated-role', role, columns: named });
  }
  return breaches;
}

const mostDecimals = 100; // what Number.prototype.toFixed can print; a pattern of more digits is also more than RE2 takes

export function decimals(columns: readonly ManifestColumn[]): ManifestBreach[] {
  const bounded = columns.filter(({ kind }) => ['interval', 'lower', 'upper', 'number'].includes(kind));
  const without = bounded.filter((column) => column.decimals === undefined || column.decimals > mostDecimals);
  return without.length > 0 ? [{ kind: 'missing-decimals', columns: without.map(({ name }) => name) }] : [];
}

/** A step belongs to bounds, and they are counted in it: a whole number of units of the last decimal place. */
export function steps(columns: readonly ManifestColumn[]): ManifestBreach[] {
  const unfit = columns.filter(
    ({ kind, snap, decimals: places = 0 }) =>
      snap !== undefined && (!['interval', 'lower', 'upper'].includes(kind) || unitsOf(snap, places) === undefined),
  );
  return unfit.length > 0 ? [{ kind: 'unfit-step', columns: unfit.map(({ name }) => name) }] : [];
}

function unpairedBounds(columns: readonly ManifestColumn[]): ManifestBreach[] {
  const alone = columns.filter(({ kind }, i) => {
    if (kind === 'lower') return !pair(columns[i], columns[i + 1]);
    return kind === 'upper' && !pair(columns[i - 1], columns[i]);
  });
  return alone.length > 0 ? [{ kind: 'unpaired-bound', columns: alone.map(({ name }) => name) }] : [];
}

const pair = (lower: ManifestColumn | undefined, upper: ManifestColumn | undefined): boolean =>
  lower?.kind === 'lower' &&
  upper?.kind === 'upper' &&
  lower.of !== undefined &&
  lower.of === upper.of &&
  lower.role === upper.role &&
  lower.decimals === upper.decimals &&
  lower.snap === upper.snap;

/** Of the two shapes: what a long release needs to put its records together, and a wide one never has. */
function shape({ shape = 'wide', instants, columns }: SeriesManifest): ManifestBreach[] {
  const namesOf = (role: ManifestColumn['role']) => columns.filter((column) => column.role === role).map(({ name }) => name);
  const foreign = columns.filter(
    ({ role }) => !order.includes(role) || (shape === 'wide' && ['record', 'instant'].includes(role)),
  );
  const breaches: ManifestBreach[] = foreign.map(({ name, role }) => ({ kind: 'unfit-role', column: name, role, shape }));
  const sound = instants !== undefined && instants.length > 0 && new Set(instants).size === instants.length;
  if (shape === 'wide') return instants === undefined ? breaches : [...breaches, { kind: 'bad-instants', shape }];
  if (!sound) breaches.push({ kind: 'bad-instants', shape });
  for (const role of ['record', 'instant', 'series', 'curve'] as const) {
    const found = role === 'series' ? instantsOf(columns) : namesOf(role).length;
    if (found === 0 && (role === 'record' || role === 'instant')) breaches.push({ kind: 'missing-role', role });
    if (found > 1) breaches.push({ kind: 'repeated-role', role, columns: namesOf(role) });
  }
  return breaches;
}

/** A band or a pair of bounds for each. */
const instantsOf = (columns: readonly ManifestColumn[]): number =>
  columns.filter(({ role, kind }) => role === 'series' && kind !== 'upper').length;

function segments(instants: number, count: number): ManifestBreach[] {
  return instants > 0 && count > instants ? [{ kind: 'too-many-segments', segments: count, instants }] : [];
}
