import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, statSync } from 'node:fs';
import { createPool, type Kernel, type Pool } from '../base/pool.ts';
import type { WrittenFile } from './byte-sink.ts';

/** The SHA-256 of a file, begun at once and awaited at the end; a read that fails first must not leave it unheard. */
export function hashOf(path: string, pool: Pool): Promise<string> {
  const here = statSync(path).size < worthAThread ? createPool(0) : pool;
  const hash = here.run(hashKernel, { path });
  hash.catch(() => {});
  return hash;
}

/** Bytes that are hashed sooner than a thread starts. */
const worthAThread = 8_000_000;

/** SHA-256 of a file, off the main thread: it runs while the same bytes are being parsed. */
export const hashKernel = {
  name: 'hashKernel',
  perform({ path }) {
    const file = openSync(path, 'r');
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(1 << 20);
      for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) hash.update(buffer.subarray(0, read));
      return hash.digest('hex');
    } finally {
      closeSync(file);
    }
  },
} satisfies Kernel<{ readonly path: string }, string>;

/** What is in a file that an engine wrote; syncs it, so that a later rename never names bytes the disk does not hold. */
export async function sealFile(path: string, pool: Pool): Promise<WrittenFile> {
  const sha256 = await hashOf(path, pool);
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
  return { sha256, bytes: statSync(path).size };
}
