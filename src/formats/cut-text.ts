import { closeSync, openSync, readSync } from 'node:fs';
import { abandonSink, type ByteSink, closeSink, openSink, putBytes, type WrittenFile } from './byte-sink.ts';

/** Files that a table is cut into: so many rows in each but the last, under these paths by their number from 1. */
export interface PartPlan {
  readonly rows: number;
  readonly path: (part: number) => string;
}

export interface WrittenPart extends WrittenFile {
  readonly rows: number;
}

const quote = 34;
const newline = 10;

/** Cuts delimited text whose every row ends with a line feed into parts that all begin with its header; a cell in quotes may hold line feeds. The file itself stays. */
export function cutText(path: string, { rows, path: partPath }: PartPlan, pieceBytes = 1 << 20): readonly WrittenPart[] {
  const input = openSync(path, 'r');
  const piece = Buffer.allocUnsafe(pieceBytes);
  const header: Buffer[] = [];
  const parts: WrittenPart[] = [];
  let sink: ByteSink | undefined;
  let ended = -1; // rows of the part at hand; before the header ends there is none
  let quoted = false;
  const put = (from: number, to: number) => {
    if (ended < 0) header.push(Buffer.from(piece.subarray(from, to)));
    else if (from < to) {
      if (sink === undefined) {
        sink = openSink(partPath(parts.length + 1));
        for (const bytes of header) copyBytes(sink, bytes, 0, bytes.length);
      }
      copyBytes(sink, piece, from, to);
    }
  };
  const endPart = () => {
    if (sink !== undefined) parts.push({ rows: ended, ...closeSink(sink) });
    sink = undefined;
    ended = 0;
  };
  try {
    for (let bytes = readSync(input, piece); bytes > 0; bytes = readSync(input, piece)) {
      let begun = 0;
      for (let at = nextSign(piece, 0, bytes, quoted); at < bytes; at = nextSign(piece, at + 1, bytes, quoted)) {
        if (piece[at] === quote)
          quoted = !quoted; // a doubled quote ends the cell and opens it again
        else if (ended < 0 || ended + 1 === rows) {
          put(begun, at + 1);
          begun = at + 1;
          if (ended++ >= 0) endPart();
        } else ended++;
      }
      put(begun, bytes);
    }
    endPart();
    return parts;
  } catch (error) {
    if (sink !== undefined) abandonSink(sink);
    throw error;
  } finally {
    closeSync(input);
  }
}

/** The next quote or, outside of quotes, line feed; `end` where there is none. */
function nextSign(piece: Buffer, from: number, end: number, quoted: boolean): number {
  for (let at = from; at < end; at++) if (piece[at] === quote || (!quoted && piece[at] === newline)) return at;
  return end;
}

/** In slices: a piece may be longer than what the sink holds. */
function copyBytes(sink: ByteSink, bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at += 1 << 16) putBytes(sink, bytes, at, Math.min(at + (1 << 16), to));
}
