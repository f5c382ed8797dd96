import { invariant } from '../../base/problem.ts';
import type { HeldCells, HeldColumn, TablesBeside } from '../tables-beside.ts';
import type { Cluster } from './cluster.ts';
import type { Compiled } from './compile.ts';
import type { SparkRows } from './connect/rows.ts';
import { sqlName } from './sql.ts';

export interface Bringing {
  /** The table they become beside the driver. */
  readonly name: string;
  /** Columns that are wanted; all where it is not said. */
  readonly wanted?: ReadonlySet<string> | undefined;
  readonly cluster: Cluster;
  readonly beside: TablesBeside;
}

/** Brings rows of the cluster home, in no order, into a table beside the driver. */
export async function bringRows({ sql, columns }: Compiled, { name, wanted, cluster, beside }: Bringing): Promise<void> {
  const all = [...columns].map(([of, type]) => ({ name: of, type }));
  const asked = all.filter((column) => wanted === undefined || wanted.has(column.name));
  const kept = asked.length === 0 ? all.slice(0, 1) : asked; // rows of nothing are still to be counted
  await beside.make(name, kept);
  const cells = kept.map((column) => `${asSent(column)} AS ${sqlName(column.name)}`);
  await cluster.stream(`SELECT ${cells.join(', ')} FROM ${sql} AS r`, (rows) => beside.add(name, cellsOf(rows, kept)));
}

/** What Arrow has no plain number for travels as its digits, and a time as microseconds. */
function asSent({ name, type }: HeldColumn): string {
  const cell = `r.${sqlName(name)}`;
  if (type === 'time') return `unix_micros(CAST(${cell} AS TIMESTAMP))`; // the session's own clock is UTC
  return type === 'uint64' || type === 'int128' ? `CAST(${cell} AS STRING)` : cell;
}

const cellsOf = ({ columns }: SparkRows, kept: readonly HeldColumn[]): readonly HeldCells[] =>
  columns.map(({ values, missing }, c) => {
    invariant(typeof values[0] !== 'object', 'a table holds whole numbers, texts and truths');
    return { ...kept[c], values: values as HeldCells['values'], missing }; // of no bytes, as was just said
  });
