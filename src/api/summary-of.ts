import type { SeriesTable } from '../engine/local/series-table.ts';
import { fidelityOf } from '../measure/fidelity.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { SeriesSummary } from '../report/summary.ts';
import { seriesHomogeneity } from '../risk/series-homogeneity.ts';
import { adviceOn, exactSpelling, joinedOf } from './advice.ts';
import type { Judged } from './judged-release.ts';

/** A judged release in numbers. */
export function summaryOf(
  policy: SeriesPolicy,
  out: string,
  table: SeriesTable,
  { release, measure, fidelities, verdict }: Judged,
): SeriesSummary {
  const released = release.groups.rows.length;
  const suppressed = table.inputRows - released;
  const advice = adviceOn(policy, table.joined ?? 0);
  const homogeneity = seriesHomogeneity(release, table.sensitive);
  const fidelity = fidelities && fidelityOf(release, fidelities);
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
    measure: {
      ...(policy.queries > 0 ? measure : withoutQueries(measure)),
      ...(homogeneity === undefined ? {} : { homogeneity }),
      ...(fidelity === undefined ? {} : { fidelity: fidelity.mean, leastFidelity: fidelity.least }),
    },
    verdict: { holds: verdict.holds, smallestGroup: verdict.smallestGroup, smallestLeaf: verdict.smallestLeaf, breaches: [] },
    ...(advice.length > 0 ? { advice } : {}),
  };
}

function withoutQueries({ rangeQueryError: _, ...measure }: SeriesSummary['measure']): SeriesSummary['measure'] {
  return measure;
}
