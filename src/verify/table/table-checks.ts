import type { Manifest, ManifestColumn, TableManifest } from '../../release/manifest.ts';
import type { DataFindings } from '../findings.ts';
import { type CountedBy, modelCheck } from '../models/model-check.ts';
import type { VerdictNote } from '../notes.ts';
import { stepCheck } from '../step-units.ts';
import { binKind } from '../time-labels.ts';

/** What a verdict on transactions speaks about; what could only be proved in part is told as that. */
export function tableChecks(
  manifest: TableManifest,
  { counted = 'subjects', original, noise, population }: Pick<DataFindings, 'counted' | 'original' | 'noise' | 'population'>,
): string[] {
  const has = (role: ManifestColumn['role']) => manifest.columns.some((column) => column.role === role);
  return [
    'labels: each is of the form that its kind has in the declared language, and none is empty',
    ...(manifest.columns.some(({ kind }) => binKind(kind) !== undefined)
      ? ['times: each label is a bin of its kind, so of any two one lies within the other or they have nothing in common']
      : []),
    ...(manifest.disjoint ? ['disjoint: no two published combinations have anything in common'] : []),
    ...stepCheck(manifest.columns),
    ...(has('count') ? ['counts: each is a whole number, and no combination of labels is told twice'] : []),
    ...(manifest.noise === undefined ? [] : [noiseCheck(manifest.noise, counted, noise)]),
    ...(has('mean') ? [meanCheck(manifest, counted)] : []),
    kCheck(manifest, counted),
    ...(manifest.promises.models ?? []).map((model) => modelCheck(model, countedBy(manifest, counted))),
    ...(population === undefined ? [] : populationChecks(manifest, population)),
    ...(original ? ['original: every label is true of its record, and subjects and values are those of the original'] : []),
  ];
}

function noiseCheck(
  { most, variance }: NonNullable<TableManifest['noise']>,
  counted: DataFindings['counted'],
  again: true | undefined,
): string {
  const told = `noise: declared as at most ${most} either way with a variance of ${variance}`;
  if (again) return `${told}, and every count is what the key makes of its subjects`;
  return counted === 'subjects'
    ? `${told}, and every count is so near to its subjects`
    : `${told}; the true counts cannot be seen in the published files`;
}

const countedBy = ({ unit }: TableManifest, counted: DataFindings['counted']): CountedBy => ({
  group: 'published combination',
  subjects: unit === 'row' ? 'one' : counted === 'subjects' ? 'proved' : 'unseen',
});

function meanCheck({ promises: { k }, dominance }: TableManifest, counted: DataFindings['counted']): string {
  if (counted !== 'subjects') return 'means: each has the declared decimals, or is blank';
  const rule = dominance === undefined ? '' : `, or the largest ${dominance.largest} hold more than ${dominance.share} of it`;
  return `means: each is that of the records behind its row, and blank where fewer than ${k} subjects have a value${rule}`;
}

function kCheck({ promises: { k }, unit }: TableManifest, counted: DataFindings['counted']): string {
  const unseen = 'was proved at the time of writing and cannot be seen in the published files';
  if (counted === 'counts')
    return `k: every published count is at least ${k}, which is necessary; that so many subjects are behind it ${unseen}`;
  if (counted === 'rows' && unit !== 'row')
    return `k: every published combination has at least ${k} rows, which is necessary; that these are of ${k} subjects ${unseen}`;
  const who = unit === 'row' ? 'rows, each of them one subject as declared' : 'distinct subjects';
  const by = counted === 'subjects' ? ', proved record by record from evidence that does not leave' : '';
  return `k: every published combination is shared by at least ${k} ${who}${by}`;
}

/** What was proved beside the population. */
function populationChecks(
  { promises: { population } }: TableManifest,
  { presence: proved }: NonNullable<DataFindings['population']>,
): readonly string[] {
  if (population === undefined) return [];
  const { kMap, presence, subjects } = population;
  return [
    ...(kMap === undefined
      ? []
      : [
          `k-map: the labels of every published combination are true of at least ${kMap} of the ${subjects} subjects of the population`,
        ]),
    ...(presence === undefined || !proved
      ? []
      : [
          `presence: of the population under the labels of every published combination a share from ${presence.min} to ${presence.max} is in the release`,
        ]),
  ];
}

/** What is promised against a population and was not proved now. */
export function unprovedOf({ promises }: Manifest, proved: DataFindings['population']): readonly VerdictNote[] {
  const { kMap, presence } = ('population' in promises ? promises.population : undefined) ?? {};
  const names = [...(kMap === undefined ? [] : ['k-map']), ...(presence === undefined ? [] : ['presence'])];
  if (names.length === 0) return [];
  if (proved === undefined) return [{ code: 'population-needed', facts: { promises: names.join(', ') } }];
  return presence !== undefined && !proved.presence ? [{ code: 'presence-unseen' }] : [];
}
