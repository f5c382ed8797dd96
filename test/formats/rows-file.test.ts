import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cellText } from '../../src/formats/cell-text.ts';
import { openRowsFile } from '../../src/formats/rows-file.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-rows-'));
});
afterAll(() => rmSync(home, { recursive: true }));

const anyCell = fc.oneof(fc.constantFrom('', 'a', '"', ',', 'two\nlines', '"",\r\n"', 'č', '😀'), fc.integer());
const anyRows = fc.array(fc.array(anyCell, { minLength: 1, maxLength: 5 }), { maxLength: 30 });

it('holds rows as wide as the widest, whenever its columns came', () => {
  let made = 0;
  fc.assert(
    fc.property(anyRows, (rows) => {
      const writer = openRowsFile(join(home, `rows-${made++}`));
      let columns = 0;
      for (const row of rows) {
        for (; columns < row.length; columns++) writer.addColumn(`c "${columns}"`);
        writer.addRow([...row, ...Array(columns - row.length).fill('')].map(cellText));
      }
      const file = writer.finish();
      const names = Array.from({ length: columns }, (_, i) => `"c ""${i}"""`).join(',');
      const lines = rows.map((row) => [...row, ...Array(columns - row.length).fill('')].map(cellText).join(','));
      const text = [names, ...lines.map((line) => line || '""'), ''].join('\n');
      const blank = (told: string) => told.replace(/^"",/gm, ','); // a blank line that was padded afterwards
      expect(blank(readFileSync(file, 'utf8'))).toBe(blank(text));
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }),
  );
});

it('pads rows that lie across the pieces it is copied in', () => {
  const writer = openRowsFile(join(home, 'long'));
  const long = `"${'x\n'.repeat(300_000)}"`;
  writer.addColumn('a');
  for (let row = 0; row < 5; row++) writer.addRow([long]);
  writer.addColumn('b');
  writer.addRow(['1', '2']);
  expect(readFileSync(writer.finish(), 'utf8')).toBe(`a,b\n${`${long},\n`.repeat(5)}1,2\n`);
});
