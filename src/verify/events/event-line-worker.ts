import { workerData } from 'node:worker_threads';
import { answerPieces } from '../answer-pieces.ts';
import { type EventLineForm, type EventLines, handOver, readEventLines } from './event-lines.ts';

// The outermost file of a thread of the verifier that reads the lines of an event log.
const reader = readEventLines(workerData as EventLineForm); // who started it vouches

answerPieces<undefined, EventLines | undefined>(reader.take, () => handOver(reader));
