import { releasedRows } from '../api/released-rows.ts';
import type { CoarserRelease } from '../api/run-options.ts';
import { shippedPreset } from '../policy/presets.ts';
import { publicStatistics } from '../report/public-report.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { answerWords, type FlowBody, flowBody } from './flow-schema.ts';

/** The body in the seed's words, from the rows that were released and the verdict on them. */
export async function flowBodyOf(folder: string, summary: TableSummary, release: 'internal' | 'public'): Promise<FlowBody> {
  const { k, verdict } = summary;
  const statistics = release === 'public' ? publicStatistics(summary) : summary.statistics;
  const rows = await releasedRows(folder);
  const words = answerWords.parse(shippedPreset('tolls').answer);
  const told = rows.map((row) => ({ avg_toll: null, ...row, k_anonymized: verdict.holds, algorithm: 'KACA' }));
  return {
    success: true,
    data: flowBody.shape.data.parse(told).toSorted(byLabel),
    count: rows.length,
    category: words.category,
    privacy_protection: {
      method: words.method,
      algorithm: words.algorithm,
      k_value: k,
      input_source: words.input_source,
      quasi_identifiers: words.quasi_identifiers,
      clustering: {
        algorithm: words.clustering.algorithm,
        clusters: summary.statistics?.clusters ?? 0,
        description: words.clustering.description,
      },
      generalization: words.generalization,
      ...(summary.noise === undefined ? {} : { noise: summary.noise }),
      statistics: {
        total_records: statistics?.total_records ?? null,
        anonymized_groups: rows.length,
        suppressed_records: statistics?.suppressed_records ?? null,
        retention_rate: statistics?.retention_rate ?? null,
      },
    },
  };
}

/** The body for a larger k: its counts come from a verified release, its means from the rows of the finest answer alone, so that they tell nothing more. */
export async function coarserBodyOf(
  { folder, summary, rows }: CoarserRelease,
  finest: FlowBody,
  release: 'internal' | 'public',
): Promise<FlowBody> {
  const body = await flowBodyOf(folder, summary, release);
  const key = (labels: readonly string[]) => JSON.stringify(labels);
  const keyOf = ({ section_region, time_period }: Row) => key([section_region, time_period]);
  const fine = new Map(finest.data.map((row) => [keyOf(row), row]));
  const parts = new Map(rows.map(({ labels, of }) => [key(labels), of.flatMap((one) => fine.get(key(one)) ?? [])]));
  const { statistics } = finest.privacy_protection; // of the same records, and rounded by one k: two roundings of a number tell more than one
  return {
    ...body,
    data: body.data.map((row) => ({ ...row, avg_toll: meanOf(parts.get(keyOf(row)) ?? []) })),
    privacy_protection: { ...body.privacy_protection, statistics: { ...statistics, anonymized_groups: body.count } },
  };
}

/** Of rows that all tell theirs; where one is hidden, the others could be taken from the whole to find it. */
function meanOf(rows: readonly Row[]): number | null {
  let sum = 0;
  let vehicles = 0;
  for (const { avg_toll, truck_count } of rows) {
    if (avg_toll === null) return null;
    sum += truck_count * avg_toll;
    vehicles += truck_count;
  }
  return vehicles === 0 ? null : Math.round((100 * sum) / vehicles) / 100;
}

type Row = FlowBody['data'][number];

/** The order of a release is random, and would only make two answers look different. Labels of rows differ. */
const byLabel = (a: Row, b: Row): number =>
  a.section_region < b.section_region || (a.section_region === b.section_region && a.time_period < b.time_period) ? -1 : 1;
