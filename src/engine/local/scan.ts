import { sep } from 'node:path';
import { sqlText } from './duckdb.ts';

/**
 * The only place in this room that reads files. A path is a place and nothing else: DuckDB would make columns of its `key=value` parts, in
 * place of those in the file, and take `*`, `?` and brackets for a pattern of many files.
 */
const placeOnly = 'hive_partitioning = false, filename = false, union_by_name = false';

const signs = /[*?[\]{}]/g;

const literal = (path: string): string => sqlText(path.replace(signs, (sign) => `[${sign}]`));

const placesSql = (paths: readonly string[]): string =>
  paths.length === 1 ? literal(paths[0]) : `[${paths.map(literal).join(', ')}]`;

/** In a pattern DuckDB takes a backslash for a slash, so that such a path cannot be made to mean itself. */
export const isPatternAnyway = (path: string): boolean => sep === '/' && path.includes('\\') && path.search(signs) >= 0;

export interface CsvScan {
  readonly delimiter: string;
  /** SQL names of all its columns in order, each with the type it is read as. */
  readonly columns: readonly (readonly [name: string, type: 'DOUBLE' | 'VARCHAR'])[];
  /** Columns whose empty cells are the empty text, not missing. */
  readonly neverMissing?: readonly string[];
  readonly gzip?: boolean;
  readonly parallel?: boolean;
}

/** SQL that reads delimited text with a header, in one file or several; quotes are double. */
export function csvScan(
  path: string | readonly string[],
  { delimiter, columns, neverMissing = [], gzip = false, parallel = true }: CsvScan,
): string {
  const options = [
    `auto_detect = false, header = true, delim = ${sqlText(delimiter)}, quote = '"', escape = '"'`,
    `strict_mode = true, null_padding = false, parallel = ${parallel}, compression = '${gzip ? 'gzip' : 'none'}'`,
    `columns = {${columns.map(([name, type]) => `${sqlText(name)}: '${type}'`).join(', ')}}`,
    ...(neverMissing.length === 0 ? [] : [`force_not_null = [${neverMissing.map(sqlText).join(', ')}]`]),
  ];
  return `read_csv(${placesSql(typeof path === 'string' ? [path] : path)}, ${options.join(', ')}, ${placeOnly})`;
}

export const parquetScan = (...paths: readonly string[]): string => `read_parquet(${placesSql(paths)}, ${placeOnly})`;

/** SQL that reads a JSON object per line; without `columns` all lines are looked at to find them. */
export function ndjsonScan(path: string, gzip: boolean, columns?: CsvScan['columns']): string {
  const types = columns?.map(([name, type]) => `${sqlText(name)}: '${type}'`).join(', ');
  const shape = types === undefined ? 'sample_size = -1' : `columns = {${types}}`;
  return `read_ndjson(${literal(path)}, ${shape}, compression = '${gzip ? 'gzip' : 'uncompressed'}', ${placeOnly})`;
}
