import { releasedRows } from '../api/released-rows.ts';
import { publicStatistics } from '../report/public-report.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { type FlowBody, flowBody } from './flow-schema.ts';

/** The body in the seed's words, from the rows that were released and the verdict on them. */
export async function flowBodyOf(folder: string, summary: TableSummary, release: 'internal' | 'public'): Promise<string> {
  const { k, verdict } = summary;
  const statistics = release === 'public' ? publicStatistics(summary) : summary.statistics;
  const rows = await releasedRows(folder);
  const told = rows.map((row) => ({ ...row, k_anonymized: verdict.holds, algorithm: 'KACA' }));
  const body: FlowBody = {
    success: true,
    data: flowBody.shape.data.parse(told).toSorted(byLabel),
    count: rows.length,
    category: '📊 流量统计类（k-匿名保护）',
    privacy_protection: {
      method: 'KACA (K-Anonymity Clustering Algorithm)',
      algorithm: 'KACA',
      k_value: k,
      input_source: '原始出口交易记录',
      quasi_identifiers: ['section_id', 'exit_time'],
      clustering: {
        algorithm: 'K-Means',
        clusters: summary.statistics?.clusters ?? 0,
        description: '基于聚类的自适应泛化',
      },
      generalization: { geographic: '聚类内section_id公共前缀 + "区域"', temporal: '聚类内时间范围泛化' },
      statistics: {
        total_records: statistics?.total_records ?? null,
        anonymized_groups: rows.length,
        suppressed_records: statistics?.suppressed_records ?? null,
        retention_rate: statistics?.retention_rate ?? null,
      },
    },
  };
  return JSON.stringify(body);
}

type Row = FlowBody['data'][number];

/** The order of a release is random, and would only make two answers look different. Labels of rows differ. */
const byLabel = (a: Row, b: Row): number =>
  a.section_region < b.section_region || (a.section_region === b.section_region && a.time_period < b.time_period) ? -1 : 1;
