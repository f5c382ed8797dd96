import { Worker } from 'node:worker_threads';
import { ownProgram } from '../../base/own-files.ts';
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

/** To a thread: whole lines in the memory that all have in common, or the question at the end. */
export type ToLineThread =
  | { readonly kind: 'piece'; readonly slot: number; readonly place: number; readonly length: number }
  | { readonly kind: 'question'; readonly question: LineQuestion };

/** From a thread: a piece is read and its memory free, or what was found. */
export type FromLineThread =
  | { readonly kind: 'read'; readonly slot: number }
  | { readonly kind: 'found'; readonly findings: LineFindings | undefined };

/** Pieces that wait for a thread: reading goes on while the slowest is still at the first of them. */
const slots = 4;
const pieceBytes = 4 << 20;
const mostRest = 1 << 20; // of a line that the next piece goes on with
const slotBytes = mostRest + pieceBytes;
const newline = 10;
const nothing = Buffer.alloc(0);

/**
 * Every thread sees all bytes and takes the lines of its share of GroupIDs: what is to be compared is with one thread, and nobody compares twice. They are the bytes that were
 * hashed, in memory that is lent to all; no thread opens the file.
 */
export function readInThreads(threads: number, program = ownProgram('verify/series/line-worker.js')): ReadingLines {
  const memory = openLineMemory(slots * slotBytes);
  const bytes = new Uint8Array(memory.buffer);
  let rest = Buffer.alloc(0);
  const owed = new Uint32Array(slots); // threads that are still to read a slot
  let waiting: (() => void) | undefined;
  let failed = false;
  let findings: (LineFindings | undefined)[] = [];
  const wake = (): void => {
    waiting?.();
    waiting = undefined;
  };
  const fail = (): void => {
    failed = true; // then nothing is proved, and the cells are asked
    wake();
  };
  const workers = Array.from({ length: threads }, (_, index) => {
    const worker = new Worker(program, { execArgv: [], workerData: { index, of: threads, memory } });
    worker.on('message', (answer: FromLineThread) => {
      if (answer.kind === 'read') owed[answer.slot]--;
      else findings.push(answer.findings);
      wake();
    });
    worker.on('error', fail);
    worker.on('exit', fail);
    return worker;
  });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!failed && !holds())
      await new Promise<void>((resolve) => {
        waiting = resolve;
      });
  };
  const tell = (message: ToLineThread): void => {
    for (const worker of workers) worker.postMessage(message);
  };
  return {
    async take(piece) {
      for (let from = 0; from < piece.length; from += pieceBytes) {
        await until(() => owed.includes(0));
        if (failed) return;
        const slot = owed.indexOf(0);
        const place = ownPlace + slot * slotBytes;
        const part = piece.subarray(from, from + pieceBytes);
        const end = part.lastIndexOf(newline) + 1;
        bytes.set(rest, place);
        bytes.set(part.subarray(0, end), place + rest.length);
        const length = end === 0 ? 0 : rest.length + end;
        rest = Buffer.concat([length === 0 ? rest : nothing, part.subarray(end)]); // a copy, as pieces are lent
        if (rest.length > mostRest) fail();
        if (length === 0) continue;
        owed[slot] = threads;
        tell({ kind: 'piece', slot, place, length });
      }
    },
    async ask(question) {
      if (rest.length > 0) return undefined;
      findings = [];
      tell({ kind: 'question', question: { ...question, isShared: threads > 1 } });
      await until(() => findings.length === threads);
      const found = findings.filter((some) => some !== undefined);
      return found.length === threads ? found : undefined;
    },
    async close() {
      for (const worker of workers) worker.removeAllListeners('exit');
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
