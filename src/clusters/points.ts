/**
 * Records as points: coordinate c of row r is values[r * step + c], used are the columns from..to. Single precision: where a point lies decides
 * whose company it keeps, never what is published.
 */
export interface Points {
  readonly values: Float32Array;
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** Squared distance of two rows; given up once it reaches `limit`. Four coordinates at a time: half as long as asking after each. */
export function squaredDistance({ values, step, from, to }: Points, row: number, other: number, limit: number): number {
  const end = row * step + to;
  let a = row * step + from;
  let b = other * step + from;
  let sum = 0;
  for (; a + 4 <= end && sum < limit; a += 4, b += 4) {
    const d0 = values[a] - values[b];
    const d1 = values[a + 1] - values[b + 1];
    const d2 = values[a + 2] - values[b + 2];
    const d3 = values[a + 3] - values[b + 3];
    sum += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
  }
  if (sum >= limit) return sum;
  for (; a < end; a++, b++) {
    const distance = values[a] - values[b];
    sum += distance * distance;
  }
  return sum;
}
