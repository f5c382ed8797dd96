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
  /** Where each row is told once more, with its subject and its place behind it. */
  readonly told?: Told | undefined;
  /** Shared memory for the bytes of rows, and for those of their places in the input, counted from 1 on, a line for each. */
  readonly into: { readonly rows: Uint8Array; readonly places: Uint8Array };
}

/** Whose each row is: the id of its subject, which stands at its place. All in memory that threads share. */
export interface Told {
  readonly subjects: Uint32Array;
  readonly idOf: Uint32Array;
  /** The byte between two cells. */
  readonly separator: number;
}

/** How many bytes there are of each. */
export interface RowBytes {
  readonly rows: number;
  readonly places: number;
}

const mostDigits = 10;

/** Bytes of a row and of what is told of it, at most; `longest` is the longest text. */
export const mostBytes = (longest: number, told: boolean) => ({
  row: mostDigits + longest,
  place: told ? 3 * mostDigits + longest + 2 : mostDigits + 1,
});

/** What assembly/log-rows.ts holds, by places in memory. */
interface RowProgram {
  readonly begin: () => void;
  readonly lend: (bytes: number) => number;
  readonly putRows: (
    ...[records, count, texts, starts, rows, places]: readonly [number, number, number, number, number, number]
  ) => number;
  readonly putRowsOf: (
    ...[records, subjects, count, texts, starts, rows, proof, separator]: readonly [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  ) => number;
  readonly placesEnd: () => number;
}

let program: ReturnType<ReturnType<typeof compileProgram<RowProgram>>> | undefined;

/** Rows and their places as bytes. */
export const rowBytesKernel = {
  name: 'rowBytesKernel',
  perform({ records, texts, starts, longest, from, to, told, into }) {
    program ??= compileProgram<RowProgram>(logRowsBytes)();
    const { begin, lend, putRows, putRowsOf, placesEnd, memory } = program;
    begin();
    const count = to - from;
    const own = records.subarray(recordLength * from, recordLength * to);
    const [recordsAt, textsAt, startsAt] = [own.byteLength, texts.length, starts.byteLength].map(lend);
    const most = mostBytes(longest, told !== undefined);
    const rowsAt = lend(count * most.row);
    const placesAt = lend(count * most.place);
    new Uint32Array(memory.buffer, recordsAt, own.length).set(own);
    new Uint8Array(memory.buffer, textsAt, texts.length).set(texts);
    new Uint32Array(memory.buffer, startsAt, starts.length).set(starts);
    let rowsEnd: number;
    if (told === undefined) rowsEnd = putRows(recordsAt, count, textsAt, startsAt, rowsAt, placesAt);
    else {
      const subjectsAt = lend(4 * count);
      const subjects = new Uint32Array(memory.buffer, subjectsAt, count);
      for (let i = 0, at = 2; i < count; i++, at += recordLength) subjects[i] = told.idOf[told.subjects[own[at]]];
      rowsEnd = putRowsOf(recordsAt, subjectsAt, count, textsAt, startsAt, rowsAt, placesAt, told.separator);
    }
    const made = { rows: rowsEnd - rowsAt, places: placesEnd() - placesAt };
    into.rows.set(new Uint8Array(memory.buffer, rowsAt, made.rows));
    into.places.set(new Uint8Array(memory.buffer, placesAt, made.places));
    return made;
  },
} satisfies Kernel<RowBytesInput, RowBytes>;
