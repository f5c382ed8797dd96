import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { isGzip } from './gzip.ts';

/** The first line of a text file that is not UTF-8, counted from 1; 0 when every line is. */
export async function firstBrokenLine(path: string): Promise<number> {
  const raw = createReadStream(path, { highWaterMark: 1 << 20 });
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  for await (const piece of isGzip(path) ? raw.pipe(createGunzip()) : raw) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const end = bytes.findLastIndex((byte) => byte < 0x80) + 1; // no letter is cut in two
    const found = linesBefore(bytes.subarray(0, end));
    lines += found.lines;
    if (found.broken) return lines + 1;
    rest = bytes.subarray(end);
  }
  return isUtf8(rest) ? 0 : lines + 1;
}

const newline = 10;

/** Lines that end in these bytes; where they are not UTF-8, those that end before the fault. */
function linesBefore(bytes: Buffer): { lines: number; broken: boolean } {
  const broken = !isUtf8(bytes);
  let lines = 0;
  for (let from = 0, to = bytes.indexOf(newline); to >= 0; from = to + 1, to = bytes.indexOf(newline, from), lines++)
    if (broken && !isUtf8(bytes.subarray(from, to))) break;
  return { lines, broken };
}
