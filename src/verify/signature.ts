import { type KeyObject, verify } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signatureFile } from '../release/side-files.ts';
import type { VerdictNote } from './notes.ts';
import type { SignatureBreach } from './signature-breaches.ts';

export interface SignatureFindings {
  readonly breaches: readonly SignatureBreach[];
  readonly notes: readonly VerdictNote[];
}

export const signatureCheck = 'signature: the manifest is signed with the key that belongs to the one given';

/** Whether the manifest is signed by `signer`, where one is demanded. Without a key a signature has only its form: nothing else may hide in that file. */
export async function checkSignature(folder: string, signer: KeyObject | undefined): Promise<SignatureFindings> {
  const path = join(folder, signatureFile);
  const entry = await lstat(path).catch(() => undefined);
  if (!entry?.isFile())
    return findingsOf(signer !== undefined && entry === undefined ? { kind: 'missing-signature' } : undefined); // the folder check names what is no plain file
  const signature = entry.size === signatureBytes ? signatureIn(await readFile(path, 'latin1')) : undefined;
  if (signature === undefined) return findingsOf({ kind: 'unreadable-signature' });
  if (signer === undefined) return { breaches: [], notes: [{ code: 'unchecked-signature', facts: {} }] };
  const manifest = await readFile(join(folder, 'manifest.json'));
  return findingsOf(verify(null, manifest, signer, signature) ? undefined : { kind: 'wrong-signature' });
}

const findingsOf = (breach: SignatureBreach | undefined): SignatureFindings => ({
  breaches: breach === undefined ? [] : [breach],
  notes: [],
});

/** 64 bytes in base64, and a line end. */
const signatureBytes = 89;

/** One spelling for each signature, so that the file says nothing beside it. */
function signatureIn(text: string): Buffer | undefined {
  const signature = Buffer.from(text, 'base64');
  return signature.length === 64 && `${signature.toString('base64')}\n` === text ? signature : undefined;
}
