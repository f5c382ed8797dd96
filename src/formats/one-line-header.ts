import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { headOf } from './dialect.ts';
import { isGzip } from './gzip.ts';

const quote = 34;
const blank = 32;
const isBreak = (byte: number): boolean => byte === 10 || byte === 13;

/** Whether a name in the header of a delimited file holds a line break. DuckDB takes that break for the file's own, and finds no rows where rows end otherwise. */
export function hasBrokenHeader(path: string): boolean {
  let inside = false;
  for (const byte of headOf(path).bytes) {
    if (byte === quote) inside = !inside;
    else if (isBreak(byte)) return inside;
  }
  return false;
}

/** Writes the file again with blanks for the breaks within its header; every other byte stays. */
export async function writeOneLineHeader(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const raw = createReadStream(from, { highWaterMark: 1 << 20, ...(signal && { signal }) });
  const stream: AsyncIterable<Buffer> = isGzip(from) ? raw.pipe(createGunzip({ chunkSize: 1 << 20 })) : raw;
  const file = openSync(to, 'wx', 0o600);
  let inside = false;
  let ended = false;
  try {
    for await (const piece of stream) {
      for (let i = 0; i < piece.length && !ended; i++) {
        if (piece[i] === quote) inside = !inside;
        else if (isBreak(piece[i])) {
          if (inside) piece[i] = blank;
          else ended = true;
        }
      }
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    }
  } finally {
    closeSync(file);
    raw.destroy();
  }
}
