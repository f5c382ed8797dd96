import type { Pool } from '../base/pool.ts';

/** The array where every thread can read it; copied at most once, not at all where kernels run in place. */
export function shareArray<A extends Float64Array | Uint32Array | Uint8Array>(array: A, pool: Pool): A {
  if (pool.threads === 0 || array.buffer instanceof SharedArrayBuffer) return array;
  const copy = new SharedArrayBuffer(array.byteLength);
  new Uint8Array(copy).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const OwnKind = array.constructor as new (buffer: SharedArrayBuffer) => A; // an array's own constructor makes its own kind
  return new OwnKind(copy);
}
