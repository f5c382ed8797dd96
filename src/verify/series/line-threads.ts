import { ownProgram } from '../../base/own-files.ts';
import { lendPieces, pieceBytes, slots } from '../lend-pieces.ts';
import { openLineMemory, ownPlace, readLines } from './line-classes.ts';
import { type AskLines, findInLines, type LineFindings, type LineQuestion } from './line-findings.ts';

/** Reads the lines of one file while it is hashed; whoever opened it closes it, whatever happens. */
export interface ReadingLines {
  /** Sees the file piece by piece and must be awaited before the next one. */
  take(piece: Buffer): Promise<void>;
  readonly ask: AskLines;
  close(): Promise<void>;
}

/** Bytes that are read sooner than threads start. */
const worthThreads = 32_000_000;
const mostThreads = 8; // each of them sees every line

/** On threads where there are some and the file is worth it: the same is found. */
export function openLines(threads: number, bytes: number): ReadingLines {
  return threads > 1 && bytes >= worthThreads ? readInThreads(Math.min(threads, mostThreads)) : readInPlace();
}

function readInPlace(): ReadingLines {
  const reader = readLines();
  return {
    take: async (piece) => reader.take(piece),
    async ask(question) {
      const lines = reader.end();
      const findings = lines && findInLines(lines, { ...question, isShared: false });
      return findings && [findings];
    },
    async close() {},
  };
}

const mostRest = 1 << 20; // of a line that the next piece goes on with
const slotBytes = mostRest + pieceBytes;
const newline = 10;
const nothing = Buffer.alloc(0);

/**
 * Every thread sees all bytes and takes the lines of its share of GroupIDs: what is to be compared is with one thread, and nobody compares twice. Whole lines are put where all of
 * them read, in the memory that they have in common.
 */
export function readInThreads(threads: number, program = ownProgram('verify/series/line-worker.js')): ReadingLines {
  const memory = openLineMemory(slots * slotBytes);
  const room = Array.from({ length: slots }, (_, slot) => new Uint8Array(memory.buffer, ownPlace + slot * slotBytes, slotBytes));
  const shares = Array.from({ length: threads }, (_, index) => ({ index, of: threads, memory }));
  const readers = lendPieces<LineQuestion, LineFindings | undefined>(program, shares, room);
  let rest = nothing;
  return {
    async take(piece) {
      for (let from = 0; from < piece.length && rest.length <= mostRest; from += pieceBytes) {
        const part = piece.subarray(from, from + pieceBytes);
        const end = part.lastIndexOf(newline) + 1;
        if (end > 0) await readers.lend(rest, part.subarray(0, end));
        rest = Buffer.concat([end > 0 ? nothing : rest, part.subarray(end)]); // a copy, as pieces are lent
      }
    },
    async ask(question) {
      if (rest.length > 0) return undefined; // a line without an end, or one that is too long
      const findings = await readers.ask({ ...question, isShared: threads > 1 });
      const found = findings?.filter((some) => some !== undefined);
      return found?.length === threads ? found : undefined; // else the cells are asked
    },
    close: readers.close,
  };
}
