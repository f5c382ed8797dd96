import { ownProgram } from '../../base/own-files.ts';
import { lendPieces } from '../lend-pieces.ts';
import { type EventLineForm, type EventLines, readEventLines } from './event-lines.ts';

/** Reads the lines of one file while it is hashed; whoever opened it closes it, whatever happens. */
export interface ReadingEventLines {
  /** Sees the file piece by piece and must be awaited before the next one. */
  take(piece: Buffer): Promise<void>;
  /** Nothing where lines prove nothing: then the cells are asked. */
  end(): Promise<EventLines | undefined>;
  close(): Promise<void>;
}

/** Bytes that are read sooner than a thread starts. */
const worthAThread = 32_000_000;

/** On a thread of its own, while the main thread hashes the next bytes, where there are two and the file is worth it: the same is found. */
export const openEventLines = (threads: number, bytes: number, form: EventLineForm): ReadingEventLines =>
  threads > 1 && bytes >= worthAThread ? readOnThread(form) : readInPlace(form);

function readInPlace(form: EventLineForm): ReadingEventLines {
  const reader = readEventLines(form);
  return {
    take: async (piece) => reader.take(piece),
    end: async () => reader.end(),
    async close() {},
  };
}

export function readOnThread(form: EventLineForm, program = ownProgram('verify/events/event-line-worker.js')): ReadingEventLines {
  const readers = lendPieces<undefined, EventLines | undefined>(program, [form]);
  return {
    take: readers.take,
    async end() {
      const found = await readers.ask(undefined);
      await readers.close(); // its memory is another's now
      return found?.[0];
    },
    close: readers.close,
  };
}
