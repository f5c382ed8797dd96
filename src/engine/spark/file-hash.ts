import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of the bytes of a file of this machine. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(chunk as Buffer); // no encoding is set
  return hash.digest('hex');
}
