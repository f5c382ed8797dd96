import type { TextColumn } from '../frame/columns.ts';
import { ascending } from '../frame/gather.ts';
import { halvesOf, radixOrder } from '../frame/radix-order.ts';
import type { GroupLabels, SeriesRelease } from './series-release.ts';
import type { TableRelease } from './table-release.ts';

/**
 * The order that published content alone gives to the records of a release, before they are shuffled. The methods leave records in an order
 * that follows the input; were that one shuffled, whoever finds the seed could put it back. Undoing the shuffle of this one tells nothing
 * that the file does not say. Records that follow each other by chance are published alike to the last byte.
 */
export interface CanonicalOrder {
  /** Places of the release, 0 being its first record. */
  readonly places: Uint32Array;
  /** The rank of each group. */
  readonly ranks: Uint32Array;
}

/** Groups by their bands and labels, then by their records; records of a group by pattern and level, then by their sensitive cells. */
export function seriesOrder(release: SeriesRelease, sensitive: readonly TextColumn[]): CanonicalOrder {
  const { groups, leafStarts } = release;
  const contents = contentCodes(sensitive, groups.rows);
  const leaf = { of: new Uint32Array(groups.rows.length), compare: leafOrder(release) };
  const places = ascending(groups.rows.length);
  const lent = new Uint32Array(release.levels.length);
  for (let g = 0, next = 0; g + 1 < groups.starts.length; g++) {
    const first = next;
    while (leafStarts[next] < groups.starts[g + 1]) next++;
    const leaves = lent.subarray(first, next);
    for (let l = 0; l < leaves.length; l++) leaves[l] = first + l;
    sortFew(leaves, leaf.compare);
    let at = groups.starts[g];
    for (let l = 0; l < leaves.length; ) {
      const from = at;
      const kind = leaves[l];
      for (; l < leaves.length && leaf.compare(kind, leaves[l]) === 0; l++)
        for (let place = leafStarts[leaves[l]]; place < leafStarts[leaves[l] + 1]; place++) {
          leaf.of[at] = kind;
          places[at++] = place;
        }
      if (sensitive.length > 0) sortByContent(places.subarray(from, at), contents);
    }
  }
  const byRecords = (a: number, b: number): number => {
    const size = sizeOf(groups.starts, a) - sizeOf(groups.starts, b);
    if (size !== 0) return size;
    for (let i = groups.starts[a], j = groups.starts[b]; i < groups.starts[a + 1]; i++, j++) {
      const order = leaf.compare(leaf.of[i], leaf.of[j]) || contents[places[i]] - contents[places[j]];
      if (order !== 0) return order;
    }
    return 0;
  };
  const byLabels = labelOrder(release.labels);
  const byBands = bandOrder(release);
  const compare = (a: number, b: number): number => byBands(a, b) || byLabels(a, b) || byRecords(a, b);
  return rankGroups(places, groups.starts, orderByKeys(firstBounds(release), compare));
}

/** Groups by their labels, of which no two are alike; records of a group by what is kept of them. */
export function tableOrder({ groups, labels }: TableRelease, kept: readonly TextColumn[]): CanonicalOrder {
  const places = ascending(groups.rows.length);
  const contents = contentCodes(kept, groups.rows);
  if (kept.length > 0)
    for (let g = 0; g + 1 < groups.starts.length; g++)
      sortByContent(places.subarray(groups.starts[g], groups.starts[g + 1]), contents);
  const order = Array.from({ length: groups.starts.length - 1 }, (_, g) => g).sort(labelOrder(labels));
  return rankGroups(places, groups.starts, order);
}

type Compare = (a: number, b: number) => number;

const sizeOf = (starts: Uint32Array, group: number): number => starts[group + 1] - starts[group];

/** Most groups have few leaves, and a list of its own for each would be collected with them all. */
function sortFew(items: Uint32Array, compare: Compare): void {
  if (items.length > 32) {
    items.sort(compare);
    return;
  }
  for (let i = 1; i < items.length; i++) {
    const item = items[i];
    let at = i;
    for (; at > 0 && compare(items[at - 1], item) > 0; at--) items[at] = items[at - 1];
    items[at] = item;
  }
}

/** The bounds of each group at the first instant: they tell most groups apart. */
const firstBounds = ({ groups: { starts }, envelope: { columns, lower, upper } }: SeriesRelease): readonly Float64Array[] =>
  columns === 0
    ? [new Float64Array(starts.length - 1)]
    : [upper, lower].map((bounds) => {
        const first = new Float64Array(starts.length - 1);
        for (let g = 0; g < first.length; g++) first[g] = bounds[g * columns];
        return first;
      });

/** Groups by keys, the least significant first, that come first in `compare` too: it decides where they are the same, a tenth of the time. */
function orderByKeys(keys: readonly Float64Array[], compare: Compare): Uint32Array {
  const [{ length }] = keys;
  const order = radixOrder(
    length,
    keys.flatMap((key) => halvesOf(sortableBits(key))),
  );
  const alike = (a: number, b: number) => keys.every((key) => key[a] === key[b]);
  for (let from = 0, to = 1; from < length; from = to++) {
    while (to < length && alike(order[from], order[to])) to++;
    if (to - from > 1) sortFew(order.subarray(from, to), compare);
  }
  return order;
}

/** Numbers of 64 bits in the order of the given ones. */
function sortableBits(values: Float64Array): BigUint64Array {
  const bits = new BigUint64Array(values.length);
  const cells = new Uint32Array(bits.buffer);
  new Float64Array(bits.buffer).set(values);
  for (let low = 0; low < cells.length; low += 2) {
    if (values[low >>> 1] === 0) cells[low] = cells[low + 1] = 0; // two zeros are one number
    if (cells[low + 1] >>> 31 === 0) cells[low + 1] |= 0x80000000;
    else {
      cells[low] = ~cells[low];
      cells[low + 1] = ~cells[low + 1];
    }
  }
  return bits;
}

/** The groups one after the other in this order, each with its places as they stand. */
function rankGroups(places: Uint32Array, starts: Uint32Array, order: ArrayLike<number>): CanonicalOrder {
  const ranks = new Uint32Array(order.length);
  const inOrder = new Uint32Array(places.length);
  let at = 0;
  for (let rank = 0; rank < order.length; rank++) {
    const g = order[rank];
    ranks[g] = rank;
    inOrder.set(places.subarray(starts[g], starts[g + 1]), at);
    at += sizeOf(starts, g);
  }
  return { places: inOrder, ranks };
}

function leafOrder({ levels, words, upperWords = words, segments }: SeriesRelease): Compare {
  return (a, b) => {
    if (levels[a] !== levels[b]) return levels[a] - levels[b];
    for (let i = 0; i < segments; i++) {
      const lower = words[a * segments + i] - words[b * segments + i];
      const upper = upperWords[a * segments + i] - upperWords[b * segments + i];
      if (lower !== 0 || upper !== 0) return lower || upper;
    }
    return 0;
  };
}

function bandOrder({ envelope: { columns, lower, upper } }: SeriesRelease): Compare {
  return (a, b) => {
    for (let c = 0; c < columns; c++) {
      const [one, other] = [a * columns + c, b * columns + c];
      if (lower[one] !== lower[other]) return lower[one] < lower[other] ? -1 : 1;
      if (upper[one] !== upper[other]) return upper[one] < upper[other] ? -1 : 1;
    }
    return 0;
  };
}

function labelOrder(labels: readonly GroupLabels[]): Compare {
  const ranks = labels.map(({ codes, labels: texts }) => {
    const order = [...texts.keys()].sort((a, b) => (texts[a] < texts[b] ? -1 : 1));
    const rankOf = new Uint32Array(texts.length);
    for (const [rank, code] of order.entries()) rankOf[code] = rank;
    return codes.map((code) => rankOf[code]);
  });
  return (a, b) => {
    for (const rank of ranks) if (rank[a] !== rank[b]) return rank[a] - rank[b];
    return 0;
  };
}

/** One number for the cells of each record, smaller where they come first; labels are sorted, so their codes are too. */
function contentCodes(columns: readonly TextColumn[], rows: Uint32Array): Float64Array {
  let contents: Float64Array = new Float64Array(rows.length);
  let bound = 1;
  for (const { codes, labels } of columns) {
    if (bound * labels.length > rows.length) {
      contents = dense(contents);
      bound = rows.length;
    }
    for (let i = 0; i < rows.length; i++) contents[i] = contents[i] * labels.length + codes[rows[i]];
    bound *= labels.length;
  }
  return bound > rows.length ? dense(contents) : contents;
}

/** The same order in numbers below the count of records. */
function dense(contents: Float64Array): Float64Array {
  const rankOf = new Map<number, number>();
  for (const content of contents.toSorted()) if (!rankOf.has(content)) rankOf.set(content, rankOf.size);
  return contents.map((content) => rankOf.get(content) ?? 0);
}

/** Equal ones as they stand: they are published alike. Numbers sort natively, a comparator takes five times as long. */
function sortByContent(places: Uint32Array, contents: Float64Array): void {
  const given = places.slice();
  const keys = Float64Array.from(given, (place, i) => contents[place] * given.length + i).sort();
  for (let i = 0; i < keys.length; i++) places[i] = given[keys[i] % given.length];
}
