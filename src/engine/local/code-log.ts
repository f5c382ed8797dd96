import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type ByteCodes, createByteCodes } from '../../base/byte-codes.ts';
import { createPool, type Pool } from '../../base/pool.ts';
import { runInOrder } from '../../base/run-in-order.ts';
import { type CodedLines, codeLinesKernel, type LogColumns, type LogLines, type Texts } from '../../formats/coded-lines.ts';
import { sharedIndices } from '../../frame/columns.ts';
import { sortTexts } from '../../frame/text-order.ts';
import type { CodedLog, CodedLogRequest } from '../coded-log.ts';
import type { Source } from './source.ts';

const pieceBytes = 128 << 20; // each has texts of its own
const worthThreads = 128_000_000; // bytes that one thread has read before several know how: each compiles the kernel anew
const mostRows = 1 << 25; // 8 bytes each; more stay in the database, which puts on disk what does not fit
const mostTexts = 1 << 22;
const mostEvents = 2 ** 17;
const mostTextBytes = 1e9;
const mostHeader = 1 << 16;

/** Reads the plain lines of delimited text, piece by piece; the same on any number of threads. */
export async function codeLog(source: Source, request: CodedLogRequest, pool: Pool): Promise<CodedLog | undefined> {
  const { plain, likelyRows } = source;
  const columns = columnsOf(source, request);
  if (plain === undefined || columns === undefined || likelyRows > mostRows) return undefined;
  const begin = endOfHeader(plain.path, plain.delimiter, columns.count);
  const file = { ...columns, path: plain.path, delimiter: plain.delimiter.charCodeAt(0) };
  return begin === undefined
    ? undefined
    : codePieces(file, begin, statSync(plain.path).size < worthThreads ? createPool(0) : pool);
}

/** Codes the lines of a file from a byte on, cut into pieces of so many bytes wherever that is. */
export async function codePieces(
  file: Omit<LogLines, 'from' | 'to'>,
  begin: number,
  pool: Pool,
  atOnce = pieceBytes,
): Promise<CodedLog | undefined> {
  const size = statSync(file.path).size;
  if (begin >= size) return undefined;
  const pieces = Array.from({ length: Math.ceil((size - begin) / atOnce) }, (_, i) => ({
    ...file,
    from: begin + i * atOnce,
    to: Math.min(size, begin + (i + 1) * atOnce),
  }));
  const joining = createJoining();
  const [first] = await pool.map(codeLinesKernel, pieces.slice(0, 1));
  if (first === undefined || !joining.take(first)) return undefined; // most files that are not plain show it soon
  for await (const [piece] of runInOrder(pool, codeLinesKernel, pieces.slice(1).values()))
    if (piece === undefined || !joining.take(piece)) return undefined;
  return joining.all();
}

/** Where the columns stand in the file; nothing where one of them is made of others, is read by a notation, or stands for two. */
function columnsOf({ columns, notated }: Source, { subject, time, event }: CodedLogRequest): LogColumns | undefined {
  const [subjectAt, timeAt, eventAt] = [subject, time, event].map((wanted) =>
    columns.findIndex(({ name, sql }, place) => name === wanted && sql === `c${place}`),
  );
  const isWhole = columns.every(({ sql }, place) => sql === `c${place}`);
  if (!isWhole || notated !== undefined || new Set([subjectAt, timeAt, eventAt, -1]).size < 4) return undefined;
  return { count: columns.length, subject: subjectAt, time: timeAt, event: eventAt };
}

/** The byte behind the first line, where that names as many columns and is in no quotes. */
function endOfHeader(path: string, delimiter: string, count: number): number | undefined {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(mostHeader);
    const head = bytes.subarray(0, readSync(file, bytes, 0, mostHeader, 0));
    const end = head.indexOf(10);
    const line = head.subarray(0, Math.max(0, end)).toString('latin1');
    return end > 0 && !/["\r]/.test(line) && line.split(delimiter).length === count ? end + 1 : undefined;
  } finally {
    closeSync(file);
  }
}

/** Numbers of each piece become those of all, while threads code the next ones: subjects and cells in the order of first sight, event codes in the order of texts. */
function createJoining() {
  const [allSubjects, allEvents] = [createByteCodes(mostTextBytes), createByteCodes(mostTextBytes)];
  const pieces: { readonly piece: CodedLines; readonly ownSubjects: Uint32Array; readonly ownEvents: Uint32Array }[] = [];
  return {
    /** Whether there is room for it. */
    take(piece: CodedLines): boolean {
      const ownSubjects = codesOf(allSubjects, piece.subjectTexts);
      const ownEvents = codesOf(allEvents, piece.eventTexts);
      if (ownSubjects === undefined || ownEvents === undefined) return false;
      pieces.push({ piece, ownSubjects, ownEvents });
      return allSubjects.count() <= mostTexts && allEvents.count() <= mostEvents;
    },
    all(): CodedLog | undefined {
      const rows = pieces.reduce((sum, { piece }) => sum + piece.subjects.length, 0);
      const found = textsOf(allEvents);
      const eventTexts = sortTexts([...found]);
      const placeOf = new Map(eventTexts.map((text, place) => [text, place]));
      const eventOf = found.map((text) => placeOf.get(text) ?? 0);
      const cellOf = new Map<number, number>();
      const [subjects, cells] = [sharedIndices(rows), sharedIndices(rows)]; // as threads put them in order
      const [hours, events]: [number[], number[]] = [[], []];
      let at = 0;
      for (const { piece, ownSubjects, ownEvents } of pieces) {
        const ownCells = piece.hours.map((hour, cell) => {
          const event = eventOf[ownEvents[piece.events[cell]]];
          const code = codeFor(cellOf, hour * mostEvents + event);
          if (code === hours.length) {
            hours.push(hour);
            events.push(event);
          }
          return code;
        });
        if (cellOf.size > mostTexts) return undefined;
        joinRows(piece, { ownSubjects, ownCells }, { subjects, cells }, at);
        at += piece.subjects.length;
      }
      return {
        subjects,
        cells,
        subjectTexts: textsOf(allSubjects),
        eventTexts,
        hours: Uint32Array.from(hours),
        events: Uint32Array.from(events),
      };
    },
  };
}

/** The number of each text among all; nothing where there is no room for more. */
function codesOf(all: ByteCodes, { bytes, ends }: Texts): Uint32Array | undefined {
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const codes = new Uint32Array(ends.length);
  for (let text = 0, from = 0; text < ends.length; from = ends[text++]) {
    const code = all.codeOf(own, view, from, ends[text]);
    if (code < 0) return undefined;
    codes[text] = code;
  }
  return codes;
}

const textsOf = (codes: ByteCodes): readonly string[] =>
  Array.from({ length: codes.count() }, (_, code) => codes.bytesOf(code).toString('latin1'));

function joinRows(
  piece: CodedLines,
  { ownSubjects, ownCells }: { readonly ownSubjects: Uint32Array; readonly ownCells: Uint32Array },
  { subjects, cells }: Pick<CodedLog, 'subjects' | 'cells'>,
  from: number,
): void {
  for (let row = 0, at = from; row < piece.subjects.length; row++, at++) {
    subjects[at] = ownSubjects[piece.subjects[row]];
    cells[at] = ownCells[piece.cells[row]];
  }
}

function codeFor<Key>(codes: Map<Key, number>, key: Key): number {
  const known = codes.get(key) ?? codes.size;
  if (known === codes.size) codes.set(key, known);
  return known;
}
