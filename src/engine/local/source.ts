import { createWriteStream, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { ok, type Result, refused } from '../../base/result.ts';
import { betterDelimiter, dialectOf } from './dialect.ts';
import { sqlName, sqlText } from './duckdb.ts';
import { duplicateColumn, emptyFile, missingFile, notUtf8, unreadableInput, wrongDelimiter } from './problems.ts';
import type { Workspace } from './workspace.ts';

/** A table to read, its columns known and nothing read of its rows yet. */
export interface Source {
  /** As the person named it. */
  readonly name: string;
  readonly path: string;
  readonly format: 'csv' | 'parquet' | 'ndjson';
  readonly columns: readonly SourceColumn[];
  /** A guess for delimited text, exact for Parquet, 0 where unknown. */
  readonly likelyRows: number;
  /** The SQL that reads it; `numbers` are read as doubles, every other column as text. */
  scan(numbers: ReadonlySet<string>): string;
}

export interface SourceColumn {
  readonly name: string;
  /** How SQL names it. */
  readonly sql: string;
  /** Undefined where the file does not say, as in CSV. */
  readonly numeric: boolean | undefined;
}

export interface SourceOptions {
  readonly delimiter?: string | undefined;
  readonly stdin?: Readable | undefined;
}

export async function openSource(
  input: string,
  connection: DuckDBConnection,
  workspace: Workspace,
  { delimiter, stdin }: SourceOptions,
): Promise<Result<Source>> {
  const path = input === '-' ? await spooled(stdin ?? process.stdin, workspace) : resolve(input);
  const name = input === '-' ? 'standard input' : input;
  if (!existsSync(path)) return refused(missingFile(input, neighbours(path)));
  const stat = statSync(path);
  if (!stat.isFile()) return refused(unreadableInput(name, 'It is not a file.'));
  if (stat.size === 0) return refused(emptyFile(name));
  const plain = /[*?[\]{}]/.test(path) ? aliased(path, workspace) : path; // DuckDB would take these for a pattern of many files
  const format = formatOf(plain, input);
  if (format === 'csv') return delimited(name, plain, stat.size, delimiter);
  return selfDescribed(name, plain, format, connection);
}

async function spooled(stdin: Readable, workspace: Workspace): Promise<string> {
  const path = join(workspace.folder(), 'standard-input');
  await pipeline(stdin, createWriteStream(path, { mode: 0o600 }));
  return path;
}

function neighbours(path: string): readonly string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}

function aliased(path: string, workspace: Workspace): string {
  const alias = join(workspace.folder(), 'input');
  symlinkSync(path, alias);
  return alias;
}

function formatOf(path: string, input: string): Source['format'] {
  if (/\.(parquet|pq)$/i.test(input)) return 'parquet';
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(input)) return 'ndjson';
  if (input !== '-') return 'csv';
  const { firstLine } = dialectOf(path, undefined);
  return firstLine.startsWith('PAR1') ? 'parquet' : firstLine.startsWith('{') ? 'ndjson' : 'csv';
}

function delimited(name: string, path: string, bytes: number, given: string | undefined): Result<Source> {
  const dialect = dialectOf(path, given);
  if (dialect.encoding !== 'utf8') return refused(notUtf8(name, 0));
  if (dialect.names.length === 0) return refused(emptyFile(name));
  const better = dialect.names.length === 1 ? betterDelimiter(dialect.firstLine, dialect.delimiter) : undefined;
  if (better !== undefined) return refused(wrongDelimiter(name, dialect.delimiter, better.found, better.times));
  for (const column of dialect.names) {
    const places = dialect.names.flatMap((other, place) => (other === column ? [place + 1] : []));
    if (places.length > 1) return refused(duplicateColumn(column, places));
  }
  const columns = dialect.names.map((column, place) => ({ name: column, sql: `c${place}`, numeric: undefined }));
  return ok({
    name,
    path,
    format: 'csv',
    columns,
    likelyRows: dialect.bytesPerRow === 0 ? 0 : Math.round((bytes * (dialect.gzip ? 4 : 1)) / dialect.bytesPerRow),
    scan(numbers) {
      const types = columns.map((column) => `${column.sql}: '${numbers.has(column.name) ? 'DOUBLE' : 'VARCHAR'}'`);
      const compression = dialect.gzip ? ", compression = 'gzip'" : '';
      return `read_csv(${sqlText(path)}, auto_detect = false, header = true, delim = ${sqlText(dialect.delimiter)}, quote = '"', escape = '"',
        strict_mode = true, null_padding = false, columns = {${types.join(', ')}}${compression})`;
    },
  });
}

/** Parquet and NDJSON name and type their columns themselves. */
async function selfDescribed(
  name: string,
  path: string,
  format: 'parquet' | 'ndjson',
  connection: DuckDBConnection,
): Promise<Result<Source>> {
  const table = format === 'parquet' ? `read_parquet(${sqlText(path)})` : `read_ndjson(${sqlText(path)}, sample_size = -1)`;
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`);
    const columns = described.getRows().map(([column, type]) => ({
      name: String(column),
      sql: sqlName(String(column)),
      numeric: /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|FLOAT|DOUBLE|DECIMAL)/.test(String(type)),
    }));
    const counted = format === 'parquet' ? await connection.runAndReadAll(`SELECT count(*) FROM ${table}`) : undefined;
    return ok({ name, path, format, columns, likelyRows: Number(counted?.getRows()[0][0] ?? 0), scan: () => table });
  } catch {
    return refused(unreadableInput(name, `It is not a whole ${format === 'parquet' ? 'Parquet' : 'NDJSON'} file.`));
  }
}
