import { generateKeyPairSync, sign } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Population } from '../../src/verify/table/population.ts';
import { type Verdict, withNote } from '../../src/verify/verify.ts';
import { goodDraft, write } from './a-good-release.ts';
import { goodTable, writeTableRelease } from './a-table-release.ts';
import { goodEvents, writeEvents } from './an-event-release.ts';
import { type LentOptions, verifyLent } from './lent-duckdb.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-verdict-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const release = async (make: (folder: string) => Promise<void>): Promise<string> => {
  const folder = mkdtempSync(join(home, 'release-'));
  await make(folder);
  return folder;
};
const series = () => release((folder) => write(folder, goodDraft('csv')));
const events = () => release((folder) => writeEvents(folder, goodEvents()));
const table = () => release((folder) => writeTableRelease(folder, goodTable('records')));
const families = [['series', series], ['events', events], ['table', table]] as const; // biome-ignore format: pairs

const verdictOn = async (folder: string, options: LentOptions = {}) => {
  const verified = await verifyLent(folder, options);
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.code}`);
  return verified.value;
};

describe('a verdict', () => {
  it.each(families)('has a census where it is asked for, and else none: %s', async (kind, make) => {
    const folder = await make();
    const asked = await verdictOn(folder, { census: true });
    expect(asked).toMatchObject({ holds: true, census: { kind } });
    expect(await verdictOn(folder)).not.toHaveProperty('census');
    const { census: _, ...rest } = asked;
    expect(await verdictOn(folder)).toEqual(rest);
  });

  it('asks for a signature where a key is given, and says so; without one it notes that nobody looked', async () => {
    const folder = await events();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const said = ({ checks }: Verdict) => checks.filter((check) => check.startsWith('signature:'));
    const unsigned = await verdictOn(folder, { signer: publicKey });
    expect([unsigned.holds, unsigned.breaches, said(unsigned).length]).toEqual([false, [{ kind: 'missing-signature' }], 1]);
    const plain = await verdictOn(folder);
    expect([plain.holds, said(plain), plain.toldNotes]).toEqual([true, [], []]);
    const manifest = readFileSync(join(folder, 'manifest.json'));
    const path = join(folder, 'manifest.sig');
    const put = (text: string) => writeFileSync(path, text);
    const good = `${sign(null, manifest, privateKey).toString('base64')}\n`;
    put(good);
    expect(await verdictOn(folder, { signer: publicKey })).toMatchObject({ holds: true, toldNotes: [] });
    expect(await verdictOn(folder)).toMatchObject({ holds: true, toldNotes: [{ code: 'unchecked-signature' }] });
    expect(await verdictOn(folder, { signer: generateKeyPairSync('ed25519').publicKey })).toMatchObject({ breaches: [{ kind: 'wrong-signature' }] }); // biome-ignore format: a line
    for (const odd of [good.trim(), `${good}\n`, good.replace(/.==\n$/, 'A= \n'), ` ${good.slice(0, -2)}\n`, '']) {
      put(odd);
      expect(await verdictOn(folder)).toMatchObject({ holds: false, breaches: [{ kind: 'unreadable-signature' }] });
    }
  });

  it('is none where a file changes while it is judged, and a file inside that is no evidence may', async () => {
    const folder = await series();
    const meanwhile = (path: string) => {
      let isDone = false;
      return verifyLent(folder, {
        onProgress: () => {
          if (!isDone) appendFileSync(path, 'x');
          isDone = true;
        },
      });
    };
    const within = join(home, 'beside.txt');
    expect(await meanwhile(within)).toMatchObject({ ok: true, value: { holds: true } });
    expect(await meanwhile(join(folder, 'naive_anonymized.csv'))).toMatchObject({ ok: false, problems: [{ code: 'verify/changed-meanwhile' }] }); // biome-ignore format: a line
  });

  it('is refused where there is nothing to read, or a population that nobody promised anything of', async () => {
    expect(await verifyLent(join(home, 'nowhere'))).toMatchObject({ ok: false, problems: [{ code: expect.stringMatching(/^verify\//) }] }); // biome-ignore format: a line
    const population = { name: 'x.csv', table: 'x', columns: [] } as unknown as Population;
    for (const [, make] of families)
      expect(await verifyLent(await make(), { population })).toMatchObject({ ok: false, problems: [{ code: 'verify/no-population' }] }); // biome-ignore format: a line
  });

  it('throws what is no fault of a file, and stops where it is asked to', async () => {
    const folder = await series();
    await expect(verifyLent(folder, { onProgress: () => { throw new TypeError('ours'); } })).rejects.toThrow('ours'); // biome-ignore format: a line
    await expect(verifyLent(folder, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });

  it('counts nothing where the data cannot be judged', async () => {
    const folder = await events();
    rmSync(join(folder, 'anonymized_events.csv'));
    expect(await verdictOn(folder)).toMatchObject({ holds: false, rows: 0, groups: 0, leaves: 0, smallestGroup: 0, smallestLeaf: 0 }); // biome-ignore format: a line
  });

  it('takes one more note, and stays as it is', async () => {
    const verdict = await verdictOn(await events());
    const noted = withNote(verdict, { code: 'told-of-original' });
    const again = withNote(noted, { code: 'not-drawn' });
    expect(again.toldNotes).toEqual([...verdict.toldNotes, { code: 'told-of-original' }, { code: 'not-drawn' }]);
    expect(again.notes).toHaveLength(again.toldNotes.length);
    expect(again).toMatchObject({ holds: true, checks: verdict.checks });
  });
});
