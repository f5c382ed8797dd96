import type { DuckDBConnection } from '@duckdb/node-api';
import { isRun } from '../../inspect/field.ts';
import { isMoment } from '../../inspect/look.ts';
import type { Twins, Within } from '../../inspect/within.ts';
import type { WithinRequest } from '../survey.ts';
import type { FieldCells } from './cell-table.ts';
import { numbers } from './numbers.ts';

/** Rows that are asked about at most: of more, all rows of every n-th subject. */
const askedRows = 250_000;
/** The first rows, in which it is seen whether rows of one subject follow one another. */
const firstRows = 10_000;
/** More columns beside a subject would tell nothing that these do not. */
const mostOthers = 200;

/** What the other columns do inside the rows that share a value of `own`. */
export async function withinOf(
  own: FieldCells,
  cells: readonly FieldCells[],
  { pairedWith = [], everyRow = false }: WithinRequest,
  connection: DuckDBConnection,
): Promise<Within> {
  const [who] = own.kept;
  const others = cells.filter((other) => other !== own && !isRun(other.field)).slice(0, mostOthers);
  const [rows] = await numbers(connection, `SELECT count(${who}) FROM cells`);
  const nth = everyRow ? 1 : Math.max(1, Math.ceil(rows / askedRows));
  const asked = `cells WHERE ${who} IS NOT NULL${nth === 1 ? '' : ` AND hash(${who}) % ${nth} = 0`}`;
  const perSubject = others.map(
    ({ kept: [column], field }, o) =>
      `CASE WHEN count(${column}) > 1 THEN min(${valueSql(column, isMoment(field.kind))}) <> max(${valueSql(column, isMoment(field.kind))}) END AS v${o}`,
  );
  const counted = others.map((_, o) => `count_if(v${o}), count(v${o})`);
  const [repeated, ...found] = await numbers(
    connection,
    `SELECT ${['count(*)', ...counted].join(', ')} FROM
     (SELECT ${['count(*) AS n', ...perSubject].join(', ')} FROM ${asked} GROUP BY ${who} HAVING count(*) > 1)`,
  );
  const varies: Record<string, number> = {};
  for (const [o, { field }] of others.entries()) if (found[2 * o + 1] > 0) varies[field.name] = found[2 * o] / found[2 * o + 1];
  const pairs: Record<string, number> = {};
  for (const { field, kept } of others.filter((other) => pairedWith.includes(other.field.name))) {
    const [different, all] = await numbers(
      connection,
      `SELECT count(*), coalesce(sum(n), 0) FROM (SELECT count(*) AS n FROM ${asked} GROUP BY ${who}, ${kept[0]})`,
    );
    pairs[field.name] = all === 0 ? 0 : different / all;
  }
  return { subject: own.field.name, repeated: repeated * nth, varies, pairs, together: await standsTogether(who, connection) };
}

/** A time to the second: exports write the events of one moment a few milliseconds apart. */
const valueSql = (column: string, moment: boolean): string => (moment ? `date_trunc('second', ${column})` : column);

async function standsTogether(who: string, connection: DuckDBConnection): Promise<boolean> {
  const [rows, different, changes] = await numbers(
    connection,
    `SELECT count(*), count(DISTINCT v), count_if(v IS DISTINCT FROM before) FROM
     (SELECT ${who} AS v, lag(${who}) OVER (ORDER BY rowid) AS before FROM cells WHERE rowid < ${firstRows})`,
  );
  return different > 1 && different < 0.8 * rows && changes <= 1.1 * different;
}

/** Of the values of the one that has fewer, the share that the other has as well. */
export async function twinsOf(one: FieldCells, other: FieldCells, connection: DuckDBConnection): Promise<Twins> {
  const valuesOf = ({ kept: [column] }: FieldCells) => `SELECT DISTINCT ${column} AS v FROM sampled WHERE ${column} IS NOT NULL`;
  const [both, ofOne, ofOther] = await numbers(
    connection,
    `SELECT (SELECT count(*) FROM (${valuesOf(one)} INTERSECT ${valuesOf(other)})), (SELECT count(*) FROM (${valuesOf(one)})), (SELECT count(*) FROM (${valuesOf(other)}))`,
  );
  const fewer = Math.min(ofOne, ofOther);
  return { one: one.field.name, other: other.field.name, share: fewer === 0 ? 0 : both / fewer };
}
