/** A table in a file as Shoal writes it. */
export interface TableFile {
  readonly path: string;
  readonly format: 'csv' | 'parquet';
  /** Of CSV; a comma where none is given. */
  readonly delimiter?: string;
}

/** The SQL that reads it, every cell of CSV as text. */
export function scanOf({ path, format, delimiter = ',' }: TableFile): string {
  const file = text(path.replace(/[*?[\]{}]/g, (sign) => `[${sign}]`)); // DuckDB would take such a path for a pattern
  if (format === 'parquet') return `read_parquet(${file}, hive_partitioning = false)`;
  return `read_csv(${file}, all_varchar = true, header = true, delim = ${text(delimiter)}, quote = '"', escape = '"', new_line = '\\n', comment = '')`;
}

export const name = (column: string): string => `"${column.replaceAll('"', '""')}"`;

/** Some columns as text, where empty and missing are one. */
export const cells = (columns: readonly string[]): string =>
  columns.map((column) => `coalesce(CAST(${name(column)} AS VARCHAR), '')`).join(', ');

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
