import type { DuckDBConnection } from '@duckdb/node-api';
import { openDatabase, sqlText } from '../engine/local/duckdb.ts';
import { openWorkspace } from '../engine/local/workspace.ts';
import type { FlowBody } from './flow-schema.ts';

/** What the answer tells of the run beside its rows. */
export interface FlowFigures {
  readonly k: number;
  readonly clusters: number;
  readonly totalRecords: number;
  readonly suppressedRecords: number;
  readonly holds: boolean;
}

/** The body in the seed's words, from the rows that were released and the verdict on them. */
export async function flowBodyOf(file: string, figures: FlowFigures): Promise<string> {
  const { k, clusters, totalRecords, suppressedRecords, holds } = figures;
  const data = (await releasedRows(file)).map((row) => ({ ...row, k_anonymized: holds, algorithm: 'KACA' as const }));
  const body: FlowBody = {
    success: true,
    data,
    count: data.length,
    category: '📊 流量统计类（k-匿名保护）',
    privacy_protection: {
      method: 'KACA (K-Anonymity Clustering Algorithm)',
      algorithm: 'KACA',
      k_value: k,
      input_source: '原始出口交易记录',
      quasi_identifiers: ['section_id', 'exit_time'],
      clustering: { algorithm: 'K-Means', clusters, description: '基于聚类的自适应泛化' },
      generalization: { geographic: '聚类内section_id公共前缀 + "区域"', temporal: '聚类内时间范围泛化' },
      statistics: {
        total_records: totalRecords,
        anonymized_groups: data.length,
        suppressed_records: suppressedRecords,
        retention_rate: totalRecords === 0 ? 0 : Math.round((10_000 * (totalRecords - suppressedRecords)) / totalRecords) / 100,
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
