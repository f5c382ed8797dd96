import { workerData } from 'node:worker_threads';
import { answerPieces } from '../answer-pieces.ts';
import { type LineShare, readLines } from './line-classes.ts';
import { findInLines, type LineFindings, type LineQuestion } from './line-findings.ts';

// The outermost file of a thread of the verifier that reads lines.
const reader = readLines(workerData as LineShare); // who started it vouches

answerPieces<LineQuestion, LineFindings | undefined>(reader.take, (question) => {
  const lines = reader.end();
  const findings = lines && findInLines(lines, question);
  const owned = Object.values(findings ?? {}).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  ); // each is fresh, and its own
  return [findings, owned];
});
