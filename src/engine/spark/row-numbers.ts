import { invariant, Refusal } from '../../base/problem.ts';
import type { Relation } from '../relation.ts';
import type { Cluster } from './cluster.ts';
import type { SparkSource } from './spark-source.ts';
import { sqlName } from './sql.ts';

/** The column of a numbered scan that tells the number of a row. */
export const numberColumn = 'shoal_row';

/** A scan whose rows have numbers. */
export interface NumberedScan {
  /** What stands after FROM: all columns of the input, and `numberColumn`. */
  readonly sql: string;
  readonly rows: number;
}

/**
 * Of Parquet Spark knows where in its file a row stands, however it was split: with what stands before the file, in the order of names, that is its number in the
 * input, from 1. Undefined where files are of another format, where Spark does not tell it, and where there are more rows than are worth to be kept one by one.
 */
export async function numberRows(source: SparkSource, cluster: Cluster, most: number): Promise<NumberedScan | undefined> {
  if (!source.tellsRows || source.columns.some(({ name }) => /^shoal_/i.test(name))) return undefined;
  if ((await cluster.number(`SELECT count(*) FROM ${source.scan}`)) > most) return undefined; // told by the ends of files, without a look at a row
  const known = 'max(CASE WHEN false THEN _metadata.row_index END)'; // asked for by name, so that it is missed at once, and read from no file
  const counted = `SELECT _metadata.file_path, CAST(count(*) AS STRING), CAST(${known} AS STRING) FROM ${source.scan} GROUP BY 1`;
  const [names = [], counts = []] = await cluster.texts(counted).catch(unlessUnknown);
  const files = names.map((file, at) => ({ file, rows: BigInt(counts[at]) })).sort((a, b) => (a.file < b.file ? -1 : 1));
  let rows = 0n;
  const before = BigInt64Array.from(files, (file) => {
    rows += file.rows;
    return rows - file.rows;
  });
  if (files.length === 0) return undefined;
  const view = 'shoal_files';
  await cluster.upload(view, [
    { name: 'shoal_file', type: 'text', values: files.map(({ file }) => file) },
    { name: 'shoal_before', type: 'long', values: before },
  ]);
  const placed = `SELECT *, _metadata.file_path AS shoal_file, _metadata.row_index AS shoal_index FROM ${source.scan}`;
  const number = `CAST(f.shoal_before + s.shoal_index + 1 AS BIGINT) AS ${numberColumn}`;
  const sql = `(SELECT s.*, ${number} FROM (${placed}) AS s LEFT JOIN ${sqlName(view)} AS f ON f.shoal_file = s.shoal_file)`;
  return { sql, rows: Number(rows) };
}

/** How many rows of a stored table there are, and how many different places: by a bit for each, as a count of what differs sends every row through a shuffle. */
export const numbersSql = (table: string): string =>
  `SELECT CAST(sum(n) AS STRING), CAST(sum(bitmap_count(places)) AS STRING) FROM (SELECT count(*) AS n, bitmap_construct_agg(bitmap_bit_position(place)) AS places FROM ${table} GROUP BY bitmap_bucket_number(place))`;

/** Spark before 3.5.0 does not know the column. */
function unlessUnknown(error: unknown): readonly (readonly string[])[] {
  if (error instanceof Refusal && error.problems.every(({ code }) => code === 'spark/statement-failed')) return [];
  throw error;
}

/** The same rows with the number of each, where they are rows of the source one by one. */
export function carryNumber(rows: Relation): Relation {
  switch (rows.kind) {
    case 'source':
      return rows;
    case 'filter':
      return { ...rows, rows: carryNumber(rows.rows) };
    case 'select': {
      const number = [numberColumn, { kind: 'column', name: numberColumn }] as const;
      return { ...rows, rows: carryNumber(rows.rows), columns: [...rows.columns, number] };
    }
    default:
      invariant(false, 'places are given to rows of the source');
      return rows;
  }
}
