import { statSync } from 'node:fs';

/** Whether there is a plain file, or a link to one: to read a pipe that nobody writes to takes for ever. */
export function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
