import { parentPort, workerData } from 'node:worker_threads';
import { type LineShare, readLines } from './line-classes.ts';
import { findInLines } from './line-findings.ts';
import type { FromLineThread, ToLineThread } from './line-threads.ts';

// The outermost file of a thread of the verifier that reads lines.
const reader = readLines(workerData as LineShare); // who started it vouches

parentPort?.on('message', (message: ToLineThread) => {
  if (message.kind === 'piece') {
    const { bytes, slot } = message;
    reader.take(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    answer({ kind: 'read', slot });
  } else {
    const lines = reader.end();
    answer({ kind: 'found', findings: lines && findInLines(lines, message.question) });
  }
});

function answer(message: FromLineThread): void {
  const findings = message.kind === 'found' ? Object.values(message.findings ?? {}) : [];
  const owned = findings.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [])); // each is fresh, and its own
  parentPort?.postMessage(message, owned);
}
