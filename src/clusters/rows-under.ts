import type { Tally } from './crowd.ts';

/** One column of a table whose cells are places among its sorted values: the rows of value v are `order[starts[v]]` up to `order[starts[v + 1]]`. */
export interface ValueColumn {
  readonly cells: Uint32Array;
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
  /** Scratch: the number of the count that a value belongs to. */
  readonly marks: Uint32Array;
}

/** Values as pairs of the first place and the one after the last, ascending and apart. */
export type Ranges = readonly number[];

export function valueColumn(cells: Uint32Array, values: number): ValueColumn {
  const starts = new Uint32Array(values + 1);
  for (const cell of cells) starts[cell + 1]++;
  for (let value = 0; value < values; value++) starts[value + 1] += starts[value];
  const next = starts.slice();
  const order = new Uint32Array(cells.length);
  for (let row = 0; row < cells.length; row++) order[next[cells[row]]++] = row;
  return { cells, order, starts, marks: new Uint32Array(values) };
}

/**
 * How many subjects have a row whose cell lies within the ranges of every column. Rows are looked up by the column that leaves the fewest of them, so that a
 * count costs what its narrowest label holds.
 */
export function subjectsUnder(columns: readonly ValueColumn[], ranges: readonly Ranges[], tally: Tally): number {
  const { crowd, marks } = tally;
  const count = ++tally.counts;
  const rows = ranges.map((own, c) => rowsWithin(columns[c], own));
  const narrowest = rows.indexOf(Math.min(...rows));
  const others = [...columns.keys()].filter((c) => c !== narrowest && rows[c] < crowd.subjects.length);
  for (const c of others) if (ranges[c].length > 2) markValues(columns[c], ranges[c], count);
  const { order, starts } = columns[narrowest];
  let met = 0;
  for (let at = 0; at < ranges[narrowest].length; at += 2)
    for (let i = starts[ranges[narrowest][at]]; i < starts[ranges[narrowest][at + 1]]; i++) {
      const subject = crowd.subjects[order[i]];
      if (marks[subject] === count || !isWithinAll(order[i])) continue;
      marks[subject] = count;
      met++;
    }
  return met;

  function isWithinAll(row: number): boolean {
    for (const c of others) {
      const cell = columns[c].cells[row];
      const own = ranges[c];
      if (own.length > 2 ? columns[c].marks[cell] !== count : own.length === 0 || cell < own[0] || cell >= own[1]) return false;
    }
    return true;
  }
}

function rowsWithin({ starts }: ValueColumn, ranges: Ranges): number {
  let rows = 0;
  for (let at = 0; at < ranges.length; at += 2) rows += starts[ranges[at + 1]] - starts[ranges[at]];
  return rows;
}

function markValues({ marks }: ValueColumn, ranges: Ranges, count: number): void {
  for (let at = 0; at < ranges.length; at += 2) marks.fill(count, ranges[at], ranges[at + 1]);
}
