import { type MessagePort, parentPort } from 'node:worker_threads';
import type { FromPieceReader, ToPieceReader } from './lend-pieces.ts';

/** Answers whoever lends pieces at a port, which is this thread's own; `find` says what was found, and which of it is handed over. */
export function answerPieces<Question, Found>(
  take: (piece: Buffer) => void,
  find: (question: Question) => readonly [Found, readonly ArrayBuffer[]],
  port: Pick<MessagePort, 'on' | 'postMessage'> | null = parentPort,
): void {
  const answer = (message: FromPieceReader<Found>, owned: readonly ArrayBuffer[] = []) => port?.postMessage(message, owned);
  port?.on('message', (message: ToPieceReader<Question>) => {
    if (message.kind === 'piece') {
      const { bytes, slot } = message;
      take(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
      answer({ kind: 'read', slot });
    } else {
      const [found, owned] = find(message.question);
      answer({ kind: 'found', found }, owned);
    }
  });
}
