import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlName } from './duckdb.ts';

/** A column as the database describes it. */
export interface DescribedColumn {
  readonly name: string;
  readonly sql: string;
  readonly numeric: boolean;
  /** In DuckDB's words. */
  readonly type: string;
}

/** The columns of what stands after FROM. */
export async function describeTable(table: string, connection: DuckDBConnection): Promise<readonly DescribedColumn[]> {
  const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`);
  return reader.getRows().map(([column, type]) => ({
    name: String(column),
    sql: sqlName(String(column)),
    numeric: isNumeric.test(String(type)),
    type: String(type),
  }));
}

const isNumeric = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|FLOAT|DOUBLE|DECIMAL)/;
