import type { DuckDBConnection } from '@duckdb/node-api';
import type { Look } from '../../inspect/look.ts';
import { type FieldCells, isHashed } from './cell-table.ts';
import { isoMomentSql } from './iso-time.ts';
import { numbers } from './numbers.ts';
import type { Source, SourceColumn } from './source.ts';

/** Cells looked at to tell what columns are; what they tell is counted over all rows afterwards. */
const cells = 200_000;

/** What the first rows of each column look like. The rows themselves stay in DuckDB. */
export async function lookAtHead(source: Source, connection: DuckDBConnection): Promise<readonly Look[]> {
  const rows = Math.max(1000, Math.min(10_240, Math.floor(cells / source.columns.length)));
  const texts = source.columns.map(({ sql }, c) => `nullif(trim(CAST(${sql} AS VARCHAR)), '') AS t${c}`);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE head AS SELECT ${texts.join(', ')} FROM ${source.scan(new Set())} LIMIT ${rows}`,
  );
  const found = await connection.runAndReadAll(
    `SELECT place, ${counts.map(([, sql]) => sql('text')).join(', ')} FROM (UNPIVOT head ON COLUMNS(*) INTO NAME place VALUE text) GROUP BY place`,
  ); // a statement that names each column as often as there are counts takes minutes to plan where columns are many
  const byPlace = new Map(found.getRows().map(([place, ...row]) => [String(place), row.map(Number)]));
  return source.columns.map((column, c) => lookFrom(column, byPlace.get(`t${c}`) ?? counts.map(() => 0)));
}

const matches = (pattern: string) => (text: string) => `count_if(regexp_full_match(${text}, '${pattern}'))`;

const counts: readonly (readonly [keyof Omit<Look, 'name'>, (text: string) => string])[] = [
  ['filled', (text) => `count(${text})`],
  ['numbers', (text) => `count_if(isfinite(TRY_CAST(${text} AS DOUBLE)))`],
  ['wholes', matches('[+-]?[0-9]{1,15}')],
  ['padded', matches('0[0-9]+')],
  ['cents', matches('-?[0-9]+[.][0-9]{2}')],
  ['moments', (text) => `count(${isoMomentSql(text)})`],
  ['colons', (text) => `count_if(contains(${text}, ':'))`],
  ['clocks', matches('[0-2]?[0-9]:[0-5][0-9](:[0-5][0-9])?')],
  ['uuids', matches('[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}')],
  ['digits', (text) => `count_if(regexp_matches(${text}, '[0-9]'))`],
  ['codes', matches('[A-Za-z]{0,4}[0-9]{5,}[A-Za-z0-9]*')],
  ['shortest', (text) => `coalesce(min(length(${text})), 0)`],
  ['longest', (text) => `coalesce(max(length(${text})), 0)`],
];

const lookFrom = ({ name }: SourceColumn, found: readonly number[]): Look =>
  ({ name, ...Object.fromEntries(counts.map(([key], place) => [key, found[place]])) }) as Look; // `counts` names every key

/** The different texts of a column with few: those of the first rows where these are all there are, else one more pass finds them. */
export async function codesIn(
  source: Source,
  column: string,
  cells: readonly FieldCells[],
  connection: DuckDBConnection,
): Promise<readonly string[]> {
  const place = source.columns.findIndex(({ name }) => name === column);
  const early = `SELECT DISTINCT t${place} AS code FROM head WHERE t${place} IS NOT NULL`;
  const all = `SELECT DISTINCT CAST(${source.columns[place].sql} AS VARCHAR) FROM ${source.scan(new Set())}`;
  const found = await connection.runAndReadAll((await areEarly(early)) ? early : all);
  return found.getRows().map(([code]) => String(code ?? ''));

  async function areEarly(codes: string): Promise<boolean> {
    const own = cells.find(({ field }) => field.name === column);
    if (own === undefined || !isHashed(own.field.kind)) return false;
    const different = `SELECT DISTINCT ${own.kept[0]} AS h FROM cells WHERE ${own.kept[0]} IS NOT NULL`;
    const [later] = await numbers(
      connection,
      `SELECT count(*) FROM (${different}) ANTI JOIN (SELECT hash(code) AS h FROM (${codes})) USING (h)`,
    );
    return later === 0;
  }
}
