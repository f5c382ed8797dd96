import type { Kernel, Pool } from '../base/pool.ts';
import { type Arena, ensure, openArena, putLabel } from './packed-cells.ts';
import { openRowsProgram, plainRoom, type RowsMemory, type TextRoom } from './text-room.ts';

/** Texts as bytes, each from a whole word on and with zeros after its end: text t has lengths[t] bytes from words[starts[t]] on. */
export interface PackedWords {
  readonly words: Int32Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
}

/** Texts that are written one after the other into an arena. */
export function packWords(count: number, arena: Arena, putText: (text: number) => void): PackedWords {
  const [starts, lengths] = [new Uint32Array(count), new Uint32Array(count)];
  for (let text = 0; text < count; text++) {
    const from = arena.at;
    starts[text] = from / 4;
    putText(text);
    lengths[text] = arena.at - from;
    ensure(arena, 4);
    while (arena.at % 4 > 0) arena.bytes[arena.at++] = 0;
  }
  return { words: new Int32Array(arena.bytes.buffer, arena.bytes.byteOffset, arena.at / 4), starts, lengths };
}

/** Texts end to end in memory that every thread reads, giving the memory of each part back as it goes. */
export function joinWords(parts: PackedWords[], room = plainRoom): PackedWords {
  const total = (length: (part: PackedWords) => number) => parts.reduce((sum, part) => sum + length(part), 0);
  const words = asWords(room.indices(total((part) => part.words.length)));
  const starts = room.indices(total((part) => part.starts.length));
  const lengths = room.indices(starts.length);
  let [word, text] = [0, 0];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    words.set(part.words, word);
    lengths.set(part.lengths, text);
    for (const start of part.starts) starts[text++] = word + start;
    word += part.words.length;
  }
  return { words, starts, lengths };
}

const asWords = ({ buffer, byteOffset, length }: Uint32Array): Int32Array => new Int32Array(buffer, byteOffset, length);

/** The same texts in memory that every thread reads. */
export function packTextWords(texts: readonly string[], room = plainRoom): PackedWords {
  const arena = openArena();
  return joinWords([packWords(texts.length, arena, (text) => putLabel(arena, texts[text]))], room);
}

/** The bytes of one text. */
export const textBytes = ({ words, starts, lengths }: PackedWords, text: number): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset + 4 * starts[text], lengths[text]);

/** A cell of every row: row i has text of[i]. */
export interface PackedCells {
  readonly of: Uint32Array;
  readonly texts: PackedWords;
}

interface RowsInput {
  /** What stands in a row, one after the other. */
  readonly cells: readonly PackedCells[];
  readonly from: number;
  readonly to: number;
  /** Where they are put together. */
  readonly into: Int32Array;
  /** Where all of it lies, and the cells are described for WebAssembly. */
  readonly room?: { readonly memory: RowsMemory; readonly table: Uint32Array } | undefined;
}

/**
 * Rows put together by WebAssembly, or four bytes at a time: what is copied begins at a whole word, and what it becomes part of begins anywhere, so that each word is shifted into two. A call that copies bytes takes three times as long
 * for rows of 400, WebAssembly a third. Answers how many bytes they are.
 */
export const packedRowsKernel: Kernel<RowsInput, number> = {
  name: 'packedRowsKernel',
  perform({ cells, from, to, into, room }) {
    if (room !== undefined)
      return openRowsProgram(room.memory).packRows(into.byteOffset, from, to, room.table.byteOffset, cells.length) >>> 0;
    let at = 0;
    for (let row = from; row < to; row++) for (const { of, texts } of cells) at = putWords(into, at, texts, of[row]);
    return at;
  },
  urgent: true, // who writes them waits
};

/** Whatever was put before has zeros to the end of its last word. */
function putWords(into: Int32Array, at: number, { words, starts, lengths }: PackedWords, text: number): number {
  const end = starts[text] + ((lengths[text] + 3) >>> 2);
  const shift = 8 * (at & 3);
  let to = at >>> 2;
  if (shift === 0) for (let w = starts[text]; w < end; w++) into[to++] = words[w];
  else {
    let carried = into[to];
    for (let w = starts[text]; w < end; w++) {
      const word = words[w];
      into[to++] = carried | (word << shift); // the first byte of a word counts least, on every machine that this runs on
      carried = word >>> (32 - shift);
    }
    into[to] = carried;
  }
  return at + lengths[text];
}

const bytesAtOnce = 1 << 22;

/** Rows that are put together: their bytes are lent until the next are asked for. */
interface SomeRows {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** All rows in their order, some at a time, while threads put the next ones together. */
export async function* packedRows(
  cells: readonly PackedCells[],
  rows: number,
  pool: Pool,
  lent = plainRoom,
): AsyncGenerator<SomeRows> {
  const table = describeCells(cells, lent);
  const ahead: { readonly made: Promise<number>; readonly into: Int32Array; readonly rows: number }[] = [];
  const free: Int32Array[] = [];
  for (let from = 0; from < rows || ahead.length > 0; ) {
    while (from < rows && ahead.length < 2 * pool.threads + 2) {
      const { to, bytes } = someFrom(cells, from, rows);
      const into = memoryFor(bytes, free.pop(), lent);
      const memory = lent.memory();
      const room = memory && { memory, table };
      const made = pool.run(packedRowsKernel, { cells, from, to, into, room });
      made.catch(() => {}); // heard when it is awaited
      ahead.push({ made, into, rows: to - from });
      from = to;
    }
    const next = ahead.shift();
    if (next === undefined) return;
    yield { bytes: new Uint8Array(next.into.buffer, next.into.byteOffset, await next.made), rows: next.rows };
    free.push(next.into);
  }
}

/** As many rows as fit, one at least. */
function someFrom(cells: readonly PackedCells[], from: number, rows: number): { readonly to: number; readonly bytes: number } {
  let bytes = 0;
  for (let to = from; to < rows; to++) {
    let row = 0;
    for (const { of, texts } of cells) row += texts.lengths[of[to]];
    if (to > from && bytes + row > bytesAtOnce) return { to, bytes };
    bytes += row;
  }
  return { to: rows, bytes };
}

/** The places of each cell, as WebAssembly is told them. */
function describeCells(cells: readonly PackedCells[], room: TextRoom): Uint32Array {
  const table = room.indices(4 * cells.length);
  for (const [c, { of, texts }] of cells.entries())
    table.set(
      [of, texts.starts, texts.lengths, texts.words].map(({ byteOffset }) => byteOffset),
      4 * c,
    );
  return table;
}

/** With some words more, as the last one may be followed by others. */
const memoryFor = (bytes: number, known: Int32Array | undefined, room: TextRoom): Int32Array =>
  known !== undefined && known.byteLength >= bytes + 16
    ? known
    : asWords(room.indices(Math.ceil(Math.max(bytes, bytesAtOnce) / 4) + 4));
