/**
 * Records as points: coordinate c of row r is values[r * step + c], used are the columns from..to. Half precision: where a point lies decides
 * whose company it keeps, never what is published.
 */
export interface Points {
  readonly values: Float32Array;
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** Squared distance of two rows; given up once it reaches `limit`. */
export function squaredDistance({ values, step, from, to }: Points, row: number, other: number, limit: number): number {
  let sum = 0;
  let b = other * step + from;
  for (let a = row * step + from; a < row * step + to && sum < limit; a++, b++) {
    const distance = values[a] - values[b];
    sum += distance * distance;
  }
  return sum;
}
