/** Numbers, one per row, in shared memory so that every thread reads the same bytes. */
export interface NumberColumn {
  readonly name: string;
  readonly values: Float64Array;
}

/** Text with few different values: row r says labels[codes[r]]. Labels are sorted by code unit, so codes do not depend on row order. */
export interface TextColumn {
  readonly name: string;
  readonly codes: Uint32Array;
  readonly labels: readonly string[];
}

export const sharedFloats = (length: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * length));

export const sharedIndices = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * length));
