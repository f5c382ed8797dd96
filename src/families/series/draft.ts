import { ok, type Result, refused } from '../../base/result.ts';
import { fillIn } from '../../base/told.ts';
import { atMost, attackGates, type GateStep } from '../../plan/gates.ts';
import { modelColumn } from '../../plan/model-problems.ts';
import type { Draft } from '../../plan/plan.ts';
import { planNotes } from '../../plan/plan-notes.ts';
import { kTooLarge, lTooLarge, lWithoutSensitive } from '../../plan/problems.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import { modelText } from '../../policy/model-text.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { Roles } from '../../policy/roles.ts';
import { curveOf } from '../../policy/series-policy.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import { longColumns, type PublishedFrom, seriesColumns } from '../../release/published-columns.ts';
import type { Drafted } from '../family.ts';
import { takenName } from '../taken-name.ts';
import { fewestValues } from './fewest-values.ts';
import { methodOf } from './method-of.ts';
import { owedByLeaves } from './owed-by-leaves.ts';
import type { PreparedSeries } from './prepare.ts';

/** Rows a thread takes at a time: 24 columns of a block stay in its second-level cache. */
export const blockRows = 4096;

/** Policy and table become steps; what cannot be met is refused here, with the nearest setting that can. */
export function draftSeries(policy: SeriesPolicy, { counts, roles, table }: PreparedSeries): Result<Drafted> {
  const subjects = table.rows.length; // one row a subject, checked while reading; those with gaps may be out
  if (policy.k > subjects) return refused(kTooLarge(policy.k, subjects));
  if (policy.l > 1 && roles.sensitive.length === 0) return refused(lWithoutSensitive(policy.l));
  const fewest = policy.l > 1 ? fewestValues(table.sensitive, table.rows) : undefined;
  if (fewest !== undefined && policy.l > fewest.values) return refused(lTooLarge(policy.l, fewest.column, fewest.values));
  if (policy.t !== undefined && roles.sensitive.length === 0) return refused(modelColumn('t', undefined));
  const models = owedByLeaves(policy, table.sensitive, table.rows);
  if (!models.ok) return models;
  const taken = takenName(publishedNames(policy, roles), roles.dropped, originsOf(policy, roles));
  if (taken !== undefined) return refused(taken);
  const method = methodOf(policy);
  const numbers = roles.series.length + roles.quasi.length;
  const texts = roles.sensitive.length;
  const blocks = Math.max(1, Math.ceil(subjects / blockRows));
  const effort = method.effort?.(policy);
  return ok({
    blockRows,
    memoryBytes: memoryOf(subjects, numbers, texts, policy.k) + (method.memoryBytes?.(policy, subjects, numbers) ?? 0),
    steps: [
      { step: 'read', rows: counts.rows, numbers, texts, missing: policy.missing },
      { step: 'cut', blocks, rowsPerBlock: Math.ceil(subjects / blocks) },
      {
        step: 'group',
        k: policy.k,
        along: [...roles.series, ...roles.quasi.map(({ name }) => name)],
        mostGroups: Math.floor(subjects / policy.k),
        ...(effort === undefined ? {} : { effort }),
      },
      { step: 'pattern', p: policy.p, segments: policy.segments, maxLevel: policy.maxLevel, how: method.how?.(policy) ?? {} },
      ...(method.gates?.(policy) ?? []),
      { step: 'write', file: dataFile(policy), intervals: policy.intervals },
      { step: 'measure', queries: policy.queries },
      { step: 'verify', promises: [...promisesOf(policy), ...(models.value?.told ?? []).map(modelText)] },
      ...gatesOf(policy, roles),
      ...attackGates(policy),
      { step: 'publish', folder: policy.out ?? 'release' },
    ],
    ...notesOn(policy, table),
    columns: columnsOf(policy, roles).map(({ name }) => name),
  });
}

export const dataFile = ({ method, format }: SeriesPolicy): string => `${method}_anonymized.${rowsFormat({ format })}`;

/** The columns that are published, in order; their grid is known once bands are made. */
export function columnsOf(
  policy: SeriesPolicy,
  roles: Roles,
  grid: Pick<PublishedFrom, 'decimals' | 'snap'> = { decimals: [] },
): readonly ManifestColumn[] {
  const quasi = roles.quasi.map(({ name, kind }) => ({ name, kind: kind ?? 'category' }));
  const { shape, intervals } = policy;
  const curves = curveOf(policy) !== undefined;
  return (shape === 'long' ? longColumns : seriesColumns)({ ...roles, quasi, intervals, curves, ...grid });
}

const promisesOf = ({ k, p, l }: SeriesPolicy): readonly string[] => [
  `each envelope is shared by at least ${k} subjects`,
  `each pattern in it by at least ${p}`,
  ...(l > 1 ? [`who shares both has at least ${l} different values of each sensitive column`] : []),
];

/** A public release must not carry unchanged values by which subjects are found whatever else is published of them. */
const gatesOf = ({ release, maxUnicity }: SeriesPolicy, { sensitive }: Roles): readonly GateStep[] =>
  release === 'public' && sensitive.length > 0 ? [atMost('singledOut', maxUnicity)] : [];

/** Sensitive columns of which more than half of the rows have a value that no crowd shares; and means, which tell more than bands. */
function notesOn({ k, curve }: SeriesPolicy, { sensitive }: PreparedSeries['table']): Pick<Draft, 'notes' | 'toldNotes'> {
  const nearlyUnique = sensitive.filter(({ codes, labels }) => {
    const counts = new Uint32Array(labels.length);
    for (const code of codes) counts[code]++;
    return 2 * counts.reduce((few, count) => (count < k ? few + count : few), 0) > codes.length;
  });
  const toldNotes = [
    ...nearlyUnique.map(({ name }) => ({ code: 'as-good-as-a-name' as const, facts: { column: name, k } })),
    ...(curve === 'mean' ? [{ code: 'means-tell-more' as const, facts: {} }] : []),
  ];
  return toldNotes.length === 0 ? {} : { notes: toldNotes.map(({ code, facts }) => fillIn(planNotes[code], facts)), toldNotes };
}

function publishedNames(policy: SeriesPolicy, roles: Roles): readonly string[] {
  const bounds = (name: string) => (policy.intervals === 'text' ? [name] : [`${name}_min`, `${name}_max`]);
  const series = seriesNames(policy, roles);
  return [
    'GroupID',
    ...(policy.shape === 'long' ? ['Record', 'Time'] : []),
    'Pattern',
    'Level',
    ...series.flatMap(bounds),
    ...roles.quasi.flatMap(({ name, kind }) => (kind === 'category' ? [name] : bounds(name))),
    ...roles.sensitive,
    ...(curveOf(policy) !== undefined ? series.map((name) => `${name}_curve`) : []),
  ];
}

const originsOf = (policy: SeriesPolicy, roles: Roles): readonly string[] => [
  ...seriesNames(policy, roles),
  ...roles.quasi.map(({ name }) => name),
];

const seriesNames = ({ shape }: SeriesPolicy, { series }: Roles): readonly string[] => (shape === 'long' ? ['Value'] : series);

/** Runtime and engine, then the numbers, their passing copy, bounds and formatted heads of groups, and what verification holds. */
function memoryOf(rows: number, numbers: number, texts: number, k: number): number {
  const groups = rows / k;
  return Math.round(1.6e8 + rows * (numbers * 16 + texts * 8 + 40) + groups * numbers * (16 + 16 + 28));
}
