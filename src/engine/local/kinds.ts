import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableKind } from '../../policy/table-kinds.ts';
import { localTimeSql } from './local-time.ts';
import type { Source } from './source.ts';
import { timeColumn } from './time-column.ts';

/**
 * What columns hold, by their first ten thousand values. Timestamps are times and numbers numbers; codes of letters and digits, such as
 * G5615530120, are prefixes; the rest are categories.
 */
export async function kindsOf(
  source: Source,
  names: readonly string[],
  connection: DuckDBConnection,
): Promise<readonly TableKind[]> {
  return Promise.all(names.map((name) => kindOf(source, name, connection)));
}

async function kindOf(source: Source, name: string, connection: DuckDBConnection): Promise<TableKind> {
  const column = source.columns.find((other) => other.name === name);
  if (column === undefined || column.numeric === true) return 'number';
  try {
    const scan = source.scan(new Set());
    const time = localTimeSql({ ...(await timeColumn(column.sql, source, scan, connection)), offsets: true }, undefined);
    const sample = `SELECT ${column.sql} FROM ${scan} WHERE ${column.sql} IS NOT NULL LIMIT 10000`;
    const code = `regexp_full_match(CAST(${column.sql} AS VARCHAR), '[A-Za-z]+[-_]?[0-9][0-9A-Za-z_-]{2,}')`;
    const reader = await connection.runAndReadAll(
      `SELECT bool_and((${time}) IS NOT NULL), bool_and(TRY_CAST(${column.sql} AS DOUBLE) IS NOT NULL), bool_and(${code}) FROM (${sample})`,
    );
    const [isTime, isNumber, isCode] = reader.getRows()[0];
    return isTime === true ? 'time' : isNumber === true ? 'number' : isCode === true ? 'prefix' : 'category';
  } catch {
    return 'category'; // the read that follows will say what is wrong with the file
  }
}
