import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutText } from '../../src/formats/cut-text.ts';
import { hashKernel } from '../../src/formats/hash-kernel.ts';
import { draws } from '../suite/draws.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-cut-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const cell = fc.array(fc.constantFrom('a', 'č', '"', ',', '\n', '\r\n', ' '), { maxLength: 5 }).map((signs) => signs.join(''));
const written = (row: readonly string[]) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\n`;

it('cuts a text after every so many rows, whatever is in its cells and wherever it is read in pieces', () => {
  let tries = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }),
      fc.tuple(cell, cell),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 40 }),
      (rows, names, most, pieceBytes) => {
        const folder = mkdtempSync(join(home, `try-${tries++}-`));
        const path = join(folder, 'whole.csv');
        writeFileSync(path, [names, ...rows].map(written).join(''));
        const parts = cutText(path, { rows: most, path: (part) => join(folder, `part-${part}.csv`) }, pieceBytes);
        expect(parts.map((part) => part.rows)).toEqual(
          Array.from({ length: Math.ceil(rows.length / most) }, (_, part) => Math.min(most, rows.length - part * most)),
        );
        for (const [part, { bytes, sha256 }] of parts.entries()) {
          const own = join(folder, `part-${part + 1}.csv`);
          expect(readFileSync(own, 'utf8')).toBe([names, ...rows.slice(part * most, (part + 1) * most)].map(written).join(''));
          expect(bytes).toBe(readFileSync(own).length);
          expect(sha256).toBe(hashKernel.perform({ path: own }));
        }
      },
    ),
    { numRuns: draws(60) },
  );
});
