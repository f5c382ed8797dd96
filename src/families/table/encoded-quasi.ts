import { ok, type Result, refused } from '../../base/result.ts';
import { arcOf } from '../../clusters/arc.ts';
import type { Attribute, Tree } from '../../clusters/loss-space.ts';
import type { QuasiData } from '../../engine/tables.ts';
import { type Hierarchy, readHierarchy } from '../../formats/hierarchy.ts';
import { columnMatrix, type Matrix } from '../../frame/matrix.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { badValue } from '../../policy/problems.ts';
import { weightKeys } from '../../policy/table-roles.ts';
import { mostDecimals, ownDecimals } from '../../release/grid.ts';
import { labelWords } from '../../release/label-words.ts';
import { type Snap, type SnapGrid, snapGrid } from '../../release/snap.ts';
import { type Coding, partName } from '../../release/table-columns.ts';
import { inBranchOrder } from '../categories.ts';
import { binTree, categoryTree, clock, line, prefixTree } from './attributes.ts';
import { isInWords } from './columns.ts';
import type { Labeller } from './generalise.ts';
import { type CategoryNames, categoryLabel, codeLabel, mostListed, numberLabel, periodLabel, regionLabel } from './labels.ts';
import { timeBins } from './time-bins.ts';

/** One quasi-identifier: how it is clustered, how a set of it is named. */
export interface EncodedQuasi {
  readonly attribute: Attribute;
  readonly labeller: Labeller;
  readonly domain: QuasiDomain;
  /** Of numbers: the same with bounds on a grid that fits the bands of these clusters. */
  readonly snapTo?: (snap: Snap, meanBand: number) => EncodedQuasi;
  /** Of numbers and bins: on which side of a label a value lies, which the input need not have; 0 where the label is true of it. */
  readonly sideOf?: (label: SpannedLabel, value: number) => number;
}

/** A label with the places of the first and the last of the values that it was made of. */
export interface SpannedLabel {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** What lies below or above is what makes a label wider. */
const sideBy =
  (points: Float64Array, label: (low: number, high: number) => string) =>
  ({ text, first, last }: SpannedLabel, value: number): number => {
    const [low, high] = [points[first], points[last]];
    if (label(Math.min(low, value), Math.max(high, value)) === text) return 0;
    return value < low ? -1 : 1;
  };

export interface QuasiDomain {
  /** Decimal places that bounds are published with; 0 where there are none. */
  readonly decimals: number;
  /** The step that bounds are multiples of, where there is one. */
  readonly snap?: number;
  /** Where numbers are not told apart any more. */
  readonly coding?: Coding;
  /** Of numbers, and of bins of the calendar by their number. */
  readonly least: number;
  readonly largest: number;
  /** How many of the values that occur lie below each name of a hierarchy. */
  readonly below: ReadonlyMap<string, number>;
}

const plain: QuasiDomain = { decimals: 0, least: 0, largest: 0, below: new Map() };

export function encodedQuasi(quasi: QuasiData, q: number, matrix: Matrix, policy: TablePolicy): Result<EncodedQuasi> {
  const { name: column, kind, texts } = quasi;
  const name = partName(column, kind);
  const weighed = weightKeys(quasi).find((key) => Object.hasOwn(policy.weights, key));
  const weight = weighed === undefined ? 1 : policy.weights[weighed];
  if (kind !== 'number' && isCoded(policy, column)) return refused(badValue('top', `"${column}" is not a number`));
  const words = labelWords[policy.labels];
  switch (kind) {
    case 'prefix':
      return ok({
        attribute: prefixTree(texts, weight),
        labeller: {
          name,
          label: (first, last) =>
            isInWords(policy) ? regionLabel(words, texts[first], texts[last]) : codeLabel(texts[first], texts[last]),
        },
        domain: plain,
      });
    case 'time':
    case 'hour':
    case 'weekday':
    case 'date':
    case 'week':
    case 'month': {
      if (kind === 'time' && isInWords(policy))
        return ok({
          attribute: clock(weight),
          labeller: { name, label: (hours) => periodLabel(words, arcOf(hours)) },
          domain: plain,
        });
      const bins = timeBins(kind, words);
      const leaves = pointsOf(matrix, q, bins.binOf);
      const [least, largest] = [leaves[0], leaves[leaves.length - 1]];
      return ok({
        attribute: binTree(leaves, bins, weight),
        labeller: { name, label: (first, last) => bins.label(leaves[first], leaves[last]) },
        domain: { ...plain, least, largest },
        sideOf: (label, value) => sideBy(leaves, bins.label)(label, bins.binOf(value)),
      });
    }
    case 'number': {
      const coding = codingOf(policy, column);
      const [least, largest] = rangeOf(matrix, q);
      const { top = Number.POSITIVE_INFINITY, bottom = Number.NEGATIVE_INFINITY } = coding;
      const points = pointsOf(matrix, q, (value) => Math.min(top, Math.max(bottom, value)));
      const most = mostDecimals(Math.max(Math.abs(least), Math.abs(largest)));
      const decimals = Math.min(policy.decimals ?? ownDecimals(columnMatrix(points), 0, most), most);
      const encodeOn = (grid?: SnapGrid): EncodedQuasi => ({
        attribute: line(points, weight),
        labeller: { name, label: (first, last) => numberLabel(points[first], points[last], { decimals, grid, coding }) },
        sideOf: sideBy(points, (low, high) => numberLabel(low, high, { decimals, grid, coding })),
        domain: {
          ...plain,
          decimals: grid?.decimals ?? decimals,
          ...(grid === undefined ? {} : { snap: grid.step }),
          coding,
          least,
          largest,
        },
        snapTo: (snap, meanBand) =>
          encodeOn(snapGrid(snap, { decimals, meanBand, largest: Math.max(Math.abs(least), Math.abs(largest)) })),
      });
      return ok(encodeOn());
    }
    case 'category': {
      const hierarchy = Object.hasOwn(policy.hierarchy, column)
        ? readHierarchy(policy.hierarchy[column], column, texts)
        : undefined;
      if (hierarchy !== undefined && !hierarchy.ok) return hierarchy;
      const values = hierarchy === undefined ? texts : inTreeOrder(texts, hierarchy.value, matrix, q);
      const pathOf = (value: string) => hierarchy?.value.get(value) ?? [];
      const below = leavesBelow(values, pathOf);
      return ok({
        attribute: { ...categoryTree(values, pathOf, weight), ...setsIn(values, policy.labelsOf, hierarchy !== undefined) },
        labeller: { name, label: categoryLabels(values, matrix, q, { pathOf, below, labelsOf: policy.labelsOf }) },
        domain: { ...plain, below },
      });
    }
    default:
      return kind satisfies never;
  }
}

const isCoded = ({ top, bottom }: TablePolicy, column: string): boolean =>
  Object.hasOwn(top, column) || Object.hasOwn(bottom, column);

const codingOf = ({ top, bottom }: TablePolicy, column: string): Coding => ({
  top: Object.hasOwn(top, column) ? top[column] : undefined,
  bottom: Object.hasOwn(bottom, column) ? bottom[column] : undefined,
});

function rangeOf({ values, rows, rowStep, columnStep }: Matrix, column: number): readonly [least: number, largest: number] {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep) {
    least = Math.min(least, values[at]);
    largest = Math.max(largest, values[at]);
  }
  return [least, largest];
}

/** Every number of a column, or bin that its numbers lie in, ascending; its cells become places among them. */
export function pointsOf(
  { values, rows, rowStep, columnStep }: Matrix,
  column: number,
  binOf: (value: number) => number = (value) => value,
): Float64Array {
  const sorted = new Float64Array(rows);
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep) sorted[row] = binOf(values[at]) + 0; // no negative zero
  sorted.sort();
  const different = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  const points = new Float64Array(new SharedArrayBuffer(8 * different.length));
  points.set(different);
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep)
    values[at] = placeAmong(points, binOf(values[at]));
  return points;
}

function placeAmong(points: Float64Array, value: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where lists of values are labels: always, unless a hierarchy has names for them and is to be used. */
const setsIn = (values: readonly string[], labelsOf: TablePolicy['labelsOf'], named: boolean): Pick<Tree, 'sets'> =>
  labelsOf === 'hierarchy' && named ? {} : { sets: { values: values.length, most: mostListed } };

/** Values in the order of their branches; the column's cells become places in it. */
function inTreeOrder(
  texts: readonly string[],
  hierarchy: Hierarchy,
  { values, rows, rowStep, columnStep }: Matrix,
  column: number,
): readonly string[] {
  const { labels, placeOf } = inBranchOrder(texts, hierarchy);
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep) values[at] = placeOf[values[at]];
  return labels;
}

/** Labels of sets of values. Where the first and the last decide, that is of single values and of ancestors in any case, each label is made once. */
function categoryLabels(values: readonly string[], matrix: Matrix, q: number, names: CategoryNames): Labeller['label'] {
  const known = new Map<number, string>();
  return (first, last, rows) => {
    if (first !== last && (names.labelsOf === 'sets' || names.pathOf(values[first]).length === 0))
      return categoryLabel(valuesIn(values, matrix, q, rows), names);
    const key = first * values.length + last;
    let label = known.get(key);
    if (label === undefined) {
      label = categoryLabel(valuesIn(values, matrix, q, rows), names);
      known.set(key, label);
    }
    return label;
  };
}

/** The different values of some rows, sorted by code points as the engine sorted them. */
function valuesIn(
  values: readonly string[],
  { values: cells, rowStep, columnStep }: Matrix,
  column: number,
  rows: Uint32Array,
): readonly string[] {
  const places = new Set<number>();
  for (const row of rows) places.add(cells[row * rowStep + column * columnStep]);
  return [...places].sort((a, b) => a - b).map((place) => values[place]);
}

function leavesBelow(values: readonly string[], pathOf: (value: string) => readonly string[]): ReadonlyMap<string, number> {
  const below = new Map<string, number>();
  for (const value of values) for (const name of new Set(pathOf(value))) below.set(name, (below.get(name) ?? 0) + 1);
  return below;
}
