import { workerData } from 'node:worker_threads';
import { answerPieces } from '../answer-pieces.ts';
import { type EventLineForm, type EventLines, readEventLines } from './event-lines.ts';

// The outermost file of a thread of the verifier that reads the lines of an event log.
const reader = readEventLines(workerData as EventLineForm); // who started it vouches

answerPieces<undefined, EventLines | undefined>(reader.take, () => {
  const lines = reader.end();
  const owned =
    lines === undefined ? [] : [lines.numbers, lines.held].flatMap((cells) => (cells ? [cells.buffer as ArrayBuffer] : [])); // each is fresh, and its own
  return [lines, owned];
});
