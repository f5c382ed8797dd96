import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { onceAllEnded } from '../base/once-all-ended.ts';

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

/** Writes texts by their paths, all of them on disk when this ends: a disk syncs many files nearly as fast as one. */
export async function writeAllSynced(texts: Readonly<Record<string, string>>): Promise<void> {
  await onceAllEnded(
    Object.entries(texts).map(async ([path, text]) => {
      const file = await open(path, 'w', 0o644);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    }),
  );
}
