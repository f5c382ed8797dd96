import type { Matrix } from '../frame/matrix.ts';
import type { Partition } from '../frame/partition.ts';
import { arcOf } from './arc.ts';
import { leastBetween } from './range-least.ts';

/**
 * What records are clustered by. A column of the matrix holds one attribute: the place of a leaf among the leaves of its tree, the second of
 * the day, the place of a number among all there are. Every attribute tells what a set of its values would lose if it were published as one label, from 0 to 1, so that
 * attributes compare as they are: no ten-digit code beside hours.
 */
export interface LossSpace {
  readonly matrix: Matrix;
  readonly attributes: readonly Attribute[];
}

export type Attribute = Tree | Circle | Line;

/** Leaves lie in tree order, so the nearest common ancestor of a set is that of its first and its last leaf. */
export interface Tree {
  readonly kind: 'tree';
  readonly weight: number;
  /** For each leaf the place in `losses` of the ancestor that it shares with the leaf before it, made ready for the least of any stretch. */
  readonly shared: readonly Uint16Array[];
  /** What labels of ancestors lose, each loss once, the largest first: an ancestor loses more than what is below it. A leaf loses `leaf`. */
  readonly losses: Float64Array;
  readonly leaf: number;
  /** Where a list of values may be the label: how many values there are, and how many a list may name. */
  readonly sets?: { readonly values: number; readonly most: number };
}

/** The hours of a day; a label is a run of whole hours that may go over midnight. */
export interface Circle {
  readonly kind: 'circle';
  readonly weight: number;
  /** What a run of `length` hours from `start` on loses: arcs[start * 25 + length]. */
  readonly arcs: Float64Array;
}

export interface Line {
  readonly kind: 'line';
  readonly weight: number;
  /** Every number there is, ascending. */
  readonly points: Float64Array;
}

/**
 * What sets of records span, two numbers an attribute: first and last leaf, the hours as bits, least and greatest number's place. Box b begins at
 * 2 * attributes * b. Boxes join without looking at their records again.
 */
export type Boxes = Float64Array;

export interface BoxedSpace {
  readonly space: LossSpace;
  readonly boxes: Boxes;
}

export const boxSize = ({ attributes }: LossSpace): number => 2 * attributes.length;

export const hourOf = (second: number): number => Math.floor(second / 3600);

/** Writes the box of the rows at `box`. */
export function spanRows(space: LossSpace, rows: Uint32Array, boxes: Boxes, box: number): void {
  const { values, rowStep, columnStep } = space.matrix;
  for (let a = 0, at = box * boxSize(space); a < space.attributes.length; a++, at += 2) {
    const base = a * columnStep;
    if (space.attributes[a].kind === 'circle') {
      let hours = 0;
      for (let i = 0; i < rows.length; i++) hours |= 1 << hourOf(values[base + rows[i] * rowStep]);
      boxes[at] = hours;
    } else {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < rows.length; i++) {
        const value = values[base + rows[i] * rowStep];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      boxes[at] = low;
      boxes[at + 1] = high;
    }
  }
}

/** Loss of a box: the weighted sum over its attributes. */
export function lossOf(space: LossSpace, boxes: Boxes, box: number): number {
  let loss = 0;
  for (let a = 0, at = box * boxSize(space); a < space.attributes.length; a++, at += 2)
    loss += weightedLoss(space.attributes[a], boxes[at], boxes[at + 1]);
  return loss;
}

/** Loss of a record of which nothing is told. */
export const wholeLoss = ({ attributes }: LossSpace): number => attributes.reduce((sum, { weight }) => sum + weight, 0);

/** Loss of all rows under the labels of their groups. */
export function totalLoss(space: LossSpace, { rows, starts }: Partition): number {
  const box = new Float64Array(boxSize(space));
  let loss = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    spanRows(space, rows.subarray(starts[g], starts[g + 1]), box, 0);
    loss += (starts[g + 1] - starts[g]) * lossOf(space, box, 0);
  }
  return loss;
}

/** Loss of two boxes as one; once it is sure to be `enough` or more, any number of at least that. */
export function joinedLoss({ space, boxes }: BoxedSpace, one: number, other: number, enough = Number.POSITIVE_INFINITY): number {
  const size = boxSize(space);
  let loss = 0;
  for (let a = 0, i = one * size, j = other * size; a < space.attributes.length && loss < enough; a++, i += 2, j += 2) {
    const attribute = space.attributes[a];
    loss +=
      attribute.kind === 'circle'
        ? weightedLoss(attribute, boxes[i] | boxes[j], 0)
        : weightedLoss(attribute, Math.min(boxes[i], boxes[j]), Math.max(boxes[i + 1], boxes[j + 1]));
  }
  return loss;
}

/** Widens the first box by the second. */
export function join(space: LossSpace, boxes: Boxes, into: number, from: number): void {
  const size = boxSize(space);
  for (let a = 0, i = into * size, j = from * size; a < space.attributes.length; a++, i += 2, j += 2) {
    if (space.attributes[a].kind === 'circle') boxes[i] |= boxes[j];
    else {
      boxes[i] = Math.min(boxes[i], boxes[j]);
      boxes[i + 1] = Math.max(boxes[i + 1], boxes[j + 1]);
    }
  }
}

/** Loss of one attribute between the two numbers of a box, times its weight. */
export function weightedLoss(attribute: Attribute, low: number, high: number): number {
  switch (attribute.kind) {
    case 'tree':
      return attribute.weight * treeLoss(attribute, low, high);
    case 'circle': {
      const { start, length } = arcOf(low);
      return attribute.weight * attribute.arcs[start * 25 + length];
    }
    case 'line':
      return low === high ? 0 : attribute.weight * lineLoss(attribute, low, high);
    default:
      return attribute satisfies never;
  }
}

export const treeLoss = ({ shared, losses, leaf }: Tree, first: number, last: number): number =>
  first === last ? leaf : losses[leastBetween(shared, first + 1, last)];

export const lineLoss = ({ points }: Line, first: number, last: number): number =>
  (points[last] - points[first]) / (points[points.length - 1] - points[0] || 1);
