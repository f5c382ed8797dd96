import { type DuckDBAppender, type DuckDBConnection, DuckDBTimestampValue } from '@duckdb/node-api';
import { invariant } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { HeldCells, HeldColumn, HeldType, TablesBeside } from '../tables-beside.ts';
import { type DatabaseLimits, openDatabase, sqlName } from './duckdb.ts';
import { numbers } from './numbers.ts';
import { openRelational } from './relational.ts';
import type { Source } from './source.ts';

const types: Readonly<Record<HeldType, string>> = {
  uint32: 'UINTEGER',
  int32: 'INTEGER',
  int64: 'BIGINT',
  uint64: 'UBIGINT',
  int128: 'HUGEINT',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
};

const nothing: Source = {
  name: 'nothing',
  path: '',
  format: 'csv',
  columns: [],
  likelyRows: 0,
  scan: () => '(SELECT 1 WHERE false)',
};

/** Tables beside another engine, in a DuckDB of their own, which spills what does not fit into memory. */
export async function openTablesBeside(workspace: Workspace, limits: DatabaseLimits): Promise<TablesBeside> {
  const { connection, close } = await openDatabase(workspace, limits);
  const { run, ask, stream, put, write } = await openRelational(nothing, connection);
  return {
    run,
    ask,
    stream,
    put,
    write,
    async make(table, columns) {
      const named = columns.map(({ name, type }) => `${sqlName(name)} ${types[type]}`).join(', ');
      await connection.run(`CREATE OR REPLACE TABLE ${sqlName(table)} (${named})`);
    },
    async add(table, cells) {
      const appender = await connection.createAppender(table);
      const puts = cells.map((column) => putterOf(column, appender));
      const rows = cells[0]?.values.length ?? 0;
      for (let row = 0; row < rows; row++) {
        for (const [c, putCell] of puts.entries()) {
          if (cells[c].missing?.[row] === 1) appender.appendNull();
          else putCell(row);
        }
        appender.endRow();
      }
      appender.closeSync();
    },
    async texts(table) {
      const columns = await columnsOf(table, connection);
      const cells = columns.map(({ name }) => `CAST(${sqlName(name)} AS VARCHAR)`);
      const answer = await connection.runAndReadAll(`SELECT ${cells.join(', ')} FROM ${sqlName(table)}`);
      const values = answer.getColumns() as (string | null)[][]; // all were cast to text
      return columns.map((column, c) => ({ ...column, values: values[c] ?? [] }));
    },
    count: async (table) => (await numbers(connection, `SELECT count(*) FROM ${sqlName(table)}`))[0],
    close,
  };
}

/** Puts the cell of a row into the appender; chosen once for a column, not for each of its cells. */
function putterOf({ type, values }: HeldCells, appender: DuckDBAppender): (row: number) => void {
  switch (type) {
    case 'uint32':
      return (row) => appender.appendUInteger(Number(values[row]));
    case 'int32':
      return (row) => appender.appendInteger(Number(values[row]));
    case 'int64':
      return (row) => appender.appendBigInt(BigInt(values[row]));
    case 'uint64':
      return (row) => appender.appendUBigInt(BigInt(values[row]));
    case 'int128':
      return (row) => appender.appendHugeInt(BigInt(values[row]));
    case 'text':
      return (row) => appender.appendVarchar(String(values[row]));
    case 'boolean':
      return (row) => appender.appendBoolean(Boolean(values[row]));
    case 'time':
      return (row) => appender.appendTimestamp(new DuckDBTimestampValue(BigInt(values[row])));
    default:
      return type satisfies never;
  }
}

async function columnsOf(table: string, connection: DuckDBConnection): Promise<readonly HeldColumn[]> {
  const described = await connection.runAndReadAll(`DESCRIBE ${sqlName(table)}`);
  return described.getRows().map(([name, type]) => ({ name: String(name), type: heldType(String(type)) }));
}

function heldType(of: string): HeldType {
  const found = Object.entries(types).find(([, type]) => type === of);
  invariant(found !== undefined, 'tables beside hold whole numbers, texts, truths and times');
  return found[0] as HeldType; // a key of the list above
}
