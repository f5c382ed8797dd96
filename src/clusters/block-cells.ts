import { arcOf } from './arc.ts';
import { cellOf } from './cell-order.ts';
import { type Attribute, type LossSpace, weightedLoss } from './loss-space.ts';
import { type TupleWalk, tupleWalk } from './tuple-walk.ts';

/**
 * A block of records as a local search sees it: each attribute's values numbered within the block, in their order, and what any set of them costs beyond
 * what a single value does. Records with the same values are one tuple.
 */
export interface BlockCells {
  readonly columns: readonly CellColumn[];
  /** What labels from one value to another cost, for columns with few: tables[tableAt[c] + first * sizes[c] + last]; tableAt is -1 where there is none. */
  readonly tables: Float64Array;
  readonly tableAt: Int32Array;
  readonly sizes: Uint32Array;
  /** 1 for columns that are counted. */
  readonly counted: Uint8Array;
  /** What a list costs for each value beyond the first, and how many it may name; 0 may be named where there are no lists. */
  readonly each: Float64Array;
  readonly most: Uint32Array;
  /** Value of row i of the block in column c: codes[i * columns.length + c]. */
  readonly codes: Uint32Array;
  /** The tuple of each row of the block, and the rows of tuple t: tupleRows[tupleStarts[t]] and on. */
  readonly tuple: Uint32Array;
  readonly tupleRows: Uint32Array;
  readonly tupleStarts: Uint32Array;
  readonly walk: TupleWalk;
  /** How many values all columns have together. */
  readonly valueCount: number;
  /** Who stands in each row, numbered within the block. */
  readonly subjects: Uint32Array;
  readonly subjectCount: number;
}

export interface CellColumn {
  /** How many values there are in the block, and where they begin among those of all columns. */
  readonly size: number;
  readonly at: number;
  /** Whether classes count how often they have each value, as where these are few or must be told apart; else they look at their members. */
  readonly counted: boolean;
  /** `range`: first and last decide; `set`: how many different ones may do; `clock`: which hours there are, as bits. */
  readonly kind: 'range' | 'set' | 'clock';
  /** What a label from one value to another costs, a list aside; of a clock by its bits. */
  spanOf(first: number, last: number): number;
}

/** What a label from one value of a column to another costs; of a clock by its bits. No closures where there is a table: it is asked millions of times. */
export function spanCost(
  cells: Pick<BlockCells, 'columns' | 'tables' | 'tableAt' | 'sizes'>,
  c: number,
  first: number,
  last: number,
): number {
  const at = cells.tableAt[c];
  return at < 0 ? cells.columns[c].spanOf(first, last) : cells.tables[at + first * cells.sizes[c] + last];
}

/** The cost of a list of so many values, where there are lists and it is less than that of the label. */
export function orListed({ each, most }: Pick<BlockCells, 'each' | 'most'>, c: number, span: number, different: number): number {
  const list = (different - 1) * each[c];
  return list >= 0 && different <= most[c] && list < span ? list : span;
}

export function blockCells(space: LossSpace, rows: Uint32Array, subjects: Uint32Array): BlockCells {
  const count = space.attributes.length;
  const codes = new Uint32Array(rows.length * count);
  let at = 0;
  const columns = space.attributes.map((attribute, a) => {
    const values = valuesOf(space, a, rows);
    const placeOf = new Map(Array.from(values, (value, place) => [value, place]));
    for (let i = 0; i < rows.length; i++) codes[i * count + a] = placeOf.get(cellOf(space, a, rows[i])) ?? 0;
    const column = columnOf(attribute, values, at);
    at += values.length;
    return column;
  });
  const known = new Map<number, number>();
  const own = Uint32Array.from(rows, (row) => {
    const subject = known.get(subjects[row]) ?? known.size;
    known.set(subjects[row], subject);
    return subject;
  });
  const counted = Uint8Array.from(columns, (column) => (column.counted ? 1 : 0));
  const costs = { columns, counted, codes, ...tablesOf(columns), ...listsOf(space.attributes) };
  return { ...costs, ...tuplesOf(costs, rows.length), valueCount: at, subjects: own, subjectCount: known.size };
}

/** What is known of a block before its tuples are. */
type Cells = Omit<BlockCells, 'tuple' | 'tupleRows' | 'tupleStarts' | 'walk' | 'valueCount' | 'subjects' | 'subjectCount'>;

/** Rows of the same values, sorted by those of the columns that part rows most first. */
function tuplesOf(cells: Cells, rows: number): Pick<BlockCells, 'tuple' | 'tupleRows' | 'tupleStarts' | 'walk'> {
  const { columns, codes } = cells;
  const width = columns.length;
  const order = dearestFirst(cells, rows);
  let tupleRows = Uint32Array.from({ length: rows }, (_, i) => i);
  for (const c of order.toReversed()) tupleRows = sortRows(tupleRows, cells, c); // stable, so earlier orders stay within later ones
  const tuple = new Uint32Array(rows);
  const starts: number[] = [];
  const isLike = (one: number, other: number) => {
    for (let c = 0; c < width; c++) if (codes[one * width + c] !== codes[other * width + c]) return false;
    return true;
  };
  for (let i = 0; i < rows; i++) {
    if (i === 0 || !isLike(tupleRows[i - 1], tupleRows[i])) starts.push(i);
    tuple[tupleRows[i]] = starts.length - 1;
  }
  const places = new Uint32Array(starts.length * width);
  for (let t = 0; t < starts.length; t++)
    for (let i = 0; i < width; i++) places[t * width + i] = columns[order[i]].at + codes[tupleRows[starts[t]] * width + order[i]];
  return { tuple, tupleRows, tupleStarts: Uint32Array.from([...starts, rows]), walk: tupleWalk(places, width) };
}

/** Columns by what two rows cost under one label there, on the mean of some pairs. */
function dearestFirst(cells: Cells, rows: number): readonly number[] {
  const { columns, codes } = cells;
  const width = columns.length;
  const some = Array.from({ length: Math.min(rows, 32) }, (_, i) => Math.floor((i * rows) / Math.min(rows, 32)));
  const means = columns.map(({ kind }, c) => {
    const own = some.map((row) => codes[row * width + c]);
    const pairs = own.flatMap((one) =>
      own.map((other) =>
        kind === 'clock'
          ? spanCost(cells, c, (1 << one) | (1 << other), 0)
          : orListed(cells, c, spanCost(cells, c, Math.min(one, other), Math.max(one, other)), one === other ? 1 : 2),
      ),
    );
    return pairs.reduce((sum, cost) => sum + cost, 0);
  });
  return columns.map((_, c) => c).sort((a, b) => means[b] - means[a] || a - b);
}

/** By counting the values of one column. */
function sortRows(rows: Uint32Array, { columns, codes }: Cells, c: number): Uint32Array<ArrayBuffer> {
  const width = columns.length;
  const ends = new Uint32Array(columns[c].size + 1);
  for (let i = 0; i < rows.length; i++) ends[codes[rows[i] * width + c] + 1]++;
  for (let v = 1; v < ends.length; v++) ends[v] += ends[v - 1];
  const sorted = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[ends[codes[rows[i] * width + c]]++] = rows[i];
  return sorted;
}

function valuesOf(space: LossSpace, a: number, rows: Uint32Array): Float64Array {
  const cells = Float64Array.from(rows, (row) => cellOf(space, a, row)).sort();
  return cells.filter((cell, i) => i === 0 || cell !== cells[i - 1]);
}

function columnOf(attribute: Attribute, values: Float64Array, at: number): CellColumn {
  const size = values.length;
  if (attribute.kind === 'circle') {
    const bits = Float64Array.from(values, (hour) => 1 << hour);
    const least = weightedLoss(attribute, 1 << values[0], 0);
    const costs = new Map<number, number>();
    const costOf = (places: number) => {
      let cost = costs.get(places);
      if (cost === undefined) {
        let hours = 0;
        for (let i = 0; i < size; i++) if ((places >>> i) & 1) hours |= bits[i];
        const { start, length } = arcOf(hours);
        cost = attribute.weight * attribute.arcs[start * 25 + length] - least;
        costs.set(places, cost);
      }
      return cost;
    };
    return { size, at, counted: true, kind: 'clock', spanOf: costOf };
  }
  const single = weightedLoss(attribute, values[0], values[0]);
  const spanOf = (first: number, last: number) => weightedLoss(attribute, values[first], values[last]) - single;
  const lists = attribute.kind === 'tree' && attribute.sets !== undefined;
  return { size, at, counted: lists || size <= mostTabled, kind: lists ? 'set' : 'range', spanOf };
}

/** Values of a column whose pairs are all worked out before: a quarter of a megabyte of doubles at most. */
const mostTabled = 181;

function tablesOf(columns: readonly CellColumn[]): Pick<BlockCells, 'tables' | 'tableAt' | 'sizes'> {
  const isTabled = ({ kind, size }: CellColumn) => kind !== 'clock' && size <= mostTabled;
  const tables = new Float64Array(columns.reduce((sum, column) => sum + (isTabled(column) ? column.size ** 2 : 0), 0));
  const tableAt = new Int32Array(columns.length).fill(-1);
  let end = 0;
  for (const [c, column] of columns.entries()) {
    if (!isTabled(column)) continue;
    const { size, spanOf } = column;
    tableAt[c] = end;
    for (let first = 0; first < size; first++)
      for (let last = first; last < size; last++) tables[end + first * size + last] = spanOf(first, last);
    end += size * size;
  }
  return { tables, tableAt, sizes: Uint32Array.from(columns, ({ size }) => size) };
}

function listsOf(attributes: readonly Attribute[]): Pick<BlockCells, 'each' | 'most'> {
  const sets = attributes.map((attribute) => (attribute.kind === 'tree' ? attribute.sets : undefined));
  return {
    each: Float64Array.from(sets, (set, a) => (set === undefined ? 0 : attributes[a].weight / Math.max(1, set.values - 1))),
    most: Uint32Array.from(sets, (set) => set?.most ?? 0),
  };
}
