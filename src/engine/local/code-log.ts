import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createPool, type Pool } from '../../base/pool.ts';
import { type CodedLines, codeLinesKernel, type LogColumns } from '../../formats/coded-lines.ts';
import { sortTexts } from '../../frame/text-order.ts';
import type { CodedLog, CodedLogRequest } from '../coded-log.ts';
import type { Source } from './source.ts';

const pieceBytes = 128 << 20; // each has texts of its own
const worthThreads = 128_000_000; // bytes that one thread has read before several know how: each compiles the kernel anew
const mostRows = 1 << 25; // 8 bytes each; more stay in the database, which puts on disk what does not fit
const mostTexts = 1 << 22;
const mostHeader = 1 << 16;

/** Reads the plain lines of delimited text, piece by piece; the same on any number of threads. */
export async function codeLog(source: Source, request: CodedLogRequest, pool: Pool): Promise<CodedLog | undefined> {
  const { plain, likelyRows } = source;
  const columns = columnsOf(source, request);
  if (plain === undefined || columns === undefined || likelyRows > mostRows) return undefined;
  const size = statSync(plain.path).size;
  const begin = endOfHeader(plain.path, plain.delimiter, columns.count);
  if (begin === undefined || begin >= size) return undefined;
  const pieces = Array.from({ length: Math.ceil((size - begin) / pieceBytes) }, (_, i) => ({
    ...columns,
    path: plain.path,
    delimiter: plain.delimiter.charCodeAt(0),
    from: begin + i * pieceBytes,
    to: Math.min(size, begin + (i + 1) * pieceBytes),
  }));
  const own = size < worthThreads ? createPool(0) : pool;
  const [first] = await own.map(codeLinesKernel, pieces.slice(0, 1));
  if (first === undefined) return undefined; // most files that are not plain show it soon
  const others = await own.map(codeLinesKernel, pieces.slice(1));
  const coded = [first, ...others].filter((piece) => piece !== undefined);
  return coded.length === pieces.length ? joinPieces(coded) : undefined;
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

/** Numbers of each piece become those of all: subjects and cells in the order of first sight, event codes in the order of texts. */
function joinPieces(pieces: readonly CodedLines[]): CodedLog | undefined {
  const rows = pieces.reduce((sum, piece) => sum + piece.subjects.length, 0);
  const eventTexts = sortTexts([...new Set(pieces.flatMap((piece) => piece.eventTexts))]);
  const eventOf = new Map(eventTexts.map((text, event) => [text, event]));
  const subjectOf = new Map<string, number>();
  const cellOf = new Map<number, number>();
  const [subjects, cells] = [new Uint32Array(rows), new Uint32Array(rows)];
  const [hours, events]: [number[], number[]] = [[], []];
  let at = 0;
  for (const piece of pieces) {
    const ownSubjects = Uint32Array.from(piece.subjectTexts, (text) => codeFor(subjectOf, text));
    const ownEvents = Uint32Array.from(piece.eventTexts, (text) => eventOf.get(text) ?? 0);
    const ownCells = piece.hours.map((hour, cell) => {
      const event = ownEvents[piece.events[cell]];
      const code = codeFor(cellOf, hour * 2 ** 17 + event);
      if (code === hours.length) {
        hours.push(hour);
        events.push(event);
      }
      return code;
    });
    if (subjectOf.size > mostTexts || cellOf.size > mostTexts || eventTexts.length > 2 ** 17) return undefined;
    for (let row = 0; row < piece.subjects.length; row++, at++) {
      subjects[at] = ownSubjects[piece.subjects[row]];
      cells[at] = ownCells[piece.cells[row]];
    }
  }
  const subjectTexts = [...subjectOf.keys()];
  return { subjects, cells, subjectTexts, eventTexts, hours: Uint32Array.from(hours), events: Uint32Array.from(events) };
}

function codeFor<Key>(codes: Map<Key, number>, key: Key): number {
  const known = codes.get(key) ?? codes.size;
  if (known === codes.size) codes.set(key, known);
  return known;
}
