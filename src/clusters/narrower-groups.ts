import { ascending } from '../frame/gather.ts';
import type { Partition } from '../frame/partition.ts';
import { mdav } from './mdav.ts';
import { mondrian, type ValueSpace } from './mondrian.ts';
import type { Points } from './points.ts';

/**
 * Groups of k by cuts, or around the records farthest out where that makes narrower ones: a few records of many columns are cut too seldom for
 * the cuts to meet most columns. 196 curves of 56 instants are cut four times on their way to groups of 10, and bands are a third narrower
 * without. Microaggregation knows no categories, and takes the square of the records.
 */
export function narrowerGroups(space: ValueSpace, k: number): Partition {
  const all = ascending(space.matrix.rows);
  const cut = mondrian(space, all, k);
  if (all.length > mostGathered || all.length < 2 * k || space.nominal.includes(true)) return cut;
  if (space.matrix.columns < columnsPerCut * Math.log2(all.length / k)) return cut;
  const points = pointsOf(space);
  const gathered = mdav(points, all, k);
  return lossOf(points, gathered) < lossOf(points, cut) ? gathered : cut;
}

const mostGathered = 2048;

/** With fewer columns for each cut the cuts meet enough of them, and what quick methods are quick by is kept. */
const columnsPerCut = 8;

/** The rows on the scales by which their columns compare, seen from the first: single precision would round a large number that all begin with. */
function pointsOf({ matrix: { values, rows, columns, rowStep, columnStep }, scales }: ValueSpace): Points {
  const points = new Float32Array(rows * columns);
  for (let r = 0, at = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) points[at++] = (values[r * rowStep + c * columnStep] - values[c * columnStep]) * scales[c];
  return { values: points, step: columns, from: 0, to: columns };
}

/** The lengths of the diagonals of all groups' boxes, summed over their members. */
function lossOf({ values, step }: Points, { rows, starts }: Partition): number {
  let sum = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    let squares = 0;
    for (let c = 0; c < step; c++) {
      let low = values[rows[starts[g]] * step + c];
      let high = low;
      for (let i = starts[g] + 1; i < starts[g + 1]; i++) {
        const value = values[rows[i] * step + c];
        if (value < low) low = value;
        else if (value > high) high = value;
      }
      squares += (high - low) * (high - low);
    }
    sum += (starts[g + 1] - starts[g]) * Math.sqrt(squares);
  }
  return sum;
}
