import { ok, type Result, refused } from '../base/result.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { Roles } from '../policy/roles.ts';
import { kTooLarge, lTooLarge, lWithoutSensitive } from './problems.ts';
import { takenName } from './taken-name.ts';

/** What a run will do, settled before it does anything; plain enough to print. */
export interface Plan {
  readonly method: SeriesPolicy['method'];
  readonly input: { readonly rows: number; readonly subjects: number; readonly joinedIds?: number };
  readonly threads: number;
  readonly blockRows: number;
  readonly memoryBytes: number;
  readonly steps: readonly Step[];
  /** What a person should know before columns are published as they are. */
  readonly notes?: readonly string[];
}

export type Step =
  | {
      readonly step: 'read';
      readonly rows: number;
      readonly numbers: number;
      readonly texts: number;
      readonly missing: SeriesPolicy['missing'];
    }
  | { readonly step: 'cut'; readonly blocks: number; readonly rowsPerBlock: number }
  | {
      readonly step: 'group';
      readonly k: number;
      readonly along: readonly string[];
      readonly mostGroups: number;
      /** Where shapes count too: how long groups are improved. */
      readonly effort?: string;
    }
  | {
      readonly step: 'pattern';
      readonly p: number;
      readonly segments: number;
      readonly maxLevel: number;
      readonly how: Readonly<Record<string, string>>;
    }
  | { readonly step: 'write'; readonly file: string; readonly intervals: SeriesPolicy['intervals'] }
  | { readonly step: 'measure'; readonly queries: number }
  | { readonly step: 'verify'; readonly promises: readonly string[] }
  | { readonly step: 'publish'; readonly folder: string };

export interface Counts {
  readonly rows: number;
  readonly subjects: number;
  /** Ids that are another spelling of a subject's. */
  readonly joined?: number;
  readonly threads: number;
  /** The sensitive column with the fewest distinct values; needed only where l asks for some. */
  readonly fewest?: { readonly column: string; readonly values: number } | undefined;
}

/** Rows a thread takes at a time: 24 columns of a block stay in its second-level cache. */
const blockRows = 4096;

/** Policy, roles and counts become steps; what cannot be met is refused here, with the nearest setting that can. */
export function planSeries(
  policy: SeriesPolicy,
  roles: Roles,
  { rows, subjects, joined = 0, threads, fewest }: Counts,
): Result<Plan> {
  if (policy.k > subjects) return refused(kTooLarge(policy.k, subjects));
  if (policy.l > 1 && roles.sensitive.length === 0) return refused(lWithoutSensitive(policy.l));
  if (fewest !== undefined && policy.l > fewest.values) return refused(lTooLarge(policy.l, fewest.column, fewest.values));
  const taken = takenName(publishedNames(policy, roles), roles.dropped, originsOf(policy, roles));
  if (taken !== undefined) return refused(taken);
  const numbers = roles.series.length + roles.quasi.length;
  const texts = roles.sensitive.length;
  const blocks = Math.max(1, Math.ceil(subjects / blockRows)); // a subject is one row from here on, however many it had
  const folder = policy.out ?? 'release';
  return ok({
    method: policy.method,
    input: { rows, subjects, ...(joined > 0 ? { joinedIds: joined } : {}) },
    threads,
    blockRows,
    memoryBytes: memoryOf(subjects, numbers, texts, policy.k) + searchMemoryOf(policy, subjects, numbers),
    steps: [
      { step: 'read', rows, numbers, texts, missing: policy.missing },
      { step: 'cut', blocks, rowsPerBlock: Math.ceil(subjects / blocks) },
      {
        step: 'group',
        k: policy.k,
        along: [...roles.series, ...roles.quasi.map(({ name }) => name)],
        mostGroups: Math.floor(subjects / policy.k),
        ...(policy.method === 'prism' ? { effort: policy.effort } : {}),
      },
      { step: 'pattern', p: policy.p, segments: policy.segments, maxLevel: policy.maxLevel, how: howOf(policy) },
      { step: 'write', file: `${policy.method}_anonymized.${policy.format}`, intervals: policy.intervals },
      { step: 'measure', queries: policy.queries },
      {
        step: 'verify',
        promises: [
          `each envelope is shared by at least ${policy.k} subjects`,
          `each pattern in it by at least ${policy.p}`,
          ...(policy.l > 1 ? [`who shares both has at least ${policy.l} different values of each sensitive column`] : []),
        ],
      },
      { step: 'publish', folder },
    ],
  });
}

/** The settings that belong to one method only. */
function howOf(policy: SeriesPolicy): Readonly<Record<string, string>> {
  switch (policy.method) {
    case 'naive':
      return { badLeaf: policy.badLeaf };
    case 'kapra':
      return {
        grouping: policy.grouping,
        presplit: policy.presplit,
        residue: policy.residue,
        merging: policy.exact ? 'exact' : 'blocked',
      };
    case 'prism':
      return { pattern: policy.pattern, mu: String(policy.mu), effort: policy.effort };
    default:
      return policy satisfies never;
  }
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
    ...(policy.reconstruct ? series.map((name) => `${name}_curve`) : []),
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

/** PRISM's copy of values and shapes in short floats, once whole and once in blocks. */
const searchMemoryOf = (policy: SeriesPolicy, rows: number, numbers: number): number =>
  policy.method === 'prism' ? 8 * rows * (numbers + policy.segments) : 0;
