import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export function isGzip(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(2);
    return readSync(file, head, 0, 2, 0) === 2 && head[0] === 0x1f && head[1] === 0x8b;
  } finally {
    closeSync(file);
  }
}

/** Whether compressed data is there to its last byte: DuckDB takes what a cut file still holds for all of it. */
export async function isWholeGzip(path: string, signal?: AbortSignal): Promise<boolean> {
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 1 << 18 }),
      createGunzip({ chunkSize: 1 << 18 }),
      new Writable({ write: (_, __, done) => done() }),
      { ...(signal && { signal }) },
    );
    return true;
  } catch {
    return false;
  }
}
