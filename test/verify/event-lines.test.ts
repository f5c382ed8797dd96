import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Unreadable } from '../../src/base/counting.ts';
import { randomFrom } from '../../src/base/random.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import type { EventsManifest } from '../../src/release/manifest.ts';
import { unicityOf } from '../../src/risk/events/unicity.ts';
import { readOnThread } from '../../src/verify/events/event-line-thread.ts';
import { type EventLines, eventLineForm, hasPlainEvents, readEventLines } from '../../src/verify/events/event-lines.ts';
import { checkEventRows } from '../../src/verify/events/event-rows.ts';
import { csvSource } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { goodEvents, quasi } from './an-event-release.ts';
import { lentDuckDB } from './lent-duckdb.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-event-lines-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Kind = 'random' | 'rotate' | 'drop';

const manifestOf = (kind: Kind, rows: number, k = 2): EventsManifest => {
  const { manifest } = goodEvents(kind);
  return { ...manifest, promises: { k }, data: { ...manifest.data, rows } };
};

/** What is read of a file that comes in pieces of so many bytes. */
function linesOf(bytes: Buffer, manifest: EventsManifest, piece = 1 << 20): EventLines | undefined {
  const reader = readEventLines(eventLineForm(manifest, 1));
  for (let from = 0; from < bytes.length; from += piece) reader.take(Buffer.from(bytes.subarray(from, from + piece)));
  return reader.end();
}

const headerOf = (kind: Kind): string => [...(kind === 'drop' ? [] : ['GUID']), ...quasi].join(';');
const bytesOf = (kind: Kind, lines: readonly string[]): Buffer => Buffer.from([headerOf(kind), ...lines, ''].join('\n'));

/** What rows are found to be, by their cells, or by these lines. */
async function judged(bytes: Buffer, manifest: EventsManifest, lines: EventLines | undefined) {
  const folder = mkdtempSync(join(home, 'release-'));
  mkdirSync(join(folder, 'internal'));
  writeFileSync(join(folder, manifest.data.file), bytes);
  const beside = {
    folder,
    stage: 'published',
    census: true,
    original: undefined,
    population: undefined,
    noiseKey: undefined,
  } as const;
  return countingOn(await lentDuckDB()).withCounter(async (counter) => {
    const source = csvSource(join(folder, manifest.data.file), manifest.columns, ';', { parallel: true, longestRow: 1000 });
    try {
      const { census, ...found } = await checkEventRows(counter, source, manifest, { ...beside, lines });
      const { rows: _, ...told } = census?.kind === 'events' ? census : { rows: undefined };
      return { ...found, census: told };
    } catch (error) {
      if (error instanceof Unreadable) return 'unreadable';
      throw error;
    }
  });
}

const texts = ['fall;51;0;night', 'fall;51;0;morning', 'fäll;2;workday;100', 'door;100;6;daytime', 'door;;6;daytime'];

const anyRows = fc.record({
  kind: fc.constantFrom<Kind>('random', 'rotate', 'drop'),
  rows: fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom(...texts)), { minLength: 1, maxLength: 60 }),
  k: fc.integer({ min: 2, max: 4 }),
});

const numbered = (rows: readonly (readonly [number, string])[]): readonly (readonly [number, string])[] => {
  const known = [...new Set(rows.map(([id]) => id))];
  return rows.map(([id, text]) => [known.indexOf(id) + 1, text]);
};

describe('a release of plain events', () => {
  it('is judged by its lines as it is by its cells, whether or not it holds, and whatever pieces it comes in', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 40 }), fc.boolean(), async ({ kind, rows, k }, piece, isNumbered) => {
        const lines = (isNumbered ? numbered(rows) : rows).map(([id, text]) => (kind === 'drop' ? text : `${id};${text}`));
        const [bytes, manifest] = [bytesOf(kind, lines), manifestOf(kind, rows.length, k)];
        const read = linesOf(bytes, manifest, piece);
        expect(read?.held.length).toBe(rows.length);
        expect(await judged(bytes, manifest, read)).toEqual(await judged(bytes, manifest, undefined));
      }),
      { numRuns: draws(60) },
    );
  });

  it('singles the same people out, whoever reads it', async () => {
    const counting = countingOn(await lentDuckDB());
    await fc.assert(
      fc.asyncProperty(anyRows, fc.nat(), async ({ rows }, seed) => {
        const full = numbered(rows).filter(([, text]) => !text.includes(';;'));
        const own = numbered(full.length === 0 ? [[1, texts[0]]] : full);
        const bytes = bytesOf('random', own.map(([id, text]) => `${id};${text}`)); // biome-ignore format: a row
        const path = join(home, 'log.csv');
        writeFileSync(path, bytes);
        const read = linesOf(bytes, manifestOf('random', own.length));
        const log = { path, format: 'csv', delimiter: ';', subject: 'GUID', columns: quasi } as const;
        const coded = read?.numbers && { ...read, numbers: read.numbers };
        expect(coded).toBeDefined();
        const options = { counting, sample: 4 };
        expect(await unicityOf(log, randomFrom(seed), { ...options, read: coded })).toEqual(
          await unicityOf(log, randomFrom(seed), options),
        );
      }),
      { numRuns: draws(40) },
    );
  });

  const manifest = manifestOf('random', 2);
  it.each([
    ['a cell is in quotes', '1;"fall";51;0;night'],
    ['a row has one cell more', '1;fall;51;0;night;'],
    ['a row has one cell less', '1;fall;51;0'],
    ['an id has another spelling', '01;fall;51;0;night'],
    ['an id is no number', 'x;fall;51;0;night'],
    ['an id is missing', ';fall;51;0;night'],
    ['an id is too large to be counted with', '1234567890;fall;51;0;night'],
    ['a line is empty', ''],
    ['a text could end a statement', '1;fall\0;51;0;night'],
  ])('is not read by its lines where %s', (_, line) => {
    expect(linesOf(bytesOf('random', ['1;fall;51;0;night']), manifest)).toBeDefined();
    expect(linesOf(bytesOf('random', ['1;fall;51;0;night', line]), manifest, 7)).toBeUndefined();
  });

  it('is not read by its lines where the last has no end, or a letter is none', () => {
    expect(linesOf(Buffer.from(`${headerOf('random')}\n1;fall;51;0;night`), manifest)).toBeUndefined();
    const broken = Buffer.from(`${headerOf('random')}\n1;f\u0001ll;51;0;night\n`);
    broken[broken.indexOf(1)] = 0xff;
    expect(linesOf(broken, manifest)).toBeUndefined();
  });

  it('has ids that mean nothing, all its rows in one file, and nothing else in them', () => {
    expect(hasPlainEvents(manifest)).toBe(true);
    const { manifest: named } = goodEvents('keep');
    expect(hasPlainEvents(named)).toBe(false);
    expect(hasPlainEvents({ ...manifest, pseudonym: 'shared:week' })).toBe(false);
    expect(hasPlainEvents({ ...manifest, data: { ...manifest.data, format: 'parquet' } })).toBe(false);
    expect(hasPlainEvents({ ...manifest, spreadsheetSafe: true })).toBe(false);
    expect(hasPlainEvents({ ...manifest, columns: manifest.columns.slice(1) })).toBe(false);
  });
});

describe('a thread that reads the lines of events', () => {
  /** What it finds of a file that comes in pieces that are lent. */
  async function byThread(bytes: Buffer, manifest: EventsManifest, piece: number, program?: string) {
    const reading =
      program === undefined ? readOnThread(eventLineForm(manifest, 1)) : readOnThread(eventLineForm(manifest, 1), program);
    const lent = Buffer.alloc(piece);
    try {
      for (let from = 0; from < bytes.length; from += piece) {
        bytes.copy(lent, 0, from);
        await reading.take(lent.subarray(0, Math.min(piece, bytes.length - from)));
      }
      return await reading.end();
    } finally {
      await reading.close();
    }
  }

  it('finds what is found in place, and nothing where a line is odd', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 400 }), fc.boolean(), async ({ kind, rows }, piece, isOdd) => {
        const lines = rows.map(([id, text]) => (kind === 'drop' ? text : `${id};${text}`));
        const bytes = bytesOf(kind, isOdd ? [...lines, '"'] : lines);
        const manifest = manifestOf(kind, lines.length);
        const found = linesOf(bytes, manifest);
        expect(found === undefined).toBe(isOdd);
        expect(await byThread(bytes, manifest, piece)).toEqual(found);
      }),
      { numRuns: draws(15) },
    );
  });

  it('proves nothing where it ends before it answers', async () => {
    const program = join(home, 'ends.mjs');
    writeFileSync(program, 'process.exit(3);');
    const bytes = bytesOf('random', ['1;fall;51;0;night', '2;fall;51;0;night']);
    expect(await byThread(bytes, manifestOf('random', 2), 7, program)).toBeUndefined();
  });
});
