import { closeSync, openSync, readSync } from 'node:fs';
import type { Kernel } from '../base/pool.ts';
import { compileProgram } from '../base/web-assembly.ts';
import { logLinesBytes } from './log-lines-bytes.ts';

/** Three columns of delimited text, by their places from 0 on: whose event, when, and which. */
export interface LogColumns {
  readonly count: number;
  readonly subject: number;
  readonly time: number;
  readonly event: number;
}

/** Lines of a file that begin at a byte or behind it, and before another. */
export interface LogLines extends LogColumns {
  readonly path: string;
  readonly delimiter: number;
  readonly from: number;
  readonly to: number;
}

/** Lines as numbers: of each its subject, by its place among the texts, and its cell, which is an hour and an event code. */
export interface CodedLines {
  readonly subjects: Uint32Array;
  readonly cells: Uint32Array;
  readonly subjectTexts: Texts;
  readonly eventTexts: Texts;
  /** Of each cell the hour, counted from `firstHour` on, and the event code, by its place among the texts. */
  readonly hours: Uint32Array;
  readonly events: Uint32Array;
}

/** Texts of ASCII one after the other, and where each ends: a string for each would have to be made, and sent. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

const newline = 10;
const firstYear = 1900;

/** Hours are counted from the first of a year, so that none is below 0. */
export const firstHour = Date.UTC(firstYear, 0, 1) / 3_600_000;

/**
 * Codes lines of a log, on any thread. Answers nothing where a line is not of the plain form, so that no reader could read it otherwise: visible characters of ASCII and blanks alone, without a quote; as many cells as there are
 * columns; a subject that is not empty; a time to the second without an offset, of which each day and hour is there. Whatever else a log may hold is for a reader of all its forms.
 */
export const codeLinesKernel = {
  name: 'codeLinesKernel',
  perform: codeLines,
} satisfies Kernel<LogLines, CodedLines | undefined>;

const windowBytes = 1 << 20; // what is read and coded at once stays near the processor; longer lines are not plain
const leastLine = 20; // bytes of a line beside its delimiters: a time, a sign of a subject, and the end
const mostKept = 128 << 20; // a thread that needed more lets it go

/** What assembly/log-lines.ts holds, by places in memory. */
interface LogProgram {
  readonly begin: (
    ...[delimiter, columns, subject, time, event, mostRows, windowBytes]: readonly [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  ) => number;
  readonly takeLines: (from: number, to: number, limit: number, isLast: boolean) => number;
  readonly rowCount: () => number;
  readonly subjectsPlace: () => number;
  readonly cellsPlace: () => number;
  readonly cellsCount: () => number;
  readonly hoursPlace: () => number;
  readonly eventsPlace: () => number;
  readonly subjectTextsCount: () => number;
  readonly eventTextsCount: () => number;
  readonly putSubjectTexts: () => number;
  readonly putEventTexts: () => number;
}

let start: ReturnType<typeof compileProgram<LogProgram>> | undefined;
let started: ReturnType<NonNullable<typeof start>> | undefined;

function codeLines(lines: LogLines): CodedLines | undefined {
  const file = openSync(lines.path, 'r');
  try {
    start ??= compileProgram<LogProgram>(logLinesBytes);
    started ??= start();
    return codeFile(file, lines, started);
  } finally {
    closeSync(file);
    if (started !== undefined && started.memory.buffer.byteLength > mostKept) started = undefined;
  }
}

type Program = NonNullable<typeof started>;

function codeFile(
  file: number,
  { from, to, count, delimiter, subject, time, event }: LogLines,
  program: Program,
): CodedLines | undefined {
  const mostRows = Math.ceil((to - from) / (leastLine + count)) + 1;
  const place = program.begin(delimiter, count, subject, time, event, mostRows, windowBytes);
  const bytes = Buffer.from(program.memory.buffer, place, windowBytes);
  let begin = Math.max(0, from - 1); // the line before, or its last byte, is of another piece
  let isFirst = from > 0;
  for (;;) {
    const read = readAt(file, bytes, begin);
    const isLast = read < bytes.length;
    const limit = isLast ? read : bytes.lastIndexOf(newline) + 1; // a line that goes on is read anew
    const skipped = isFirst ? bytes.subarray(0, read).indexOf(newline) + 1 : 0;
    if (isFirst && skipped === 0) return isLast ? takeAll(program) : undefined; // within the last line
    isFirst = false;
    const end = Math.min(limit, to - begin);
    const next = skipped >= end ? place + end : program.takeLines(place + skipped, place + end, place + limit, isLast);
    if (next === 0 || next === place) return undefined;
    begin += next - place;
    if (begin >= to || (isLast && next - place >= read)) return takeAll(program);
  }
}

function readAt(file: number, bytes: Buffer, from: number): number {
  let read = 0;
  while (read < bytes.length) {
    const more = readSync(file, bytes, read, bytes.length - read, from + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}

/** Copies of all that was coded. */
function takeAll(program: Program): CodedLines {
  const { memory } = program;
  const numbersAt = (place: number, count: number) => new Uint32Array(memory.buffer, place, count).slice();
  const textsAt = (place: number, count: number): Texts => {
    const ends = numbersAt(place, count);
    return { ends, bytes: new Uint8Array(memory.buffer, place + ends.byteLength, ends.at(-1) ?? 0).slice() };
  };
  return {
    subjects: numbersAt(program.subjectsPlace(), program.rowCount()),
    cells: numbersAt(program.cellsPlace(), program.rowCount()),
    subjectTexts: textsAt(program.putSubjectTexts(), program.subjectTextsCount()),
    eventTexts: textsAt(program.putEventTexts(), program.eventTextsCount()),
    hours: numbersAt(program.hoursPlace(), program.cellsCount()),
    events: numbersAt(program.eventsPlace(), program.cellsCount()),
  };
}
