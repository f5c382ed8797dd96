import { compileProgram, createMemory, mostPages, type ProgramMemory, pageBytes } from '../../base/web-assembly.ts';
import type { Manifest } from '../../release/manifest.ts';
import { linesBytes } from './lines-bytes.ts';

/** The rows of a release of series, put together by their lines while the file is hashed. */
export interface LineClasses {
  readonly rows: number;
  /** The cells of each envelope as they stand in the file, from the second of a line to the third from its end. */
  readonly envelopes: LineTexts;
  /** The one GroupID of each envelope. */
  readonly ids: Float64Array;
  /** What lines end with: pattern and level. */
  readonly ends: LineTexts;
  /** The lines that differ: their envelope, their end, and how many there are. */
  readonly leaves: { readonly envelope: Uint32Array; readonly end: Uint32Array; readonly rows: Uint32Array };
}

/** Strings of bytes that differ, by numbers. */
export interface LineTexts {
  readonly count: number;
  bytesOf(code: number): Buffer;
  /** 64 bits of a hash of each. */
  hashes(): Int32Array;
}

/** Which lines a reader takes: those whose GroupID leaves `index` when divided by `of`. */
export interface LineShare {
  readonly index: number;
  readonly of: number;
}

export interface LineReader {
  take(piece: Buffer): void;
  /** The same of whole lines that lie in its memory already. */
  takeAt(place: number, length: number): void;
  /** Nothing where a line is not of the plain form, GroupIDs and envelopes are not one to one, or there are too many for the memory. */
  end(): LineClasses | undefined;
}

const mostBytes = 256e6; // of 1,000,000 walks of 24 instants, 70 MB
const windowBytes = 1 << 19; // what is looked at stays in the second cache
const whole: LineShare = { index: 0, of: 1 };

/** Whether all that a release has are GroupIDs, intervals, patterns and levels, in this order, a line for each record. */
export function hasPlainLines(manifest: Manifest): boolean {
  if (manifest.method === 'events' || manifest.method === 'kaca' || manifest.shape === 'long') return false;
  const { data, columns, promises, spreadsheetSafe } = manifest;
  const roles = columns.map(({ role }) => role);
  return (
    data.format === 'csv' &&
    data.parts === undefined &&
    spreadsheetSafe !== true &&
    promises.l === undefined &&
    promises.models === undefined &&
    roles.length > 3 &&
    roles[0] === 'group' &&
    roles.at(-2) === 'pattern' &&
    roles.at(-1) === 'level' &&
    columns.slice(1, -2).every(({ role, kind }) => (role === 'series' || role === 'quasi') && kind === 'interval')
  );
}

/** What assembly/lines.ts holds, by places in a memory. */
interface LinesProgram {
  readonly lend: (bytes: number) => number;
  readonly begin: (index: number, of: number, bytes: number) => number;
  readonly takeLines: (place: number, length: number) => number;
  readonly hasHeader: () => number;
  readonly rowCount: () => number;
  readonly groupCount: () => number;
  readonly groupsAt: () => number;
  readonly envelopesAt: () => number;
  readonly endCount: () => number;
  readonly endsAt: () => number;
  readonly leafTotal: () => number;
  readonly leavesAt: () => number;
}

const leastPages = 16;

/** A memory whose bytes from the first page on are its owner's, as many as asked for. */
export const openLineMemory = (bytes = 0): ProgramMemory =>
  createMemory(Math.max(leastPages, 2 + Math.ceil(bytes / pageBytes)), mostPages); // one more, as what lies behind the last line is looked at

/** Where they begin: no place is 0. */
export const ownPlace = pageBytes;

let start: ((memory: ProgramMemory) => LinesProgram) | undefined;

function openProgram(memory: ProgramMemory): LinesProgram {
  start ??= compileProgram<LinesProgram>(linesBytes);
  return start(memory);
}

/**
 * Sees a CSV file piece by piece, first its header; of the lines it takes a share, of the others it reads the GroupID alone. Lines are compared byte by byte: no key or hash stands for them. A GroupID says which envelope a line must
 * have, so that only the first line of each is looked for among all others by its hash: of a million lines that takes a third less. What is done for each line is WebAssembly.
 */
export function readLines({ index, of }: LineShare = whole, memory = openLineMemory()): LineReader {
  const program = openProgram(memory);
  let plain = program.begin(index, of, mostBytes) === 1;
  let window: number | undefined;
  let rest = Buffer.alloc(0); // the beginning of a line that the next piece goes on with
  const takeAt = (place: number, length: number): number => {
    const left = program.takeLines(place, length);
    plain = left >= 0 && left <= windowBytes;
    return left;
  };
  return {
    take(piece) {
      window ??= program.lend(2 * windowBytes + 16);
      plain &&= window > 0;
      const bytes = new Uint8Array(memory.buffer);
      for (let from = 0; from < piece.length && plain; from += windowBytes) {
        const some = piece.subarray(from, from + windowBytes);
        bytes.set(rest, window);
        bytes.set(some, window + rest.length);
        const filled = rest.length + some.length;
        const left = takeAt(window, filled);
        rest = Buffer.from(bytes.slice(window + filled - left, window + filled));
      }
    },
    takeAt(place, length) {
      plain &&= takeAt(place, length) === 0;
    },
    end() {
      if (!plain || rest.length > 0 || program.hasHeader() === 0) return undefined;
      const numbersAt = (place: number, length: number) => new Uint32Array(memory.buffer, place >>> 0, length);
      const groups = numbersAt(program.groupsAt(), 2 * program.groupCount());
      const leaves = numbersAt(program.leavesAt(), 4 * program.leafTotal());
      return {
        rows: program.rowCount(),
        envelopes: textsAt(numbersAt(program.envelopesAt(), 4 * program.groupCount())),
        ids: Float64Array.from(everyOther(groups, 2, 0)),
        ends: textsAt(numbersAt(program.endsAt(), 4 * program.endCount())),
        leaves: { envelope: everyOther(leaves, 4, 0), end: everyOther(leaves, 4, 1), rows: everyOther(leaves, 4, 2) },
      };
    },
  };
}

/** Of each its place, its length and two halves of a hash. */
function textsAt(entries: Uint32Array<SharedArrayBuffer>): LineTexts {
  return {
    count: entries.length / 4,
    bytesOf: (code) => Buffer.from(entries.buffer, entries[4 * code], entries[4 * code + 1]),
    hashes() {
      const hashes = new Int32Array(entries.length / 2);
      for (let at = 0; at < hashes.length; at++) hashes[at] = entries[4 * (at >>> 1) + 2 + (at & 1)];
      return hashes;
    },
  };
}

function everyOther(numbers: Uint32Array, step: number, first: number): Uint32Array<ArrayBuffer> {
  const some = new Uint32Array(numbers.length / step);
  for (let i = 0; i < some.length; i++) some[i] = numbers[step * i + first];
  return some;
}
