import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ok, type Result, refused } from '../base/result.ts';
import { outputExists } from '../release/output-problems.ts';
import { asWriteProblem } from '../release/stage.ts';
import { badKey } from '../verify/problems.ts';

/** The files of a new key: the one that signs, which its owner alone may read, and the one that everybody may have. */
export interface SigningKey {
  readonly key: string;
  readonly publicKey: string;
}

/** Makes an Ed25519 key. Neither file may be there already: a lost key cannot be made again. */
export function newSigningKey(file: string): Result<SigningKey> {
  const made = { key: file, publicKey: `${file}.pub` };
  const there = Object.values(made).find((path) => existsSync(path));
  if (there !== undefined) return refused(outputExists(there));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  try {
    writeFileSync(made.key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
    try {
      writeFileSync(made.publicKey, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
    } catch (error) {
      rmSync(made.key, { force: true });
      throw error;
    }
  } catch (error) {
    return refused(asWriteProblem(error, file));
  }
  return ok(made);
}

export const readSigningKey = (file: string): Result<KeyObject> => readKey(file, 'private', createPrivateKey);

export const readPublicKey = (file: string): Result<KeyObject> => readKey(file, 'public', createPublicKey);

function readKey(file: string, wanted: 'private' | 'public', parse: (pem: string) => KeyObject): Result<KeyObject> {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch {
    return refused(badKey(file, wanted, 'it is not there, or not readable'));
  }
  const secret = pem.includes('PRIVATE KEY');
  if (wanted === 'public' && secret) return refused(badKey(file, wanted, 'it holds a private key, which only signs')); // Node would derive the public one
  try {
    const key = parse(pem);
    return key.asymmetricKeyType === 'ed25519' ? ok(key) : refused(badKey(file, wanted, 'it is a key of another kind'));
  } catch {
    return refused(badKey(file, wanted, 'it is not a key in PEM'));
  }
}
