import { Worker } from 'node:worker_threads';

/** Threads that see the pieces of a file, and are asked a question at the end. */
export interface PieceReaders<Question, Found> {
  /** Lends them a piece, however long, and must be awaited before the next one. */
  take(piece: Buffer): Promise<void>;
  /** The same of parts that belong together and fit into a slot. */
  lend(...parts: readonly Buffer[]): Promise<void>;
  /** What each found, in no order; nothing where one has died. */
  ask(question: Question): Promise<readonly Found[] | undefined>;
  close(): Promise<void>;
}

/** To a thread: a piece in shared memory, or the question at the end. */
export type ToPieceReader<Question> =
  | { readonly kind: 'piece'; readonly slot: number; readonly bytes: Uint8Array }
  | { readonly kind: 'question'; readonly question: Question };

/** From a thread: a piece is read and its memory free, or what was found. */
export type FromPieceReader<Found> =
  | { readonly kind: 'read'; readonly slot: number }
  | { readonly kind: 'found'; readonly found: Found };

/** Pieces that wait for a thread: reading goes on while the slowest is still at the first of them. */
export const slots = 4;
export const pieceBytes = 4 << 20;

const openSlots = (): Uint8Array[] => Array.from({ length: slots }, () => new Uint8Array(new SharedArrayBuffer(pieceBytes)));

/** Starts a thread for each of these data. They see the bytes that were hashed, in memory that is lent to all; no thread opens the file. */
export function lendPieces<Question, Found>(
  program: string,
  data: readonly unknown[],
  memory: readonly Uint8Array[] = openSlots(),
): PieceReaders<Question, Found> {
  const owed = new Uint32Array(memory.length); // threads that are still to read a slot
  let waiting: (() => void) | undefined;
  let failed = false;
  let found: Found[] = [];
  const wake = (): void => {
    waiting?.();
    waiting = undefined;
  };
  const fail = (): void => {
    failed = true;
    wake();
  };
  const workers = data.map((workerData) => {
    const worker = new Worker(program, { execArgv: [], workerData });
    worker.on('message', (answer: FromPieceReader<Found>) => {
      if (answer.kind === 'read') owed[answer.slot]--;
      else found.push(answer.found);
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
  const tell = (message: ToPieceReader<Question>): void => {
    for (const worker of workers) worker.postMessage(message);
  };
  const lend = async (...parts: readonly Buffer[]): Promise<void> => {
    await until(() => owed.includes(0));
    if (failed) return;
    const slot = owed.indexOf(0);
    let length = 0;
    for (const part of parts) {
      memory[slot].set(part, length);
      length += part.length;
    }
    owed[slot] = workers.length;
    tell({ kind: 'piece', slot, bytes: memory[slot].subarray(0, length) });
  };
  return {
    async take(piece) {
      for (let from = 0; from < piece.length; from += pieceBytes) await lend(piece.subarray(from, from + pieceBytes));
    },
    lend,
    async ask(question) {
      found = [];
      tell({ kind: 'question', question });
      await until(() => found.length === workers.length);
      return failed ? undefined : found;
    },
    async close() {
      for (const worker of workers) worker.removeAllListeners('exit');
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
