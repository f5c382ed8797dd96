import { closeSync, openSync, readSync } from 'node:fs';
import { createByteCodes } from '../base/byte-codes.ts';
import type { Kernel } from '../base/pool.ts';

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
  readonly subjectTexts: readonly string[];
  readonly eventTexts: readonly string[];
  /** Of each cell the hour, counted from `firstHour` on, and the event code, by its place among the texts. */
  readonly hours: Uint32Array;
  readonly events: Uint32Array;
}

const newline = 10;
const quote = 34;
const dash = 45;
const space = 32;
const colon = 58;
const letterT = 84;
const zero = 48;
const firstYear = 1900;
const lastYear = 2155;

/** Hours are counted from the first of a year, so that none is below 0. */
export const firstHour = Date.UTC(firstYear, 0, 1) / 3_600_000;

const mostLine = 1 << 16;
const mostTextBytes = 256e6;
const mostEvents = 1 << 16;
const mostCells = 1 << 20;

/**
 * Codes lines of a log, on any thread. Answers nothing where a line is not of the plain form, so that no reader could read it otherwise: visible characters of ASCII and blanks alone, without a quote; as many cells as there are
 * columns; a subject that is not empty; a time to the second without an offset, of which each day and hour is there. Whatever else a log may hold is for a reader of all its forms.
 */
export const codeLinesKernel = {
  name: 'codeLinesKernel',
  perform: codeLines,
} satisfies Kernel<LogLines, CodedLines | undefined>;

const windowBytes = 1 << 20;

function codeLines(lines: LogLines): CodedLines | undefined {
  const file = openSync(lines.path, 'r');
  try {
    return codeFile(file, lines);
  } finally {
    closeSync(file);
  }
}

/** Window by window: what is read and coded at once stays near the processor. */
function codeFile(file: number, { from, to, ...columns }: LogLines): CodedLines | undefined {
  const coder = createCoder(columns);
  const bytes = Buffer.allocUnsafeSlow(windowBytes + mostLine);
  let begin = Math.max(0, from - 1); // the line before, or its last byte, is of another piece
  let isFirst = from > 0;
  for (;;) {
    const read = readAt(file, bytes, begin);
    const whole = read < bytes.length;
    const window = bytes.subarray(0, read);
    const skipped = isFirst ? window.indexOf(newline) + 1 : 0;
    if (isFirst && skipped === 0) return undefined;
    isFirst = false;
    const last = Math.min(read, to - begin);
    const end = skipped >= last ? last : coder.take({ bytes: window, from: skipped, to: Math.min(last, windowBytes), whole });
    if (end < 0) return undefined;
    begin += end;
    if (begin >= to || (whole && end >= read)) return coder.all();
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

/** Bytes of which those lines are meant that begin at `from` and behind it, before `to`; `whole` says that they go on to the end of the file. */
interface Piece {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

function createCoder({
  delimiter,
  count,
  subject: subjectAt,
  time: timeAt,
  event: eventAt,
}: Omit<LogLines, 'path' | 'from' | 'to'>) {
  const ends = endsOfCells(delimiter);
  const [subjectCodes, eventCodes] = [createByteCodes(mostTextBytes), createByteCodes(mostTextBytes)];
  const cellCodes = createCellCodes();
  const dayOf = createCalendar();
  let [subjects, cells] = [new Uint32Array(1 << 14), new Uint32Array(1 << 14)];
  let rows = 0;
  let usual = 0; // how long the last subject was: most ids are as long as others, and one that is known need not be looked through for its end
  return {
    /** Answers where the lines end that it took; -1 where one is not plain. */
    take({ bytes, from, to, whole }: Piece): number {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      let at = from;
      while (at < to) {
        const line = at;
        let subject = -1;
        let event = -1;
        let hour = -1;
        for (let column = 0; column < count; column++) {
          const begin = at;
          if (column === timeAt) {
            hour = hourAt(bytes, at, dayOf);
            at += 19;
          } else {
            if (column === subjectAt && at + usual < bytes.length && ends[bytes[at + usual]] === 1) {
              subject = subjectCodes.knownCodeOf(view, at, at + usual);
              if (subject >= 0) at += usual;
            }
            while (at < bytes.length && ends[bytes[at]] === 0) at++;
          }
          if (at >= bytes.length) {
            if (!whole || at > bytes.length || column < count - 1) return -1;
          } else if (bytes[at] !== (column < count - 1 ? delimiter : newline)) return -1;
          if (column === subjectAt && subject < 0) {
            usual = at - begin;
            subject = usual === 0 ? -1 : subjectCodes.codeOf(bytes, view, begin, at);
          } else if (column === eventAt) event = eventCodes.codeOf(bytes, view, begin, at);
          at++;
        }
        if (subject < 0 || event < 0 || hour < 0 || event >= mostEvents || at - line > mostLine) return -1;
        if (rows === subjects.length) [subjects, cells] = [twiceAsLong(subjects), twiceAsLong(cells)];
        subjects[rows] = subject;
        const cell = cellCodes.codeOf(hour, event);
        if (cell === mostCells) return -1;
        cells[rows++] = cell;
      }
      return at;
    },
    all: (): CodedLines => ({
      subjects: subjects.slice(0, rows),
      cells: cells.slice(0, rows),
      subjectTexts: textsOf(subjectCodes),
      eventTexts: textsOf(eventCodes),
      ...cellCodes.all(),
    }),
  };
}

const textsOf = (codes: ReturnType<typeof createByteCodes>): readonly string[] =>
  Array.from({ length: codes.count() }, (_, code) => codes.bytesOf(code).toString('latin1'));

/** 1 for each byte that ends a cell, or that no plain cell has. */
function endsOfCells(delimiter: number): Uint8Array {
  const ends = new Uint8Array(256).fill(1);
  ends.fill(0, space, 127);
  ends[quote] = 1;
  ends[delimiter] = 1;
  return ends;
}

/** The hour of the time that begins at a place, 19 bytes long, counted from `firstHour` on; -1 where there is none. */
function hourAt(bytes: Buffer, at: number, dayOf: (year: number, month: number, day: number) => number): number {
  if (at + 19 > bytes.length) return -1;
  const between = bytes[at + 10];
  if (bytes[at + 4] !== dash || bytes[at + 7] !== dash || (between !== letterT && between !== space)) return -1;
  if (bytes[at + 13] !== colon || bytes[at + 16] !== colon) return -1;
  const century = twoDigits(bytes, at);
  const year = twoDigits(bytes, at + 2);
  const hour = twoDigits(bytes, at + 11);
  if ((century | year | hour) < 0 || hour > 23) return -1;
  const minute = twoDigits(bytes, at + 14);
  const second = twoDigits(bytes, at + 17);
  if ((minute | second) < 0 || minute > 59 || second > 59) return -1;
  const day = dayOf(100 * century + year, twoDigits(bytes, at + 5), twoDigits(bytes, at + 8));
  return day < 0 ? -1 : 24 * day + hour;
}

/** Below 0 where one of two bytes is no digit. */
function twoDigits(bytes: Buffer, at: number): number {
  const tens = bytes[at] - zero;
  const ones = bytes[at + 1] - zero;
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -1 : 10 * tens + ones;
}

/** Answers the number of a day, from the first of a year on; -1 where there is no such day. Each is worked out once. */
function createCalendar(): (year: number, month: number, day: number) => number {
  const known = new Int32Array((lastYear - firstYear + 1) * 512).fill(-2);
  return (year, month, day) => {
    if (year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1 || day > 31) return -1;
    const place = (year - firstYear) * 512 + month * 32 + day;
    if (known[place] === -2) {
      const date = new Date(Date.UTC(year, month - 1, day));
      known[place] = date.getUTCDate() === day ? (date.getTime() / 3_600_000 - firstHour) / 24 : -1;
    }
    return known[place];
  };
}

/** Numbers for pairs of an hour and an event code, in the order of first sight. */
function createCellCodes() {
  let slots = new Int32Array(1 << 12).fill(-1);
  let [hours, events] = [new Uint32Array(1 << 11), new Uint32Array(1 << 11)];
  let count = 0;
  const slotOf = (hour: number, event: number): number => {
    let slot = (Math.imul(hour, 0x9e3779b1) ^ Math.imul(event, 0x85ebca6b)) >>> 7;
    for (slot &= slots.length - 1; slots[slot] >= 0; slot = (slot + 1) & (slots.length - 1))
      if (hours[slots[slot]] === hour && events[slots[slot]] === event) break;
    return slot;
  };
  return {
    /** `mostCells` where there is no room for more. */
    codeOf(hour: number, event: number): number {
      const slot = slotOf(hour, event);
      if (slots[slot] >= 0) return slots[slot];
      if (count === mostCells) return mostCells;
      slots[slot] = count;
      hours[count] = hour;
      events[count++] = event;
      if (count === hours.length) {
        [hours, events] = [twiceAsLong(hours), twiceAsLong(events)];
        slots = new Int32Array(4 * count).fill(-1);
        for (let code = 0; code < count; code++) slots[slotOf(hours[code], events[code])] = code;
      }
      return count - 1;
    },
    all: () => ({ hours: hours.slice(0, count), events: events.slice(0, count) }),
  };
}

function twiceAsLong(cells: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * cells.length);
  longer.set(cells);
  return longer;
}
