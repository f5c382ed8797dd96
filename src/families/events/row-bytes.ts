import type { Kernel } from '../../base/pool.ts';
import { compileProgram } from '../../base/web-assembly.ts';
import { logRowsBytes } from './log-rows-bytes.ts';
import { recordLength } from './row-kernels.ts';

/** Rows from one place on, before another, as records and as what they are published as: text t lies from the t-th of `starts` on. */
export interface RowBytesInput {
  readonly records: Uint32Array;
  readonly texts: Uint8Array;
  readonly starts: Uint32Array;
  readonly longest: number;
  readonly from: number;
  readonly to: number;
  /** Shared memory for the bytes of rows, and for those of their places in the input, counted from 1 on, a line for each. */
  readonly into: { readonly rows: Uint8Array; readonly places: Uint8Array };
}

/** How many bytes there are of each. */
export interface RowBytes {
  readonly rows: number;
  readonly places: number;
}

export const mostDigits = 10;

/** What assembly/log-rows.ts holds, by places in memory. */
interface RowProgram {
  readonly begin: () => void;
  readonly lend: (bytes: number) => number;
  readonly putRows: (
    ...[records, count, texts, starts, rows, places]: readonly [number, number, number, number, number, number]
  ) => number;
  readonly placesEnd: () => number;
}

let program: ReturnType<ReturnType<typeof compileProgram<RowProgram>>> | undefined;

/** Rows and their places as bytes. */
export const rowBytesKernel = {
  name: 'rowBytesKernel',
  perform({ records, texts, starts, longest, from, to, into }) {
    program ??= compileProgram<RowProgram>(logRowsBytes)();
    const { begin, lend, putRows, placesEnd, memory } = program;
    begin();
    const count = to - from;
    const own = records.subarray(recordLength * from, recordLength * to);
    const [recordsAt, textsAt, startsAt] = [own.byteLength, texts.length, starts.byteLength].map(lend);
    const rowsAt = lend(count * (mostDigits + longest));
    const placesAt = lend(count * (mostDigits + 1));
    new Uint32Array(memory.buffer, recordsAt, own.length).set(own);
    new Uint8Array(memory.buffer, textsAt, texts.length).set(texts);
    new Uint32Array(memory.buffer, startsAt, starts.length).set(starts);
    const rowsEnd = putRows(recordsAt, count, textsAt, startsAt, rowsAt, placesAt);
    const made = { rows: rowsEnd - rowsAt, places: placesEnd() - placesAt };
    into.rows.set(new Uint8Array(memory.buffer, rowsAt, made.rows));
    into.places.set(new Uint8Array(memory.buffer, placesAt, made.places));
    return made;
  },
} satisfies Kernel<RowBytesInput, RowBytes>;
