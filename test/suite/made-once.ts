import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

const asked = new Map<string, Promise<string>>();

/**
 * A folder that is made once in a run of tests, by whichever worker needs it first, and is gone at its end. It is for reading: who
 * wants to change it makes a copy.
 */
export function madeOnce(key: string, make: (folder: string) => Promise<void>): Promise<string> {
  const known = asked.get(key) ?? findOrMake(key, make);
  asked.set(key, known);
  return known;
}

async function findOrMake(key: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('shared'), createHash('sha256').update(key).digest('hex').slice(0, 32));
  if (existsSync(folder)) return folder;
  const own = mkdtempSync(join(inject('shared'), 'making-'));
  await make(own);
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true }); // another worker was faster
  }
  return folder;
}
