import type { RecordsTable } from '../engine/tables.ts';
import { leftOutSubjects } from '../families/table/left-out.ts';
import type { WrittenTable } from '../families/table/work.ts';
import { measureIn } from '../figures/values.ts';

import type { TableLoss } from '../measure/table/table-loss.ts';
import type { TableUtility } from '../measure/table/table-utility.ts';
import { type ModelPromise, modelsOf } from '../policy/model-keys.ts';
import type { TablePolicy } from '../policy/policy.ts';
import { isPromised, type PopulationSettings } from '../policy/population-keys.ts';
import type { TableRoles } from '../policy/table-roles.ts';
import type { TableRelease } from '../release/table-release.ts';
import type { TableSummary } from '../report/table-summary.ts';
import type { JournalistRisk } from '../risk/journalist-risk.ts';
import type { SingledOut } from '../risk/table/kept-columns.ts';
import type { Verdict } from '../verify/verify.ts';
import { adviceOn, exactSpelling, joinedOf } from './advice.ts';

/** What the unchanged columns of a release record by record give away; nothing where there are none. */
export interface TableRisk {
  readonly singledOut?: SingledOut;
  /** Share of records whose combination has one value of each unchanged column. */
  readonly homogeneity?: Readonly<Record<string, number>>;
}

interface ReadTable {
  readonly roles: TableRoles;
  readonly table: RecordsTable;
  readonly population: { readonly rows: number; readonly subjects: number } | undefined;
}

interface MadeRelease {
  readonly release: TableRelease;
  readonly written: WrittenTable;
}

interface Judged {
  readonly loss: TableLoss;
  readonly utility: TableUtility;
  readonly risk: TableRisk;
  readonly journalist?: JournalistRisk | undefined;
  readonly verdict: Verdict;
}

/** A judged release of transactions in numbers. */
export function tableSummary(
  policy: TablePolicy & { readonly out: string },
  { roles, table, population }: ReadTable,
  { release, written }: MadeRelease,
  { loss, utility, risk, journalist, verdict }: Judged,
): TableSummary {
  const { groups, clusters } = release;
  const records = groups.rows.length;
  const combinations = groups.starts.length - 1;
  const suppressed = table.inputRows - records;
  const subjects = releasedSubjects(table, groups.rows);
  const models = modelsOf(policy, roles.kept);
  const advice = [...adviceOn(policy, table.joined), ...adviceOnTable(policy, roles, table, risk), ...adviceOnModels(models)];
  return {
    method: 'kaca',
    k: policy.k,
    ...(models.length === 0 ? {} : { models }),
    ...(population === undefined || !isPromised(policy) ? {} : { population: toldPopulation(policy, population) }),
    ...(policy.noise === undefined ? {} : { noise: policy.noise }),
    clustering: policy.method,
    unit: roles.subject ?? 'row',
    out: policy.out,
    files: [written.file.name],
    ...exactSpelling(policy),
    input: { rows: table.inputRows, subjects: table.inputSubjects, ...joinedOf(table.joined) },
    release: {
      rows: written.rows,
      records,
      subjects,
      groups: combinations,
      suppressedRows: suppressed,
      suppressedSubjects: table.inputSubjects - subjects,
      leftOutSubjects: leftOutSubjects(table, release).least,
      retention: records / table.inputRows,
      ...(roles.averaged.length === 0 ? {} : { blankMeans: written.blankMeans }),
    },
    ...(policy.names === undefined
      ? {}
      : {
          statistics: {
            total_records: table.inputRows,
            anonymized_groups: combinations,
            suppressed_records: suppressed,
            retention_rate: roundShare((100 * records) / table.inputRows),
            clusters,
            ncp: loss.ncp,
          },
        }),
    measure: measureIn('table', { loss, ...utility, ...risk, ...(journalist === undefined ? {} : { journalist }) }),
    verdict: { holds: verdict.holds, smallestGroup: verdict.smallestGroup, breaches: [] },
    ...(advice.length > 0 ? { advice } : {}),
  };
}

const toldPopulation = (
  { kMap, presence }: PopulationSettings,
  { rows, subjects }: { readonly rows: number; readonly subjects: number },
): NonNullable<TableSummary['population']> => ({
  ...(kMap === undefined ? {} : { kMap }),
  ...(presence === undefined ? {} : { presence }),
  ...{ rows, subjects },
});

const roundShare = (value: number): number => Math.round(value * 1e9) / 1e9;

function releasedSubjects({ crowd }: RecordsTable, rows: Uint32Array): number {
  const seen = new Uint8Array(crowd.size);
  for (const row of rows) seen[crowd.subjects[row]] = 1;
  return seen.reduce((count, one) => count + one, 0);
}

function adviceOnTable(
  { quasi }: TablePolicy,
  { subject }: TableRoles,
  table: RecordsTable,
  { singledOut }: TableRisk,
): readonly string[] {
  const guessed = table.quasi.filter(({ name }) => quasi.includes(name)).map(({ name, kind }) => `${name}:${kind}`);
  return [
    ...(subject === undefined
      ? [
          'k counts rows, as declared: whoever has several rows may hide behind themselves. Name the column that identifies them with --subject.',
        ]
      : []),
    ...(singledOut !== undefined && singledOut.rows > 0
      ? [
          `The unchanged columns alone single out ${percent(singledOut.shareOfRows)} of the records and ${percent(singledOut.shareOfSubjects)} of the subjects, whatever the labels say. Coarsen or drop them, or publish --aggregate count.`,
        ]
      : []),
    ...(guessed.length > 0 ? [`Kinds were guessed from the data: --quasi ${guessed.join(',')} says them.`] : []),
  ];
}

/** What a promise about values leaves open, where nothing else of the same column closes it. */
function adviceOnModels(models: readonly ModelPromise[]): readonly string[] {
  const counted = models.filter(
    ({ model, column }) => model === 'distinct' && !models.some((other) => other.column === column && other.model !== 'distinct'),
  );
  return counted.map(
    ({ column }) =>
      `Different values of ${column} may be very unequal: one may be that of nearly everybody in a group. Closeness, entropy or alpha bound that (docs/models.md).`,
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
