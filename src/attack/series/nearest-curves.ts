import type { Counter } from '../../base/counting.ts';
import type { SourceColumn } from '../../verify/source.ts';
import type { Fact } from '../fact.ts';

/** The published curve of each cell, a list for each instant; not a number where a point is blank. None where no curves are published. */
export async function readToldCurves(counter: Counter, columns: readonly SourceColumn[]): Promise<readonly Float64Array[]> {
  const told: Float64Array[] = [];
  for (const { sql } of columns) {
    const [points] = await counter.doubles(
      `SELECT coalesce(any_value(TRY_CAST(${sql} AS DOUBLE)), 'nan') FROM published GROUP BY cell ORDER BY cell`,
      1,
    );
    told.push(points);
  }
  return told;
}

/** All values of a person as a fact: of the open cells those stay whose published curve lies nearest to them. */
export const nearestCurves = (told: readonly Float64Array[], instants: readonly Float64Array[]): Fact => ({
  keep(person, open, count) {
    const gaps = new Float64Array(count);
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      gaps[i] = gapBetween(told, instants, open[i], person);
      least = Math.min(least, gaps[i]);
    }
    let kept = 0;
    for (let i = 0; i < count; i++) if (gaps[i] <= least) open[kept++] = open[i];
    return kept;
  },
});

/** The mean square distance over the points that are there. */
function gapBetween(told: readonly Float64Array[], instants: readonly Float64Array[], cell: number, person: number): number {
  let [sum, points] = [0, 0];
  for (const [t, curve] of told.entries()) {
    const gap = curve[cell] - instants[t][person];
    if (Number.isNaN(gap)) continue;
    sum += gap * gap;
    points++;
  }
  return points === 0 ? 0 : sum / points;
}
