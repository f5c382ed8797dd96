import { workerData } from 'node:worker_threads';
import type { ProgramMemory } from '../../base/web-assembly.ts';
import { answerPieces } from '../answer-pieces.ts';
import { type LineShare, readLines } from './line-classes.ts';
import { answerLines, type LineFindings, type LineQuestion } from './line-findings.ts';

// The outermost file of a thread of the verifier that reads lines.
const { memory, ...share } = workerData as LineShare & { readonly memory: ProgramMemory }; // who started it vouches
const reader = readLines(share, memory);

answerPieces<LineQuestion, LineFindings | undefined>(
  (piece) => reader.takeAt(piece.byteOffset, piece.length), // it lies in that memory
  (question) => answerLines(reader.end(), question),
);
