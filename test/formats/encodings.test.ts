import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Encoding, lettersOf, writeUtf8 } from '../../src/formats/encodings.ts';
import { encodingFrom, findEncoding } from '../../src/formats/find-encoding.ts';

let folder = '';
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-encodings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: Uint8Array): string {
  const path = join(folder, `${made++}.csv`);
  writeFileSync(path, bytes);
  return path;
}

/** The text of these bytes as UTF-8, or the line that is not of this encoding. */
async function decoded(bytes: Uint8Array, encoding: Encoding): Promise<string | number> {
  const to = join(folder, `${made++}.utf8`);
  const broken = await writeUtf8(fileOf(bytes), to, encoding);
  return broken === undefined ? readFileSync(to, 'utf8') : broken.line;
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const big = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

describe('text that is stored otherwise than as UTF-8', () => {
  it('has the letters of its encoding, compressed or not', async () => {
    expect(await decoded(Buffer.of(0x80, 0x20, 0xfc, 0x99), 'windows-1252')).toBe('€ ü™');
    expect(await decoded(latin('Z\u00e4hlpunkt;\u00a0'), 'iso-8859-1')).toBe('Zählpunkt;\u00a0');
    expect(await decoded(Buffer.of(0xa4), 'iso-8859-15')).toBe('€');
    expect(await decoded(Buffer.of(0xe8, 0x9a, 0x9e), 'windows-1250')).toBe('čšž');
    expect(await decoded(gzipSync(latin('M\u00fcnchen')), 'windows-1252')).toBe('München');
    expect(await decoded(Buffer.from('\ufeffähm€', 'utf16le'), 'utf-16')).toBe('ähm€');
    expect(await decoded(big('ähm€'), 'utf-16')).toBe('ähm€');
    expect(await decoded(big('ähm€').subarray(2), 'utf-16be')).toBe('ähm€');
  });

  it('is cut nowhere between two pieces', async () => {
    const text = `${'x'.repeat((1 << 19) - 1)}\u{1f600}ü`.repeat(3);
    expect(await decoded(Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le')).toBe(text);
  });

  it('is refused where a byte stands for no letter, with its line, and where its first bytes say otherwise', async () => {
    expect(await decoded(latin('a\nb\nc\u0081'), 'windows-1252')).toBe(3);
    expect(await decoded(latin('a\nb\u0085'), 'iso-8859-1')).toBe(2);
    expect(await decoded(Buffer.from('\ufeffa'), 'windows-1252')).toBe(0);
    expect(await decoded(Buffer.from('\ufeffa', 'utf16le'), 'windows-1252')).toBe(0);
    expect(await decoded(Buffer.from('a'), 'utf-16')).toBe(0);
    expect(await decoded(Buffer.of(0xff, 0xfe, 0x00, 0xd8), 'utf-16')).toBe(1);
  });

  it('is found from its bytes: surely where all encodings agree, else with the others', async () => {
    expect(await findEncoding(fileOf(Buffer.from('Süd')))).toBeUndefined();
    expect(await findEncoding(fileOf(latin('S\u00fcd')))).toMatchObject({ encoding: 'windows-1252', others: [] });
    expect(await findEncoding(fileOf(latin('tr\u00e8s')))).toMatchObject({
      encoding: 'windows-1252',
      others: expect.arrayContaining(['windows-1250']),
    });
    const counts = Array.from({ length: 256 }, (_, byte) => (byte === 0x81 ? 3 : 0));
    expect(encodingFrom(counts)).toBeUndefined();
  });

  it('of windows-1252 has five bytes that stand for nothing, and from 160 on the letters of ISO 8859-1', () => {
    expect(lettersOf('windows-1252').filter((letter) => letter === '')).toHaveLength(5);
    expect(lettersOf('windows-1252').slice(32).join('')).toBe(lettersOf('iso-8859-1').slice(32).join(''));
  });
});
