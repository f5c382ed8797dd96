import { readSync, writeSync } from 'node:fs';
import { answerLine, endLine, fromCell } from '../formats/kernel-lines.ts';
import { BadMessage, packMessage, unpackMessage } from '../formats/kernel-message.ts';
import { carriedKernels } from './carried.ts';

// The outermost file of kernels on a cluster: one process for each partition, a line for each task and for each answer.

const newline = 10;
let tasks = 0;
let answers = 0;

try {
  for (const line of lines()) {
    tasks++;
    putLine(answerTo(line));
    answers++;
  }
  putLine(endLine(tasks, answers));
} catch (error) {
  process.stderr.write(`shoal: ${error instanceof BadMessage ? error.message : 'a task failed'}\n`); // whatever else was said might tell of a row
  process.exitCode = 65;
  for (const _ of lines()); // who writes to us would else break off before it asks how we ended
}

function answerTo(line: string): string {
  const [ticket = '', name, sum = '', text = '', ...others] = line.split('\t');
  const kernel = carriedKernels.find((known) => known.name === name);
  if (kernel === undefined || others.length > 0) throw new BadMessage('a line is no task');
  const input = unpackMessage(fromCell(sum, text)) as never; // its checksum vouches that it is what the driver packed for this kernel
  return answerLine(ticket, packMessage(kernel.perform(input, Date.now)));
}

/** Whole lines; what lies behind the last end of a line is none. */
function* lines(): Generator<string> {
  const chunk = Buffer.allocUnsafe(1 << 20);
  let begun: Buffer[] = [];
  for (let got = readSome(chunk); got > 0; got = readSome(chunk)) {
    let from = 0;
    for (let to = chunk.indexOf(newline, from); to >= 0 && to < got; to = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, to)]).toString('latin1');
      begun = [];
      from = to + 1;
    }
    if (from < got) begun.push(Buffer.from(chunk.subarray(from, got)));
  }
  if (begun.length > 0) throw new BadMessage('the last line has no end');
}

function readSome(chunk: Buffer): number {
  for (;;)
    try {
      return readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      pause();
    }
}

function putLine(line: string): void {
  const bytes = Buffer.from(line, 'latin1');
  for (let from = 0; from < bytes.length; )
    try {
      from += writeSync(1, bytes, from, bytes.length - from);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      pause();
    }
}

/** A pipe that is empty or full for now. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
