import type { DuckDBConnection } from '@duckdb/node-api';
import type { TimeColumn, TimeKind } from './local-time.ts';
import type { Source } from './source.ts';

/** How a column holds its times; whether text among them carries an offset is not known yet. */
export async function timeColumn(sql: string, source: Source, scan: string, connection: DuckDBConnection): Promise<TimeColumn> {
  if (source.format !== 'parquet') return { sql, kind: 'text', offsets: false };
  const described = await connection.runAndReadAll(`DESCRIBE SELECT ${sql} FROM ${scan}`);
  return { sql, kind: kindOf(String(described.getRows()[0][1])), offsets: false };
}

/** The same of every column, where the file itself says. */
export async function timeKindsIn(source: Source, connection: DuckDBConnection): Promise<ReadonlyMap<string, TimeKind>> {
  if (source.format !== 'parquet') return new Map();
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source.scan(new Set())}`);
  return new Map(described.getRows().map(([name, type]) => [String(name), kindOf(String(type))]));
}

function kindOf(type: string): TimeKind {
  if (type === 'TIMESTAMP WITH TIME ZONE') return 'zoned';
  if (type.startsWith('TIMESTAMP')) return 'local';
  return type === 'VARCHAR' ? 'text' : 'other';
}
