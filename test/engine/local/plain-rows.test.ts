import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { openWorkspace } from '../../../src/base/workspace.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { openLocalEngine } from '../../../src/engine/local/local-engine.ts';
import type { TableRead } from '../../../src/engine/tables.ts';
import { repeatedSubjects } from '../../../src/families/series/repeated-subjects.ts';
import { readPlainRows } from '../../../src/formats/plain-rows.ts';
import { draws } from '../../suite/draws.ts';

const folder = mkdtempSync(join(tmpdir(), 'shoal-plain-'));
const path = join(folder, 'table.csv');
const workspace = openWorkspace();
const ignore = () => {};
const names = ['id', 'x', 'name', 'y'];
const wanted = { numbers: ['y', 'x'], subject: 'id' };
let engine: Engine;

beforeAll(async () => {
  engine = await openLocalEngine({ workspace, threads: 1 });
});

afterAll(async () => {
  await engine.close();
  workspace.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const readPlain = (text: string, threads = 0) => {
  writeFileSync(path, text);
  const pool = createPool(threads);
  const file = { path, delimiter: ',', names, likelyRows: 0 };
  return readPlainRows(file, wanted, { pool, signal: workspace.signal, onProgress: ignore }).finally(() => pool.close());
};

/** What the database makes of the file; nothing where it refuses it. */
async function readByDatabase(): Promise<TableRead | undefined> {
  const opened = await engine.open({ input: path, delimiter: ',' });
  if (!opened.ok) return undefined;
  const spelled = await engine.normaliseSubjects(opened.value, 'id', 'normal');
  if (!spelled.ok) return undefined;
  const read = await engine.readColumns(spelled.value.source, { ...wanted, texts: [], spare: 0 }, ignore);
  return read.ok ? read.value : undefined;
}

const isRepeated = (subjects: TableRead['subjects']) =>
  subjects !== undefined && repeatedSubjects('id', subjects.low, subjects.high).length > 0;

const anyDigits = fc.stringMatching(/^[0-9]{1,9}$/);
const plainNumber = fc
  .tuple(fc.constantFrom('', '-'), anyDigits, fc.option(fc.stringMatching(/^[0-9]{1,6}$/)))
  .map(([sign, whole, decimals]) => `${sign}${whole}${decimals === null ? '' : `.${decimals}`}`);
const plainLine = fc.tuple(
  fc.stringMatching(/^[a-z0-9_.:-]{1,12}$/),
  plainNumber,
  fc.stringMatching(/^[A-Za-z #;]{0,5}$/),
  plainNumber,
);
const oddCell = fc.constantFrom(
  ...[
    '',
    ' 1',
    '1 ',
    '+1',
    '1e3',
    '.5',
    '5.',
    '-',
    '--1',
    '0x10',
    '1_000',
    '1,5',
    '"1"',
    '"a',
    'a"b',
    'NaN',
    'inf',
    'ž',
    'A7',
    '\t',
    '\r',
    '\n',
  ],
  ...['1234567890123456', '0.1234567890123456789', '12345678901.12345', '99999999999999999999', '-0', '000', '\0'],
);
const anyLine = fc
  .tuple(plainLine, fc.option(fc.tuple(fc.integer({ min: 0, max: 3 }), oddCell), { freq: 2 }))
  .map(([line, odd]) => line.map((cell, place) => (odd?.[0] === place ? odd[1] : cell)).join(','));
const textOf = (lines: readonly string[], end: string) => `${[names.join(','), ...lines].join('\n')}${end}`;

describe('plain rows', () => {
  it('are read as the database reads them, wherever they are read at all', async () => {
    let [read, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', ''), async (lines, end) => {
        const plain = await readPlain(textOf(lines, end));
        if (plain === undefined) {
          refused++;
          return;
        }
        read++;
        const known = await readByDatabase();
        expect([...plain.matrix.values]).toEqual([...(known?.matrix.values ?? [])]);
        expect([plain.rows, known?.empty]).toEqual([known?.rowCount, [undefined, undefined]]);
        if (!isRepeated(plain.subjects && { ...plain.subjects, empty: undefined }))
          expect(isRepeated(known?.subjects)).toBe(false);
      }),
      { numRuns: draws(120) },
    );
    expect(Math.min(read, refused)).toBeGreaterThan(0);
  });

  it('are all read where every cell is plain, with the marks that their numbers show', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plainLine, { minLength: 1, maxLength: 20 }), async (lines) => {
        const text = textOf(
          lines.map((cells) => cells.join(',')),
          '\n',
        );
        const plain = await readPlain(text);
        expect(plain?.rows).toBe(lines.length);
        expect(plain?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
        for (const [c, place] of [3, 1].entries()) {
          const cells = lines.map((line) => line[place]);
          const decimals = cells.map((cell) => (/\.(\d*?)0*$/.exec(cell)?.[1] ?? '').length);
          expect(plain?.marks[c]).toEqual({
            largest: Math.max(...cells.map((cell) => Math.abs(Number(cell)))),
            decimals: Math.max(...decimals),
          });
        }
        const ids = new Set(lines.map(([id]) => id));
        expect(isRepeated(plain?.subjects && { ...plain.subjects, empty: undefined })).toBe(ids.size < lines.length);
      }),
      { numRuns: draws(60) },
    );
  });

  it('are the same on any number of threads, in as many pieces as it takes', async () => {
    const rows = 200_000;
    const lines = Array.from({ length: rows }, (_, row) => `p${row},${row % 977}.${row % 7}25,${'n'.repeat(20)},-${row % 13}.5`);
    const text = textOf(lines, '');
    expect(text.length).toBeGreaterThan(8_000_000); // a smaller file is read in place
    const [alone, two] = [await readPlain(text), await readPlain(text, 2)];
    const bytesOf = (read: typeof alone) => Buffer.from(read?.matrix.values.buffer ?? new ArrayBuffer(0));
    expect(bytesOf(two).equals(bytesOf(alone))).toBe(true);
    expect({ ...two, matrix: undefined, subjects: undefined }).toEqual({ ...alone, matrix: undefined, subjects: undefined });
    expect([two?.rows, two?.marks]).toEqual([rows, [{ largest: 12.5, decimals: 1 }, { largest: 976.625, decimals: 3 }]]); // biome-ignore format: a row
    expect(two?.matrix.values.slice(2 * rows - 2)).toEqual(Float64Array.of(-7.5, 691.225));
  });

  it('are left to the database beneath a header in quotes, of other cells, or with a line longer than a piece', async () => {
    for (const text of [
      'id,x,"name",y\na,1,b,2\n',
      'id,x,y\na,1,b,2\n',
      'id,x,name,y\r\na,1,b,2\r\n',
      'id,x,name,y\na,1,b,2,3\n',
      'id,x,name,y\na,1,b\n',
      'id,x,name,y\n',
      'id,x,name,y\na,1,b,2\n\n',
      `id,x,name,y\na,1,${'b'.repeat(2 << 20)},2\n`,
    ])
      expect(await readPlain(text)).toBeUndefined();
  });
});
