import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsync, fsyncSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * A file written through one large buffer, hashed on the way. Text goes in as bytes: formatting a million rows through strings
 * costs ten times as much. Writers call `room` before they put anything, then write at `buffer[at]` and move `at`.
 */
export interface ByteSink {
  readonly buffer: Buffer;
  at: number;
  readonly file: number;
  readonly hash: Hash;
  written: number;
}

const bufferBytes = 4 << 20;

/** Bytes that a loop has copied before a call begins to. */
const shortCopy = 48;

/** A buffer that no file uses any more, for the next: many large ones make V8 collect everything. */
let spare: Buffer | undefined;

export function openSink(path: string): ByteSink {
  const file = openSync(path, 'wx', 0o644);
  const buffer = spare ?? Buffer.allocUnsafe(bufferBytes);
  spare = undefined;
  return { buffer, at: 0, file, hash: createHash('sha256'), written: 0 };
}

/** A file of bytes that are there at once; after a fault it is given up. */
export function writeThrough(path: string, put: (sink: ByteSink) => void): void {
  const sink = openSink(path);
  try {
    put(sink);
    closeSink(sink);
  } catch (error) {
    abandonSink(sink);
    throw error;
  }
}

/** Makes sure `bytes` more fit; at most a buffer's worth at a time. */
export function room(sink: ByteSink, bytes: number): void {
  if (sink.at + bytes > sink.buffer.length) flush(sink);
}

export function putText(sink: ByteSink, text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > sink.buffer.length) {
    putLarge(sink, Buffer.from(text));
    return;
  }
  room(sink, bytes);
  sink.at += sink.buffer.write(text, sink.at);
}

/** Bytes from..to of another buffer. */
export function putBytes(sink: ByteSink, source: Buffer, from: number, to: number): void {
  room(sink, to - from);
  if (to - from > shortCopy) source.copy(sink.buffer, sink.at, from, to);
  else for (let i = from, at = sink.at; i < to; i++, at++) sink.buffer[at] = source[i];
  sink.at += to - from;
}

/** Syncs the file, so that a later rename never names bytes the disk does not hold. */
export function closeSink(sink: ByteSink): { sha256: string; bytes: number } {
  flush(sink);
  fsyncSync(sink.file);
  closeSync(sink.file);
  spare = sink.buffer;
  return { sha256: sink.hash.digest('hex'), bytes: sink.written };
}

/** The same while others work: of a large file the disk takes its time. */
export async function sealSink(sink: ByteSink): Promise<WrittenFile> {
  flush(sink);
  await promisify(fsync)(sink.file);
  closeSync(sink.file);
  spare = sink.buffer;
  return { sha256: sink.hash.digest('hex'), bytes: sink.written };
}

/** Gives the file up after a fault; the folder it lies in is about to be removed. */
export function abandonSink(sink: ByteSink): void {
  closeSync(sink.file);
  spare = sink.buffer;
}

function flush(sink: ByteSink): void {
  append(sink, sink.buffer.subarray(0, sink.at));
  sink.at = 0;
}

/** Bytes that are many by themselves, past the buffer. */
export function putLarge(sink: ByteSink, bytes: Uint8Array): void {
  flush(sink);
  append(sink, bytes);
}

function append(sink: ByteSink, bytes: Uint8Array): void {
  sink.hash.update(bytes);
  for (let from = 0; from < bytes.length; ) from += writeSync(sink.file, bytes, from);
  sink.written += bytes.length;
}
