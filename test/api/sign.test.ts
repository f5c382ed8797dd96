import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify as verifyBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSigningKey, type Result, rewriteReport, run, sign, unwrap, verify } from '../../src/index.ts';

let home = '';
const at = (name: string): string => join(home, name);
const codesOf = (result: Result<unknown>): readonly string[] => (result.ok ? [] : result.problems.map(({ code }) => code));
const breachesOf = (result: Awaited<ReturnType<typeof verify>>) => unwrap(result).breaches.map(({ kind }) => kind);

function copy(name: string): string {
  cpSync(at('release'), at(name), { recursive: true });
  return at(name);
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-sign-'));
  const rows = Array.from({ length: 30 }, (_, i) => `p${i},${i % 7},${i % 5},${(3 * i) % 11}`);
  writeFileSync(at('people.csv'), ['id,a,b,c', ...rows, ''].join('\n'));
  unwrap(
    await run({ input: at('people.csv'), subject: 'id', series: 'a..c', k: 3, method: 'naive', segments: 3, out: at('release') }),
  );
  unwrap(newSigningKey(at('our.key')));
  unwrap(newSigningKey(at('their.key')));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a signed release', () => {
  it('holds with the public half of its key and without any, and nothing but the signature is new', async () => {
    const folder = copy('signed');
    const before = readFileSync(join(folder, 'manifest.json'));
    expect(unwrap(await sign(folder, { key: at('our.key') })).signature).toBe(join(folder, 'manifest.sig'));
    expect(readFileSync(join(folder, 'manifest.json'))).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual([...readdirSync(at('release')), 'manifest.sig'].sort());
    const proved = unwrap(await verify(folder, { key: at('our.key.pub') }));
    expect(proved).toMatchObject({ holds: true, notes: expect.not.arrayContaining([expect.stringContaining('manifest.sig')]) });
    expect(proved.checks.at(-1)).toMatch(/^signature: /);
    const unasked = unwrap(await verify(folder));
    expect(unasked).toMatchObject({ holds: true, notes: expect.arrayContaining([expect.stringContaining('no key was given')]) });
    expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is broken for whoever holds another key, after a byte was changed, or unsigned', async () => {
    const folder = copy('broken');
    const key = at('our.key.pub');
    expect(breachesOf(await verify(folder, { key }))).toEqual(['missing-signature']);
    unwrap(await sign(folder, { key: at('our.key') }));
    expect(breachesOf(await verify(folder, { key: at('their.key.pub') }))).toEqual(['wrong-signature']);
    const report = join(folder, 'report.html');
    writeFileSync(report, readFileSync(report, 'utf8').replace('<', ' <'));
    expect(breachesOf(await verify(folder, { key }))).toEqual(['wrong-size']);
    expect(codesOf(await sign(folder, { key: at('their.key'), force: true }))).toEqual(['verify/wrong-size']);
  });

  it('is not signed where its manifest was swapped after it was proved', async () => {
    const folder = copy('swapped');
    const { signal } = new AbortController();
    const remove = signal.removeEventListener.bind(signal);
    signal.removeEventListener = (...words: Parameters<typeof remove>) => {
      writeFileSync(join(folder, 'manifest.json'), '{}'); // the verifier lets go of what it read
      remove(...words);
    };
    expect(codesOf(await sign(folder, { key: at('our.key'), signal }))).toEqual(['verify/changed-meanwhile']);
    expect(existsSync(join(folder, 'manifest.sig'))).toBe(false);
  });

  it('is refused without a wait where its manifest is a pipe', async () => {
    const folder = copy('pipe');
    rmSync(join(folder, 'manifest.json'));
    execFileSync('mkfifo', [join(folder, 'manifest.json')]);
    expect(codesOf(await sign(folder, { key: at('our.key') }))).toEqual(['verify/unreadable-manifest']);
  });

  it('keeps its signature unless it is replaced by force', async () => {
    const folder = copy('twice');
    unwrap(await sign(folder, { key: at('our.key') }));
    expect(codesOf(await sign(folder, { key: at('their.key') }))).toEqual(['output/exists']);
    unwrap(await sign(folder, { key: at('their.key'), force: true }));
    expect(breachesOf(await verify(folder, { key: at('their.key.pub') }))).toEqual([]);
    writeFileSync(join(folder, 'manifest.sig'), 'half');
    unwrap(await sign(folder, { key: at('our.key'), force: true }));
    expect(breachesOf(await verify(folder, { key: at('our.key.pub') }))).toEqual([]);
  });

  it('loses its signature with the manifest that it was of, and is told so', async () => {
    const folder = copy('rewritten');
    expect(unwrap(await rewriteReport(folder))).toMatchObject({ unsigned: false });
    unwrap(await sign(folder, { key: at('our.key') }));
    expect(unwrap(await rewriteReport(folder, { lang: 'it' }))).toMatchObject({ unsigned: true });
    expect(existsSync(join(folder, 'manifest.sig'))).toBe(false);
    expect(breachesOf(await verify(folder))).toEqual([]);
  });
});

describe('a key', () => {
  it('is for its owner alone, and is never written over', () => {
    expect(statSync(at('our.key')).mode & 0o777).toBe(0o600);
    const before = readFileSync(at('our.key'));
    expect(codesOf(newSigningKey(at('our.key')))).toEqual(['output/exists']);
    expect(readFileSync(at('our.key'))).toEqual(before);
    expect(codesOf(newSigningKey(at('no/such/folder.key')))).toEqual(['output/unwritable']);
  });

  it('that cannot be used is refused in words that do not show it', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(at('rsa.pub'), rsa.publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(at('words'), 'a secret sentence');
    for (const key of ['rsa.pub', 'words', 'nowhere', 'our.key']) {
      const refused = await verify(at('release'), { key: at(key) });
      expect(codesOf(refused), key).toEqual(['verify/bad-key']);
      expect(JSON.stringify(refused)).not.toMatch(/secret sentence|BEGIN|MC4C/);
    }
    for (const key of ['our.key.pub', 'words', 'nowhere'])
      expect(codesOf(await sign(at('release'), { key: at(key) })), key).toEqual(['verify/bad-key']);
    expect(existsSync(join(at('release'), 'manifest.sig'))).toBe(false);
  });

  it('for which anybody can sign is refused', async () => {
    const folder = copy('small order');
    const one = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]); // the neutral point: R = 1, S = 0 fits each text
    const forged = Buffer.concat([one, Buffer.alloc(32)]);
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: one.toString('base64url') }, format: 'jwk' });
    expect(verifyBytes(null, readFileSync(join(folder, 'manifest.json')), key, forged)).toBe(true);
    writeFileSync(join(folder, 'manifest.sig'), `${forged.toString('base64')}\n`);
    writeFileSync(at('small.pub'), key.export({ type: 'spki', format: 'pem' }));
    expect(codesOf(await verify(folder, { key: at('small.pub') }))).toEqual(['verify/bad-key']);
  });
});
