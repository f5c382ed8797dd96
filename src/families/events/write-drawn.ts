import { createPool, type Pool } from '../../base/pool.ts';
import { runInOrder } from '../../base/run-in-order.ts';
import {
  abandonSink,
  type ByteSink,
  openSink,
  putBytes,
  putLarge,
  putText,
  sealSink,
  type WrittenFile,
} from '../../formats/byte-sink.ts';
import { sharedBytes, sharedIndices } from '../../frame/columns.ts';
import type { DrawnLots, PublishedRows } from './drawn-rows.ts';
import { mostBytes, rowBytesKernel, type Told } from './row-bytes.ts';
import {
  countRowsKernel,
  type DrawnFrom,
  highBits,
  type Lots,
  placeRowsKernel,
  recordLength,
  sortRowsKernel,
} from './row-kernels.ts';

/** Rows in their order, and as what each is published. */
export interface OrderedRows {
  /** Three numbers of each row: its id, what it is published as, and its place. In memory that threads share. */
  readonly records: Uint32Array;
  /** How many rows are published as what. */
  readonly fates: Uint32Array;
}

/** How rows are cut, so that it hangs on no number of threads. */
export interface Cut {
  /** Rows that are counted at once. */
  readonly rows: number;
  /** Rows of a chunk, more or less: what is sorted at once stays near the processor. */
  readonly chunk: number;
  /** Bytes that are made at once. */
  readonly bytes: number;
  /** Fewer rows are put in order sooner than a thread starts. */
  readonly worthThreads: number;
}

const usualCut: Cut = { rows: 1 << 20, chunk: 1 << 15, bytes: 1 << 21, worthThreads: 1 << 20 };
interface Work {
  readonly pool: Pool;
  readonly cut?: Cut;
}

const mostChunkBits = 12;
const chunksAtOnce = 8;

/**
 * Puts rows in the order of `byLots`: by counting into chunks of sums that begin alike, then within each. Threads do it, for rows and chunks that hang on no number of threads.
 */
export async function orderRows(rows: PublishedRows & DrawnLots, { pool: given, cut = usualCut }: Work): Promise<OrderedRows> {
  const { subjects, cells, idOf, fateOf } = rows;
  const [idLots, fateLots] = [sharedLots(rows.idLots), sharedLots(rows.fateLots)];
  const drawn = { subjects, cells, ofSubjects: withLots(idOf, idLots), ofCells: withLots(fateOf, fateLots) };
  const pool = subjects.length < cut.worthThreads ? createPool(0) : given;
  const chunkBits = Math.min(mostChunkBits, Math.max(1, Math.ceil(Math.log2((subjects.length + 1) / cut.chunk))));
  const shift = highBits - chunkBits;
  const stretches = stretchesOf(drawn, shift, cut.rows);
  const counted = await pool.map(countRowsKernel, stretches.map((stretch) => ({ ...stretch, fates: fateLots.low.length }))); // biome-ignore format: a row
  const starts = new Uint32Array(2 ** chunkBits + 1);
  const ofStretches = counted.map(({ chunks }) => chunks.slice());
  let end = 0;
  for (let chunk = 0; chunk < starts.length - 1; chunk++)
    for (const [s, { chunks }] of counted.entries()) {
      ofStretches[s][chunk] = end;
      end += chunks[chunk];
      starts[chunk + 1] = end;
    }
  const records = sharedIndices(recordLength * end);
  await pool.map(placeRowsKernel, stretches.map((stretch, s) => ({ ...stretch, starts: ofStretches[s], records }))); // biome-ignore format: a row
  const chunks = Array.from({ length: Math.ceil((starts.length - 1) / chunksAtOnce) }, (_, i) =>
    starts.slice(i * chunksAtOnce, (i + 1) * chunksAtOnce + 1),
  );
  await pool.map(sortRowsKernel, chunks.map((own) => ({ records, idLots, fateLots, shift, starts: own }))); // biome-ignore format: a row
  const fates = new Uint32Array(fateLots.low.length);
  for (const one of counted) for (const [fate, count] of one.fates.entries()) fates[fate] += count;
  return { records, fates };
}

function stretchesOf(drawn: DrawnFrom, shift: number, rowsAtOnce: number) {
  const rows = drawn.subjects.length;
  return Array.from({ length: Math.ceil(rows / rowsAtOnce) }, (_, i) => ({
    drawn,
    shift,
    from: i * rowsAtOnce,
    to: Math.min(rows, (i + 1) * rowsAtOnce),
  }));
}

const sharedLots = ({ high, low }: Lots): Lots => ({ high: sharedCopy(high), low: sharedCopy(low) });

export function sharedCopy(numbers: Uint32Array): Uint32Array {
  const copy = sharedIndices(numbers.length);
  copy.set(numbers);
  return copy;
}

/** A number of each, and both halves of its lot. */
function withLots(numbers: Uint32Array, { high, low }: Lots): Uint32Array {
  const all = sharedIndices(recordLength * numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    all[recordLength * i] = numbers[i];
    all[recordLength * i + 1] = high[numbers[i]];
    all[recordLength * i + 2] = low[numbers[i]];
  }
  return all;
}

/** Where rows are written, and the place of each in the input. */
interface Paths {
  readonly release: string;
  readonly evidence: string;
}

/** What the evidence tells behind a row: whose it is, and its place. */
export const toldNames = ['_subject', '_row'] as const;

/**
 * Writes rows in their order while threads put the next ones into bytes. The header ends where the evidence goes on, and so does each text. Where rows are under other numbers than those of their subjects, the evidence
 * tells each row again, and whose it is.
 */
export async function writeOrdered(
  { records, whose }: OrderedRows & { readonly whose?: Omit<Told, 'separator'> | undefined },
  [header, ...texts]: readonly Buffer[],
  { release, evidence }: Paths,
  work: Work,
): Promise<WrittenFile> {
  const sinks: ByteSink[] = [];
  try {
    const rows = openSink(release);
    sinks.push(rows);
    const places = openSink(evidence);
    sinks.push(places);
    putBytes(rows, header, 0, header.length - 1);
    putText(rows, '\n');
    const separator = header[header.length - 1];
    if (whose !== undefined) putBytes(places, header, 0, header.length);
    const names = whose === undefined ? toldNames.slice(1) : toldNames;
    putText(places, `${names.join(String.fromCharCode(separator))}\n`);
    for await (const some of rowBytes({ records, told: whose && { ...whose, separator } }, texts, work)) {
      putLarge(rows, some.rows);
      putLarge(places, some.places);
    }
    const sealed = sinks.splice(0).map(sealSink); // the disk takes both at once
    const [file] = await Promise.all(sealed);
    return file;
  } catch (error) {
    for (const sink of sinks) abandonSink(sink);
    throw error;
  }
}

const newline = 10;

/** All rows as bytes, some at a time: they are lent until the next are asked for. */
async function* rowBytes(
  { records, told }: Pick<OrderedRows, 'records'> & { readonly told: Told | undefined },
  texts: readonly Buffer[],
  { pool: given, cut = usualCut }: Work,
) {
  const all = textsTogether(texts);
  const most = mostBytes(all.longest, told !== undefined);
  const rows = records.length / recordLength;
  const pool = rows < cut.worthThreads ? createPool(0) : given;
  const atOnce = Math.max(1, Math.floor(cut.bytes / most.row));
  const free: Into[] = [];
  const some = function* () {
    for (let from = 0; from < rows; from += atOnce)
      yield { records, ...all, told, from, to: Math.min(rows, from + atOnce), into: free.pop() ?? roomFor(atOnce, most) };
  };
  for await (const [made, { into }] of runInOrder(pool, rowBytesKernel, some())) {
    yield { rows: into.rows.subarray(0, made.rows), places: into.places.subarray(0, made.places) };
    free.push(into);
  }
}

const roomFor = (rows: number, most: ReturnType<typeof mostBytes>): Into => ({
  rows: sharedBytes(rows * most.row),
  places: sharedBytes(rows * most.place),
});

interface Into {
  readonly rows: Uint8Array;
  readonly places: Uint8Array;
}

/** Texts from 1 on, one after the other in memory that threads share; each ends its line. */
function textsTogether(texts: readonly Buffer[]) {
  const starts = sharedIndices(texts.length + 2);
  for (const [t, { length }] of texts.entries()) starts[t + 2] = starts[t + 1] + length;
  const bytes = sharedBytes(starts[texts.length + 1]);
  for (const [t, text] of texts.entries()) {
    bytes.set(text, starts[t + 1]);
    bytes[starts[t + 2] - 1] = newline; // in place of the separator that the evidence goes on after
  }
  return { texts: bytes, starts, longest: texts.reduce((most, { length }) => Math.max(most, length), 0) };
}
