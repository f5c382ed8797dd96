/** A table as Shoal writes it: in one file, or in several whose rows follow each other. */
export interface TableFile {
  readonly path: string | readonly string[];
  readonly format: 'csv' | 'parquet';
  /** Of CSV; a comma where none is given. */
  readonly delimiter?: string;
}

/** DuckDB would make columns of the `key=value` parts of a path, in place of those in the file. */
const placeOnly = 'hive_partitioning = false, filename = false, union_by_name = false';

/** The SQL that reads it, every cell of CSV as text. */
export function scanOf({ path, format, delimiter = ',' }: TableFile): string {
  const literal = (one: string) => text(one.replace(/[*?[\]{}]/g, (sign) => `[${sign}]`)); // DuckDB would take such a path for a pattern
  const file = typeof path === 'string' ? literal(path) : `[${path.map(literal).join(', ')}]`;
  if (format === 'parquet') return `read_parquet(${file}, ${placeOnly})`;
  return `read_csv(${file}, all_varchar = true, header = true, delim = ${text(delimiter)}, quote = '"', escape = '"', new_line = '\\n', comment = '', ${placeOnly})`;
}

export const name = (column: string): string => `"${column.replaceAll('"', '""')}"`;

/** Some columns as text, where empty and missing are one. */
export const cells = (columns: readonly string[]): string =>
  columns.map((column) => `coalesce(CAST(${name(column)} AS VARCHAR), '')`).join(', ');

export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
