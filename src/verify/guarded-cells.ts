import type { Counter } from '../base/counting.ts';
import type { Manifest, ManifestColumn } from '../release/manifest.ts';
import { text } from './counter.ts';
import type { DataBreach } from './data-breaches.ts';
import type { Source, SourceColumn } from './source.ts';

/** Kinds whose cells are texts; all others are proved to be numbers, intervals and words. */
const texts: readonly ManifestColumn['kind'][] = ['text', 'label', 'code', 'prefix', 'period'];

const holdsText = ({ declared }: SourceColumn): boolean => texts.includes(declared.kind);

const runs = (sql: string): string =>
  `(regexp_matches(${sql}, '^[=+@\\t\\r\\n＝＋－＠-]') AND NOT regexp_full_match(${sql}, '[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?'))`;

/** Without the apostrophe that keeps a text from being run. */
const bare = (sql: string): string => `CASE WHEN starts_with(${sql}, '''') THEN substr(${sql}, 2) ELSE ${sql} END`;

/**
 * Of a release that declares to be safe in a spreadsheet: cells that would be run, and apostrophes without need, which would mark a row. The
 * source that is answered has the texts as they were before.
 */
export async function readGuarded(
  counter: Counter,
  source: Source,
  { columns, data: { file } }: Manifest,
): Promise<{ readonly source: Source; readonly breaches: readonly DataBreach[] }> {
  const guarded = source.columns.filter(holdsText);
  const names = (
    await counter.ask(
      `SELECT ${runs('name')} FROM (SELECT unnest([${columns.map(({ name }) => text(name)).join(', ')}]) AS name)`,
    )
  ).map(([running]) => running === true);
  const header = names.indexOf(true);
  const breaches: DataBreach[] = header < 0 ? [] : [{ kind: 'running-cell', file, column: header + 1, cells: 1, row: 0 }];
  for (const column of guarded) {
    const { sql } = column;
    const rest = `substr(${sql}, 2)`;
    const needless = `(starts_with(${sql}, '''') AND NOT (starts_with(${rest}, '''') OR ${runs(rest)}))`;
    const numbered = `SELECT row_number() OVER () AS row, ${sql} FROM ${source.table}`;
    const [cells, row] = await counter.numbers(
      `SELECT count(*), coalesce(min(row), 0) FROM (${numbered}) WHERE ${runs(sql)} OR ${needless}`,
    );
    if (cells > 0) breaches.push({ kind: 'running-cell', file, column: source.columns.indexOf(column) + 1, cells, row });
  }
  const cells = source.columns.map((column) => (holdsText(column) ? `${bare(column.sql)} AS ${column.sql}` : column.sql));
  const { distinct: _, ...rest } = source; // has the texts as they are written
  const table = `(SELECT ${cells.join(', ')} FROM ${source.table})`;
  return { source: { ...rest, table, scan: (alias) => `${table} AS ${alias}` }, breaches };
}
