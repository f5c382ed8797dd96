import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ownName } from '../base/scratch.ts';
import { syncPath } from './stage.ts';

/** An Ed25519 signature over the bytes of manifest.json, which hashes every other file: 64 bytes in base64 and a line end. */
export const signatureFile = 'manifest.sig';

/** Puts a small file into a release, whole or not at all: it is written beside the folder, where the next run finds and removes what a killed one left. */
export function placeFile(folder: string, name: string, text: string): string {
  const target = resolve(folder);
  const draft = join(dirname(target), `.${basename(target)}.shoal-${ownName()}-${randomBytes(4).toString('hex')}`);
  const file = openSync(draft, 'wx', 0o644);
  try {
    writeSync(file, text);
    fsyncSync(file);
    renameSync(draft, join(target, name));
    syncPath(target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return join(folder, name);
}
