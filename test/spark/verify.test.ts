import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place } from '../cli/shoal-process.ts';

const env = { SHOAL_SPARK: process.env.SHOAL_SPARK ?? '' };

let place: Place;
let storage: string;
const words = ['run', 'curves.csv', '--method', 'naive', '--subject', 'who', '--series', 't1..t4', '-k', '4', '-p', '2'];
beforeAll(async () => {
  place = openPlace();
  storage = mkdtempSync(join(tmpdir(), 'shoal-storage-'));
  const rows = Array.from({ length: 240 }, (_, i) => `s${i},${[4, 7, 1, 9].map((n) => ((i * n) % 17) + 0.5).join(',')}`);
  place.write('curves.csv', `who,t1,t2,t3,t4\n${rows.join('\n')}\n`);
  for (const seed of ['1', '2']) {
    const { code, stderr } = await place.call([...words, '--seed', seed, '--part-rows', '100', '--out', `made ${seed}`]);
    expect(code, stderr).toBe(0);
  }
});
afterAll(() => {
  place.remove();
  rmSync(storage, { recursive: true, force: true });
});

const part = (of: string, number: number): string => place.path(of, `naive_anonymized-0000${number}.csv`);

describe('shoal verify --engine spark', () => {
  it('judges a release that the cluster reads, and says what a cluster does not show', async () => {
    const { code, stdout, stderr } = await place.call(
      ['verify', place.path('made 1'), '--engine', 'spark', '--original', 'curves.csv', '--json'],
      { env },
    );
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      holds: true,
      rows: 240,
      notes: expect.arrayContaining([expect.stringMatching(/cluster/)]),
    });
  });

  it.each<[string, (folder: string) => void, readonly string[]]>([
    [
      'a part that was tampered with',
      (folder) => writeFileSync(part(folder, 2), readFileSync(part(folder, 2), 'utf8').replace('0', '1')),
      ['verify/wrong-hash'],
    ],
    ['a part that is missing', (folder) => rmSync(part(folder, 3)), ['verify/missing-file']],
    ['a part of another release', (folder) => copyFileSync(part('made 2', 2), part(folder, 2)), ['verify/wrong-size']],
    ['a part too many', (folder) => copyFileSync(part(folder, 2), part(folder, 4)), ['verify/undeclared-file']],
    [
      'a folder too many',
      (folder) => {
        mkdirSync(place.path(folder, 'more'));
        writeFileSync(place.path(folder, 'more', 'rows.csv'), 'x\n');
      },
      ['verify/undeclared-file'],
    ],
  ])('refuses %s', async (what, tamper, codes) => {
    cpSync(place.path('made 1'), place.path(what), { recursive: true });
    tamper(what);
    const { code, stdout } = await place.call(['verify', place.path(what), '--engine', 'spark', '--json'], { env });
    expect(code).toBe(5);
    const found: readonly { readonly code: string }[] = JSON.parse(stdout).breaches;
    expect(found.map((one) => one.code)).toEqual(expect.arrayContaining([...codes]));
  });

  it('finds no release where there is none', async () => {
    const { code, stderr } = await place.call(['verify', place.path('nothing'), '--engine', 'spark'], { env });
    expect(stderr).toContain('spark/no-input');
    expect(code).toBe(3);
  });
});

describe('shoal run --out-spark', () => {
  it('puts the release into the file system of the cluster, too, where it is judged as here; nothing is put over it', async () => {
    const to = join(storage, 'published', '2026');
    const sent = [...words, '--seed', '1', '--part-rows', '100', '--engine', 'spark', '--kernels', 'driver', '--out-spark', to];
    const { code, stderr } = await place.shoal([...sent, '--out', 'sent'], { env });
    expect(code, stderr).toBe(0);
    const files = readdirSync(to).filter((name) => !name.endsWith('.crc')); // a file system of one machine has them beside its files
    expect(files).toEqual(readdirSync(place.path('sent')).filter((name) => name !== 'internal'));
    for (const name of files) expect(readFileSync(join(to, name)).equals(readFileSync(place.path('sent', name)))).toBe(true);
    const judged = await place.call(['verify', to, '--engine', 'spark', '--json'], { env });
    expect(judged.code, judged.stderr).toBe(0);
    expect(JSON.parse(judged.stdout)).toMatchObject({ holds: true, rows: 240 });
    const again = await place.shoal([...sent, '--out', 'again'], { env });
    expect(again.stderr).toContain('spark/release-there');
    expect(again.code).toBe(8);
    expect(existsSync(place.path('again'))).toBe(false);
  });
});
