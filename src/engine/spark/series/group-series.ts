import { Bug, Refusal } from '../../../base/problem.ts';
import { ok, type Result, refused } from '../../../base/result.ts';
import { leafWidth } from '../../../formats/kernel-lines.ts';
import { type columnNamed, recordsOf } from '../connect/rows.ts';
import type { SparkSession, StatementOptions } from '../connect/session.ts';
import { kernelCommand } from '../worker/command.ts';
import { runKernel } from '../worker/run-kernel.ts';
import { cellSql, cellsIn, cutCells, joinSmallCells } from './cut-cells.ts';

export interface GroupRequest {
  /** A relation with the column `key`, a whole number that only one row has, and those of `columns`, doubles without gaps. */
  readonly from: string;
  /** Names as SQL: the instants, then numeric quasi-identifiers. */
  readonly columns: readonly string[];
  readonly seriesLength: number;
  readonly decimals: readonly number[];
  readonly settings: {
    readonly kernel: 'naive';
    readonly k: number;
    readonly p: number;
    readonly segments: number;
    readonly maxLevel: number;
    readonly badLeaf: 'raw' | 'paper';
    readonly blockRows: number;
  };
  /** Rows that one process groups at a time: half a gigabyte for a million of 24 numbers. */
  readonly largestCell: number;
  readonly partitions: number;
  /** The table that the leaves become, as SQL. */
  readonly into: string;
}

export interface GroupedSeries {
  readonly rows: number;
  readonly cells: number;
}

/** Rows of a sample, by which space is cut: enough for cells of about equal size. */
const sampleRows = 20_000;

/** Groups curves where they lie: cells by a sample, each grouped by the kernel of the method, the lines counted. A table of one cell is grouped as here. */
export async function groupSeries(
  session: SparkSession,
  request: GroupRequest,
  options: StatementOptions = {},
): Promise<Result<GroupedSeries>> {
  const { from, columns, seriesLength, decimals, settings, largestCell, partitions, into } = request;
  const ask = async (sql: string) => unwrap(await session.query(sql, options));
  try {
    const ends = columns.map((name, c) => `min(${name}) AS low${c}, max(${name}) AS high${c}`);
    const [look] = recordsOf(await ask(`SELECT count(*) AS n, ${ends.join(', ')} FROM ${from}`));
    const rows = Number(look.n);
    const scales = scalesOf(
      columns.map((_, c) => ({ low: Number(look[`low${c}`]), high: Number(look[`high${c}`]) })),
      seriesLength,
    );
    const share = Math.min(1_000_000, Math.ceil((sampleRows / rows) * 1_000_000));
    const picked = `SELECT ${columns.join(', ')} FROM ${from} WHERE pmod(xxhash64(key), 1000000) < ${share} ORDER BY key`;
    const sample = rows > largestCell ? await ask(picked) : undefined;
    const tree =
      sample === undefined
        ? { cell: 0 }
        : cutCells(
            columns.map((_, c) => doublesAt(sample, c)),
            scales,
            rows,
            largestCell,
          );
    const counted = await ask(`SELECT ${cellSql(tree, columns)} AS cell, count(*) AS n FROM ${from} GROUP BY 1`);
    const counts = new Map(recordsOf(counted).map(({ cell, n }) => [Number(cell), Number(n)]));
    const joined = joinSmallCells(tree, counts, 2 * settings.k);
    const command = kernelCommand({ ...settings, columns: columns.length, seriesLength, scales, decimals });
    const cells = `(SELECT ${cellSql(joined, columns)} AS cell, key, ${columns.join(', ')} FROM ${from})`;
    const width = leafWidth(columns.length);
    const made = await runKernel(session, { from: cells, columns, rows, command, partitions, into, width }, options);
    return made.ok ? ok({ rows, cells: cellsIn(joined) }) : made;
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Refusal(...result.problems);
}

type Rows = Parameters<typeof columnNamed>[0];

function doublesAt(rows: Rows, place: number): Float64Array {
  const column = rows.columns[place];
  if (column.type !== 'double') throw new Bug('the columns of a series are doubles');
  return column.values;
}

/** As one machine weighs them: instants share one scale, every other column spans 0 to 1. */
function scalesOf(ends: readonly { readonly low: number; readonly high: number }[], seriesLength: number): readonly number[] {
  const series = ends.slice(0, seriesLength);
  const shared = { low: Math.min(...series.map(({ low }) => low)), high: Math.max(...series.map(({ high }) => high)) };
  return ends.map((own, c) => scaleOf(c < seriesLength ? shared : own));
}

const scaleOf = ({ low, high }: { readonly low: number; readonly high: number }): number => (high > low ? 1 / (high - low) : 0);
