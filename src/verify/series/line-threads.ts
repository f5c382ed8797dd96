import { ownProgram } from '../../base/own-files.ts';
import { lendPieces } from '../lend-pieces.ts';
import { readLines } from './line-classes.ts';
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

/** Every thread sees all bytes and takes the lines of its share of GroupIDs: what is to be compared is with one thread, and nobody compares twice. */
export function readInThreads(threads: number, program = ownProgram('verify/series/line-worker.js')): ReadingLines {
  const shares = Array.from({ length: threads }, (_, index) => ({ index, of: threads }));
  const readers = lendPieces<LineQuestion, LineFindings | undefined>(program, shares);
  return {
    take: readers.take,
    async ask(question) {
      const findings = await readers.ask({ ...question, isShared: threads > 1 });
      const found = findings?.filter((some) => some !== undefined);
      return found?.length === threads ? found : undefined; // else the cells are asked
    },
    close: readers.close,
  };
}
