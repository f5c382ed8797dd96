import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemory } from '../../src/base/web-assembly.ts';
import type { Manifest, ManifestColumn, SeriesManifest } from '../../src/release/manifest.ts';
import type { CensusAsked } from '../../src/verify/census.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import { answerOf } from '../../src/verify/series/answers.ts';
import {
  hasPlainLines,
  type LineClasses,
  type LineTexts,
  openLineMemory,
  ownPlace,
  readLines,
} from '../../src/verify/series/line-classes.ts';
import {
  answerLines,
  findInLines,
  type LineFindings,
  type LineQuestion,
  type NumberForm,
} from '../../src/verify/series/line-findings.ts';
import { openLines, readInThreads } from '../../src/verify/series/line-threads.ts';
import { judgeFindings, proveLines, questionOf } from '../../src/verify/series/prove-lines.ts';
import type { Source } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { band, curve, group, level, pattern, type Told } from './series-source.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-judges-lines-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const textsOf = (texts: readonly string[]): LineTexts => ({
  count: texts.length,
  bytesOf: (code) => Buffer.from(texts[code]),
  hashes: () => Int32Array.from(texts.flatMap((text, code) => [code, text.length])),
});

/** Lines of some envelopes, each with its leaves: which end, and how many rows. */
const linesOf = (
  envelopes: readonly (readonly [cells: string, leaves: readonly (readonly [end: number, rows: number])[]])[],
  ends: readonly string[],
): LineClasses => {
  const leaves = envelopes.flatMap(([, own], code) => own.map(([end, rows]) => [code, end, rows]));
  const column = (place: number) => Uint32Array.from(leaves, (leaf) => leaf[place]);
  return {
    rows: leaves.reduce((sum, [, , rows]) => sum + rows, 0),
    envelopes: textsOf(envelopes.map(([cells]) => cells)),
    ids: Float64Array.from(envelopes, (_, code) => code + 1),
    ends: textsOf(ends),
    leaves: { envelope: column(0), end: column(1), rows: column(2) },
  };
};

const whole: NumberForm = { decimals: 0, scale: 1, step: 0 };
const asking = (forms: readonly NumberForm[], more: Partial<LineQuestion> = {}): LineQuestion => ({
  forms,
  pattern: { form: 'word', segments: 1, maxLevel: 26 },
  asked: forms.map((_, c) => c),
  shownAt: [],
  shown: [],
  isShared: false,
  ...more,
});

describe('intervals of a line', () => {
  /** The bounds of a cell, by what is written. */
  function boundsOf(cell: string, { decimals, step }: NumberForm): readonly number[] | undefined {
    const number = `(-?)(0|[1-9][0-9]*)${decimals > 0 ? `\\.([0-9]{${decimals}})` : '()'}`;
    const parts = new RegExp(`^\\[${number}-${number}\\]$`).exec(cell)?.slice(1);
    if (parts === undefined) return undefined;
    const units = [parts.slice(0, 3), parts.slice(3)].map(([sign, before, behind]) => BigInt(`${sign}${before}${behind}`));
    const isSound = [parts.slice(0, 3), parts.slice(3)].every(
      ([sign, before, behind], i) =>
        before.length + behind.length <= 15 && (sign === '' || units[i] !== 0n) && (step === 0 || units[i] % BigInt(step) === 0n),
    );
    return isSound && units[0] <= units[1] ? units.map((one) => Number(one) / 10 ** decimals) : undefined;
  }

  const numbers = ['0', '5', '9', '10', '01', '00', '-0', '-5', '--5', '', '-', '/', ':', '1/', '1:', '123456789012345', '1234567890123456', '1e3', '+1', '10.', '0.0', '0.5', '0.9', '0./', '0.:', '-0.5', '-0.0', '1.25', '1.2', '12345678901234.5', '123456789012345.5', '01.5', '.5', '1,5', '1.-5', '0.00', '0.05', '-2.50', '1234567890123.45', '12345678901234.56']; // biome-ignore format: a line
  const odd = ['', '[1-2', '1-2]', '(1-2]', '[1_2]', '[1-2)', '[1-2]]', '[1-2]x', ' [1-2]', '[1-2],', '[1]', '[]', '[-]'];
  const forms: readonly NumberForm[] = [
    whole,
    { decimals: 0, scale: 1, step: 5 },
    { decimals: 1, scale: 10, step: 0 },
    { decimals: 1, scale: 10, step: 5 },
    { decimals: 2, scale: 100, step: 0 },
  ];

  it.each(forms)('are read in the one form that a column owes, and in no other: %o', (form) => {
    const cells = [...numbers.flatMap((low) => numbers.map((high) => `[${low}-${high}]`)), ...odd];
    const sound = cells.filter((cell) => boundsOf(cell, form) !== undefined);
    expect(sound.length).toBeGreaterThan(3);
    const read = cells.map((cell) => {
      const found = findInLines(linesOf([[cell, [[0, 3]]]], ['a,1']), asking([form])); // biome-ignore format: a line
      return [cell, found && [...found.lower, ...found.upper]];
    });
    expect(read).toEqual(cells.map((cell) => [cell, boundsOf(cell, form)]));
    const all = findInLines(linesOf(sound.map((cell) => [cell, [[0, 3]]] as const), ['a,1']), asking([form])); // biome-ignore format: a line
    expect(all && Array.from(all.lower, (low, i) => [low, all.upper[i]])).toEqual(sound.map((cell) => boundsOf(cell, form)));
  });

  it('are those of each column, in their order, with commas between them', () => {
    const three = [whole, { decimals: 1, scale: 10, step: 0 }, whole];
    const line = '[1-2],[3.0-4.5],[-5-6]';
    const found = findInLines(linesOf([[line, [[0, 3]]], ['[7-8],[9.0-9.5],[0-1]', [[0, 4]]]], ['a,1']), asking(three, { asked: [2, 1] })); // biome-ignore format: a line
    expect([found?.lower, found?.upper].map((some) => [...(some ?? [])])).toEqual([[-5, 0, 3, 9], [6, 1, 4.5, 9.5]]); // biome-ignore format: a line
    for (const other of ['[1-2],[3.0-4.5]', '[1-2];[3.0-4.5],[-5-6]', '[1-2][3.0-4.5],[-5-6]', ',[1-2],[3.0-4.5],[-5-6]', `${line},`, `${line},[1-2]`]) // biome-ignore format: a line
      expect(
        findInLines(
          linesOf(
            [
              [line, [[0, 3]]],
              [other, [[0, 3]]],
            ],
            ['a,1'],
          ),
          asking(three),
        ),
        other,
      ).toBeUndefined();
  });

  it('are found among those that are shown where size and all bounds are the same', () => {
    const lines = linesOf([['[1-2],[3-4],[5-6]', [[0, 3], [0, 1]]], ['[1-2],[3-4],[7-8]', [[0, 5]]]], ['a,1']); // biome-ignore format: a line
    const shown = [
      { size: 4, lower: [5, 1], upper: [6, 2] },
      { size: 5, lower: [5, 1], upper: [6, 2] },
      { size: 5, lower: [7, 1], upper: [8, 2] },
      { size: 5, lower: [7, 1], upper: [8, 3] },
      { size: 5, lower: [7, 0], upper: [8, 2] },
      { size: 4, lower: [7, 1], upper: [8, 2] },
    ];
    const found = findInLines(lines, asking([whole, whole, whole], { asked: [], shownAt: [2, 0], shown }));
    expect(found).toMatchObject({ found: [0, 2], rows: 9 });
    expect([found?.sizes, found?.prints, found?.lower].map((some) => [...(some ?? [])])).toEqual([[4, 5], [], []]);
    const shared = findInLines(lines, asking([whole, whole, whole], { isShared: true }));
    expect([...(shared?.prints ?? [])]).toEqual([0, 17, 1, 17]); // others may have the same
  });
});

describe('what lines end with', () => {
  const endsOf = (end: string, asked: Partial<LineQuestion['pattern']>) =>
    findInLines(linesOf([['[1-2]', [[0, 3]]]], ['a,1', end]), asking([whole], { pattern: { form: 'word', segments: 1, maxLevel: 26, ...asked } }))?.ends[1]; // biome-ignore format: a line

  it('is a word of the letters of its level', () => {
    const letters = '`abcyz{A-|';
    for (const first of letters)
      for (const second of letters)
        for (const told of ['0', '1', '2', '25', '26', '27', '02', '3x', '']) {
          const [word, digits] = [first + second, Number(told)];
          const isSound = /^[1-9][0-9]?$/.test(told) && digits <= 26 && [...word].every((sign) => sign >= 'a' && sign < String.fromCharCode(97 + digits)); // biome-ignore format: a line
          const found = findInLines(linesOf([['[1-2]', [[0, 3]]]], [`${word},${told}`]), asking([whole], { pattern: { form: 'word', segments: 2, maxLevel: 99 } })); // biome-ignore format: a line
          expect(found?.ends, `${word},${told}`).toEqual(isSound ? [{ pattern: word, level: digits }] : undefined);
        }
  });

  it('has as many segments as there are, and a level up to the highest', () => {
    expect(endsOf('ab,2', { segments: 1 })).toBeUndefined();
    expect(endsOf('b,3', { maxLevel: 3 })).toEqual({ pattern: 'b', level: 3 });
    expect(endsOf('b,3', { maxLevel: 2 })).toBeUndefined();
    expect(endsOf('b,3,', { maxLevel: 3 })).toBeUndefined();
    expect(endsOf('xb,3', { maxLevel: 3 })).toBeUndefined();
  });

  it('is a range for each segment where ranges are told, and each goes up', () => {
    const ends = (end: string) => findInLines(linesOf([['[1-2]', [[0, 3]]]], [end]), asking([whole], { pattern: { form: 'interval', segments: 2, maxLevel: 26 } }))?.ends[0]; // biome-ignore format: a line
    for (const sound of ['a|b', 'a-b|b', 'a|a-c', 'a-c|b-c']) expect(ends(`${sound},3`)).toEqual({ pattern: sound, level: 3 });
    for (const other of [
      'ab',
      'a',
      'a|b|c',
      'a-a|b',
      'b-a|b',
      'a|c-b',
      'a-d|b',
      'a|d',
      'a-|b',
      '-a|b',
      'a-b-c|a',
      'a|b|',
      '|a|b',
    ])
      expect(ends(`${other},3`), other).toBeUndefined();
  });
});

describe('an answer of a thread', () => {
  it('hands over the memory of all its lists, or nothing where a line cannot be read', () => {
    const lines = linesOf([['[1-2]', [[0, 3]]]], ['a,1']); // biome-ignore format: a line
    const question = asking([whole], { isShared: true });
    const [found, owned] = answerLines(lines, question);
    expect(found).toEqual(findInLines(lines, question));
    const lists = [found?.ids, found?.sizes, found?.prints, found?.lower, found?.upper, found?.leafRows, found?.leafEnds];
    expect(new Set(owned)).toEqual(new Set(lists.map((one) => one?.buffer)));
    expect(owned).toHaveLength(lists.length);
    expect(owned.every((one) => one instanceof ArrayBuffer)).toBe(true);
    expect(answerLines(undefined, question)).toEqual([undefined, []]);
    expect(answerLines(linesOf([['[2-1]', [[0, 3]]]], ['a,1']), question)).toEqual([undefined, []]); // biome-ignore format: a line
  });
});

const header = 'GroupID,T1,Pattern,Level\n';

describe('reading lines', () => {
  const text = `${header}${'2,[1-2],a,1\n'.repeat(3)}${'1,[3-4],a,1\n1,[3-4],b,2\n'.repeat(2)}`;
  const question = asking([whole]);

  it('in place finds what the lines hold, and nothing where one is not as it must be', async () => {
    const found = async (read: string) => {
      const lines = openLines(1, read.length);
      const bytes = Buffer.from(read);
      await lines.take(bytes.subarray(0, 50));
      await lines.take(bytes.subarray(50));
      const told = await lines.ask(question);
      await lines.close();
      return told;
    };
    const [told, ...others] = (await found(text)) ?? [];
    expect(others).toEqual([]);
    expect(told).toMatchObject({ rows: 7, found: [], ends: [{ pattern: 'a', level: 1 }, { pattern: 'b', level: 2 }] }); // biome-ignore format: a line
    expect([told.ids, told.sizes, told.prints, told.lower, told.leafRows].map((some) => [...some])).toEqual([[2, 1], [3, 4], [], [1, 3], [3, 2, 2]]); // biome-ignore format: a line
    expect(await found(text.slice(0, -1))).toBeUndefined();
    expect(await found(text.replace('[3-4]', '[4-3]'))).toBeUndefined();
    expect(await found('')).toBeUndefined();
    expect(await found(header.slice(0, -1))).toBeUndefined();
  });

  const countsOf = (lines: LineClasses | undefined) => lines && [lines.rows, [...lines.ids], ...Object.values(lines.leaves).map((some) => [...some])]; // biome-ignore format: a line

  it('takes whole lines that lie in its memory as it takes pieces', () => {
    const counts = [7, [2, 1], [0, 1, 1], [0, 0, 1], [3, 2, 2]];
    const takenAt = (...parts: readonly string[]) => {
      const memory = openLineMemory(1000);
      const reader = readLines({ index: 0, of: 1 }, memory);
      for (const part of parts) {
        new Uint8Array(memory.buffer).set(Buffer.from(part), ownPlace);
        reader.takeAt(ownPlace, part.length);
      }
      return reader.end();
    };
    expect(countsOf(takenAt(text))).toEqual(counts);
    const middle = text.indexOf('\n', 50) + 1;
    expect(countsOf(takenAt(text.slice(0, middle), text.slice(middle)))).toEqual(counts);
    expect(takenAt(text, '1,[3-4]')).toBeUndefined(); // a line without an end
    expect(takenAt(`${text}x\n`, text.slice(header.length))).toBeUndefined(); // a fault stays one
    expect(takenAt()).toBeUndefined();
  });

  it('has as much memory of its own as it asks for, and some behind it', () => {
    for (const bytes of [0, 1, 65_536, 20 * 65_536, 20 * 65_536 + 1, 30 * 65_536 - 1])
      expect(openLineMemory(bytes).buffer.byteLength).toBeGreaterThanOrEqual(ownPlace + bytes + 65_536);
  });

  it('finds nothing where memory has no room for them', () => {
    const many = Buffer.from(`${header}${Array.from({ length: 3000 }, (_, i) => `${i + 1},[1-${i}],a,1\n`).join('')}`);
    const found: (number | undefined)[] = [];
    for (let most = 16; most < 400 && found.at(-1) === undefined; most++) {
      const reader = readLines({ index: 0, of: 1 }, createMemory(16, most));
      reader.take(many);
      found.push(reader.end()?.rows);
    }
    expect(found.at(-1)).toBe(3000);
    expect(found.length).toBeGreaterThan(17); // a window takes as many pages
  });

  it('holds lines that are as long as half a window between two pieces, and as a whole one in all', () => {
    const half = 1 << 19;
    const long = (length: number) => `3,${'x'.repeat(length - 7)},a,1\n`;
    const read = (first: number, all: number) => {
      const reader = readLines();
      const line = long(all);
      const parts = [line.slice(0, first), line.slice(first)];
      for (const piece of [text, ...parts, ...parts]) reader.take(Buffer.from(piece));
      const lines = reader.end();
      return lines && [countsOf(lines), [0, 1].map((code) => String(lines.envelopes.bytesOf(code))), lines.envelopes.bytesOf(2).length]; // biome-ignore format: a line
    };
    const counts = [9, [2, 1, 3], [0, 1, 1, 2], [0, 0, 1, 0], [3, 2, 2, 2]];
    for (const [first, all] of [[100, 200], [half, half + 1], [half, half + 100], [half, 2 * half]] as const) // biome-ignore format: a line
      expect(read(first, all)).toEqual([counts, ['[1-2]', '[3-4]'], all - 7]);
    expect(read(half + 1, half + 100)).toBeUndefined();
  });

  it('tells what lines are by their bytes', () => {
    const bytes = Buffer.from(text);
    const pieces = readLines();
    pieces.take(bytes);
    const lines = pieces.end();
    const hashes = lines?.envelopes.hashes() ?? new Int32Array(0);
    expect(hashes).toHaveLength(4);
    expect(hashes.slice(0, 2)).not.toEqual(hashes.slice(2));
    const other = readLines();
    other.take(Buffer.from(text.split('\n').toSpliced(1, 3).join('\n')));
    expect([...(other.end()?.envelopes.hashes() ?? [])]).toEqual([...hashes.slice(2)]); // of the same text the same, by whomever it was read
    expect([lines?.envelopes.count, lines?.ends.count]).toEqual([2, 2]);
    expect([0, 1].map((code) => String(lines?.envelopes.bytesOf(code)))).toEqual(['[1-2]', '[3-4]']);
    expect([0, 1].map((code) => String(lines?.ends.bytesOf(code)))).toEqual(['a,1', 'b,2']);
    expect(Object.values(lines?.leaves ?? {}).map((some) => [...some])).toEqual([[0, 1, 1], [0, 0, 1], [3, 2, 2]]); // biome-ignore format: a line
  });
});

describe('what threads are lent', () => {
  /** A thread that answers with all it was lent, and lets go of nothing. */
  const keeper = join(home, 'keeper.mjs');
  writeFileSync(
    keeper,
    `import { parentPort, workerData } from 'node:worker_threads';
    const kept = [];
    parentPort.on('message', ({ kind, bytes, question }) => {
      if (kind === 'piece') kept.push(bytes);
      else parentPort.postMessage({ kind: 'found', found: { question, share: [workerData.index, workerData.of], kept: kept.map((one) => [one.byteOffset, Buffer.from(one).toString('latin1')]) } });
    });`,
  );
  const silent = join(home, 'silent.mjs');
  writeFileSync(
    silent,
    `import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', ({ kind, slot }) => parentPort.postMessage(kind === 'piece' ? { kind: 'read', slot } : { kind: 'found', found: workerData.index === 0 ? undefined : {} }));`,
  );

  interface Kept {
    readonly question: LineQuestion;
    readonly share: readonly number[];
    readonly kept: readonly (readonly [place: number, text: string])[];
  }

  const lent = async (threads: number, pieces: readonly string[]): Promise<readonly Kept[] | undefined> => {
    const readers = readInThreads(threads, keeper);
    try {
      for (const piece of pieces) await readers.take(Buffer.from(piece, 'latin1'));
      return (await readers.ask(asking([whole]))) as unknown as readonly Kept[] | undefined; // the keeper answers with these
    } finally {
      await readers.close();
    }
  };
  const textsLent = async (pieces: readonly string[]) => (await lent(1, pieces))?.[0].kept.map(([, text]) => text);

  it('are whole lines, with what was left of the piece before', async () => {
    expect(await textsLent(['ab\ncd\n'])).toEqual(['ab\ncd\n']);
    expect(await textsLent(['ab\nc', 'd\ne\nf', '\n'])).toEqual(['ab\n', 'cd\ne\n', 'f\n']);
    expect(await textsLent(['a', 'b', 'c\nd', 'e', '\n'])).toEqual(['abc\n', 'de\n']);
    expect(await textsLent(['\n', '', '\n\n'])).toEqual(['\n', '\n\n']);
    expect(await textsLent([])).toEqual([]);
    expect(await textsLent(['ab\nc'])).toBeUndefined(); // a line without an end
    expect(await textsLent(['ab'])).toBeUndefined();
  });

  it('lie beside each other in memory that all of them see', async () => {
    const kept = await lent(2, ['ab\n', 'cd\n', 'ef\n', 'gh\n']);
    expect(kept?.map(({ share }) => share).toSorted()).toEqual([[0, 2], [1, 2]]); // biome-ignore format: a line
    for (const each of kept ?? []) {
      expect(each.question.isShared).toBe(true);
      expect(each.kept.map(([, text]) => text)).toEqual(['ab\n', 'cd\n', 'ef\n', 'gh\n']);
      const places = each.kept.map(([place]) => place);
      expect(Math.min(...places)).toBeGreaterThan(0); // no place is 0
      expect(new Set(places).size).toBe(4);
    }
  });

  it('are parts of a long piece, cut where lines end', async () => {
    const lines = `${'x'.repeat(999_999)}\n`.repeat(9); // 4 MiB are cut within the fifth line
    const texts = await textsLent([lines]);
    expect(texts?.map(({ length }) => length)).toEqual([4_000_000, 4_000_000, 1_000_000]);
    expect(texts?.join('')).toBe(lines);
  });

  it('are read on after a line that is as long as may be, and no longer after a longer one', async () => {
    const long = 'x'.repeat(1 << 20);
    expect((await textsLent([long, '\n', 'ab\n']))?.map(({ length }) => length)).toEqual([(1 << 20) + 1, 3]);
    expect(await textsLent([`${long}x`, '\n', 'ab\n'])).toBeUndefined();
    expect(await textsLent([`ab\n${long}x`, '\nab\n'])).toBeUndefined();
  });

  it('is nothing where one of them finds a fault', async () => {
    const readers = readInThreads(2, silent);
    for (let piece = 0; piece < 9; piece++) await readers.take(Buffer.from('ab\n'));
    expect(await readers.ask(asking([whole]))).toBeUndefined();
    await readers.close();
  });
});

const sourceWith = (told: readonly Told[]): Source =>
  ({
    table: 'r',
    columns: told.map((declared, c) => ({ sql: `c${c}`, declared: declared as ManifestColumn, type: 'text' })),
  }) as unknown as Source;
const columns: readonly Told[] = [group, band('T1', { decimals: 2 }), { name: 'age', role: 'quasi', kind: 'interval', of: 'age', decimals: 1, snap: 0.5 }, band('T2'), pattern, level]; // biome-ignore format: a line
const layout = layoutOf(sourceWith(columns));
const manifest = { promises: { k: 3, p: 2 }, pattern: { form: 'word', segments: 1, maxLevel: 9 }, data: { file: 'days.csv', format: 'csv' }, columns } as unknown as SeriesManifest; // biome-ignore format: a line

describe('lines that are plain', () => {
  const isPlain = (more: object, told: readonly object[] = columns): boolean =>
    hasPlainLines({ ...manifest, method: 'naive', columns: told, ...more } as unknown as Manifest);

  it('are GroupID, intervals, pattern and level of a CSV file, and nothing else', () => {
    expect(isPlain({})).toBe(true);
    expect(isPlain({}, [group, band('T1'), pattern, level])).toBe(true);
    expect(isPlain({}, [group, pattern, level])).toBe(false); // no interval
    for (const method of ['events', 'kaca']) expect(isPlain({ method })).toBe(false);
    expect(isPlain({ shape: 'long' })).toBe(false);
    expect(isPlain({ spreadsheetSafe: true })).toBe(false);
    expect(isPlain({ data: { format: 'parquet' } })).toBe(false);
    expect(isPlain({ data: { format: 'csv', parts: [] } })).toBe(false);
    for (const more of [{ l: 2 }, { models: [] }]) expect(isPlain({ promises: { k: 3, p: 2, ...more } })).toBe(false);
    expect(isPlain({}, [pattern, ...columns.slice(1)])).toBe(false);
    expect(isPlain({}, [...columns.slice(0, -2), level, level])).toBe(false);
    expect(isPlain({}, [...columns.slice(0, -2), pattern, pattern])).toBe(false);
    expect(isPlain({}, [...columns, level])).toBe(false);
    const among = (other: object) => isPlain({}, [...columns.slice(0, 2), other, ...columns.slice(2)]);
    for (const other of [band('T9', { kind: 'lower' }), { name: 'x', role: 'quasi', kind: 'label' }, { name: 'x', role: 'sensitive', kind: 'interval' }, curve('T1')]) // biome-ignore format: a line
      expect(among(other)).toBe(false);
  });
});

describe('the question to lines', () => {
  const ask = (census: CensusAsked, of = layout) => questionOf(of, manifest, census);
  const shown = (bands: number, instants = ['T2']) => ({ instants, bands: Array.from({ length: bands }, (_, i) => ({ size: i, lower: [i], upper: [i + 1] })) }); // biome-ignore format: a line

  it('tells how bounds are written, what is asked of them, and which bands are looked for', () => {
    const forms = [
      { decimals: 2, scale: 100, step: 0 },
      { decimals: 1, scale: 10, step: 5 },
      { decimals: 0, scale: 1, step: 0 },
    ];
    const plain = { forms, pattern: { form: 'word', segments: 1, maxLevel: 9 }, asked: [0, 2], shownAt: [], shown: [] };
    expect(ask(true)).toEqual(plain);
    expect(ask(false)).toEqual(plain);
    expect(ask(shown(2))).toEqual({ ...plain, shownAt: [2], shown: shown(2).bands });
    expect(ask(shown(2, ['T9']))).toEqual({ ...plain, shownAt: [], shown: [] }); // no such instant
  });

  it('is none where too many bands are shown, or a step is beyond what can be counted with', () => {
    expect(ask(shown(100))?.shown).toHaveLength(100);
    expect(ask(shown(101))).toBeUndefined();
    const stepped = (snap: number) => layoutOf(sourceWith([group, band('T1', { snap, decimals: 0 }), band('T2'), pattern, level])); // biome-ignore format: a line
    expect(ask(true, stepped(Number.MAX_SAFE_INTEGER))?.forms[0].step).toBe(Number.MAX_SAFE_INTEGER);
    expect(ask(true, stepped(2 ** 54))).toBeUndefined();
  });

  it('is not asked where there is none, and what nobody found is not judged', async () => {
    const never = async () => Promise.reject(new Error('nobody asks'));
    expect(await proveLines(never, layout, manifest, shown(101))).toBeUndefined();
    expect(await proveLines(async () => undefined, layout, manifest, true)).toBeUndefined();
  });
});

interface Read {
  readonly ids: readonly number[];
  readonly sizes: readonly number[];
  readonly prints?: readonly number[];
  readonly leaves: readonly (readonly [end: number, rows: number])[];
  readonly ends?: readonly (readonly [pattern: string, level: number])[];
  readonly found?: readonly number[];
}

const findingsOf = ({ ids, sizes, prints, leaves, ends = [['a', 1]], found = [] }: Read): LineFindings => ({
  rows: sizes.reduce((sum, size) => sum + size, 0),
  ids: Float64Array.from(ids),
  sizes: Float64Array.from(sizes),
  prints: Int32Array.from(prints ?? ids.flatMap((id) => [id, 7])),
  lower: Float64Array.from([...ids, ...ids.map((id) => 10 * id)]),
  upper: Float64Array.from([...ids.map((id) => id + 1), ...ids.map((id) => 10 * id + 5)]),
  found,
  leafRows: Uint32Array.from(leaves, ([, rows]) => rows),
  leafEnds: Uint32Array.from(leaves, ([end]) => end),
  ends: ends.map(([word, told]) => ({ pattern: word, level: told })),
});

const judge = (read: readonly Read[], census: CensusAsked = false) =>
  judgeFindings(read.map(findingsOf), layout, manifest, census);

describe('what readers found', () => {
  const one: Read = { ids: [2, 1], sizes: [3, 5], leaves: [[0, 3], [0, 2], [1, 3]], ends: [['a', 1], ['b', 2]], found: [0, 2] }; // biome-ignore format: a line
  const other: Read = { ids: [4, 3], sizes: [4, 4], leaves: [[1, 2], [0, 2], [0, 4]], ends: [['c', 3], ['a', 1]], found: [2, 3] }; // biome-ignore format: a line

  it('is put together', () => {
    const classes = { rows: 16, groups: 4, leaves: 6, smallestGroup: 3, smallestLeaf: 2 };
    expect(judge([one, other])).toEqual({ breaches: [], classes });
    const ids = [2, 1, 4, 3];
    const numbers = (numbersOf: (id: number) => number) => Float64Array.from(ids, numbersOf);
    const sizes = Float64Array.of(3, 5, 4, 4);
    const census = {
      kind: 'series',
      groups: [[3, 1], [4, 2], [5, 1]],
      leaves: [[2, 3], [3, 2], [4, 1]],
      patterns: [{ pattern: 'a', level: 1, subjects: 7 }, { pattern: 'c', level: 3, subjects: 6 }, { pattern: 'b', level: 2, subjects: 3 }],
      flat: 7,
      answers: [
        answerOf(layout.envelope[0], numbers((id) => id), numbers((id) => id + 1), sizes),
        answerOf(layout.envelope[2], numbers((id) => 10 * id), numbers((id) => 10 * id + 5), sizes),
      ],
      strangeBands: 0,
    }; // biome-ignore format: lists
    expect(judge([one, other], true)).toEqual({ breaches: [], classes, census });
    const shown = { instants: ['T1'], bands: Array.from({ length: 5 }, () => ({ size: 3, lower: [1], upper: [2] })) };
    expect(judge([one, other], shown)?.census).toEqual({ ...census, strangeBands: 2 });
  });

  it('is nothing where k or P are not kept, or there are no rows', () => {
    expect(judge([{ ids: [1], sizes: [3], leaves: [[0, 3]] }])?.classes).toMatchObject({ smallestGroup: 3, smallestLeaf: 3 });
    expect(judge([{ ids: [1], sizes: [2], leaves: [[0, 2]] }])).toBeUndefined();
    expect(judge([{ ids: [1], sizes: [3], leaves: [[0, 1], [0, 2]] }])).toBeUndefined(); // biome-ignore format: a line
    expect(judge([{ ids: [], sizes: [], leaves: [] }])).toBeUndefined();
    const [large, small] = [{ ids: [1], sizes: [12], leaves: [[0, 10], [0, 2]] }, { ids: [2], sizes: [2], leaves: [[0, 2]] }] as const; // biome-ignore format: a line
    expect(judge([large])).toBeDefined();
    expect(judge([large, small])).toBeUndefined();
  });

  it('has the numbers from 1 on, each once', () => {
    const numbered = (...ids: readonly (readonly number[])[]) =>
      judge(ids.map((own, reader) => ({ ids: own, sizes: own.map(() => 3), leaves: own.map(() => [0, 3] as const), prints: own.flatMap((id) => [id, reader]) }))) !== undefined; // biome-ignore format: a line
    expect(numbered([3, 1, 2])).toBe(true);
    expect(numbered([3], [1, 2])).toBe(true);
    expect(numbered([3], [1])).toBe(false);
    expect(numbered([1, 3])).toBe(false);
    expect(numbered([1, 1])).toBe(false);
    expect(numbered([1], [1])).toBe(false);
    expect(numbered([2])).toBe(false);
  });

  it('tells envelopes of different readers apart by all they told of them', () => {
    const part = fc.constantFrom(0, 1, 2, 3, -1, 64, 2 ** 31 - 1, -(2 ** 31));
    const own = fc.uniqueArray(fc.tuple(part, part), { selector: String, minLength: 1, maxLength: 30 });
    const isJudged = (prints: readonly (readonly (readonly [number, number])[])[]) => {
      let id = 0;
      const read = prints.map((some) => ({ ids: some.map(() => ++id), sizes: some.map(() => 3), leaves: some.map(() => [0, 3] as const), prints: some.flat() })); // biome-ignore format: a line
      return judge(read) !== undefined;
    };
    fc.assert(
      fc.property(fc.array(own, { minLength: 2, maxLength: 3 }), fc.boolean(), (drawn, isApart) => {
        const seen = new Set<string>();
        const prints = drawn.map((some) => some.filter((print) => !isApart || (seen.size < seen.add(String(print)).size))); // biome-ignore format: a line
        fc.pre(prints.every(({ length }) => length > 0));
        const all = prints.flat().map(String);
        expect(isJudged(prints)).toBe(new Set(all).size === all.length);
      }),
      { numRuns: draws(400) },
    );
    const alike = Array.from({ length: 200 }, (_, i) => [i, i ^ 5] as const); // all begin at one place
    expect(isJudged([alike.slice(0, 100), alike.slice(100)])).toBe(true);
    for (const again of [0, 1, 50, 99]) expect(isJudged([alike.slice(0, 100), [...alike.slice(100), alike[again]]])).toBe(false);
    expect(isJudged([[[1, 2]], [[1, 3]]])).toBe(true);
    expect(isJudged([[[1, 2]], [[3, 2]]])).toBe(true);
    expect(isJudged([[[1, 2]], [[2, 1]]])).toBe(true);
    expect(isJudged([[[1, 2]], [[1, 2]]])).toBe(false);
    expect(judge([{ ...one, prints: [] }, other])).toBeUndefined();
    expect(judge([{ ...one, prints: [] }])).toBeDefined(); // nobody else reads
  });
});
