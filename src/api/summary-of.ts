import { leafModels } from '../families/series/owed-by-leaves.ts';
import type { SeriesTable } from '../families/series/series-table.ts';
import { measureIn } from '../figures/values.ts';
import type { SeriesMeasure } from '../measure/series/measure.ts';
import type { Portrait } from '../measure/series/portrait.ts';
import { rowsFormat } from '../policy/asked-format.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { SeriesSummary } from '../report/summary.ts';
import type { ClassRisk } from '../risk/class-risk.ts';
import type { SingledOut } from '../risk/table/kept-columns.ts';
import type { Verdict } from '../verify/verify.ts';
import { adviceOn, exactSpelling, joinedOf } from './advice.ts';

/** What judges find of a release of curves. */
export interface FoundSeries {
  readonly measure: SeriesMeasure;
  /** Of each leaf, where its members share a pattern without sharing a word. */
  readonly fidelities?: Float64Array;
  readonly singledOut: SingledOut | undefined;
  readonly homogeneity: number | undefined;
  readonly quasiLosses: Readonly<Record<string, number>> | undefined;
  /** What a report shows beside the figures. */
  readonly shown?: { readonly portrait: Portrait; readonly risk: ClassRisk; readonly patternRisk: ClassRisk };
}

interface JudgedSeries extends FoundSeries {
  readonly release: SeriesRelease;
  readonly verdict: Verdict;
}

/** A judged release in numbers. */
export function summaryOf(
  policy: SeriesPolicy,
  out: string,
  table: SeriesTable,
  { release, measure, fidelities, singledOut, homogeneity, quasiLosses, verdict }: JudgedSeries,
): SeriesSummary {
  const released = release.groups.rows.length;
  const suppressed = table.inputRows - released;
  const models = leafModels(
    policy,
    table.sensitive.map(({ name }) => name),
  );
  const advice = [...adviceOn(policy, table.joined ?? 0), ...adviceOnSensitive(policy, singledOut)];
  return {
    method: policy.method,
    k: policy.k,
    p: policy.p,
    ...(policy.l > 1 ? { l: policy.l } : {}),
    ...(models.length === 0 ? {} : { models }),
    out,
    files: [`${policy.method}_anonymized.${rowsFormat(policy)}`],
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
      homogeneity,
      quasiLosses,
    }),
    verdict: { holds: verdict.holds, smallestGroup: verdict.smallestGroup, smallestLeaf: verdict.smallestLeaf, breaches: [] },
    ...(advice.length > 0 ? { advice } : {}),
  };
}

function adviceOnSensitive({ release, k }: SeriesPolicy, singledOut: SingledOut | undefined): readonly string[] {
  if (release === 'internal' || singledOut === undefined || singledOut.subjects === 0) return [];
  const share = `${(100 * singledOut.shareOfSubjects).toFixed(1)} %`;
  return [
    `The sensitive columns alone single out ${share} of the subjects: fewer than k = ${k} have their values. Coarsen or drop them.`,
  ];
}
