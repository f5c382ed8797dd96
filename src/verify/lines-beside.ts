import { type FileHandle, open } from 'node:fs/promises';

/** What lines of evidence say beside those of a release. */
export interface LinesBeside {
  /** Whether the first cell of every line is a whole number in its one spelling, below 10^9. */
  readonly numbered: boolean;
}

const [newline, carriage, quote, zero, nine, semicolon] = [10, 13, 34, 48, 57, 59];
const mostDigits = 9;

/** What is read of a file: the bytes from `at` on, before `end`, that are not compared yet. */
interface Side {
  readonly bytes: Buffer;
  readonly view: DataView;
  at: number;
  end: number;
}

/** Sees a line of the release, its bytes from `from` on, before `to`, and the first number behind it in the evidence. Answers whether it wants more. */
export type TakeLine = (side: Pick<Side, 'bytes' | 'view'>, from: number, to: number, first: number) => boolean;

const takeAll: TakeLine = () => true;

/**
 * Whether every line of the evidence is the one at its place in the release, byte by byte, and behind it so many whole numbers, each in its one spelling, below 10^9. Answers nothing where it is not so,
 * or not sure: where there is a quote, of which a cell may hold lines; a line longer than a buffer; or an end without its sign. Then cells are compared one by one, which takes ten times as long, and say what is wrong.
 * Names in the first lines are for others to compare.
 */
export async function compareLines(
  released: string,
  evidence: string,
  numbers: number,
  take = takeAll,
): Promise<LinesBeside | undefined> {
  const files: FileHandle[] = [];
  try {
    for (const path of [released, evidence]) files.push(await open(path));
    const [left, right] = files.map(createSide);
    let [isFirst, numbered] = [true, true];
    for (;;) {
      const [more, moreBeside] = [await fill(files[0], left), await fill(files[1], right)];
      if (isFirst && !(skipLine(left) && skipLine(right))) return undefined;
      isFirst = false;
      const found = takeLines(left, right, numbers, take);
      if (found === undefined) return undefined;
      numbered &&= found.numbered;
      if (more || moreBeside) continue;
      return left.at === left.end && right.at === right.end ? { numbered } : undefined;
    }
  } finally {
    for (const file of files) await file.close();
  }
}

const bufferBytes = 1 << 20;

function createSide(): Side {
  const bytes = Buffer.allocUnsafeSlow(bufferBytes);
  return { bytes, view: new DataView(bytes.buffer), at: 0, end: 0 };
}

/** Moves what is left to the front and reads on; whether there was more to read. There is no room for more behind a line as long as the buffer: it is not taken, and ends it. */
async function fill(file: FileHandle, side: Side): Promise<boolean> {
  side.bytes.copyWithin(0, side.at, side.end);
  side.end -= side.at;
  side.at = 0;
  const { bytesRead } = await file.read(side.bytes, side.end, side.bytes.length - side.end);
  side.end += bytesRead;
  return bytesRead > 0;
}

/** Names in quotes could hold lines. */
function skipLine(side: Side): boolean {
  const read = side.bytes.subarray(side.at, side.end);
  const length = read.indexOf(newline) + 1;
  side.at += length;
  return length > 0 && !read.subarray(0, length).includes(quote);
}

/** Takes the lines that both sides hold whole; nothing where one differs or is not plain. */
function takeLines(left: Side, right: Side, numbers: number, take: TakeLine): LinesBeside | undefined {
  const [a, b] = [left.bytes, right.bytes];
  const [endA, endB] = [left.end, right.end];
  let numbered = true;
  for (;;) {
    let [i, j] = [left.at, right.at];
    for (; i < endA && a[i] !== newline; i++, j++) {
      if (j === endB) return { numbered };
      if (a[i] !== b[j] || a[i] === quote || a[i] === carriage) return undefined;
    }
    if (i === endA) return { numbered };
    if (i === left.at) return undefined; // a line of nothing
    const behind = j + 1;
    for (let n = 0; n < numbers; n++) {
      if (j === endB) return { numbered };
      if (b[j] !== semicolon) return undefined;
      j = endOfNumber(b, j + 1, endB);
    }
    if (j === endB) return { numbered };
    if (b[j] !== newline) return undefined;
    if (!take(left, left.at, i, numberAt(b, behind))) return undefined;
    numbered &&= a[endOfNumber(a, left.at, i)] === semicolon;
    left.at = i + 1;
    right.at = j + 1;
  }
}

/** Where a whole number in its one spelling ends that may be counted with; -1 where there is none, and `end` where it may go on. */
function endOfNumber(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (bytes[at] >= zero && bytes[at] <= nine) at++;
  if (at >= end) return end; // what lies beyond was read before, and means nothing
  return at === from || at - from > mostDigits || bytes[from] === zero ? -1 : at;
}

/** The whole number that begins at a place. */
export function numberAt(bytes: Buffer, from: number): number {
  let number = 0;
  for (let at = from; bytes[at] >= zero && bytes[at] <= nine; at++) number = 10 * number + bytes[at] - zero;
  return number;
}
