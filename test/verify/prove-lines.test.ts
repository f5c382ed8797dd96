import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createByteCodes } from '../../src/base/byte-codes.ts';
import { Unreadable } from '../../src/base/counting.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import type { CensusAsked } from '../../src/verify/census.ts';
import { createCsvShape } from '../../src/verify/csv-shape.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import { hasPlainLines, type LineShare, readLines } from '../../src/verify/series/line-classes.ts';
import { findInLines, type LineQuestion } from '../../src/verify/series/line-findings.ts';
import { readInThreads } from '../../src/verify/series/line-threads.ts';
import { judgeFindings, proveLines, questionOf } from '../../src/verify/series/prove-lines.ts';
import { checkSeriesRows } from '../../src/verify/series/series-rows.ts';
import { csvSource } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { lentDuckDB } from './lent-duckdb.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-lines-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What a release is made of: each group has an envelope, each leaf a pattern, a level and some records. */
interface Group {
  readonly id: number;
  readonly cells: readonly string[];
  readonly leaves: readonly { readonly end: string; readonly rows: number }[];
}

const manifestOf = (rows: number, form: 'word' | 'interval' = 'word'): SeriesManifest =>
  ({
    shoal: '0.0.0',
    format: 1,
    method: 'naive',
    promises: { k: 3, p: 2 },
    unit: 'each row is one subject, as declared',
    pattern: { form, segments: 2, maxLevel: 12 },
    data: { file: 'data.csv', format: 'csv', rows },
    columns: [
      { name: 'GroupID', role: 'group', kind: 'id' },
      { name: 'T1', role: 'series', kind: 'interval', of: 'T1', decimals: 2 },
      { name: 'T2', role: 'series', kind: 'interval', of: 'T2', decimals: 0 },
      { name: 'age', role: 'quasi', kind: 'interval', of: 'age', decimals: 1, snap: 0.5 },
      { name: 'Pattern', role: 'pattern', kind: 'word' },
      { name: 'Level', role: 'level', kind: 'integer' },
    ],
    dropped: [],
    files: [],
  }) as unknown as SeriesManifest; // verdict and hashes are not looked at here

const textOf = (groups: readonly Group[]): string =>
  [
    'GroupID,T1,T2,age,Pattern,Level',
    ...groups.flatMap(({ id, cells, leaves }) =>
      leaves.flatMap(({ end, rows }) => Array.from({ length: rows }, () => [id, ...cells, end].join(','))),
    ),
    '',
  ].join('\n');

const inPieces = (text: string, size: number, share?: LineShare) => {
  const reader = readLines(share);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.take(Buffer.from(bytes.subarray(at, at + size)));
  return reader.end();
};

/** What so many readers find who share the lines. */
const findIn = (text: string, question: Omit<LineQuestion, 'isShared'>, readers: number, size = 1 << 16) => {
  const findings = Array.from({ length: readers }, (_, index) => {
    const lines = inPieces(text, size, { index, of: readers });
    return lines && findInLines(lines, { ...question, isShared: readers > 1 });
  }).filter((found) => found !== undefined);
  return findings.length === readers ? findings : undefined;
};

const layoutFor = (manifest: SeriesManifest, path = 'data.csv') =>
  csvSource(path, manifest.columns, ',', { parallel: true, longestRow: 2_000_000 });

const byReaders = (text: string, manifest: SeriesManifest, readers: number, census: CensusAsked = true, size?: number) => {
  const layout = layoutOf(layoutFor(manifest));
  const question = questionOf(layout, manifest, census);
  const findings = question && findIn(text, question, readers, size);
  return findings && judgeFindings(findings, layout, manifest, census);
};

/** Of one reader, unless several find something else. */
const byLines = (text: string, manifest: SeriesManifest, census: CensusAsked = true) => {
  const proved = byReaders(text, manifest, 1, census);
  for (const readers of [2, 3]) expect(byReaders(text, manifest, readers, census)).toEqual(proved);
  return proved;
};

const byCells = async (text: string, manifest: SeriesManifest, census: CensusAsked = true) => {
  const path = join(home, 'data.csv');
  writeFileSync(path, text);
  const beside = { folder: home, stage: 'written', original: undefined, population: undefined, noiseKey: undefined } as const;
  try {
    return await countingOn(await lentDuckDB()).withCounter((counter) =>
      checkSeriesRows(counter, layoutFor(manifest, path), manifest, { ...beside, census }),
    );
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
};

const interval = (decimals: number, step = 1) =>
  fc
    .tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: 0, max: 200 }))
    .map(([low, width]) =>
      [low, low + width].map((units) => ((units * step) / 10 ** decimals).toFixed(decimals).replace(/^-(0[.0]*)$/, '$1')),
    )
    .map(([low, high]) => `[${low}-${high}]`);

const words = ['aa,1', 'ab,2', 'ba,2', 'cd,10', 'fa,10', 'cd,12'];
const ranges = ['a|a,1', 'a-b|b,2', 'b|a-b,2', 'a-d|c,10', 'c|c,10', 'c|c,12'];

const groupsWith = (ends: readonly string[]) =>
  fc
    .uniqueArray(
      fc.record({
        cells: fc.tuple(interval(2), interval(0), interval(1, 5)),
        leaves: fc.uniqueArray(fc.record({ end: fc.constantFrom(...ends), rows: fc.integer({ min: 2, max: 4 }) }), {
          selector: ({ end }) => end,
          minLength: 2,
          maxLength: 4,
        }),
      }),
      { selector: ({ cells }) => cells.join(), minLength: 1, maxLength: 9 },
    )
    .map((drawn): readonly Group[] => drawn.map((group, i) => ({ id: drawn.length - i, ...group })));

const anyRelease = fc.constantFrom('word' as const, 'interval' as const).chain((form) =>
  groupsWith(form === 'word' ? words : ranges).map((groups) => {
    const text = textOf(groups);
    return { groups, text, manifest: manifestOf(text.split('\n').length - 2, form) };
  }),
);

describe('lines that hold', () => {
  it('are proved as cells are, with the same counts', async () => {
    await fc.assert(
      fc.asyncProperty(anyRelease, fc.boolean(), async ({ text, manifest }, census) => {
        expect(hasPlainLines(manifest)).toBe(true);
        const proved = byLines(text, manifest, census);
        expect(proved?.breaches).toEqual([]);
        expect(proved).toEqual(await byCells(text, manifest, census));
      }),
      { numRuns: draws(25) },
    );
  });

  it('have the bands that a report shows, or they are strange', async () => {
    await fc.assert(
      fc.asyncProperty(anyRelease, async ({ groups, text, manifest }) => {
        const bands = groups.map(({ cells, leaves }) => {
          const bounds = cells.slice(0, 2).map((cell) => /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(cell)?.slice(1).map(Number) ?? []);
          const size = leaves.reduce((sum, { rows }) => sum + rows, 0);
          return { size, lower: bounds.map(([low]) => low), upper: bounds.map(([, high]) => high) };
        });
        const [first] = bands;
        const other = [
          { ...first, size: first.size + 99 },
          { ...first, upper: first.upper.map((bound) => bound + 1000) },
        ];
        for (const instants of [['T1', 'T2'], ['T1'], ['T1', 'T9']]) {
          const shown = { instants, bands: [...bands, ...other] };
          const proved = byLines(text, manifest, shown);
          expect(proved).toEqual(await byCells(text, manifest, shown));
          const strange = instants.length === 2 && instants[1] === 'T2' ? other.length : shown.bands.length;
          expect(proved?.census).toMatchObject({ strangeBands: strange });
        }
      }),
      { numRuns: draws(8) },
    );
  });

  it('are the same however the file is cut into pieces', () => {
    fc.assert(
      fc.property(anyRelease, fc.integer({ min: 1, max: 60 }), ({ text, manifest }, size) => {
        const prove = (piece: number) => byReaders(text, manifest, 1 + (size % 3), true, piece);
        expect(prove(size)).toEqual(prove(1 << 20));
      }),
      { numRuns: draws(50) },
    );
  });
});

describe('lines that do not hold', () => {
  it('are never proved: what was changed at random is judged by its cells, or holds there too', async () => {
    const sign = fc.constantFrom(...'0123456789-.,[]|abz \t+é');
    await fc.assert(
      fc.asyncProperty(
        anyRelease,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('put', 'cut', 'over'), sign), { minLength: 1, maxLength: 3 }),
        async ({ text, manifest }, changes) => {
          const header = text.indexOf('\n') + 1;
          let forged = text;
          for (const [place, how, letter] of changes) {
            const at = header + (place % (forged.length - header - 1));
            forged = forged.slice(0, at) + (how === 'cut' ? '' : letter) + forged.slice(how === 'put' ? at : at + 1);
          }
          const shape = createCsvShape('data.csv', false);
          shape.take(Buffer.from(forged));
          const { breaches, rows } = shape.end();
          const proved = breaches.length > 0 || rows !== manifest.data.rows ? undefined : byLines(forged, manifest);
          if (proved !== undefined) expect(proved).toEqual(await byCells(forged, manifest));
        },
      ),
      { numRuns: draws(150) },
    );
  });

  const good: readonly Group[] = [
    { id: 1, cells: ['[-1.50-2.00]', '[3-4]', '[20.5-30.0]'], leaves: [{ end: 'ab,2', rows: 3 }] },
    { id: 2, cells: ['[0.00-2.00]', '[-3--1]', '[20.0-30.0]'], leaves: [{ end: 'cd,10', rows: 2 }, { end: 'aa,1', rows: 2 }] }, // biome-ignore format: a row each
  ];
  const text = textOf(good);
  const manifest = manifestOf(7);
  const faults: readonly (readonly [fault: string, from: string, to: string])[] = [
    ['a negative zero', '[0.00-2.00]', '[-0.00-2.00]'],
    ['other decimals', '[0.00-2.00]', '[0.0-2.00]'],
    ['no decimals', '[0.00-2.00]', '[0-2.00]'],
    ['decimals where there are none', '[3-4]', '[3.0-4]'],
    ['a zero before a number', '[3-4]', '[03-4]'],
    ['a plus', '[3-4]', '[+3-4]'],
    ['a power of ten', '[3-4]', '[3-4e1]'],
    ['bounds in the wrong order', '[3-4]', '[5-4]'],
    ['a bound that is no multiple of the step', '[20.5-30.0]', '[20.4-30.0]'],
    ['a blank in a cell', '[3-4]', '[3- 4]'],
    ['no bracket', '[3-4]', '[3-4'],
    ['an empty cell', '[3-4]', ''],
    ['a cell too many', '[3-4]', '[3-4],[3-4]'],
    ['a cell too few', ',[3-4]', ''],
    ['a number that nobody can count with', '[3-4]', '[3-4444444444444444]'],
    ['a letter beyond the level', 'ab,2', 'ac,2'],
    ['a capital letter', 'ab,2', 'aB,2'],
    ['a letter too many', 'ab,2', 'abb,2'],
    ['a level of zero', 'ab,2', 'ab,0'],
    ['a level that is too high', 'cd,10', 'cd,13'],
    ['a level written otherwise', 'ab,2', 'ab,02'],
    ['a GroupID that leaves a gap', '\n2,', '\n3,'],
    ['a GroupID of zero', '\n2,', '\n0,'],
    ['a GroupID written otherwise', '\n2,', '\n02,'],
    ['no GroupID', '\n2,', '\n,'],
    ['one GroupID for two envelopes', '\n2,', '\n1,'],
  ];
  it.each(faults)('are not proved with %s', async (_, from, to) => {
    expect(byLines(text, manifest)).toBeDefined();
    const forged = text.replaceAll(from, to);
    expect(forged).not.toBe(text);
    expect(byLines(forged, manifest)).toBeUndefined();
  });

  it.each([
    ['too few share an envelope', [{ ...good[0], leaves: [{ end: 'ab,2', rows: 2 }] }, good[1]]],
    ['too few share a pattern', [good[0], { ...good[1], leaves: [...good[1].leaves, { end: 'ba,2', rows: 1 }] }]],
    ['an envelope has two GroupIDs', [good[0], good[1], { ...good[0], id: 3 }]],
    ['a GroupID has two envelopes', [good[0], good[1], { ...good[0], id: 2 }]],
    ['a GroupID has two envelopes of one length', [good[0], { ...good[0], cells: ['[-1.50-2.01]', '[3-4]', '[20.5-30.0]'] }]],
    ['a GroupID has an envelope that begins as its own', [good[0], { ...good[0], cells: [...good[0].cells, '[3-4]'] }]],
    ['a GroupID is larger than all groups there could be', [good[0], { ...good[1], id: 2 ** 24 }]],
    ['a GroupID has more digits than can be counted with', [good[0], { ...good[1], id: 2 ** 53 }]],
    ['GroupIDs differ by what a double cannot hold', [good[0], { ...good[1], id: 2 ** 32 + 1 }]],
  ])('are not proved where %s', (_, groups) => {
    expect(byLines(textOf(groups), manifestOf(7))).toBeUndefined();
  });

  it('are not proved where a GroupID comes back with another envelope after many others', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      ...good[0],
      id: i + 1,
      cells: [`[0.00-${i}.00]`, '[3-4]', '[20.5-30.0]'],
    }));
    expect(byLines(textOf(many), manifestOf(30_000))?.classes).toMatchObject({ groups: 10_000, smallestGroup: 3 });
    expect(byLines(textOf([...many, { ...many[7], id: 9 }]), manifestOf(30_003))).toBeUndefined();
    expect(byLines(textOf([...many, { ...many[7], id: 10_001 }]), manifestOf(30_003))).toBeUndefined();
    expect(byLines(textOf([many[9999], ...many.slice(0, 9999)]), manifestOf(30_000))).toBeDefined(); // in any order
  });

  it('are not read on where one envelope has leaves without end', () => {
    const leaves = Array.from({ length: 6000 }, (_, i) => ({ end: `${i},2`, rows: 1 }));
    expect(inPieces(textOf([{ ...good[0], leaves: leaves.slice(0, 5000) }]), 1 << 16)?.rows).toBe(5000);
    expect(inPieces(textOf([{ ...good[0], leaves }]), 1 << 16)).toBeUndefined();
  });

  it('are not proved where a range does not go up', () => {
    const range = textOf([{ ...good[0], leaves: [{ end: 'a-b|b,2', rows: 3 }] }]);
    expect(byLines(range, manifestOf(3, 'interval'))).toBeDefined();
    for (const end of ['b-a|b', 'b-b|b', 'a-c|b', 'a-b', 'a-b|b|b', 'a-|b'])
      expect(byLines(range.replaceAll('a-b|b', end), manifestOf(3, 'interval'))).toBeUndefined();
  });

  it('are not looked at where a release has other columns, parts, or cells for a spreadsheet', () => {
    const { columns, data } = manifest;
    const sensitive = { name: 'illness', role: 'sensitive', kind: 'text' } as const;
    const label = { name: 'job', role: 'quasi', kind: 'label' } as const;
    for (const more of [sensitive, label])
      expect(hasPlainLines({ ...manifest, columns: [...columns.slice(0, -2), more, ...columns.slice(-2)] })).toBe(false);
    expect(hasPlainLines({ ...manifest, shape: 'long' })).toBe(false);
    expect(hasPlainLines({ ...manifest, spreadsheetSafe: true })).toBe(false);
    expect(hasPlainLines({ ...manifest, data: { ...data, format: 'parquet' } })).toBe(false);
    expect(hasPlainLines({ ...manifest, data: { ...data, parts: [] } })).toBe(false);
    expect(hasPlainLines({ ...manifest, promises: { k: 3, p: 2, l: 2 } })).toBe(false);
  });
});

describe('threads that read lines', () => {
  const groups = Array.from(
    { length: 3000 },
    (_, i): Group => ({
      id: 3000 - i,
      cells: [`[0.00-${i}.00]`, `[${i % 7}-8]`, '[20.5-30.0]'],
      leaves: [{ end: words[i % words.length], rows: 3 + (i % 2) }],
    }),
  );
  const manifest = manifestOf(10_500);
  const layout = layoutOf(layoutFor(manifest));

  const prove = async (text: string, readers: number) => {
    const threads = readInThreads(readers);
    try {
      const bytes = Buffer.from(text);
      const lent = Buffer.alloc(10_000);
      for (let at = 0; at < bytes.length; at += lent.length) {
        bytes.copy(lent, 0, at);
        await threads.take(lent.subarray(0, Math.min(lent.length, bytes.length - at)));
      }
      return await proveLines(threads.ask, layout, manifest, true);
    } finally {
      await threads.close();
    }
  };

  it('find what one reader finds, however many they are', async () => {
    const text = textOf(groups);
    const alone = byReaders(text, manifest, 1);
    expect(alone?.classes).toMatchObject({ rows: 10_500, groups: 3000, smallestGroup: 3 });
    for (const readers of [1, 2, 3]) expect(await prove(text, readers)).toEqual(alone);
  });

  it('prove nothing where two of them have the same envelope, or one cannot read a line', async () => {
    const [first, second, ...others] = groups;
    expect(await prove(textOf([first, { ...second, cells: first.cells }, ...others]), 2)).toBeUndefined();
    expect(await prove(textOf(groups).replace('[0.00-7.00]', '[0.00-7.0]'), 2)).toBeUndefined();
    expect(await prove(textOf(groups).slice(0, -1), 2)).toBeUndefined();
  });

  it('prove nothing where one of them ends before it answers', async () => {
    const program = join(home, 'ends.mjs');
    writeFileSync(program, 'process.exit(3);');
    const threads = readInThreads(2, program);
    for (let piece = 0; piece < 9; piece++) await threads.take(Buffer.from(textOf(groups)));
    expect(await proveLines(threads.ask, layout, manifest, true)).toBeUndefined();
    await threads.close();
  });
});

describe('codes of bytes', () => {
  const codesOf = (texts: readonly string[], mostBytes = 1e8) => {
    const codes = createByteCodes(mostBytes);
    const code = (text: string) => {
      const bytes = Buffer.from(`-${text}-`);
      return codes.codeOf(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 1, bytes.length - 1);
    };
    return { codes, found: texts.map(code) };
  };

  it('are equal where the bytes are, count from 0 in order of first sight, and give the bytes back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 60 }), (drawn) => {
        const texts = [
          ...drawn,
          ...Array.from({ length: 2000 }, (_, i) => `${i % 1500}, a text longer than eight bytes`),
          ...drawn,
        ];
        const { codes, found } = codesOf(texts);
        const order = [...new Set(texts)];
        expect(found).toEqual(texts.map((text) => order.indexOf(text)));
        expect(order.map((_, code) => codes.bytesOf(code).toString())).toEqual(order);
        expect(codes.count()).toBe(order.length);
      }),
      { numRuns: draws(10) },
    );
  });

  it('end where there is no more room, and those that are there stay', () => {
    const long = (letter: string) => letter.repeat(3_000_000);
    const { found } = codesOf([long('a'), long('b'), long('c'), long('a'), long('b')], 9e6);
    expect(found).toEqual([0, 1, -1, 0, 1]);
  });
});
