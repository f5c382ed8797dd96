import { sep } from 'node:path';
import type { Counter } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import { cellsOf } from '../release/cell-types.ts';
import type { Manifest, ManifestColumn } from '../release/manifest.ts';
import { text } from './counter.ts';
import type { DataBreach } from './data-breaches.ts';
import { ambiguousPath } from './problems.ts';
import type { AskLines } from './series/line-findings.ts';

/** A data file as DuckDB sees it. */
export interface Source {
  /** What stands after FROM; gives the columns c0, c1, … in the order of the manifest. */
  readonly table: string;
  /** The same rows as a bare scan under another name, missing cells as NULL: what a positional join reads without holding a side in memory. */
  readonly scan: (alias: string) => string;
  readonly columns: readonly SourceColumn[];
  /** The same columns of the rows that differ, with `n`, how many are alike; where lines tell them apart. */
  readonly distinct?: string;
  /** The rows put together by their lines, where that was done. */
  readonly lines?: AskLines;
  /** The same with the number of each row in the file as `row`, where it is not simply the next one. */
  readonly numbered?: string;
}

export interface SourceColumn {
  readonly sql: string;
  readonly declared: ManifestColumn;
  /** Text, where empty and missing are both ''; or a double, which may be null. */
  readonly type: 'text' | 'double';
}

/** One file, or several whose rows follow each other. */
export type OneOrMore = string | readonly string[];

/** How DuckDB reads a CSV file. */
export interface CsvReading {
  /** Fast, but a thread that starts inside a cell may take the lines of that cell for rows. */
  readonly parallel: boolean;
  /** In bytes; each buffer holds a few such rows. */
  readonly longestRow: number;
}

/** Where a line is cut into cells. */
export const delimiterOf = ({ data }: Manifest): ',' | ';' => ('delimiter' in data ? data.delimiter : ',');

/** Every cell as the text that was published. */
export function csvSource(
  path: OneOrMore,
  columns: readonly ManifestColumn[],
  delimiter: ',' | ';',
  reading: CsvReading,
): Source {
  const names = columns.map((_, i) => `c${i}`);
  const table = csvRead(path, names, { delimiter, quote: '"' }, reading);
  return {
    table,
    scan: (alias) => `${table} AS ${alias}`,
    columns: columns.map((declared, i) => ({ sql: names[i], declared, type: 'text' })),
  };
}

/**
 * The rows of a CSV file without quotes that differ, each with how many there are. Whole lines are compared, byte by byte, and only those that differ are cut
 * into cells: in less than half the time that cells take, as all records of a leaf are one line. A line of too few or too many cells ends it.
 */
export function distinctRows(path: OneOrMore, columns: number, delimiter: ',' | ';', reading: CsvReading): string {
  const lines = csvRead(path, ['line'], { delimiter: neverInText, quote: '' }, reading);
  const cut = `SELECT string_split(line, '${delimiter}') AS cells, count(*) AS n FROM ${lines} GROUP BY line`;
  const whole = `SELECT CASE WHEN len(cells) = ${columns} THEN cells ELSE error('a line of other cells') END AS cells, n FROM (${cut})`;
  return `(SELECT ${Array.from({ length: columns }, (_, i) => `cells[${i + 1}] AS c${i}`).join(', ')}, n FROM (${whole}))`;
}

const neverInText = '\x01'; // a line that holds it would be taken for two cells, and ends the reading

interface Signs {
  readonly delimiter: string;
  readonly quote: string;
}

function csvRead(
  path: OneOrMore,
  names: readonly string[],
  { delimiter, quote }: Signs,
  { parallel, longestRow }: CsvReading,
): string {
  const options = [
    `auto_detect = false, header = true, delim = '${delimiter}'`,
    `quote = '${quote}', escape = '${quote}', new_line = '\\n', comment = ''`,
    "strict_mode = true, null_padding = false, ignore_errors = false, compression = 'none', encoding = 'utf-8'",
    `parallel = ${parallel}, max_line_size = ${longestRow}, buffer_size = ${Math.max(usualBuffer, 2 * longestRow)}, columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}}`,
    `force_not_null = [${names.map(text).join(', ')}]`,
  ];
  return `read_csv(${places(path)}, ${options.join(', ')}, ${placeOnly})`;
}

const usualBuffer = 8_000_000; // a quarter of DuckDB's own: as fast, and less memory for each thread

/** Columns of types that print as exactly what they hold are counted as that text; doubles stay doubles. */
export async function parquetSource(
  counter: Counter,
  path: OneOrMore,
  { columns, data }: Manifest,
): Promise<Source | DataBreach> {
  const [first, ...others] = typeof path === 'string' ? [path] : path;
  const types = await parquetTypes(counter, first);
  let unfit = columns.filter((column, i) => !fits(types[i], column));
  for (const other of others) {
    if (unfit.length > 0) break;
    const own = await parquetTypes(counter, other); // DuckDB would read its cells as those of the first
    unfit = columns.filter((_, i) => own[i] !== types[i]);
  }
  if (unfit.length > 0) return { kind: 'wrong-type', file: data.file, columns: unfit.map(({ name }) => name) };
  return parquetOf(path, columns, types);
}

export async function parquetTypes(counter: Counter, path: string): Promise<readonly string[]> {
  return (await counter.ask(`DESCRIBE SELECT * FROM ${parquetRead(path)}`)).map(([, type]) => String(type));
}

/** A Parquet file whose columns are those expected, of types that were looked at. */
export function parquetOf(path: OneOrMore, columns: readonly ManifestColumn[], types: readonly string[]): Source {
  const names = columns.map((_, i) => `c${i}`);
  const cells = names.map((name, i) =>
    typeOf(types[i]) === 'double' ? name : `coalesce(CAST(${name} AS VARCHAR), '') AS ${name}`,
  );
  return {
    table: `(SELECT ${cells.join(', ')} FROM ${parquetRead(path)} AS file(${names.join(', ')}))`,
    scan: (alias) => `${parquetRead(path)} AS ${alias}(${names.join(', ')})`,
    columns: columns.map((declared, i) => ({ sql: names[i], declared, type: typeOf(types[i]) })),
  };
}

const parquetRead = (path: OneOrMore): string => `read_parquet(${places(path)}, ${placeOnly})`;

const places = (path: OneOrMore): string =>
  typeof path === 'string' ? text(literal(path)) : `[${path.map((one) => text(literal(one))).join(', ')}]`;

/** The names of a Parquet file's columns as they are in the file; DuckDB itself would rename those that differ only in case. */
export async function parquetHeader(counter: Counter, path: string): Promise<readonly string[]> {
  const schema = await counter.ask(`SELECT name, coalesce(num_children, 0) FROM parquet_schema(${text(literal(path))})`);
  const names: string[] = [];
  let inside = 0; // nodes still to come below the column named last
  for (const [name, children] of schema.slice(1)) {
    if (inside === 0) names.push(String(name));
    else inside--;
    inside += Number(children);
  }
  return names;
}

export const parquetMetadata = async (counter: Counter, path: string): Promise<number> =>
  (await counter.numbers(`SELECT count(*) FROM parquet_kv_metadata(${text(literal(path))})`))[0];

/** A folder called `c1=[0-60]` is a place: DuckDB would make a column of its name, in place of the one in the file. */
const placeOnly = 'hive_partitioning = false, filename = false, union_by_name = false';

/** A path that means itself: DuckDB would take it for a pattern and read every file that fits. */
function literal(path: string): string {
  const pattern = path.replace(/[*?[\]{}]/g, (sign) => `[${sign}]`);
  if (pattern !== path && sep === '/' && path.includes('\\')) throw new Refusal(ambiguousPath(path)); // it would be a slash in a pattern
  return pattern;
}

const typeOf = (type: string): SourceColumn['type'] => (type === 'DOUBLE' ? 'double' : 'text');

const whole = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/;

function fits(type: string, { kind, role, decimals }: ManifestColumn): boolean {
  if (role === 'sensitive' || role === 'kept') return type === 'VARCHAR'; // published as it is
  if (type === 'VARCHAR') return true;
  switch (cellsOf(kind)) {
    case 'whole':
      return whole.test(type);
    case 'number':
      return type === 'DOUBLE' || (decimals === 0 && whole.test(type)) || scaleOf(type) === decimals;
    case 'text':
      return (kind === 'label' || kind === 'text') && (type === 'UUID' || whole.test(type)); // each prints as exactly what it holds
  }
}

/** NaN, which is no number of decimals, where a type has none. */
const scaleOf = (type: string): number => Number(/^DECIMAL\(\d+,(\d+)\)$/.exec(type)?.[1]);
