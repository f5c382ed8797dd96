import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createPool, type Pool } from '../base/pool.ts';
import type { OnProgress } from '../base/progress.ts';
import { sharedIndices, sharedNumbers } from '../frame/columns.ts';
import type { Matrix } from '../frame/matrix.ts';
import { type PlainColumn, type PlainMarks, type PlainPiece, plainCellsKernel } from './plain-cells.ts';

/** Rows that lie in a file as delimited text in UTF-8 under a header, so that they can be read without an engine. */
export interface PlainFile {
  readonly path: string;
  readonly delimiter: string;
  /** Of all its columns, in their order. */
  readonly names: readonly string[];
  /** A guess. */
  readonly likelyRows: number;
}

export interface PlainWanted {
  readonly numbers: readonly string[];
  readonly subject: string | undefined;
}

/** What was read, in the order of the file, and of which bytes. */
export interface PlainRows {
  readonly rows: number;
  readonly matrix: Matrix;
  /** A key of each subject: two that are spelt alike have one, and mostly others have another. */
  readonly subjects: { readonly low: Uint32Array; readonly high: Uint32Array } | undefined;
  readonly marks: readonly NumberMarks[];
  readonly sha256: string;
}

/** What the text of a column of numbers shows. */
export interface NumberMarks {
  /** The largest size of a number. */
  readonly largest: number;
  /** The decimal places that say each of them exactly. */
  readonly decimals: number;
}

interface Reading {
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

const pieceBytes = 1 << 20;

/** Bytes that are read sooner than a thread starts. */
const worthThreads = 8_000_000;

const [newline, carriageReturn, quote] = [10, 13, 34];
const delimiters = [',', ';', '\t', '|'];

/**
 * Reads some columns of a plain file on all threads, each of them some lines at a time, while this one hashes the same bytes. Nothing where a line might mean anything else than
 * its bytes say: then an engine reads the file, and names what is wrong with it (docs/decisions/0230).
 */
export async function readPlainRows(file: PlainFile, wanted: PlainWanted, reading: Reading): Promise<PlainRows | undefined> {
  if (!delimiters.includes(file.delimiter)) return undefined;
  const handle = await open(file.path, 'r');
  try {
    const small = (await handle.stat()).size < worthThreads;
    return await readPieces(handle, { ...file, ...wanted }, small ? { ...reading, pool: createPool(0) } : reading);
  } finally {
    await handle.close();
  }
}

type Asked = PlainFile & PlainWanted;

async function readPieces(file: FileHandle, asked: Asked, { pool, signal, onProgress }: Reading): Promise<PlainRows | undefined> {
  const lines = linesOf(asked);
  const { size } = await file.stat();
  const hash = createHash('sha256');
  const marks = Array.from({ length: lines.width }, () => ({ largest: 0, decimals: 0 }));
  const begun: { readonly slot: Uint8Array; readonly made: Promise<PlainMarks> }[] = [];
  let plain = true;
  const settleOldest = async (): Promise<Uint8Array | undefined> => {
    const oldest = begun.shift();
    if (oldest === undefined) return undefined;
    const seen = await oldest.made;
    plain &&= seen.plain;
    for (const [c, mark] of marks.entries()) {
      mark.largest = Math.max(mark.largest, seen.largest[c]);
      mark.decimals = Math.max(mark.decimals, seen.decimals[c]);
    }
    return oldest.slot;
  };
  const takeSlot = async (): Promise<Uint8Array> =>
    (begun.length > 2 * pool.threads ? await settleOldest() : undefined) ?? new Uint8Array(new SharedArrayBuffer(pieceBytes));
  let table = openTable(0, lines.width);
  let [rows, bytes] = [0, 0];
  for await (const { slot, filled } of wholeLines(file, hash, takeSlot)) {
    signal.throwIfAborted();
    const from = bytes === 0 ? headerEnd(slot.subarray(0, filled), lines) : 0;
    if (!plain || from < 0 || slot[filled - 1] !== newline) return undefined;
    const piece = slot.subarray(from, filled);
    const end = rows + countLines(piece);
    bytes += filled;
    if (end > table.low.length) {
      while (begun.length > 0) await settleOldest();
      table = largerTable(table, rows, Math.ceil(Math.max(1.05 * (size / bytes), 1) * end), lines.width);
    }
    const made = pool.run(plainCellsKernel, { ...lines, ...rowsOf(table, rows, end, lines.width), bytes: piece });
    made.catch(() => {}); // heard when it is the oldest
    begun.push({ slot, made });
    rows = end;
    onProgress({ phase: 'read', done: rows, unit: 'rows', ...(asked.likelyRows > rows ? { total: asked.likelyRows } : {}) });
  }
  while (begun.length > 0) await settleOldest();
  if (!plain || rows === 0) return undefined;
  onProgress({ phase: 'read', done: rows, total: rows, unit: 'rows', finished: true });
  const { numbers, low, high } = rowsOf(table, 0, rows, lines.width);
  const matrix = { values: numbers, rows, columns: lines.width, rowStep: lines.width, columnStep: 1 };
  return { rows, matrix, marks, subjects: asked.subject === undefined ? undefined : { low, high }, sha256: hash.digest('hex') };
}

/** The file in slots of whole lines, each filled to the end of a line; only of a line longer than a slot there is no end. */
async function* wholeLines(
  file: FileHandle,
  hash: Hash,
  takeSlot: () => Promise<Uint8Array>,
): AsyncGenerator<{ readonly slot: Uint8Array; readonly filled: number }> {
  let rest = new Uint8Array(0); // the beginning of a line that the next slot goes on with
  for (;;) {
    const slot = await takeSlot();
    slot.set(rest);
    const { bytesRead } = await file.read(slot, rest.length, pieceBytes - rest.length - 1, null);
    const filled = rest.length + bytesRead;
    hash.update(slot.subarray(rest.length, filled));
    if (bytesRead === 0) {
      slot[filled] = newline; // the last line may do without
      if (filled > 0) yield { slot, filled: filled + 1 };
      return;
    }
    const end = slot.lastIndexOf(newline, filled - 1) + 1;
    rest = slot.slice(end, filled);
    yield { slot, filled: end || filled };
  }
}

/** Room for rows in shared memory, which costs nothing until it is written to. */
type Room = Pick<PlainPiece, 'numbers' | 'low' | 'high'>;

const openTable = (rows: number, width: number): Room => ({
  numbers: sharedNumbers(rows * width),
  low: sharedIndices(rows),
  high: sharedIndices(rows),
});

function largerTable({ numbers, low, high }: Room, rows: number, room: number, width: number): Room {
  const larger = openTable(room, width);
  larger.numbers.set(numbers.subarray(0, rows * width));
  larger.low.set(low.subarray(0, rows));
  larger.high.set(high.subarray(0, rows));
  return larger;
}

const rowsOf = ({ numbers, low, high }: Room, from: number, to: number, width: number): Room => ({
  numbers: numbers.subarray(from * width, to * width),
  low: low.subarray(from, to),
  high: high.subarray(from, to),
});

function countLines(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let lines = 0;
  for (let at = buffer.indexOf(newline); at >= 0; at = buffer.indexOf(newline, at + 1)) lines++;
  return lines;
}

type Lines = Pick<PlainPiece, 'delimiter' | 'columns' | 'width' | 'places'>;

function linesOf({ delimiter, names, numbers, subject }: Asked): Lines {
  const places = names.map((name) => numbers.indexOf(name));
  const kindAt = (place: number, name: string): PlainColumn => (place >= 0 ? 'number' : name === subject ? 'subject' : 'nothing');
  return {
    delimiter: delimiter.charCodeAt(0),
    columns: names.map((name, c) => kindAt(places[c], name)),
    width: numbers.length,
    places,
  };
}

/** Where the first line ends; -1 where it is in quotes, or has other cells than names. */
function headerEnd(bytes: Uint8Array, { delimiter, columns }: Lines): number {
  const end = bytes.indexOf(newline) + 1;
  const header = bytes.subarray(0, end);
  const cells = header.reduce((count, byte) => count + Number(byte === delimiter), 1);
  return cells === columns.length && !header.includes(quote) && !header.includes(carriageReturn) ? end : -1;
}
