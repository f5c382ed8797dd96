/** Text with few different values: row r says labels[codes[r]]. Labels are sorted by code point, so codes do not depend on row order. */
export interface TextColumn {
  readonly name: string;
  readonly codes: Uint32Array;
  readonly labels: readonly string[];
}

/** Row numbers or codes in shared memory, so that every thread reads the same bytes. */
export const sharedIndices = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * length));

export const sharedBytes = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length));

export const sharedNumbers = (length: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * length));
