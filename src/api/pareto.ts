/** Two losses, the less of each the better. */
export interface Losses {
  readonly valueLoss: number;
  readonly patternLoss: number;
}

/** The points that no other beats: none loses less in one way without losing more in the other. Of equal points all are in. */
export function paretoSet<Point extends Losses>(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((a, b) => a.valueLoss - b.valueLoss || a.patternLoss - b.patternLoss);
  const set: Point[] = [];
  for (const point of sorted) {
    const last = set.at(-1);
    if (last === undefined || point.patternLoss < last.patternLoss || alike(point, last)) set.push(point);
  }
  return set;
}

const alike = (a: Losses, b: Losses): boolean => a.valueLoss === b.valueLoss && a.patternLoss === b.patternLoss;

/** How far a loss lies between the least and the most of some points: 0 to 1, and 0 where all are alike. */
export function normalised<Point extends Losses>(points: readonly Point[], loss: keyof Losses): (point: Point) => number {
  const least = Math.min(...points.map((point) => point[loss]));
  const width = Math.max(...points.map((point) => point[loss])) - least;
  return (point) => (width > 0 ? (point[loss] - least) / width : 0);
}
