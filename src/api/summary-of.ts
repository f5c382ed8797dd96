import type { SeriesTable } from '../families/series/series-table.ts';
import { measureIn } from '../figures/values.ts';
import type { SeriesMeasure } from '../measure/series/measure.ts';
import { type QuasiColumn, quasiLosses } from '../measure/series/quasi-loss.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { SeriesSummary } from '../report/summary.ts';
import type { SingledOut } from '../risk/table/kept-columns.ts';
import type { Verdict } from '../verify/verify.ts';
import { adviceOn, exactSpelling, joinedOf } from './advice.ts';

interface JudgedSeries {
  readonly release: SeriesRelease;
  readonly measure: SeriesMeasure;
  readonly fidelities?: Float64Array;
  readonly singledOut: SingledOut | undefined;
  readonly verdict: Verdict;
}

/** A judged release in numbers. */
export function summaryOf(
  policy: SeriesPolicy,
  out: string,
  table: SeriesTable,
  { release, measure, fidelities, singledOut, verdict }: JudgedSeries,
): SeriesSummary {
  const released = release.groups.rows.length;
  const suppressed = table.inputRows - released;
  const advice = [...adviceOn(policy, table.joined ?? 0), ...adviceOnSensitive(policy, singledOut)];
  return {
    method: policy.method,
    k: policy.k,
    p: policy.p,
    ...(policy.l > 1 ? { l: policy.l } : {}),
    out,
    files: [`${policy.method}_anonymized.${policy.format}`],
    ...exactSpelling(policy),
    input: { rows: table.fileRows ?? table.inputRows, subjects: table.inputRows, ...joinedOf(table.joined ?? 0) },
    release: {
      rows: verdict.rows,
      subjects: verdict.records ?? verdict.rows,
      groups: verdict.groups,
      leaves: verdict.leaves,
      suppressedRows: suppressed,
      suppressedSubjects: suppressed,
      ...(table.interpolatedCells > 0 ? { interpolatedCells: table.interpolatedCells } : {}),
      retention: released / table.inputRows,
    },
    measure: measureIn('series', {
      release,
      sensitive: table.sensitive,
      measure,
      queries: policy.queries,
      fidelities,
      singledOut,
      quasiLosses: quasiLosses(release, table.matrix, quasiOf(table)),
    }),
    verdict: { holds: verdict.holds, smallestGroup: verdict.smallestGroup, smallestLeaf: verdict.smallestLeaf, breaches: [] },
    ...(advice.length > 0 ? { advice } : {}),
  };
}

const quasiOf = ({ seriesLength, quasiNumbers, categories }: SeriesTable): readonly QuasiColumn[] => [
  ...quasiNumbers.map((name, q) => ({ name, kind: 'number', column: seriesLength + q }) as const),
  ...categories.map(({ name, labels, hierarchy }) => ({ name, kind: 'category', values: labels, hierarchy }) as const),
];

function adviceOnSensitive({ release, k }: SeriesPolicy, singledOut: SingledOut | undefined): readonly string[] {
  if (release === 'internal' || singledOut === undefined || singledOut.subjects === 0) return [];
  const share = `${(100 * singledOut.shareOfSubjects).toFixed(1)} %`;
  return [
    `The sensitive columns alone single out ${share} of the subjects: fewer than k = ${k} have their values. Coarsen or drop them.`,
  ];
}
