import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createPool, type Kernel, type Pool } from '../base/pool.ts';

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
  module: import.meta.url,
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
