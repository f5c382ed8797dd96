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
    if (key.asymmetricKeyType !== 'ed25519') return refused(badKey(file, wanted, 'it is a key of another kind'));
    if (isOfSmallOrder(key)) return refused(badKey(file, wanted, 'anybody can sign for it'));
    return ok(key);
  } catch {
    return refused(badKey(file, wanted, 'it is not a key in PEM'));
  }
}

/** The points of order 1, 2, 4 and 8 but for their sign, as they may be written: each has a signature that fits every text, and OpenSSL takes it. */
const smallOrders: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

function isOfSmallOrder(key: KeyObject): boolean {
  const point = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  point[31] &= 0x7f; // the sign
  return smallOrders.has(point.toString('hex'));
}
