import { parentPort, workerData } from 'node:worker_threads';
import { type LineMemory, type LineShare, readLines } from './line-classes.ts';
import { findInLines } from './line-findings.ts';
import type { FromLineThread, ToLineThread } from './line-threads.ts';

// The outermost file of a thread of the verifier that reads lines.
const { memory, ...share } = workerData as LineShare & { readonly memory: LineMemory }; // who started it vouches
const reader = readLines(share, memory);

parentPort?.on('message', (message: ToLineThread) => {
  if (message.kind === 'piece') {
    reader.takeAt(message.place, message.length);
    answer({ kind: 'read', slot: message.slot });
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
