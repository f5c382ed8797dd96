import { segmentStart } from '../../frame/segments.ts';

/** A series about its mean; one of these serves for any number of series, one after another. */
export interface Centred {
  /** Segment s has the instants starts[s] .. starts[s + 1] - 1. */
  readonly starts: Uint32Array;
  /** Of each segment. */
  readonly sums: Float64Array;
  /** The squared norm, 0 if and only if the series is flat. */
  squares: number;
}

export const centredOn = (instants: number, segments: number): Centred => ({
  starts: Uint32Array.from({ length: segments + 1 }, (_, i) => segmentStart(i, instants, segments)),
  sums: new Float64Array(segments),
  squares: 0,
});

/** Leaves the series that begins at `at` in `into`, and returns its squared norm. */
export function centre(series: Float64Array, at: number, into: Centred): number {
  const length = into.starts[into.sums.length];
  const mean = total(series, at, length) / length;
  const squares = sumDeviations(series, at, mean, into);
  // Squares of very large and very small numbers overflow or vanish, and rounding leaves a little where a series is flat or nearly.
  if (squares > 1e-20 * length * mean * mean && squares > 1e-200 && squares < 1e200) return squares;
  if (isFlat(series, at, length)) return (into.squares = 0);
  const scaled = toUnitScale(series.subarray(at, at + length));
  return sumDeviations(scaled, 0, total(scaled, 0, length) / length, into);
}

function total(series: Float64Array, at: number, length: number): number {
  let even = 0;
  let odd = 0; // two sums: an addition need not wait for the one before
  const end = at + length - 1;
  let t = at;
  for (; t < end; t += 2) {
    even += series[t];
    odd += series[t + 1];
  }
  return t === end ? even + odd + series[t] : even + odd;
}

function sumDeviations(series: Float64Array, at: number, mean: number, into: Centred): number {
  const { starts, sums } = into;
  let squares = 0;
  for (let s = 0; s < sums.length; s++) {
    const end = at + starts[s + 1];
    let sum = 0;
    for (let t = at + starts[s]; t < end; t++) {
      const deviation = series[t] - mean;
      sum += deviation;
      squares += deviation * deviation;
    }
    sums[s] = sum;
  }
  return (into.squares = squares);
}

function isFlat(series: Float64Array, at: number, length: number): boolean {
  for (let t = at + 1; t < at + length; t++) if (series[t] !== series[at]) return false;
  return true;
}

/** Scaled by a power of two and moved to begin at 0, both without rounding where it matters: the correlation sees neither. */
function toUnitScale(series: Float64Array): Float64Array {
  const largest = series.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = 2 ** Math.floor(Math.log2(largest));
  return Float64Array.from(series, (value) => value / scale - series[0] / scale);
}

/** Squared norm of the projection on what is constant in each segment: the nearest that any word on these segments can come. */
export function squaresInside({ starts, sums }: Centred): number {
  let squares = 0;
  for (let s = 0; s < sums.length; s++) squares += (sums[s] * sums[s]) / (starts[s + 1] - starts[s]);
  return squares;
}
