import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Refusal } from '../../base/problem.ts';
import { nestedColumn } from '../../formats/given-problems.ts';
import { unreadableInput } from '../../formats/input-problems.ts';
import { whichTable } from '../../formats/workbook-problems.ts';
import { type DescribedColumn, describeTable } from './described-table.ts';
import { sqlName, sqlText } from './duckdb.ts';
import { parquetScan } from './scan.ts';

export interface DatabaseTable {
  /** Where the file lies. */
  readonly database: string;
  /** As it was asked for, with its schema or without. */
  readonly table: string;
  /** Where a copy of it may lie. */
  readonly folder: string;
  /** As messages call the file. */
  readonly name: string;
}

/** What a source is made of that lies in a Parquet file. */
export interface TableCopy {
  readonly columns: readonly DescribedColumn[];
  readonly likelyRows: number;
  scan(): string;
}

/**
 * A table of a DuckDB file as a Parquet file of our own. The file is opened for reading alone, and let go of again. Only tables are read: a view is a query that
 * somebody else wrote, and could read other files of this machine.
 */
export async function parquetOfTable(
  { database, table, folder, name }: DatabaseTable,
  connection: DuckDBConnection,
): Promise<TableCopy> {
  if (existsSync(`${database}.wal`))
    throw new Refusal(
      unreadableInput(
        name,
        'Changes of it are not written yet (a .wal file lies beside it): close the program that has it open.',
      ),
    );
  const path = join(folder, 'table.parquet');
  try {
    await connection.run(`ATTACH ${sqlText(database)} AS given_database (TYPE duckdb, READ_ONLY)`);
  } catch {
    throw new Refusal(
      unreadableInput(name, 'It is not a DuckDB file that this version reads, it is encrypted, or another program has it open.'),
    );
  }
  try {
    const from = await chosenTable(name, table, connection);
    const columns = await describeTable(from, connection);
    const nested = columns.find(({ type }) => noCell.test(type));
    if (nested !== undefined) throw new Refusal(nestedColumn(nested.name, nested.type.toLowerCase()));
    const cells = columns.map(({ sql, type }) =>
      /^U?HUGEINT$|^BIT$|^TIME WITH/.test(type) ? `CAST(${sql} AS VARCHAR) AS ${sql}` : sql,
    ); // Parquet would round them
    await connection.run(`COPY (SELECT ${cells.join(', ')} FROM ${from}) TO ${sqlText(path)} (FORMAT parquet)`);
  } finally {
    await connection.run('DETACH given_database');
  }
  const scan = parquetScan(path);
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${scan}`);
  return { columns: await describeTable(scan, connection), likelyRows: Number(counted.getRows()[0][0]), scan: () => scan };
}

const noCell = /\[|^(STRUCT|MAP|UNION|BLOB|INTERVAL|VARIANT|GEOMETRY|LIST)/;

async function chosenTable(name: string, asked: string, connection: DuckDBConnection): Promise<string> {
  const reader = await connection.runAndReadAll(
    "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'given_database' AND NOT internal ORDER BY ALL",
  );
  const tables = reader.getRows().map(([schema, table]) => ({ schema: String(schema), table: String(table) }));
  const spellingOf = ({ schema, table }: (typeof tables)[number]) => (schema === 'main' ? table : `${schema}.${table}`);
  const wanted = asked.toLowerCase();
  const found = tables.filter((one) =>
    [spellingOf(one), `${one.schema}.${one.table}`].some((text) => text.toLowerCase() === wanted),
  );
  if (found.length !== 1) throw new Refusal(whichTable(name, tables.map(spellingOf), asked));
  return `given_database.${sqlName(found[0].schema)}.${sqlName(found[0].table)}`;
}
