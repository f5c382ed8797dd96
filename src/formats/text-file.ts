import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a text that is on disk when this returns. */
export function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'w', 0o644);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
