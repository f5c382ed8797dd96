import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { inspect } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrokenHeader, writeOneLineHeader } from '../../src/formats/one-line-header.ts';
import { hasQuotedBreak } from '../../src/formats/quoted-breaks.ts';

describe('line breaks inside quoted cells', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'quoted-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const found = (text: string): boolean => {
    const path = join(folder, 'table.csv');
    writeFileSync(path, text);
    return hasQuotedBreak(path);
  };

  it('are found in a quoted cell and nowhere else', () => {
    expect(found('a,b\n1,2\n')).toBe(false);
    expect(found('a,b\n"1","2"\n"3","4"\n')).toBe(false);
    expect(found('a,b\n"one ""quoted"" word",2\n')).toBe(false);
    expect(found('a,b\n"one\ntwo",2\n')).toBe(true);
    expect(found('a,b\n1,"x ""\n"" y"\n')).toBe(true);
  });

  it('are found wherever they stand in a file larger than one buffer', () => {
    const rows = 'some,ordinary,row\n'.repeat(80_000);
    expect(found(rows)).toBe(false);
    expect(found(`${rows}"a\nb",2,3\n${rows}`)).toBe(true);
    expect(found(`"${'x'.repeat(1_100_000)}\n",2,3\n`)).toBe(true);
  });

  it('are found exactly where a cell that needs quotes holds one', () => {
    const cell = fc.array(fc.constantFrom('a', ',', '"', '\n', '\r', ' ')).map((characters) => characters.join(''));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), (rows) => {
        const text = rows.map((cells) => `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\n`).join('');
        expect(found(text)).toBe(rows.some((cells) => cells.some((text) => /[\n\r]/.test(text))));
      }),
    );
  });

  it('of a header become blanks, and every other byte stays', async () => {
    for (const [text, written] of [
      ['id,"c\nd",e\r\n1,"2\n",1\r\n', 'id,"c d",e\r\n1,"2\n",1\r\n'],
      ['id,"c\r\nd ""x\ny"" "\n1,2\n', 'id,"c  d ""x y"" "\n1,2\n'],
    ]) {
      const [path, to] = [join(folder, 'header.csv'), join(folder, 'one-line.csv')];
      writeFileSync(path, text);
      rmSync(to, { force: true });
      expect(hasBrokenHeader(path)).toBe(true);
      await writeOneLineHeader(path, to);
      expect(readFileSync(to, 'utf8')).toBe(written);
      expect(hasBrokenHeader(to)).toBe(false);
    }
  });

  it('of a header lose no rows, whatever rows end with', async () => {
    for (const ends of ['\n', '\r\n'])
      for (const within of ['\n', '\r\n']) {
        const path = join(folder, 'names.csv');
        writeFileSync(path, `id,"c${within}d"${ends}${Array.from({ length: 6 }, (_, i) => `p${i},${i}${ends}`).join('')}`);
        const found = await inspect({ input: path });
        expect(found).toMatchObject({ ok: true, value: { rows: 6, fields: [{ name: 'id' }, { name: `c${within}d` }] } });
      }
  });
});
