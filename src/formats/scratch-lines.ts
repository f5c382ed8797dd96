import { readFileSync, rmSync } from 'node:fs';

/** The lines of a small file that somebody writes for us to read, and that nobody keeps. */
export async function linesWritten(path: string, write: () => Promise<void>): Promise<readonly string[]> {
  try {
    await write();
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } finally {
    rmSync(path, { force: true });
  }
}
