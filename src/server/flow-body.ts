import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { openDatabase, sqlText } from '../engine/local/duckdb.ts';
import { openWorkspace } from '../engine/local/workspace.ts';
import { publicTableSummary, type TableSummary } from '../report/table-summary.ts';
import type { FlowBody } from './flow-schema.ts';

/** The body in the seed's words, from the rows that were released and the verdict on them. */
export async function flowBodyOf(folder: string, summary: TableSummary, release: 'internal' | 'public'): Promise<string> {
  const { k, files, verdict } = summary;
  const { statistics } = release === 'public' ? publicTableSummary(summary) : summary;
  const rows = await releasedRows(join(folder, files[0]));
  const body: FlowBody = {
    success: true,
    data: rows.map((row) => ({ ...row, k_anonymized: verdict.holds, algorithm: 'KACA' })),
    count: rows.length,
    category: '📊 流量统计类（k-匿名保护）',
    privacy_protection: {
      method: 'KACA (K-Anonymity Clustering Algorithm)',
      algorithm: 'KACA',
      k_value: k,
      input_source: '原始出口交易记录',
      quasi_identifiers: ['section_id', 'exit_time'],
      clustering: { algorithm: 'K-Means', clusters: summary.statistics?.clusters ?? 0, description: '基于聚类的自适应泛化' },
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

/** In the order of their labels: the order of a release is random and would only make two answers look different. */
async function releasedRows(file: string): Promise<Omit<FlowBody['data'][number], 'k_anonymized' | 'algorithm'>[]> {
  const workspace = openWorkspace();
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    return await rowsOf(file, database.connection);
  } finally {
    database.close();
    workspace.dispose();
  }
}

async function rowsOf(file: string, connection: DuckDBConnection) {
  const read = `read_csv(${sqlText(file)}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"')`;
  const reader = await connection.runAndReadAll(
    `SELECT section_region, time_period, truck_count, avg_toll FROM ${read} ORDER BY section_region, time_period`,
  );
  return reader.getRows().map(([region, period, count, toll]) => ({
    section_region: String(region),
    time_period: String(period),
    truck_count: Number(count),
    avg_toll: toll === null ? null : Number(toll),
  }));
}
