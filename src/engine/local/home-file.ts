import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBAppender, DuckDBDateValue, DuckDBTimestampValue } from '@duckdb/node-api';
import type { Workspace } from '../../base/workspace.ts';
import type { HomeCells, HomeColumn, HomeFile, OpenHomeFile } from '../home-file.ts';
import { type DatabaseLimits, openDatabase, sqlName, sqlText } from './duckdb.ts';

/** Files of rows that a cluster sent, written through a DuckDB of their own, which spills what does not fit into memory. */
export const homeFiles =
  (workspace: Workspace, limits: DatabaseLimits): OpenHomeFile =>
  (columns, format) =>
    openHomeFile(columns, format, workspace, limits);

async function openHomeFile(
  columns: readonly HomeColumn[],
  format: 'csv' | 'parquet',
  workspace: Workspace,
  limits: DatabaseLimits,
): Promise<HomeFile> {
  const { connection, close } = await openDatabase(workspace, limits);
  const held = columns.map(({ type }, c) => `c${c} ${heldTypes(type)}`).join(', ');
  await connection.run(`CREATE TABLE home (${held}, piece INTEGER, begun BIGINT, n BIGINT)`);
  const appender = await connection.createAppender('home');
  const pieces = new Map<string, number>();
  let rows = 0;
  const pieceOf = (name: string): number => {
    const known = pieces.get(name) ?? pieces.size;
    if (known === pieces.size) pieces.set(name, known);
    return known;
  };
  return {
    async add(cells, from) {
      const puts = cells.map((cell, c) => putterOf(columns[c].type, cell, appender));
      const count = cells[0]?.values.length ?? from.pieces.length;
      for (let row = 0; row < count; row++) {
        for (const [c, put] of puts.entries()) {
          if (cells[c].missing?.[row] === 1) appender.appendNull();
          else put(row);
        }
        appender.appendInteger(pieceOf(String(from.pieces[row])));
        appender.appendBigInt(BigInt(from.at[row]));
        appender.appendBigInt(BigInt(rows++));
        appender.endRow();
      }
    },
    async finish(order) {
      appender.closeSync();
      const ranked = [...pieces.keys()].sort();
      const ranks = [...pieces.keys()].map((name) => ranked.indexOf(name));
      const places = `${ranks.length < 2 ? '' : `[${ranks.join(', ')}][piece + 1], `}begun, n`;
      const orders = {
        places,
        cells: columns.map((_, c) => `c${c}`).join(', '),
        values: columns.map(({ type }, c) => toldCell(`c${c}`, type)).join(', '),
      };
      const told = columns.map(({ name, type }, c) => `${toldCell(`c${c}`, type)} AS ${sqlName(name)}`).join(', ');
      const path = join(mkdtempSync(join(workspace.folder(), 'home-')), `home.${format}`);
      const options = format === 'csv' ? "FORMAT csv, HEADER true, DELIMITER ','" : 'FORMAT parquet';
      await connection.run(`COPY (SELECT ${told} FROM home ORDER BY ${orders[order]}) TO ${sqlText(path)} (${options})`);
      close();
      return path;
    },
    abandon: close,
  };
}

function heldTypes(type: HomeColumn['type']): string {
  switch (type) {
    case 'whole':
      return 'BIGINT';
    case 'double':
      return 'DOUBLE';
    case 'float':
      return 'FLOAT';
    case 'boolean':
      return 'BOOLEAN';
    case 'date':
      return 'DATE';
    case 'time':
    case 'instant':
      return 'TIMESTAMP';
    default:
      return 'VARCHAR';
  }
}

function toldCell(cell: string, type: HomeColumn['type']): string {
  if (type.startsWith('decimal')) return `CAST(${cell} AS ${type})`;
  return type === 'instant' ? `(${cell} AT TIME ZONE 'UTC')` : cell;
}

/** Puts the cell of a row into the appender; chosen once for a column, not for each of its cells. */
function putterOf(type: HomeColumn['type'], { values }: HomeCells, appender: DuckDBAppender): (row: number) => void {
  switch (type) {
    case 'whole':
      return (row) => appender.appendBigInt(BigInt(values[row]));
    case 'double':
      return (row) => appender.appendDouble(Number(values[row]));
    case 'float':
      return (row) => appender.appendFloat(Number(values[row]));
    case 'boolean':
      return (row) => appender.appendBoolean(Boolean(values[row]));
    case 'date':
      return (row) => appender.appendDate(new DuckDBDateValue(Number(values[row])));
    case 'time':
    case 'instant':
      return (row) => appender.appendTimestamp(new DuckDBTimestampValue(BigInt(values[row])));
    default:
      return (row) => appender.appendVarchar(String(values[row]));
  }
}
