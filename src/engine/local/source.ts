import { accessSync, constants, existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { invariant, Refusal } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { dataAsNames } from '../../formats/data-as-names.ts';
import { betterDelimiter, columnNames, type Dialect, dialectOf } from '../../formats/dialect.ts';
import { encodings, isUtf16, writeUtf8 } from '../../formats/encodings.ts';
import { findEncoding } from '../../formats/find-encoding.ts';
import { formatOf, formats } from '../../formats/formats.ts';
import { isGzip, isWholeGzip } from '../../formats/gzip.ts';
import { inputAddress, isRemote } from '../../formats/input-address.ts';
import {
  emptyFile,
  missingFile,
  noHeader,
  noInput,
  notUtf8,
  remoteAddress,
  unreadableInput,
  wrongDelimiter,
} from '../../formats/input-problems.ts';
import type { Notation } from '../../formats/notation.ts';
import { brokenEncoding } from '../../formats/notation-problems.ts';
import { hasBrokenHeader, writeOneLineHeader } from '../../formats/one-line-header.ts';
import { hasQuotedBreak } from '../../formats/quoted-breaks.ts';
import { repeatedName } from '../../formats/repeated-name.ts';
import { openRowsFile } from '../../formats/rows-file.ts';
import { seriesCsv } from '../../formats/series-file.ts';
import type { SeriesReader } from '../../formats/series-reader.ts';
import type { TableFile, TableReader } from '../../formats/table-file.ts';
import { isPostgres, shownAddress } from '../../policy/postgres-address.ts';
import { badValue } from '../../policy/problems.ts';
import type { OpenRequest, SourceColumn as PortColumn, Source as PortSource, SpooledData } from '../engine.ts';
import { parquetOfTable } from './database-file.ts';
import { describeTable } from './described-table.ts';
import { csvScan, isPatternAnyway, ndjsonScan, parquetScan } from './scan.ts';

/** A source as this engine knows it: with the SQL that reads it. */
export interface Source extends PortSource {
  readonly columns: readonly SourceColumn[];
  /** The SQL that reads it; `numbers` are read as doubles, every other column as text. */
  scan(numbers: ReadonlySet<string>): string;
  /** The text that is read, where it is not the file itself. */
  readonly text?: string;
  /** Columns that are turned into plain numbers and times on the way. */
  readonly notated?: readonly ReadByNotation[];
}

/** A column that is read by a notation, as a complaint about one of its cells needs to know it. */
export interface ReadByNotation {
  readonly name: string;
  readonly notation: Notation;
  /** SQL that holds where a cell does not fit, and the rows as they are written. */
  readonly unfit: string;
  readonly rows: string;
}

export interface SourceColumn extends PortColumn {
  /** How SQL names it. */
  readonly sql: string;
}

/** Every source that this engine was given is one that it opened. */
export function localSource(source: PortSource): Source {
  invariant('scan' in source, 'a source is read by the engine that opened it');
  return source as Source; // no other engine's has a scan
}

export async function openRows(
  request: OpenRequest,
  connection: DuckDBConnection,
  workspace: Workspace,
): Promise<Result<Source>> {
  const { input, given } = request;
  if (isPostgres(input)) return ofDatabase(request, workspace);
  if (isRemote(input)) return refused(remoteAddress(input));
  if (input !== '-') {
    const { path, sheet, table } = inputAddress(input);
    if (table !== undefined) return ofDatabaseFile({ name: input, path: resolve(path), table }, connection, workspace);
    return ofFile({ name: input, path: resolve(path), sheet, request }, connection, workspace);
  }
  if (given === undefined) return refused(noInput());
  const spooled = await given.spool(workspace);
  if (!spooled.ok) return spooled;
  return spooled.value.table === undefined
    ? ofFile({ ...spooled.value, name: given.name, request }, connection, workspace)
    : ofRows(given.name, spooled.value.path, spooled.value.table);
}

/** A file to open: as messages call it, where it lies, and how it is asked for. */
interface AskedFile extends Pick<SpooledData, 'path' | 'format'> {
  readonly name: string;
  readonly sheet?: string | undefined;
  readonly request: OpenRequest;
}

async function ofFile(
  { name, path, sheet, format, request }: AskedFile,
  connection: DuckDBConnection,
  workspace: Workspace,
): Promise<Result<Source>> {
  const { input, delimiter, formats: known = formats } = request;
  if (!existsSync(path)) return refused(missingFile(inputAddress(input).path, neighbours(path)));
  const stat = statSync(path);
  if (!stat.isFile())
    return refused(unreadableInput(name, 'It is not a file; what comes through a pipe is read with - as the input.'));
  if (!isReadable(path)) return refused(unreadableInput(name, 'You may not read it.'));
  if (stat.size === 0) return refused(emptyFile(name));
  if (isPatternAnyway(path))
    return refused(
      unreadableInput(name, 'Its path holds a backslash beside *, ?, brackets or braces, and could mean another file.'),
    );
  if (isGzip(path) && !(await isWholeGzip(path, workspace.signal)))
    return refused(unreadableInput(name, 'Its compressed data is damaged or cut short.'));
  const firstLine = (between?: string) => dialectOf(path, between).firstLine;
  const head = { path: input === '-' ? input : path, gzip: isGzip(path), delimiter, firstLine };
  const { reads = { as: 'text' } } = known.find((one) => one.name === format) ?? formatOf(head, known);
  const encoding = request.notated?.encoding;
  if (encoding !== undefined && reads.as !== 'text')
    return refused(badValue('encoding', `${name} is no delimited text, the one form that may be stored in several ways`));
  switch (reads.as) {
    case 'text':
      return request.findEncoding === true && encoding === undefined && !isUtf16(path)
        ? ofUnknownText({ name, path, delimiter: delimiter ?? reads.delimiter, encoding }, workspace)
        : ofText({ name, path, delimiter: delimiter ?? reads.delimiter, encoding }, workspace);
    case 'series':
      return ofSeries(name, path, reads.reader(name), workspace);
    case 'table':
      return ofTable({ name, path, sheet, gzip: head.gzip, signal: workspace.signal }, reads.read, request, workspace);
    case 'parquet':
      return parquet(name, path, connection);
    case 'ndjson':
      return ndjson(name, path, connection);
    default:
      return reads satisfies never;
  }
}

interface TextFile {
  readonly name: string;
  readonly path: string;
  readonly delimiter: string | undefined;
  readonly encoding: string | undefined;
}

/** Text that may be stored in any way, as it probably is. */
async function ofUnknownText(file: TextFile, workspace: Workspace): Promise<Result<Source>> {
  const stored = await findEncoding(file.path, workspace.signal);
  const source = await ofText({ ...file, encoding: stored?.encoding }, workspace);
  return source.ok && stored !== undefined ? ok({ ...source.value, stored }) : source;
}

/** UTF-8 is read where it lies; what is stored otherwise is written as UTF-8 first, and what the person gave is what is hashed. */
async function ofText({ name, path, delimiter, encoding }: TextFile, workspace: Workspace): Promise<Result<Source>> {
  const stored = encodings.find((known) => known === encoding) ?? (isUtf16(path) ? 'utf-16' : 'utf-8');
  if (stored === 'utf-8' && hasBrokenHeader(path)) {
    const text = join(mkdtempSync(join(workspace.folder(), 'header-')), 'text.csv');
    await writeOneLineHeader(path, text, workspace.signal);
    const source = delimitedSource(name, path, delimiter, text);
    return source.ok ? ok({ ...source.value, text }) : source;
  }
  if (stored === 'utf-8') return delimitedSource(name, path, delimiter);
  const text = join(mkdtempSync(join(workspace.folder(), 'utf8-')), 'text.csv');
  const broken = await writeUtf8(path, text, stored, workspace.signal);
  if (broken !== undefined) return refused(brokenEncoding(name, broken.line, stored));
  const source = delimitedSource(name, text, delimiter ?? (/\.tsv(\.gz)?$/i.test(path) ? '\t' : undefined));
  return source.ok ? ok({ ...source.value, path, text, plain: undefined }) : source;
}

/** Read through a CSV that the server wrote. The client is loaded only by those who need it. */
async function ofDatabase({ input, ...request }: OpenRequest, workspace: Workspace): Promise<Result<Source>> {
  const { fetchTable } = await import('../postgres/fetch.ts');
  const fetched = await fetchTable(input, workspace, { ...request, needed: neededAsWritten(request) });
  if (!fetched.ok) return fetched;
  const { path, bytes, rows, present } = fetched.value;
  const columns = textColumns(fetched.value.columns);
  const scan = readingOf(
    path,
    bytes,
    columns.filter(({ name }) => present.includes(name)),
    { delimiter: ',', gzip: false },
  );
  return ok({ name: shownAddress(input), path, format: 'postgres', columns, likelyRows: rows, scan });
}

/** What a database must send where columns are joined and turned: whatever they are made of. */
function neededAsWritten({ needed, notated }: Omit<OpenRequest, 'input'>): OpenRequest['needed'] {
  const settle = notated?.settle;
  if (needed === undefined || settle === undefined) return needed;
  return (names) => {
    const settled = settle(names);
    if (!settled.ok) return settled;
    const { join: joins, columns } = settled.value;
    const parts = Object.values(joins).flat();
    const wanted = needed([...names.filter((name) => !parts.includes(name)), ...Object.keys(joins)]);
    if (!wanted.ok) return wanted;
    const read = [...wanted.value, ...columns.map(({ column }) => column)].filter((name) => !Object.hasOwn(joins, name));
    return ok([...new Set([...read, ...parts])]);
  };
}

/** Read through a CSV of our own; what the person gave is what is hashed. */
async function ofSeries(name: string, path: string, reader: SeriesReader, workspace: Workspace): Promise<Result<Source>> {
  const csv = await seriesCsv(name, path, reader, workspace);
  if (!csv.ok) return csv;
  const source = delimitedSource(name, csv.value.path, ',');
  return source.ok ? ok({ ...source.value, path, implied: csv.value.implied, plain: undefined }) : source;
}

/** Read through a Parquet file of our own; what the person gave is what is hashed. */
async function ofDatabaseFile(
  { name, path, table }: { readonly name: string; readonly path: string; readonly table: string },
  connection: DuckDBConnection,
  workspace: Workspace,
): Promise<Result<Source>> {
  if (!existsSync(path)) return refused(missingFile(inputAddress(name).path, neighbours(path)));
  if (!statSync(path).isFile() || !isReadable(path)) return refused(unreadableInput(name, 'It is not a file that you may read.'));
  const folder = mkdtempSync(join(workspace.folder(), 'database-'));
  try {
    return ok({ name, path, format: 'parquet', ...(await parquetOfTable({ database: path, table, folder, name }, connection)) });
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** Read through a CSV of our own, as rows of a program are. */
async function ofTable(
  file: TableFile,
  read: TableReader,
  { onNotice }: OpenRequest,
  workspace: Workspace,
): Promise<Result<Source>> {
  const rows = openRowsFile(join(mkdtempSync(join(workspace.folder(), 'table-')), 'rows.csv'));
  let ended = false;
  try {
    const notes = await read(file, rows);
    ended = true;
    const path = rows.finish();
    const source = ofRows(file.name, path, { names: rows.names, rows: rows.rows });
    for (const note of notes) onNotice?.(note);
    return source.ok ? ok({ ...source.value, path: file.path }) : source;
  } catch (error) {
    if (!ended) rows.abandon();
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** Rows that a program gave, as text that was written for this: their names are known, however many there are. */
function ofRows(name: string, path: string, { names, rows }: NonNullable<SpooledData['table']>): Result<Source> {
  if (names.length === 0) return refused(emptyFile(name));
  const columns = textColumns(columnNames(names));
  const twice = repeatedName(columns.map(({ name }) => name));
  if (twice !== undefined) return refused(twice);
  const scan = readingOf(path, statSync(path).size, columns, { delimiter: ',', gzip: false });
  return ok({ name, path, format: 'rows', columns, likelyRows: rows, scan });
}

function neighbours(path: string): readonly string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Below this DuckDB reads a file in one piece anyway. */
const oneThread = 4_000_000;

/** `text` holds the rows, where it is not the file itself that can be read. */
function delimitedSource(name: string, path: string, given: string | undefined, text?: string): Result<Source> {
  const bytes = statSync(path).size;
  const dialect = dialectOf(path, given);
  if (dialect.encoding !== 'utf8') return refused(notUtf8(name, dialect.encoding === 'not-utf8' ? 1 : 0));
  if (dialect.names.length === 0) return refused(emptyFile(name));
  const better = dialect.names.length === 1 ? betterDelimiter(dialect.firstLine, dialect.delimiter) : undefined;
  if (better !== undefined) return refused(wrongDelimiter(name, dialect.delimiter, better.found, better.times));
  const data = dataAsNames(dialect.names);
  if (data.length > 0) return refused(noHeader(name, data));
  const columns = textColumns(dialect.names);
  const twice = repeatedName(columns.map(({ name }) => name));
  if (twice !== undefined) return refused(twice);
  const { delimiter, gzip, names } = dialect;
  const likelyRows = dialect.bytesPerRow === 0 ? 0 : Math.round((bytes * (gzip ? 4 : 1)) / dialect.bytesPerRow);
  return ok({
    name,
    path,
    format: 'csv',
    columns,
    likelyRows,
    plain: gzip || text !== undefined ? undefined : { path, delimiter, names, likelyRows },
    scan:
      text === undefined
        ? readingOf(path, bytes, columns, dialect)
        : readingOf(text, statSync(text).size, columns, { ...dialect, gzip: false }),
  });
}

const textColumns = (names: readonly string[]): readonly SourceColumn[] =>
  names.map((name, place) => ({ name, sql: `c${place}`, numeric: undefined }));

/** Reads delimited text with these columns in it. */
function readingOf(
  path: string,
  bytes: number,
  columns: readonly SourceColumn[],
  { delimiter, gzip }: Pick<Dialect, 'delimiter' | 'gzip'>,
): Source['scan'] {
  let parallel: boolean | undefined; // it takes a look at the whole file, and many are never read here
  return (numbers) => {
    parallel ??= bytes < oneThread || gzip || !hasQuotedBreak(path);
    const types = columns.map(({ name, sql }) => [sql, numbers.has(name) ? 'DOUBLE' : 'VARCHAR'] as const);
    return csvScan(path, { delimiter, columns: types, gzip, parallel });
  };
}

/** Parquet names and types its columns itself. */
async function parquet(name: string, path: string, connection: DuckDBConnection): Promise<Result<Source>> {
  const table = parquetScan(path);
  try {
    const columns = await describeTable(table, connection);
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${table}`);
    return ok({ name, path, format: 'parquet', columns, likelyRows: Number(counted.getRows()[0][0]), scan: () => table });
  } catch {
    return refused(unreadableInput(name, 'It is not a whole Parquet file.'));
  }
}

/** NDJSON names its columns. What is no number is read as the text it is: DuckDB would make a time or an identifier its own of it. */
async function ndjson(name: string, path: string, connection: DuckDBConnection): Promise<Result<Source>> {
  const gzip = isGzip(path);
  try {
    const columns = await describeTable(ndjsonScan(path, gzip), connection);
    const scan = (numbers: ReadonlySet<string>) => {
      const types = columns.map(
        ({ name, numeric }) => [name, numbers.has(name) && numeric === true ? 'DOUBLE' : 'VARCHAR'] as const,
      );
      return ndjsonScan(path, gzip, types);
    };
    return ok({ name, path, format: 'ndjson', columns, likelyRows: 0, scan });
  } catch (error) {
    const line = Number(/at byte \d+ in line (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? 0) - 1; // DuckDB counts one too many
    return refused(unreadableInput(name, line < 1 ? 'It is not NDJSON.' : `Line ${line} is not a whole JSON object.`));
  }
}
