import type { TextColumn } from '../frame/columns.ts';
import { ascending } from '../frame/gather.ts';
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
  for (let g = 0, next = 0; g + 1 < groups.starts.length; g++) {
    const first = next;
    while (leafStarts[next] < groups.starts[g + 1]) next++;
    const leaves = Array.from({ length: next - first }, (_, l) => first + l).sort(leaf.compare);
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
  return rankGroups(places, groups.starts, (a, b) => byBands(a, b) || byLabels(a, b) || byRecords(a, b));
}

/** Groups by their labels, of which no two are alike; records of a group by what is kept of them. */
export function tableOrder({ groups, labels }: TableRelease, kept: readonly TextColumn[]): CanonicalOrder {
  const places = ascending(groups.rows.length);
  const contents = contentCodes(kept, groups.rows);
  if (kept.length > 0)
    for (let g = 0; g + 1 < groups.starts.length; g++)
      sortByContent(places.subarray(groups.starts[g], groups.starts[g + 1]), contents);
  return rankGroups(places, groups.starts, labelOrder(labels));
}

type Compare = (a: number, b: number) => number;

const sizeOf = (starts: Uint32Array, group: number): number => starts[group + 1] - starts[group];

/** The groups one after the other in this order, each with its places as they stand. */
function rankGroups(places: Uint32Array, starts: Uint32Array, compare: Compare): CanonicalOrder {
  const order = Array.from({ length: starts.length - 1 }, (_, g) => g).sort(compare);
  const ranks = new Uint32Array(order.length);
  const inOrder = new Uint32Array(places.length);
  let at = 0;
  for (const [rank, g] of order.entries()) {
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
