import { mostOf } from '../frame/gather.ts';
import type { Envelope } from './series-release.ts';
import { type Snap, type SnapGrid, snapDown, snapGrid, snapUp } from './snap.ts';

/** An envelope whose bounds are moved outward to round grids, one for each column; the first `together` columns share one. */
export function snapEnvelope(envelope: Envelope, snap: Snap, together: number): Envelope {
  if (snap === 'off' || envelope.lower.length === 0) return envelope;
  const looks = Array.from({ length: envelope.columns }, (_, c) => lookAt(envelope, c));
  const first = looks.slice(0, together);
  const shared = {
    meanBand: meanOf(first.map(({ meanBand }) => meanBand)),
    largest: mostOf(first.map(({ largest }) => largest)),
  };
  const grids = looks.map((look, c) => snapGrid(snap, { decimals: envelope.decimals[c], ...(c < together ? shared : look) }));
  const moveBounds = (bounds: Float64Array, move: (bound: number, grid: SnapGrid) => number) =>
    bounds.map((bound, at) => {
      const grid = grids[at % envelope.columns];
      return grid === undefined ? bound : move(bound, grid);
    });
  return {
    columns: envelope.columns,
    lower: moveBounds(envelope.lower, snapDown),
    upper: moveBounds(envelope.upper, snapUp),
    decimals: grids.map((grid, c) => grid?.decimals ?? envelope.decimals[c]),
    snap: grids.map((grid) => grid?.step),
  };
}

/** Bands are added in parts, as sums of huge numbers are infinite. */
function lookAt({ columns, lower, upper }: Envelope, column: number): { meanBand: number; largest: number } {
  const groups = lower.length / columns;
  let meanBand = 0;
  let largest = 0;
  for (let at = column; at < lower.length; at += columns) {
    meanBand += upper[at] / groups - lower[at] / groups;
    largest = Math.max(largest, Math.abs(lower[at]), Math.abs(upper[at]));
  }
  return { meanBand, largest };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value / values.length, 0);
