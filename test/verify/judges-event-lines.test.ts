import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createByteCodes } from '../../src/base/byte-codes.ts';
import type { EventsManifest, ManifestColumn } from '../../src/release/manifest.ts';
import { openEventLines } from '../../src/verify/events/event-line-thread.ts';
import {
  countLines,
  type EventLines,
  eventLineForm,
  handOver,
  hasPlainEvents,
  readEventLines,
} from '../../src/verify/events/event-lines.ts';
import { readLinkedLines } from '../../src/verify/events/linked-lines.ts';
import { proveLinkedRelease } from '../../src/verify/events/linked-release.ts';
import { proveLinks } from '../../src/verify/events/prove-links.ts';
import { checkXes } from '../../src/verify/events/xes-beside.ts';
import type { Source, SourceColumn } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { counted } from './source-of-rows.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-judged-lines-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const columns = [
  { name: 'GUID', role: 'subject', kind: 'id' },
  { name: 'what', role: 'quasi', kind: 'label' },
  { name: 'week', role: 'quasi', kind: 'label' },
] as const;
const manifestOf = (change: object = {}, data: object = {}) =>
  ({ pseudonym: 'random', columns, data: { file: 'log.csv', format: 'csv', rows: 10, ...data }, ...change }) as unknown as EventsManifest; // biome-ignore format: a line

const plain = { hasIds: true, columns: 2, likely: 10 };
/** What is read of pieces. */
const linesOf = (pieces: readonly (string | Buffer)[], form = plain): EventLines | undefined => {
  const reader = readEventLines(form);
  for (const piece of pieces) reader.take(Buffer.from(piece));
  return reader.end();
};
const isRead = (...pieces: readonly (string | Buffer)[]) => linesOf(pieces) !== undefined;

describe('lines of events', () => {
  it('are an id and texts, or texts alone, each text once', () => {
    expect(linesOf(['h\n1;a;1\n2;b;1\n10;a;1\n'])).toEqual({ numbers: Uint32Array.of(1, 2, 10), held: Uint32Array.of(0, 1, 0), combinations: [['a', '1'], ['b', '1']] }); // biome-ignore format: a line
    const bare = eventLineForm(manifestOf({ pseudonym: 'drop', columns: columns.slice(1) }), 100);
    expect(bare).toEqual({ hasIds: false, columns: 2, likely: 10 });
    expect(linesOf(['h\na;1\n1;b\na;1\n'], bare)).toEqual({ numbers: undefined, held: Uint32Array.of(0, 1, 0), combinations: [['a', '1'], ['1', 'b']] }); // biome-ignore format: a line
    expect(eventLineForm(manifestOf(), 100)).toEqual(plain);
  });

  it('are as many as there are, however many were likely', () => {
    const text = `h\n${Array.from({ length: 100 }, (_, i) => `${i + 1};a;${i % 3}\n`).join('')}`;
    for (const likely of [0, 1, 3, 1000])
      for (const hasIds of [true, false]) {
        const read = linesOf([text], { hasIds, columns: hasIds ? 2 : 3, likely });
        expect(read?.held.length).toBe(100);
        if (hasIds) expect([...(read?.numbers ?? [])]).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
        expect([...(read?.held ?? [])].slice(0, 6)).toEqual(hasIds ? [0, 1, 2, 0, 1, 2] : [0, 1, 2, 3, 4, 5]);
      }
  });

  it('begin with an id of nine digits at most, in its one spelling', () => {
    for (const id of ['1', '10', '909', '123456789']) expect(isRead(`h\n1;a;1\n${id};b;1\n`), id).toBe(true);
    for (const id of ['', '0', '01', '1/', '1:', '-1', 'x', '1 ', '1x', '1234567890'])
      expect(isRead(`h\n1;a;1\n${id};b;1\n`), id).toBe(false);
    for (const line of ['1xb;1', '0b;1', '1234567890b;1', 'b;1']) expect(isRead(`h\n1;a;1\n${line}\n`), line).toBe(false);
    expect(linesOf(['h\n123456789;a;1\n'])?.numbers).toEqual(Uint32Array.of(123456789));
    for (const pieces of [['h\n123456789', ';a;1\n'], ['h\n1', '23;a;1\n'], ['h', '\n1;a;1\n'], ['h\n1;', 'a;1\n'], ['h\n', '1;a;1', '\n'], ['h\n1;a;', '1', '', '\n']]) // biome-ignore format: a line
      expect(isRead(...pieces), pieces.join('|')).toBe(true);
    expect(isRead('h\n1234567890', ';a;1\n')).toBe(false);
  });

  it('are read to the end, or not at all', () => {
    expect(isRead('h\nx;a;1\n', '1;a;1\n')).toBe(false);
    expect(isRead('h\nx;a;1\n', '1;a;1\n', '2;a;1\n')).toBe(false);
    expect(isRead('h\n1;a;1\n2;a;1')).toBe(false);
    expect(isRead('h')).toBe(false);
    expect(isRead('h\n')).toBe(true);
    for (const odd of ['1;a', '1;a;1;2', '1;"a";1', '1;a\r;1', '1;a\0;1', '1;a\ufffd;1', '']) expect(isRead(`h\n1;a;1\n${odd}\n`), odd).toBe(false); // biome-ignore format: a line
  });

  it('may be 65,536 bytes long before their end is seen, wherever they begin', () => {
    const long = (length: number) => `1;${'a'.repeat(length - 4)};1`;
    expect(isRead(`h\n${long(65_536)}`, '\n')).toBe(true);
    expect(isRead(`h\n${long(65_537)}`, '\n')).toBe(false);
    expect(isRead(`h\n${`${long(40_000)}\n`.repeat(2)}1;b`, ';1\n')).toBe(true);
    expect(isRead(`h\n${long(70_000)}\n`)).toBe(true);
  });

  it('hold texts of four million bytes at most', () => {
    expect(isRead(`h\n1;${'a'.repeat((1 << 22) + 1)};1\n2;b;1\n`)).toBe(false);
  });

  it('have 20,000 texts at most', () => {
    const of = (count: number) => `h\n${Array.from({ length: count }, (_, i) => `1;${i};1\n`).join('')}`;
    expect(linesOf([of(20_000)])?.combinations.length).toBe(20_000);
    expect(isRead(of(20_001))).toBe(false);
  });

  it('are read in place where there is one thread, and handed over with their memory', async () => {
    const reading = openEventLines(1, 1e12, plain);
    await reading.take(Buffer.from('h\n1;a;1\n'));
    const found = await reading.end();
    await reading.close();
    expect(found).toEqual(linesOf(['h\n1;a;1\n']));
    const small = openEventLines(8, 10, plain);
    await small.take(Buffer.from('h\n1;a;1\n'));
    expect(await small.end()).toEqual(found);
    const given = (text: string, form = plain) => {
      const reader = readEventLines(form);
      reader.take(Buffer.from(text));
      return handOver(reader);
    };
    const [lines, owned] = given('h\n1;a;1\n');
    expect(lines).toEqual(found);
    expect(owned).toEqual([lines?.numbers?.buffer, lines?.held.buffer]);
    const [bare, one] = given('h\na;1\n', { hasIds: false, columns: 2, likely: 1 });
    expect(one).toEqual([bare?.held.buffer]);
    expect(given('h\nx;a;1\n')).toEqual([undefined, []]);
  });
});

describe('a release is plain', () => {
  it('where it has one file of ids that mean nothing and of quasi-identifiers, and nothing else', () => {
    for (const pseudonym of ['random', 'rotate']) expect(hasPlainEvents(manifestOf({ pseudonym }))).toBe(true);
    expect(hasPlainEvents(manifestOf({ pseudonym: 'drop', columns: columns.slice(1) }))).toBe(true);
    for (const pseudonym of ['keep', 'shared:week', 'shared:day', 'drop']) expect(hasPlainEvents(manifestOf({ pseudonym }))).toBe(false); // biome-ignore format: a line
    expect(hasPlainEvents(manifestOf({}, { format: 'parquet' }))).toBe(false);
    expect(hasPlainEvents(manifestOf({}, { parts: [{}, {}] }))).toBe(false);
    expect(hasPlainEvents(manifestOf({ spreadsheetSafe: true }))).toBe(false);
    expect(hasPlainEvents(manifestOf({ spreadsheetSafe: false }))).toBe(true);
    const first = (column: object) => hasPlainEvents(manifestOf({ columns: [column, ...columns.slice(1)] }));
    expect(first({ role: 'subject', kind: 'text' })).toBe(false);
    expect(first({ role: 'quasi', kind: 'id' })).toBe(false);
    expect(hasPlainEvents(manifestOf({ columns: [...columns, { role: 'position', kind: 'label' }] }))).toBe(false);
    expect(hasPlainEvents(manifestOf({ columns: [columns[1], columns[0]] }))).toBe(false);
  });
});

describe('lines that were counted', () => {
  const quasi = ['what', 'week'].map((sql) => ({ sql, type: 'text', declared: { name: sql } }) as unknown as SourceColumn);
  const count = (lines: EventLines) =>
    counted(async (counter) => {
      await counter.ask('CREATE TEMP TABLE combinations AS SELECT 0 AS none');
      const counts = await countLines(counter, lines, quasi);
      return { counts, table: counts && (await counter.ask('SELECT what, week, n, size FROM combinations ORDER BY ALL')) };
    });
  const combinations = [['a', '1'], ["b'c", '1'], ['c', '3']] as const; // biome-ignore format: texts
  const anyLines = fc.array(fc.tuple(fc.integer({ min: 1, max: 70 }), fc.nat(2)), { minLength: 80, maxLength: 120 });

  it('have as many events and subjects as a plain count finds', () =>
    fc.assert(
      fc.asyncProperty(anyLines, async (drawn) => {
        const rows = [...drawn, [1, 0], [1, 1], [33, 2], [64, 2], [64, 2]] as const;
        for (const hasIds of [true, false]) {
          const lines: EventLines = {
            numbers: hasIds ? Uint32Array.from(rows, ([id]) => id) : undefined,
            held: Uint32Array.from(rows, ([, text]) => text),
            combinations,
          };
          const { counts, table } = await count(lines);
          const expected = combinations.map((cells, code) => {
            const own = rows.filter(([, text]) => text === code);
            return [...cells, own.length, hasIds ? new Set(own.map(([id]) => id)).size : own.length];
          });
          expect(table).toEqual(expected);
          expect(counts).toEqual({
            rows: rows.length,
            combinations: 3,
            smallest: Math.min(...expected.map(([, , , size]) => Number(size))),
            subjects: hasIds ? new Set(rows.map(([id]) => id)).size : undefined,
            faults: 0,
            largest: hasIds ? Math.max(...rows.map(([id]) => id)) : 0,
          });
        }
      }),
      { numRuns: draws(20) },
    ));

  it('are left to cells where there are none, or ids that are larger than they are many', async () => {
    const of = (ids: readonly number[]): EventLines => ({ numbers: Uint32Array.from(ids), held: new Uint32Array(ids.length), combinations: [['a', '1']] }); // biome-ignore format: a line
    expect((await count(of([1, 2, 3]))).counts).toMatchObject({ rows: 3, subjects: 3, largest: 3, smallest: 3 });
    expect((await count(of([1, 2, 4]))).counts).toBeUndefined();
    expect((await count({ ...of([]), combinations: [] })).counts).toBeUndefined();
    expect((await count({ ...of([]), numbers: undefined, combinations: [] })).counts).toBeUndefined();
  });
});

describe('lines of a release and of its evidence', () => {
  const names = ['GUID', 'what'];
  const read = async (
    rows: readonly string[],
    evidence: readonly string[],
    place: { format?: 'csv' | 'parquet'; file?: string } = {},
    known: readonly string[] = names,
  ) => {
    // biome-ignore format: a line
    const [released, path] = ['released.csv', 'evidence.csv'].map((name) => join(home, name));
    writeFileSync(released, `${rows.join('\n')}\n`);
    writeFileSync(path, `${evidence.join('\n')}\n`);
    const asked = { file: 'evidence', path: place.file ?? path, format: place.format ?? 'csv', there: true } as const;
    return readLinkedLines(released, asked, known);
  };
  const rows = ['GUID;what', '1;a', '2;b', '1;a'];
  const evidence = ['GUID;what;_subject', '1;a;7', '2;b;8', '1;a;7'];

  it('say whose each number is', async () => {
    const found = await read(rows, evidence);
    expect([found?.numbers, found?.owners, found?.held]).toEqual([[1, 2, 1], [7, 8, 7], [0, 1, 0]].map((cells) => Uint32Array.from(cells))); // biome-ignore format: a line
    expect([0, 1].map((code) => String(found?.texts.bytesOf(code)))).toEqual(['a', 'b']);
    const numbered = evidence.map((line, i) => `${line};${i === 0 ? '_row' : i}`);
    expect((await read(rows, numbered))?.owners).toEqual(Uint32Array.of(7, 8, 7));
    const many = Array.from({ length: 9000 }, (_, i) => `${i + 1};t${i % 5}`);
    const all = await read([rows[0], ...many], [evidence[0], ...many.map((line, i) => `${line};${10_000 - i}`)]);
    expect([...(all?.numbers ?? [])]).toEqual(many.map((_, i) => i + 1));
    expect([...(all?.owners ?? [])]).toEqual(many.map((_, i) => 10_000 - i));
    expect([...(all?.held ?? [])]).toEqual(many.map((_, i) => i % 5));
  });

  it('are not read where the evidence is no such file, or has other columns', async () => {
    expect(await read(rows, evidence, { format: 'parquet' })).toBeUndefined();
    const link = join(home, 'link.csv');
    rmSync(link, { force: true });
    symlinkSync(join(home, 'evidence.csv'), link);
    expect(await read(rows, evidence, { file: link })).toBeUndefined();
    expect(await read(rows, rows)).toBeUndefined();
    for (const header of ['GUID;what;subject', 'GUID;who;_subject', 'GUID;what;_row']) expect(await read(rows, [header, ...evidence.slice(1)])).toBeUndefined(); // biome-ignore format: a line
    expect(await read(rows, ['GUID;what;_subject;_row;x', ...evidence.slice(1).map((line) => `${line};1;1`)])).toBeUndefined();
    expect(await read(['GUID;what', 'x;a'], ['GUID;what;_subject', 'x;a;7'])).toBeUndefined();
  });

  it('prove nothing where a number holds what fewer than k hold, and be it one of two', () => {
    const texts = createByteCodes(1e8);
    for (const what of ['a', 'b']) texts.codeOf(Buffer.from(what), new DataView(Uint8Array.from(Buffer.from(what)).buffer), 0, 1);
    const prove = (numbers: readonly number[], held: readonly number[], owners = numbers) =>
      proveLinks({ numbers: Uint32Array.from(numbers), owners: Uint32Array.from(owners), held: Uint32Array.from(held), texts }, { k: 2, windows: undefined }); // biome-ignore format: a line
    expect(prove([1, 2], [0, 0])).toMatchObject({ subjects: 2, sizes: Uint32Array.of(2, 0) });
    expect(prove([1, 2], [0, 1])).toBeUndefined();
    expect(prove([1, 2, 3, 4, 5], [0, 0, 1, 0, 1])).toMatchObject({ subjects: 5, sizes: Uint32Array.of(3, 2) });
    expect(prove([1, 2, 3, 4, 5], [0, 0, 0, 0, 1])).toBeUndefined();
    expect(prove([1, 2], [0, 0], [1, 1])).toBeUndefined();
  });

  it('prove a release of numbers and what they hold, where nothing else is told or promised', async () => {
    const column = (name: string, role: string): SourceColumn => ({ sql: name, type: 'text', declared: { name, role } }) as unknown as SourceColumn; // biome-ignore format: a line
    const [subject, what] = [column('GUID', 'subject'), column('what', 'quasi')];
    const lines = ['1;a', '2;a'];
    await read(['GUID;what', ...lines], ['GUID;what;_subject', ...lines.map((line, i) => `${line};${i + 1}`)]);
    const released = join(home, 'released.csv');
    const prove = (change: object = {}, own: readonly SourceColumn[] = [subject, what]) =>
      counted((counter) => {
        const source = { columns: own } as unknown as Source;
        const manifest = { pseudonym: 'shared:week', promises: { k: 2 }, columns: [], ...change } as unknown as EventsManifest;
        const place = { file: 'evidence', path: join(home, 'evidence.csv'), format: 'csv', there: true } as const;
        return proveLinkedRelease(counter, { source, quasi: [what], subject, file: 'log.csv', k: 2 }, manifest, {
          released,
          place,
        });
      });
    expect(await prove()).toMatchObject({ rows: 2, combinations: 1, smallest: 2, subjects: 2 });
    for (const pseudonym of ['random', 'rotate']) expect(await prove({ pseudonym })).toBeUndefined();
    for (const more of [{ confidence: 1 }, { traces: 2 }, { confidence: 1, traces: 2 }]) expect(await prove({ promises: { k: 2, ...more } })).toBeUndefined(); // biome-ignore format: a line
    const asCells = (names: readonly string[], header: string) => read([header, ...lines], [`${header};_subject`, ...lines.map((line, i) => `${line};${i + 1}`)], {}, names); // biome-ignore format: a line
    await asCells(['GUID', 'what', 'position'], 'GUID;what;position'); // a cell is missing in every line
    expect(await prove({}, [subject, what, column('position', 'position')])).toBeUndefined();
    await asCells(['what', 'GUID'], 'what;GUID');
    expect(await prove({}, [what, subject])).toBeUndefined();
  });

  it('are not read where texts were made to share one hash, which would take without end', async () => {
    const all = textsOfOneHash(1010);
    const [released, path] = ['released.csv', 'evidence.csv'].map((name) => join(home, name));
    for (const count of [900, 1010]) {
      const bytesOf = (header: string, tail: string) => Buffer.concat([Buffer.from(`${header}\n`), ...all.slice(0, count).flatMap((word) => [Buffer.from('1;'), word, Buffer.from(`${tail}\n`)])]); // biome-ignore format: a line
      writeFileSync(released, bytesOf('GUID;what', ''));
      writeFileSync(path, bytesOf('GUID;what;_subject', ';1'));
      const found = await readLinkedLines(released, { file: 'evidence', path, format: 'csv', there: true }, names);
      expect(found?.texts.count()).toBe(count === 900 ? 900 : undefined);
    }
  });
});

/** Texts of eight bytes with the hash of `createByteCodes`: the first half is drawn, and the second follows from it. */
function textsOfOneHash(count: number): Buffer[] {
  const made: Buffer[] = [];
  const inverse = (odd: number) => {
    let x = odd;
    for (let i = 0; i < 5; i++) x = Math.imul(x, 2 - Math.imul(odd, x));
    return x;
  };
  const unshift = (x: number, by: number) => {
    let y = x;
    for (let i = 0; i < 5; i++) y = x ^ (y >>> by);
    return y;
  };
  for (let drawn = 0; made.length < count; drawn++) {
    const word = Buffer.alloc(8);
    word.writeInt32LE((0x61616161 + Math.imul(drawn, 0x01010301)) | 0, 4);
    let other = Math.imul((0x9e3779b9 | 0) ^ word.readInt32LE(4), 0xc2b2ae35 | 0);
    other ^= other >>> 13;
    const one = unshift((other << 7) ^ (other >>> 25), 15); // so that both cancel out
    word.writeInt32LE(Math.imul(one, inverse(0x85ebca6b)) ^ 8, 0);
    if (!word.some((byte) => [10, 13, 34, 59].includes(byte))) made.push(word);
  }
  return made;
}

describe('a log as XES beside its rows', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;').replaceAll('\r', '&#13;'); // biome-ignore format: a line
  const attribute = (key: string, value: string) => `<string key="${escaped(key)}" value="${escaped(value)}"/>`;
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">\n<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>\n<classifier name="Activity" keys="concept:name"/>\n'; // biome-ignore format: a line
  /** The log by definition: a trace for each id, its events in their order. */
  const xesOf = (names: readonly string[], rows: readonly (readonly string[])[], hasId: boolean) => {
    const own = hasId ? names.slice(1) : names;
    const keys = own.map((name) => (name === 'generalized_event' && !own.includes('concept:name') ? 'concept:name' : name));
    const event = (cells: readonly string[]) => `<event>${cells.map((cell, i) => attribute(keys[i], cell)).join('')}</event>\n`;
    if (!hasId) return `${head}${rows.map(event).join('')}</log>\n`;
    const ids = [...new Set(rows.map(([id]) => id))];
    const trace = (id: string) =>
      `<trace>\n${attribute('concept:name', id)}\n${rows.filter(([own_]) => own_ === id).map((row) => event(row.slice(1))).join('')}</trace>\n`; // biome-ignore format: a line
    return `${head}${ids.map(trace).join('')}</log>\n`;
  };
  const file = 'log.xes';
  const judge = async (
    names: readonly string[],
    rows: readonly (readonly string[])[],
    hasId: boolean,
    xes?: string,
    data: object = {},
  ) => {
    // biome-ignore format: a line
    const quoted = (cell: string) => (/[;"\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    writeFileSync(join(home, 'rows.csv'), [names, ...rows].map((row) => `${row.map(quoted).join(';')}\n`).join(''));
    writeFileSync(join(home, file), xes ?? xesOf(names, rows, hasId));
    const declared = names.map((name, i) => ({ name, role: hasId && i === 0 ? 'subject' : 'quasi', kind: 'label' }) as ManifestColumn); // biome-ignore format: a line
    return checkXes(home, { data: { file: 'rows.csv', format: 'csv', xes: file, ...data }, columns: declared } as unknown as EventsManifest); // biome-ignore format: a line
  };
  const other = [{ kind: 'other-bytes', file }];
  const names = ['GUID', 'generalized_event', 'week'];
  const rows = [['1', 'a', '10'], ['1', 'b', '11'], ['2', 'a', '10']]; // biome-ignore format: rows

  it('is the rows, in traces where they have ids, and nothing else', async () => {
    expect(await judge(names, rows, true)).toEqual([]);
    expect(await judge(names.slice(1), rows.map((row) => row.slice(1)), false)).toEqual([]); // biome-ignore format: a line
    expect(await judge(['GUID', 'generalized_event', 'concept:name'], rows, true)).toEqual([]);
    expect(await judge(['GUID', 'event', 'a"b'], rows, true)).toEqual([]);
    expect(await judge(names, [], true)).toEqual([]);
    expect(await judge(names.slice(1), [], false)).toEqual([]);
    const odd = [['x', '&<>"\t\n\r;', 'č😀'], ['', '&amp;', "'"]]; // biome-ignore format: rows
    expect(await judge(names, odd, true)).toEqual([]);
  });

  it('is compared to the end where it is long', async () => {
    const long = Array.from({ length: 11 }, (_, i) => [String(i), 'e'.repeat(100_000), 'b']);
    expect(await judge(names, long, true)).toEqual([]);
    expect(await judge(names, long, true, xesOf(names, long, true).replace(/b(?="\/><\/event>\n<\/trace>\n<\/log>)/, 'c'))).toEqual(other); // biome-ignore format: a line
  });

  it('is refused where a byte is another, or there are more or fewer', async () => {
    const good = xesOf(names, rows, true);
    for (const bad of [`${good} `, good.slice(0, -1), good.slice(0, 100), '', good.replace('value="b"', 'value="c"'), good.replace('</trace>\n<trace>', ''), good.replace(head, ''), `<!-- x -->${good}`]) // biome-ignore format: a line
      expect(await judge(names, rows, true, bad)).toEqual(other);
    expect(await judge(names, rows, true, xesOf(['GUID', 'event', 'week'], rows, true))).toEqual(other);
    expect(await judge(names, rows, false, good)).toEqual(other);
    const torn = [['1', 'a', '10'], ['2', 'a', '10'], ['1', 'b', '11']]; // biome-ignore format: rows
    expect(await judge(names, torn, true)).toEqual(other);
    const again = xesOf(names, torn.slice(0, 2), true).replace('</log>\n', xesOf(names, torn.slice(2), true).slice(head.length));
    expect(await judge(names, torn, true, again)).toEqual(other); // two traces of one id
  });

  it('is asked for only where it is declared, of one file of rows', async () => {
    expect(await judge(names, rows, true, 'x', { xes: undefined })).toEqual([]);
    expect(await judge(names, rows, true, undefined, { format: 'parquet' })).toEqual(other);
    expect(await judge(names, rows, true, undefined, { parts: [{}, {}] })).toEqual(other);
    expect(await judge(names, rows, true, 'x', { xes: 'none.xes' })).toEqual([]);
  });
});
