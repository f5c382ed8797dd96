import { onSegments } from './least-shape.ts';

/** What a group pays for its members, and for its width. Any prices give a bound; good ones give a high one. */
interface Prices {
  /** Of a unit of value loss of one record. */
  readonly value: number;
  /** What each record brings in. */
  readonly records: readonly number[];
  /** Three records and what a group pays that holds two of them or more: no more than one group can. */
  readonly threes: readonly (readonly [one: number, other: number, third: number, price: number])[];
}

/** What is promised, and the value loss that is not to be exceeded. */
export interface Cell {
  readonly segments: number;
  readonly k: number;
  readonly p: number;
  readonly limit: number;
  readonly prices: Prices;
}

/**
 * What patterns of all curves lose at least where bands lose no more than `limit`, both as means over all records, whoever makes groups and leaves and whatever shape
 * each leaf says.
 *
 * A leaf of m curves with unit shapes v on its segments loses m - |sum of v| at least, so its parts lose no more than it does; the parts of a group are no wider. Hence some
 * best arrangement has leaves of fewer than 2p, and groups that no split leaves with k on both sides: a few kinds of them. A group's balance is what its leaves lose, plus
 * the price of its width, plus what it pays for threes, less what its members bring in. If no group of any kind has a balance below b <= 0, prices lower by -b / k leave none
 * below 0. The sum over the groups of an arrangement then says: shape >= prices of records - price of value * limit - prices of threes.
 */
export function leastShapeWithin(columns: readonly ArrayLike<number>[], cell: Cell): number {
  const { segments, k, limit, prices } = cell;
  const count = columns[0].length;
  const table = openTable(columns, segments, prices);
  let least = 0;
  for (const kind of kindsOf(cell)) for (const order of ordersOf(kind)) least = leastBalance(table, order, least);
  const brought = prices.records.reduce((sum, price) => sum + price, 0);
  const threes = prices.threes.reduce((sum, [, , , price]) => sum + price, 0);
  return (brought - threes) / count + (least - rounding) / k - prices.value * limit;
}

/** Sums of some hundred numbers near 1. */
const rounding = 1e-9;

/** Leaf sizes of groups that cannot be split: smaller leaves lose no more, narrower groups neither. */
function kindsOf({ k, p }: Pick<Cell, 'k' | 'p'>): number[][] {
  const kinds: number[][] = [];
  const grow = (kind: readonly number[], total: number) => {
    for (let size = kind.at(-1) ?? p; size < 2 * p; size++) {
      const grown = [...kind, size];
      if (canSplit(grown, k)) continue;
      if (total + size >= k) kinds.push(grown);
      grow(grown, total + size);
    }
  };
  grow([], 0);
  return kinds;
}

function canSplit(sizes: readonly number[], k: number): boolean {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  for (let chosen = 0; chosen < 2 ** sizes.length; chosen++) {
    const part = sizes.reduce((sum, size, i) => sum + ((chosen >> i) & 1) * size, 0);
    if (part >= k && total - part >= k) return true;
  }
  return false;
}

function ordersOf(kind: readonly number[]): number[][] {
  if (kind.length === 0) return [[]];
  return [...new Set(kind)].flatMap((first) => {
    const at = kind.indexOf(first);
    return ordersOf(kind.filter((_, i) => i !== at)).map((rest) => [first, ...rest]);
  });
}

/** Records by falling gain. */
interface Table {
  readonly count: number;
  readonly instants: number;
  readonly segments: number;
  readonly values: Float64Array;
  readonly shapes: Float64Array;
  readonly shaped: Uint8Array;
  readonly prices: Float64Array;
  /** What a record brings in, less what it loses in any leaf: averages over segments are shorter than its shape. */
  readonly gains: Float64Array;
  readonly price: number;
  /** Of each record the threes it is in; of each three its price. */
  readonly threesOf: readonly (readonly number[])[];
  readonly threePrices: readonly number[];
}

function openTable(columns: readonly ArrayLike<number>[], segments: number, prices: Prices): Table {
  if (prices.value < 0 || prices.threes.some(([, , , price]) => price < 0)) throw new Error('prices of limits are 0 or more');
  const records = Array.from({ length: columns[0].length }, (_, row) => {
    const curve = Array.from(columns, (column) => column[row]);
    const shaped = curve.every((value) => value === curve[0]) ? 0 : 1; // a flat one may lose nothing
    const shape = shaped === 1 ? onSegments(curve, segments) : Array<number>(segments).fill(0);
    return { row, curve, shape, shaped, gain: prices.records[row] - shaped + Math.hypot(...shape) };
  }).sort((one, other) => other.gain - one.gain || one.row - other.row);
  return {
    ...{ count: records.length, instants: columns.length, segments, price: prices.value },
    values: Float64Array.from(records.flatMap(({ curve }) => curve)),
    shapes: Float64Array.from(records.flatMap(({ shape }) => shape)),
    shaped: Uint8Array.from(records, ({ shaped }) => shaped),
    prices: Float64Array.from(records, ({ row }) => prices.records[row]),
    gains: Float64Array.from(records, ({ gain }) => gain),
    threesOf: records.map(({ row }) => prices.threes.flatMap((three, t) => (three.slice(0, 3).includes(row) ? [t] : []))),
    threePrices: prices.threes.map(([, , , price]) => price),
  };
}

/** Groups of one kind and order under enumeration: what is known of the first m members lies at m. */
interface Walk {
  readonly table: Table;
  /** Leaf l is members ends[l - 1] .. ends[l] - 1; of each member its leaf. */
  readonly ends: readonly number[];
  readonly leafOf: readonly number[];
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly widths: Float64Array;
  /** Of the leaf that the last of them is in: its shapes added up, and how many have one. */
  readonly sums: Float64Array;
  readonly shaped: Uint8Array;
  /** What their leaves lose, and what they bring in. */
  readonly losses: Float64Array;
  readonly brought: Float64Array;
  readonly used: Uint8Array;
  /** Of each three the members it is about; what is paid for all threes. */
  readonly held: Uint8Array;
  paid: number;
  lowest: number;
}

/**
 * The lowest balance of a group whose leaves have these sizes in this order, or `least` if that is lower. Members are added one at a time, and given up once those with the
 * highest gains that could follow do not bring the balance below the lowest so far: width, loss and what is paid for threes only grow. In some order of a group's leaves each first part of
 * them has no more than its share of the balance, so the orders together miss none.
 */
function leastBalance(table: Table, sizes: readonly number[], least: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const walk: Walk = {
    table,
    ends: sizes.map((_, leaf) => sizes.slice(0, leaf + 1).reduce((sum, size) => sum + size, 0)),
    leafOf: sizes.flatMap((size, leaf) => Array<number>(size).fill(leaf)),
    lower: new Float64Array((total + 1) * table.instants).fill(Number.POSITIVE_INFINITY),
    upper: new Float64Array((total + 1) * table.instants).fill(Number.NEGATIVE_INFINITY),
    widths: new Float64Array(total + 1),
    sums: new Float64Array((total + 1) * table.segments),
    shaped: new Uint8Array(total + 1),
    losses: new Float64Array(total + 1),
    brought: new Float64Array(total + 1),
    used: new Uint8Array(table.count),
    held: new Uint8Array(table.threePrices.length),
    paid: 0,
    lowest: least,
  };
  addMembers(walk, 0, 0);
  return walk.lowest;
}

/** Each record from `from` on as member m, and whoever may follow. */
function addMembers(walk: Walk, m: number, from: number): void {
  const { table, ends, leafOf, used } = walk;
  const leaf = leafOf[m];
  const need = ends[leaf] - m;
  const share = (leaf + 1) / ends.length;
  for (let record = from; record < table.count; record++) {
    if (used[record] === 1) continue;
    const gain = highestGain(walk, record, need);
    if (balanceOf(walk, m, leaf) - gain >= share * walk.lowest) return; // nor do those that follow, as they gain less
    put(walk, record, m);
    const balance = balanceOf(walk, m + 1, leaf);
    if (balance - (gain - table.gains[record]) < share * walk.lowest) {
      if (m + 1 === leafOf.length) walk.lowest = balance;
      else addMembers(walk, m + 1, need > 1 ? record + 1 : 0);
    }
    take(walk, record);
  }
}

/** Of m members, the last of them in a leaf or before it, at the price of their width for all members up to the end of that leaf. */
const balanceOf = ({ table, ends, widths, losses, brought, paid }: Walk, m: number, leaf: number): number =>
  losses[m] - brought[m] + table.price * ends[leaf] * widths[m] + ((leaf + 1) / ends.length) * paid;

/** What so many of the unused from a record on gain at most; where there are too few, less than anything. */
function highestGain({ table: { count, gains }, used }: Walk, from: number, need: number): number {
  let sum = 0;
  let found = 0;
  for (let record = from; record < count && found < need; record++) {
    if (used[record] === 1) continue;
    sum += gains[record];
    found++;
  }
  return found < need ? Number.NEGATIVE_INFINITY : sum;
}

function put(walk: Walk, record: number, m: number): void {
  const { table, ends, leafOf, lower, upper, widths, sums, shaped, losses, brought, used, held } = walk;
  const { instants, segments, values, shapes } = table;
  let squares = 0;
  for (let t = 0, a = m * instants, b = a + instants, x = record * instants; t < instants; t++, a++, b++, x++) {
    const low = Math.min(lower[a], values[x]);
    const high = Math.max(upper[a], values[x]);
    lower[b] = low;
    upper[b] = high;
    squares += (high - low) ** 2;
  }
  widths[m + 1] = Math.sqrt(squares / instants);
  const leaf = leafOf[m];
  const start = leaf === 0 ? 0 : ends[leaf - 1];
  let kept = 0;
  for (let i = 0, a = m * segments, b = a + segments, x = record * segments; i < segments; i++, a++, b++, x++) {
    sums[b] = (m === start ? 0 : sums[a]) + shapes[x];
    kept += sums[b] ** 2;
  }
  shaped[m + 1] = (m === start ? 0 : shaped[m]) + table.shaped[record];
  losses[m + 1] = losses[start] + shaped[m + 1] - Math.sqrt(kept);
  brought[m + 1] = brought[m] + table.prices[record];
  used[record] = 1;
  for (const three of table.threesOf[record]) if (++held[three] === 2) walk.paid += table.threePrices[three];
}

function take(walk: Walk, record: number): void {
  const { table, used, held } = walk;
  used[record] = 0;
  for (const three of table.threesOf[record]) if (held[three]-- === 2) walk.paid -= table.threePrices[three];
}
