import { sign as signBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { outputExists } from '../release/output-problems.ts';
import { placeFile, signatureFile } from '../release/side-files.ts';
import { asWriteProblem } from '../release/stage.ts';
import { asProblem } from '../verify/breaches.ts';
import { changedMeanwhile } from '../verify/problems.ts';
import { callProblem } from './call-problem.ts';
import { readSigningKey } from './signing-keys.ts';
import { unlessAborted } from './unless-aborted.ts';
import { verify } from './verify.ts';

/** How a release is signed. */
export interface SignOptions {
  /** The file of the private key, as `newSigningKey` writes it. */
  readonly key: string;
  /** Replaces another signature. */
  readonly force?: boolean | undefined;
  /** Aborted, it ends the work, and the release stays as it was: the answer is a problem, `run/aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Signs the manifest of a release, after proving that the release holds. Nothing else in the folder changes. */
export function sign(folder: string, options: SignOptions): Promise<Result<{ readonly signature: string }>> {
  const wrong = callProblem(['folder', folder, 'text'], ['options', options, 'object'], ['key', options?.key, 'text']);
  if (wrong !== undefined) return Promise.resolve(refused(wrong));
  return unlessAborted(options.signal, () => signFolder(folder, options));
}

async function signFolder(
  folder: string,
  { key: file, force, signal }: SignOptions,
): Promise<Result<{ readonly signature: string }>> {
  const key = readSigningKey(file);
  if (!key.ok) return key;
  const path = join(folder, signatureFile);
  if (existsSync(path) && force !== true) return refused(outputExists(path));
  const manifest = await readPlainFile(join(folder, 'manifest.json'));
  const verdict = await verify(folder, { signal });
  if (!verdict.ok) return verdict;
  const wrong = verdict.value.breaches.filter(({ kind }) => kind !== 'unreadable-signature'); // it goes
  if (wrong.length > 0) return refused(...wrong.map(asProblem));
  const proved = readFileSync(join(folder, 'manifest.json'));
  if (manifest?.equals(proved) !== true) return refused(changedMeanwhile(join(folder, 'manifest.json'))); // what is signed is what was proved
  const signature = signBytes(null, proved, key.value);
  try {
    return ok({ signature: placeFile(folder, signatureFile, `${signature.toString('base64')}\n`) });
  } catch (error) {
    return refused(asWriteProblem(error, path));
  }
}

/** Undefined where it is not there or no plain file: a pipe would be read for ever. The verdict says what is wrong. */
async function readPlainFile(path: string): Promise<Buffer | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  return entry?.isFile() ? readFile(path).catch(() => undefined) : undefined;
}
