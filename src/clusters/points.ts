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
