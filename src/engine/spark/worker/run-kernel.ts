import { ok, type Result, refused } from '../../../base/result.ts';
import { kernelProtocol, totalsWidth } from '../../../formats/kernel-lines.ts';
import { recordsOf } from '../connect/rows.ts';
import type { SparkSession, StatementOptions } from '../connect/session.ts';
import { workerDied, workerForeign, workerLostRows, workerMisshapen } from '../problems.ts';

export interface KernelRequest {
  /** A relation with the columns `cell` and `key`, whole numbers, and those of `columns`. */
  readonly from: string;
  /** Names of the numbers, as SQL. */
  readonly columns: readonly string[];
  /** Rows that `from` has, counted apart from the kernel. */
  readonly rows: number;
  readonly command: string;
  /** Processes that the cells are spread over. */
  readonly partitions: number;
  /** The table that the lines become, as SQL. */
  readonly into: string;
  /** Cells of a line of leaves. */
  readonly width: number;
}

/**
 * Runs a kernel where the data lies. Its lines become a table, and only a table whose totals agree is one: every row that went in was read by some
 * process, and stands in a line that came out.
 */
export async function runKernel(
  session: SparkSession,
  request: KernelRequest,
  options: StatementOptions = {},
): Promise<Result<void>> {
  const made = await session.execute(`CREATE TABLE ${request.into} USING parquet AS ${transformSql(request)}`, options);
  if (!made.ok) {
    const [first] = made.problems;
    return first.code === 'spark/statement-failed' ? refused(workerDied(session.name, String(first.facts.errorClass))) : made;
  }
  const counted = await session.query(totalsSql(request), options);
  if (!counted.ok) return counted;
  return checkTotals(session.name, recordsOf(counted.value)[0] as unknown as Totals, request.rows); // as totalsSql names them
}

/** One text column comes back: a line with too many cells would else be cut to size in silence. Rows have a total order, or a retry makes other groups. */
export function transformSql({ from, columns, command, partitions }: KernelRequest): string {
  const names = ['cell', 'key', ...columns].join(', ');
  return (
    `SELECT TRANSFORM(${names}) ${rowFormat('\\t')} USING '${command}' AS (line STRING) ${rowFormat('\\u0001')} ` +
    `FROM (SELECT /*+ REPARTITION(${partitions}, cell) */ ${names} FROM ${from} SORT BY cell, key)`
  );
}

const rowFormat = (separator: string): string =>
  `ROW FORMAT DELIMITED FIELDS TERMINATED BY '${separator}' LINES TERMINATED BY '\\n' NULL DEFINED AS '\\\\N'`;

/** Sums over all processes; what is no number counts as nothing, and so does not agree. */
export function totalsSql({ into, width }: Pick<KernelRequest, 'into' | 'width'>): string {
  const sum = (place: number, name: string) =>
    `coalesce(sum(CASE WHEN ended THEN try_cast(get(cells, ${place}) AS BIGINT) END), 0) AS ${name}`;
  return (
    `SELECT count_if(NOT ended AND NOT (get(cells, 0) = 'leaf' AND size(cells) = ${width})) AS misshapen, ` +
    `count_if(ended AND NOT (size(cells) = ${totalsWidth} AND get(cells, 1) = '${kernelProtocol}')) AS foreign_ends, ` +
    `count_if(NOT ended) AS lines, ${sum(2, 'rows_in')}, ${sum(3, 'lines_out')}, ${sum(4, 'rows_out')}, ` +
    `coalesce(sum(CASE WHEN NOT ended THEN size(split(get(cells, ${width - 1}), ',')) END), 0) AS keys ` +
    `FROM (SELECT cells, get(cells, 0) = 'end' AS ended FROM (SELECT split(line, '\\t') AS cells FROM ${into}))`
  );
}

/** What `totalsSql` answers. */
export interface Totals {
  readonly misshapen: number;
  readonly foreign_ends: number;
  readonly lines: number;
  readonly rows_in: number;
  readonly lines_out: number;
  readonly rows_out: number;
  readonly keys: number;
}

export function checkTotals(name: string, totals: Totals, rows: number): Result<void> {
  const { misshapen, foreign_ends, lines, rows_in, lines_out, rows_out, keys } = totals;
  if (foreign_ends > 0) return refused(workerForeign(name));
  if (misshapen > 0) return refused(workerMisshapen(name, misshapen));
  if (rows_in !== rows || lines_out !== lines || rows_out !== rows_in || keys !== rows_out)
    return refused(workerLostRows(name, rows, Math.min(rows_in, rows_out, keys)));
  return ok(undefined);
}
