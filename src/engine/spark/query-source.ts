import { Refusal } from '../../base/problem.ts';
import { badSql } from '../../formats/given-problems.ts';
import { duplicateColumn } from '../../formats/input-problems.ts';
import type { InputColumn } from './cells.ts';
import type { Cluster } from './cluster.ts';
import { isoDaySql, isoLocalSql } from './iso-time.ts';
import { querySql } from './query-sql.ts';
import type { SparkTable } from './spark-source.ts';
import { sqlName, sqlText } from './sql.ts';

/** Reads a SELECT as one machine does: what it reads, and that it is one that may be run. Refusals are thrown. */
export type ReadSelect = (sql: string) => Promise<unknown>;

/** The table `input` as the cluster knows it. */
const inputView = 'shoal_query_input';

/** What the cluster is to run for a SELECT; nothing of the input is needed to say so, or to refuse it. */
export const planQuery = async (sql: string, readSelect: ReadSelect): Promise<string> =>
  querySql(await readSelect(sql), inputView);

/**
 * What a SELECT makes of an input, run by the cluster and stored in the work database of the run. It is stored once, so all that is asked of it is asked of the same
 * rows. Their order is that of their values, as on one machine. What stands in the query stands in Spark's event log.
 */
export async function querySource(
  source: SparkTable,
  { query, isText }: { readonly query: string; readonly isText: boolean },
  cluster: Cluster,
): Promise<string> {
  const twice = namesAlike(source.described.map(({ name }) => name));
  if (twice !== undefined) throw new Refusal(twice);
  const cells = isText ? await typedCells(source, cluster) : source.described.map(({ name }) => sqlName(name));
  await cluster.execute(`CREATE OR REPLACE TEMPORARY VIEW ${inputView} AS SELECT ${cells.join(', ')} FROM ${source.scan}`);
  for (const [name, value] of settings) await cluster.execute(`SET ${name} = ${value}`);
  try {
    return await cluster.store('query', query);
  } catch (error) {
    if (error instanceof Refusal && error.problems.every(({ code }) => code === 'spark/statement-failed'))
      throw new Refusal(badSql(reasonOf(error)));
    throw error;
  } finally {
    for (const [name, , before] of settings) await cluster.execute(`SET ${name} = ${before}`);
  }
}

/** As where one machine runs it, and as they were before: names know no case, and decimals keep their digits. */
const settings = [
  ['spark.sql.caseSensitive', 'false', 'true'],
  ['spark.sql.decimalOperations.allowPrecisionLoss', 'false', 'true'],
] as const;

function namesAlike(names: readonly string[]) {
  const low = names.map((name) => name.toLowerCase());
  const first = low.find((name, at) => low.indexOf(name) < at);
  if (first === undefined) return undefined;
  return duplicateColumn(
    names[low.indexOf(first)],
    low.flatMap((name, at) => (name === first ? [at + 1] : [])),
  );
}

/** Spark's words may quote cells. Its class does not, and an error of ours is one of a class of its own. */
function reasonOf({ problems: [first] }: Refusal): string {
  const said = String(first.facts?.errorClass ?? '');
  if (said === 'USER_RAISED_EXCEPTION')
    return 'It adds up, casts, joins or takes apart values of a type of which engines do it in different ways, such as numbers that are not exact. Cast them in a view of the cluster, and name that: spark:database.view.';
  return `The cluster could not run it to its end (${said === '' ? 'without a class' : said}). Its words may hold data, so they are not repeated.`;
}

const whole = '-?(0|[1-9][0-9]{0,17})';
const fits = (sql: string, form: string): string => `${sql} RLIKE ${sqlText(`\\A${form}\\z`)}`;
const typesOf: readonly (readonly [type: string, holds: (sql: string) => string])[] = [
  ['BIGINT', (sql) => fits(sql, whole)],
  ['DECIMAL', (sql) => fits(sql, `${whole}([.][0-9]{1,18})?`)], // sums of it are exact, in any order
  ['DOUBLE', (sql) => fits(sql, `${whole}([.][0-9]*)?([eE][+-]?[0-9]{1,3})?`)],
  ['DATE', (sql) => `${isoDaySql(sql)} IS NOT NULL`],
  ['TIMESTAMP_NTZ', (sql) => `${isoLocalSql(sql)} IS NOT NULL`],
];

/** Texts that are all whole numbers, numbers, dates or times are these, for a query to count with, as on one machine. */
async function typedCells({ scan, described }: SparkTable, cluster: Cluster): Promise<readonly string[]> {
  const facts = described.flatMap(({ name }) => {
    const column = sqlName(name);
    const all = typesOf.map(
      ([, holds]) => `CAST(coalesce(bool_and(${holds(column)}) FILTER (WHERE ${column} <> ''), false) AS STRING)`,
    );
    return [...all, `CAST(coalesce(max(length(regexp_extract(${column}, '[.]([0-9]*)\\\\z', 1))), 0) AS STRING)`];
  });
  const found = await cluster.texts(`SELECT ${facts.map((fact, f) => `${fact} AS f${f}`).join(', ')} FROM ${scan}`);
  const width = typesOf.length + 1;
  return described.map(({ name }, place) =>
    typedCell(
      name,
      found.slice(place * width, (place + 1) * width).map(([value]) => value),
    ),
  );
}

function typedCell(name: InputColumn['name'], facts: readonly string[]): string {
  const type = typesOf.find((_, t) => facts[t] === 'true')?.[0];
  const column = sqlName(name);
  if (type === undefined) return column;
  const cell = `nullif(${column}, '')`;
  if (type === 'TIMESTAMP_NTZ') return `${isoLocalSql(cell)} AS ${column}`;
  return `CAST(${cell} AS ${type === 'DECIMAL' ? `DECIMAL(38, ${facts[typesOf.length]})` : type}) AS ${column}`;
}
