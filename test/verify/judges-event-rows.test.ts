import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { EventsManifest, ManifestColumn } from '../../src/release/manifest.ts';
import { checkLinkedEvents, eventCellCheck, isCoarser } from '../../src/verify/events/event-coarseness.ts';
import { eventLineForm, readEventLines } from '../../src/verify/events/event-lines.ts';
import { checkEventRows } from '../../src/verify/events/event-rows.ts';
import type { Original } from '../../src/verify/original.ts';
import { csvSource, type SourceColumn } from '../../src/verify/source.ts';
import { counted } from './source-of-rows.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-event-rows-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Pseudonym = EventsManifest['pseudonym'];

/** A release of events: lines of its file, and what lies beside it. */
interface Case {
  readonly pseudonym: Pseudonym;
  /** Cells of a row: an id, unless it was dropped, what happened, and the week. */
  readonly rows: readonly string[];
  readonly columns?: readonly string[];
  /** Lines of the evidence with its header, or bytes that are none; in a folder's place where it is 'folder'. */
  readonly evidence?: readonly string[] | 'folder';
  readonly format?: 'csv' | 'parquet';
  readonly k?: number;
  readonly stage?: 'written' | 'published';
  readonly census?: boolean;
  readonly original?: readonly string[];
  readonly originalColumns?: readonly string[];
  readonly withLines?: boolean;
  readonly manifest?: object;
  readonly data?: object;
  readonly promises?: object;
  /** Whether the rows lie in memory alone, as those of parts do. */
  readonly inMemory?: boolean;
  /** Whether no row can be found again. */
  readonly unplaced?: boolean;
  readonly change?: (counter: Counter) => Counter;
}

const file = 'log.csv';
const header = (pseudonym: Pseudonym) => `${pseudonym === 'drop' ? '' : 'GUID;'}generalized_event;week_number`;

const judged = (one: Case) =>
  counted(async (given) => {
    const counter = one.change?.(given) ?? given;
    const folder = mkdtempSync(join(home, 'release-'));
    mkdirSync(join(folder, 'internal'));
    const names = one.columns ?? header(one.pseudonym).split(';');
    const columns = names.map((name): ManifestColumn => {
      if (name === 'GUID') return { name, role: 'subject', kind: one.pseudonym === 'keep' ? 'text' : 'id' };
      if (name === 'position') return { name, role: 'position', kind: 'label' };
      return { name, role: 'quasi', kind: 'label' };
    });
    const bytes = `${[names.join(';'), ...one.rows].join('\n')}\n`;
    const path = join(one.inMemory ? home : folder, file);
    writeFileSync(path, bytes);
    const format = one.format ?? 'csv';
    const place = join(folder, 'internal', `evidence.${format}`);
    if (one.evidence === 'folder') mkdirSync(place);
    else if (one.evidence !== undefined) {
      const text = join(folder, 'evidence.txt');
      writeFileSync(format === 'csv' ? place : text, `${one.evidence.join('\n')}\n`);
      if (format === 'parquet' && one.evidence.length > 1)
        await given.ask(`COPY (FROM read_csv('${text}', header = true, all_varchar = true, delim = ';')) TO '${place}' (FORMAT parquet)`); // biome-ignore format: a line
      else if (format === 'parquet') writeFileSync(place, 'no parquet');
    }
    const manifest = {
      ...{ method: 'events', unit: 'one subject per "who", however many events', pseudonym: one.pseudonym },
      promises: { k: one.k ?? 2, ...one.promises },
      calendar: { periods: { night: 22, day: 6 }, hourBlock: 3 },
      flat: { value: '*', columns: ['week_number'] },
      data: { file, format: 'csv', rows: one.rows.length, delimiter: ';', ...one.data },
      columns,
      ...one.manifest,
    } as unknown as EventsManifest;
    const read = csvSource(path, columns, ';', { parallel: true, longestRow: 10_000 });
    const none = `(SELECT 1 AS row, ${read.columns.map(({ sql }) => `'none' AS ${sql}`).join(', ')})`;
    const source = one.unplaced ? { ...read, numbered: none } : read;
    const reader = readEventLines(eventLineForm(manifest, 1));
    reader.take(Buffer.from(bytes));
    const originalNames = one.originalColumns ?? ['who', 'seen', 'what'];
    const original = one.original && {
      ...{ name: 'log', table: 'original', columns: originalNames.map((name) => ({ name, sql: name })) },
      events: { subject: 'who', time: 'seen', event: 'what', mapping: undefined, unmapped: undefined, removed: [] },
    };
    if (one.original !== undefined)
      await given.ask(`CREATE OR REPLACE TEMP TABLE original AS FROM (VALUES ${one.original.map((row) => `('${row.split(';').join("', '")}')`).join(', ')}) AS t(${originalNames.join(', ')})`); // biome-ignore format: a line
    return checkEventRows(counter, source, manifest, {
      folder,
      stage: one.stage ?? 'published',
      original: original as unknown as Original | undefined,
      population: undefined,
      noiseKey: undefined,
      census: one.census ?? false,
      ...(one.withLines && { lines: reader.end() }),
    });
  });

const breaches = async (one: Case) => (await judged(one)).breaches;
const small = (smallest: number, counted_ = 'subjects', more = {}) => ({ kind: 'small-combination', file, combinations: 1, smallest, k: 2, counted: counted_, row: 1, ...more }); // biome-ignore format: a line
const classes = (rows: number, groups: number, smallest: number, subjects?: number) => ({ rows, groups, leaves: groups, smallestGroup: smallest, smallestLeaf: smallest, ...(subjects !== undefined && { subjects }) }); // biome-ignore format: a line
const inside = 'internal/evidence.csv';
const evidenceFault = (kind: string, more = {}) => ({ kind, file: inside, ...more });

const random: Case = { pseudonym: 'random', rows: ['1;fall;10', '2;fall;10', '1;door;11', '2;door;11'] };
const kept: Case = { pseudonym: 'keep', rows: ['Ana;fall;10', 'Bor;fall;10'] };
const dropped: Case = { pseudonym: 'drop', rows: ['fall;10', 'fall;10'] };
const rotating: Case = { pseudonym: 'rotate', rows: ['1;fall;10', '2;fall;10', '3;door;11', '4;door;11'] };
const shared: Case = { pseudonym: 'shared:week', rows: ['1;fall;10', '2;fall;10', '1;door;10', '2;door;10'] };

/** The rows with a subject each behind them, and more. */
const proofOf = (one: Case, subjects: readonly string[], more: readonly string[] = []): Case => ({
  ...one,
  evidence: [
    `${one.columns?.join(';') ?? header(one.pseudonym)}${more.map((name) => `;${name}`).join('')}`,
    ...one.rows.map((row, i) => `${row};${subjects[i]}`),
  ],
});
const proof = (one: Case, ...subjects: readonly string[]) => proofOf(one, subjects, ['_subject']);

describe('rows of an event log alone', () => {
  it('are counted by subjects where ids say who they are, by ids that pass, or by rows', async () => {
    expect(await judged(random)).toStrictEqual({ breaches: [], classes: classes(4, 2, 2, 2), counted: 'subjects' });
    expect(await judged(kept)).toStrictEqual({ breaches: [], classes: classes(2, 1, 2, 2), counted: 'subjects' });
    expect(await judged(rotating)).toStrictEqual({ breaches: [], classes: classes(4, 2, 2), counted: 'ids' });
    expect(await judged(shared)).toStrictEqual({ breaches: [], classes: classes(4, 2, 2), counted: 'ids' });
    expect(await judged(dropped)).toStrictEqual({ breaches: [], classes: classes(2, 1, 2), counted: 'rows' });
    expect(await breaches({ ...random, rows: ['1;fall;10', '1;fall;10'] })).toEqual([small(1)]);
    expect(await breaches({ ...rotating, rows: ['1;fall;10', '1;fall;10'] })).toEqual([small(1, 'ids')]);
    expect(await breaches({ ...dropped, rows: ['fall;10'] })).toEqual([small(1, 'rows')]);
  });

  it('hold kept ids to be one in any spelling, unless it counts, and fresh ones never', async () => {
    const spelled = { ...kept, rows: ['Ana;fall;10', 'ANA;fall;10'] };
    expect(await breaches(spelled)).toEqual([small(1)]);
    expect(await breaches({ ...spelled, manifest: { subjectSpelling: 'exact' } })).toEqual([]);
    const fresh = { ...random, rows: ['A;fall;10', 'a;fall;10'] };
    const malformed = { kind: 'malformed-subject-id', file, columns: ['GUID'], cells: 2, row: 1 };
    expect(await breaches(fresh)).toEqual([malformed]);
    expect(await breaches({ ...fresh, manifest: { subjectSpelling: 'exact' } })).toEqual([malformed]);
  });

  it('have as many as are declared, cells that say something, ids without a gap, and a log of the same beside them', async () => {
    expect(await breaches({ ...random, data: { rows: 5 } })).toEqual([{ kind: 'wrong-row-count', file, declared: 5, found: 4 }]);
    expect(await breaches({ ...random, rows: ['1;fall;99', '2;fall;99'] })).toEqual([
      { kind: 'malformed-calendar', file, columns: ['week_number'], cells: 2, row: 1 },
    ]);
    expect(await breaches({ ...random, rows: ['1;fall;*', '3;fall;*'] })).toEqual([
      { kind: 'gap-in-numbers', file, columns: ['GUID'], cells: 2, row: 1 },
    ]);
    expect(await breaches({ ...kept, rows: ['1;fall;10', '3;fall;10'] })).toEqual([]);
    expect(await breaches({ ...kept, rows: [' ;fall;10', 'b;fall;10', 'c;fall;10'] })).toEqual([
      { kind: 'empty-cell', file, columns: ['GUID'], cells: 1, row: 1 },
    ]);
    expect(await breaches({ ...random, data: { xes: 'log.xes', format: 'parquet' } })).toEqual([
      { kind: 'other-bytes', file: 'log.xes' },
    ]);
  });

  it('are in one sum with what is wrong of them', async () => {
    const rows = ['1;fall;99', '1;fall;99', '3;;*'];
    const found = await breaches({ ...random, rows, data: { rows: 4 } });
    expect(found.map(({ kind }) => kind)).toEqual(['wrong-row-count', 'malformed-calendar', 'empty-cell', 'gap-in-numbers', 'small-combination'].sort((a, b) => found.findIndex(({ kind }) => kind === a) - found.findIndex(({ kind }) => kind === b))); // biome-ignore format: a line
  });

  it('want evidence where they are written, unless ids name subjects and nobody else is protected', async () => {
    const missing = [evidenceFault('evidence-missing')];
    const party = { promises: { alsoProtect: 'nurse' } };
    for (const one of [random, kept, rotating, shared, dropped]) expect(await breaches({ ...one, ...party })).toEqual([]);
    for (const one of [random, kept]) expect(await breaches({ ...one, stage: 'written' })).toEqual([]);
    for (const one of [rotating, shared, dropped]) expect(await breaches({ ...one, stage: 'written' })).toEqual(missing);
    expect(await breaches({ ...random, ...party, stage: 'written' })).toEqual(missing);
    await expect(judged({ ...random, original: ['a;b;c'] })).rejects.toMatchObject({ problems: [{ code: 'verify/no-row-numbers' }] }); // biome-ignore format: a line
  });

  it('tell their sizes where that is asked, and themselves where they were read line by line', async () => {
    const { census, ...rest } = await judged({ ...random, census: true });
    expect(census).toStrictEqual({
      kind: 'events',
      combinations: [[2, 2]],
    });
    const { census: byLines, ...same } = await judged({ ...random, census: true, withLines: true });
    expect(same).toEqual(rest);
    expect(byLines).toEqual({ ...census, rows: { numbers: Uint32Array.of(1, 2, 1, 2), held: Uint32Array.of(0, 0, 1, 1), combinations: [['fall', '10'], ['door', '11']] } }); // biome-ignore format: a line
    expect(await judged({ ...random, withLines: true })).toStrictEqual(await judged(random));
    const gap = { ...random, rows: ['1;fall;10', '9;fall;10'], census: true };
    expect(await judged({ ...gap, withLines: true })).toStrictEqual(await judged(gap));
  });

  it('under a passing id tell all that they could', async () => {
    const coarse = { ...rotating, rows: ['1;fall;*', '2;fall;*', '1;door;*', '2;door;*'] };
    expect(await breaches(coarse)).toEqual([{ kind: 'linked-coarser', file, ids: 2, row: 1 }]);
    expect(await breaches({ ...coarse, pseudonym: 'random' })).toEqual([]);
    expect(await breaches({ ...coarse, pseudonym: 'shared:week' })).toEqual([]);
    const link = { ...shared, rows: ['1;fall;10', '2;fall;10', '1;door;11', '2;door;11'] };
    expect(await breaches(link)).toEqual([{ kind: 'loose-link', file, ids: 2, row: 1 }]);
    expect(await breaches({ ...link, pseudonym: 'rotate' })).toEqual([]);
  });
});

describe('evidence beside rows of an event log', () => {
  it('names their subjects, which are counted then', async () => {
    expect(await judged(proof(rotating, 'a', 'b', 'a', 'b'))).toStrictEqual({ breaches: [], classes: classes(4, 2, 2, 2), counted: 'subjects' }); // biome-ignore format: a line
    expect(await breaches(proof(rotating, 'a', 'A', 'a', 'b'))).toEqual([small(1)]);
    expect(await breaches({ ...proof(rotating, 'a', 'A', 'a', 'b'), manifest: { subjectSpelling: 'exact' } })).toEqual([]);
    expect(await breaches(proof(dropped, 'a', 'a'))).toEqual([small(1)]);
    expect(await breaches(proof(dropped, 'a', 'b'))).toEqual([]);
    expect(await breaches({ ...proof(dropped, 'a', 'b'), data: { rows: 3 } })).toEqual([{ kind: 'wrong-row-count', file, declared: 3, found: 2 }]); // biome-ignore format: a line
    const { census } = await judged({ ...proof(dropped, 'a', 'b'), census: true });
    expect(census).toMatchObject({ kind: 'events', combinations: [[2, 1]] });
  });

  it('gives each id one subject', async () => {
    expect(await breaches(proof(random, '7', '8', '7', '9'))).toEqual([{ kind: 'ambiguous-pseudonym', file, ids: 1, row: 2 }]);
    expect(await breaches(proof(random, '7', '8', '9', '6'))).toEqual([{ kind: 'ambiguous-pseudonym', file, ids: 2, row: 1 }]);
    expect(await breaches(proof(random, '7', '8', '7', '8'))).toEqual([]);
    expect(await breaches({ ...proof(random, '7', '8', '7', '9'), unplaced: true })).toStrictEqual([{ kind: 'ambiguous-pseudonym', file, ids: 1 }]); // biome-ignore format: a line
  });

  it('proves nothing of other rows, and says so beside what the rows show alone', async () => {
    const one = proof(rotating, 'a', 'b', 'a', 'b');
    const lines = one.evidence as readonly string[];
    expect(await judged({ ...one, evidence: [...lines.slice(0, -1), '4;door;12;b'] })).toStrictEqual({
      breaches: [evidenceFault('evidence-differs', { rows: 1, row: 4 })],
      classes: classes(4, 2, 2),
      counted: 'ids',
    });
    expect(await breaches({ ...one, data: { rows: 5 }, evidence: [...lines.slice(0, -1), '4;door;12;b'] })).toEqual([
      { kind: 'wrong-row-count', file, declared: 5, found: 4 },
      evidenceFault('evidence-differs', { rows: 1, row: 4 }),
    ]);
    expect(await breaches({ ...one, evidence: [...lines, ';;;c', ';;;d'] })).toEqual([evidenceFault('evidence-differs', { rows: 2 })]); // biome-ignore format: a line
    const few = proof({ ...rotating, rows: ['1;fall;10', '1;fall;10'] }, 'a', 'b');
    expect(await breaches({ ...few, evidence: [...(few.evidence as readonly string[]), ';;;c'] })).toEqual([small(1, 'ids'), evidenceFault('evidence-differs', { rows: 1 })]); // biome-ignore format: a line
    const drop = proof(dropped, 'a', 'b');
    expect(await breaches({ ...drop, evidence: [...(drop.evidence as readonly string[]), ';;c'] })).toEqual([evidenceFault('evidence-differs', { rows: 1 })]); // biome-ignore format: a line
  });

  it('may end with row numbers, and may be of them alone where ids name subjects', async () => {
    const numbers = (...cells: readonly string[]) => ({ evidence: cells });
    expect(await judged({ ...random, ...numbers('_row', '1', '2', '3', '4') })).toStrictEqual(await judged(random));
    expect(await breaches({ ...random, ...numbers('_other', '1', '2', '3', '4') })).toEqual([evidenceFault('evidence-columns')]);
    expect(await breaches({ ...random, ...numbers('_row;GUID', '1;1', '2;1', '3;1', '4;1') })).toEqual([evidenceFault('evidence-columns')]); // biome-ignore format: a line
    expect(await breaches({ ...rotating, ...numbers('_row', '1', '2', '3', '4') })).toEqual([evidenceFault('evidence-columns')]);
    expect(await breaches({ ...random, ...numbers('_row', '1', '2', '3', '4'), promises: { alsoProtect: 'nurse' } })).toEqual([evidenceFault('evidence-columns')]); // biome-ignore format: a line
    expect(await breaches({ ...random, evidence: 'folder' })).toEqual([evidenceFault('evidence-unreadable')]);
    expect(await breaches(proofOf(dropped, ['a;1', 'b;2'], ['_subject', '_row']))).toEqual([]);
  });

  it('may be in Parquet', async () => {
    const format = 'parquet';
    expect(await breaches({ ...random, format, evidence: ['_row', '1', '2', '3', '4'] })).toEqual([]);
    const other = { kind: 'evidence-columns', file: 'internal/evidence.parquet' };
    expect(await breaches({ ...random, format, evidence: ['x', '1', '2', '3', '4'] })).toEqual([other]);
    expect(await breaches({ ...random, format, evidence: [] })).toEqual([{ ...other, kind: 'evidence-unreadable' }]);
    expect(await breaches({ ...proof(dropped, 'a', 'a'), format })).toEqual([small(1)]);
  });

  it('that the machine fails to read is no fault of the evidence', async () => {
    let left = 1;
    const failing = (counter: Counter): Counter => ({
      ...counter,
      ask: (sql) => (sql.includes('evidence.parquet') && left-- > 0 ? Promise.reject(new RangeError('lost')) : counter.ask(sql)),
    });
    const one: Case = { ...random, format: 'parquet', evidence: ['_row', '1', '2', '3', '4'] };
    await expect(judged({ ...one, change: failing })).rejects.toThrow(RangeError);
  });

  it('names members of a second party, of whom k are in every combination', async () => {
    const party = { promises: { alsoProtect: 'nurse' } };
    const of = (one: Case, ...cells: readonly string[]) => ({ ...proofOf(one, cells, ['_other', '_subject']), ...party });
    const few = (fewest: number) => [{ kind: 'few-members', file, combinations: 1, fewest, k: 2, row: 1 }];
    expect(await breaches(of(dropped, 'x;a', 'y;b'))).toEqual([]);
    expect(await breaches(of(dropped, 'x;a', 'x;b'))).toEqual(few(1));
    expect(await breaches(of(dropped, 'x;a', ' ;b'))).toEqual(few(1));
    expect(await breaches(of(dropped, 'x;a', 'y;a'))).toEqual([small(1)]);
    expect(await breaches(of(dropped, 'x;a', 'x;a'))).toEqual([small(1), ...few(1)]);
    const { promises: _, ...unpromised } = of(dropped, 'x;a', 'y;b');
    expect(await breaches(unpromised)).toEqual([evidenceFault('evidence-columns')]);
    expect(await breaches(of(rotating, 'x;1', 'x;2', 'x;1', 'y;2'))).toEqual(few(1));
    expect(await breaches(of(random, '7;7', '7;8', '7;7', '8;8'))).toEqual(few(1));
  });

  it('stays beside rows of several files, which are compared cell by cell', async () => {
    for (const one of [proof(shared, '1', '2', '1', '2'), proof(dropped, 'a', 'b')])
      expect(await breaches({ ...one, inMemory: true, data: { parts: [{}, {}] } })).toEqual([]);
  });
});

describe('evidence beside linked numbers', () => {
  it('says whose they are', async () => {
    for (const [a, b] of [
      ['1', '2'],
      ['ann', 'bob'],
    ]) {
      // biome-ignore format: names
      expect(await judged(proof(shared, a, b, a, b))).toMatchObject({ breaches: [], classes: classes(4, 2, 2, 2), counted: 'subjects' }); // biome-ignore format: a line
      const single = proof({ ...shared, rows: ['1;fall;10', '2;fall;10'] }, a, a);
      expect(await breaches(single)).toEqual([small(1), { kind: 'unshared-link', file, sets: 1, fewest: 1, k: 2, counted: 'subjects', row: 1 }]); // biome-ignore format: a line
      const twice = proof({ ...shared, rows: ['1;fall;10', '2;fall;10', '1;door;10', '2;door;10', '3;fall;10', '3;door;10'] }, a, b, a, b, a, a); // biome-ignore format: a line
      expect(await breaches(twice)).toEqual([{ kind: 'loose-link', file, ids: 3, row: 1 }]);
      expect(await breaches(proof(shared, a, b, b, a))).toEqual([{ kind: 'ambiguous-pseudonym', file, ids: 2, row: 1 }]);
    }
  });

  it('says whose they are in an order, too', async () => {
    const columns = ['GUID', 'generalized_event', 'week_number', 'position'];
    const rows = ['1;fall;10;1', '2;fall;10;1', '1;door;10;2', '2;door;10;2', '3;door;10;1', '4;door;10;1'];
    for (const [a, b] of [
      ['1', '2'],
      ['ann', 'bob'],
    ]) {
      // biome-ignore format: names
      const one = proof({ ...shared, columns, rows, census: true }, a, b, a, b, a, b);
      expect(await judged(one)).toMatchObject({ breaches: [], classes: classes(6, 2, 2, 2), counted: 'subjects', census: { combinations: [[2, 2]] } }); // biome-ignore format: a line
      expect(await breaches(proof({ ...shared, columns, rows }, a, b, a, b, a, a))).toEqual([{ kind: 'unshared-link', file, sets: 1, fewest: 1, k: 2, counted: 'subjects', row: 5 }]); // biome-ignore format: a line
    }
  });

  it('is believed only where the rows are as they are declared', async () => {
    const one = proof(shared, '1', '2', '1', '2');
    expect(await breaches({ ...one, data: { rows: 5 } })).toEqual([{ kind: 'wrong-row-count', file, declared: 5, found: 4 }]);
    expect(await breaches({ ...one, data: { xes: 'log.xes', parts: [{}, {}] } })).toEqual([{ kind: 'other-bytes', file: 'log.xes' }]); // biome-ignore format: a line
    const strange = proof({ ...shared, rows: shared.rows.map((row) => row.replace('10', '99')) }, '1', '2', '1', '2');
    const malformed = { kind: 'malformed-calendar', file, columns: ['week_number'], cells: 4, row: 1 };
    expect(await breaches(strange)).toEqual([malformed]);
    const big = { ...one, k: 3 };
    expect((await breaches(big)).map(({ kind }) => kind)).toEqual(['small-combination', 'unshared-link']);
    const lines = one.evidence as readonly string[];
    expect(await judged({ ...one, evidence: [...lines.slice(0, -1), '2;doors;10;2'] })).toStrictEqual({
      breaches: [evidenceFault('evidence-differs', { rows: 1, row: 4 })],
      classes: classes(4, 2, 2),
      counted: 'ids',
    });
  });

  it('may be of ids that are none, wherever they stand', async () => {
    const malformed = { kind: 'malformed-subject-id', file, columns: ['GUID'], cells: 2, row: 2 };
    const odd = proof({ ...shared, rows: ['1;fall;10', 'x;fall;10', '1;door;10', 'x;door;10'] }, '1', '2', '1', '2');
    expect(await breaches(odd)).toEqual([malformed]);
    const columns = ['week_number', 'GUID', 'generalized_event'];
    const moved = proof({ ...shared, columns, rows: ['10;1;fall', '10;x;fall', '10;1;door', '10;x;door'] }, '1', '2', '1', '2');
    expect(await breaches(moved)).toEqual([malformed]);
    const good = proof({ ...shared, columns, rows: ['10;1;fall', '10;2;fall', '10;1;door', '10;2;door'] }, '1', '2', '1', '2');
    expect(await breaches(good)).toEqual([]);
  });
});

describe('an original beside rows of an event log', () => {
  const original = ['ann;2024-03-04;fall', 'bob;2024-03-05;fall', 'ann;2024-03-11;door', 'bob;2024-03-12;door'];
  const falseLabel = (cells: number, row: number) => ({ kind: 'false-label', file, columns: ['week_number'], cells, row });
  const rowNumbers = { ...random, original, evidence: ['_row', '1', '2', '3', '4'] };
  const full = { ...proofOf(rotating, ['ann;1', 'bob;2', 'ann;3', 'bob;4'], ['_subject', '_row']), original };
  const wrong = ['ann;2024-03-04;fall', 'bob;2024-03-12;fall', 'ann;2024-03-11;door', 'bob;2024-03-12;door'];

  it('is compared with them, row by row', async () => {
    for (const one of [rowNumbers, { ...rowNumbers, format: 'parquet' as const }, full]) {
      expect(await judged(one)).toMatchObject({ breaches: [], original: true });
      const found = await judged({ ...one, original: wrong });
      expect(found).toMatchObject({ breaches: [falseLabel(1, 2)], original: true });
    }
    expect(await judged(proofOf(shared, ['1;1', '2;2', '1;3', '2;4'], ['_subject', '_row']))).toMatchObject({ breaches: [] });
    const linked = { ...proofOf(shared, ['1;1', '2;2', '1;3', '2;4'], ['_subject', '_row']), original: original.map((line) => line.replace('03-1', '03-0').replace('03-01;', '03-08;').replace('03-02;', '03-09;')) }; // biome-ignore format: a line
    expect(await judged(linked)).toMatchObject({ breaches: [], original: true });
  });

  it('is not looked at where the rows do not hold alone', async () => {
    for (const one of [rowNumbers, full]) {
      const found = await judged({ ...one, original: wrong, data: { rows: 5 } });
      expect(found.breaches).toEqual([{ kind: 'wrong-row-count', file, declared: 5, found: 4 }]);
      expect(found).not.toHaveProperty('original');
    }
    expect(await judged(random)).not.toHaveProperty('original');
  });

  it('needs row numbers, and evidence that can be read', async () => {
    await expect(judged({ ...proof(rotating, 'ann', 'bob', 'ann', 'bob'), original })).rejects.toMatchObject({ problems: [{ code: 'verify/no-row-numbers' }] }); // biome-ignore format: a line
    const ragged = { ...rowNumbers, evidence: ['_row', '1', '2;2', '3', '4'] };
    expect((await judged(ragged)).breaches).toEqual([evidenceFault('evidence-unreadable')]);
    await expect(judged({ ...rowNumbers, originalColumns: ['who', 'seen', 'code'] })).rejects.toMatchObject({ problems: [{ code: 'verify/not-the-original' }] }); // biome-ignore format: a line
  });
});

describe('cells that tell a time', () => {
  const of = (name: string) => ({ sql: name, type: 'text', declared: { name, role: 'quasi', kind: 'label' } }) as SourceColumn;
  const reading = { calendar: { periods: { night: 22, day: 6 }, hourBlock: 3 }, flat: { value: '*', columns: ['week_number', 'what'] } }; // biome-ignore format: a line
  const ask = async (counter: Counter, sql: string) => (await counter.ask(sql)).map(([cell]) => cell);

  it('are a value, a coarser one that is known, or flat where that is declared; others are anything but empty', () =>
    counted(async (counter) => {
      const faults = (name: string, cells: readonly string[]) =>
        ask(counter, `SELECT ${eventCellCheck(of(name), reading).fault} FROM (VALUES ${cells.map((cell) => `('${cell}')`).join(', ')}) AS t(${name})`); // biome-ignore format: a line
      expect(await faults('week_number', ['10', '1-4', '*', '99', ''])).toEqual([null, null, null, 'malformed-calendar', 'empty-cell']); // biome-ignore format: a line
      expect(await faults('weekday', ['0', 'workday', '*', '7', ''])).toEqual([null, null, 'malformed-calendar', 'malformed-calendar', 'empty-cell']); // biome-ignore format: a line
      expect(await faults('what', ['x', '*', ''])).toEqual([null, null, 'empty-cell']);
    }));

  it('are coarser where they say less than they could', () =>
    counted(async (counter) => {
      const coarse = (name: string, cells: readonly string[]) =>
        ask(counter, `SELECT ${isCoarser(of(name), reading)} FROM (VALUES ${cells.map((cell) => `('${cell}')`).join(', ')}) AS t(${name})`); // biome-ignore format: a line
      expect(await coarse('week_number', ['10', '1-4', '*'])).toEqual([false, true, true]);
      expect(await coarse('weekday', ['0', 'workday', '*'])).toEqual([false, true, false]);
      expect(await coarse('what', ['x', '*'])).toEqual([false, true]);
      expect(await coarse('other', ['x', '*'])).toEqual([false, false]);
    }));

  it('are not coarser under an id of several rows', () =>
    counted(async (counter) => {
      const quasi = [of('week_number'), of('weekday')];
      const subject = of('id');
      const judge = async (rows: readonly string[], more: object = {}) => {
        const table = 'log';
        await counter.ask(`CREATE OR REPLACE TEMP TABLE ${table} AS FROM (VALUES ${rows.map((row) => `('${row.split('/').join("', '")}')`).join(', ')}) AS t(id, week_number, weekday)`); // biome-ignore format: a line
        return checkLinkedEvents(counter, { source: { table, ...more } as never, quasi, subject, file }, reading);
      };
      const linked = (ids: number, row: number) => [{ kind: 'linked-coarser', file, ids, row }];
      expect(await judge(['1/10/0', '1/10/1', '2/*/0', '3/10/workday'])).toEqual([]);
      expect(await judge(['3/10/1', '1/10/0', '2/*/0', '2/10/0'])).toEqual(linked(1, 3));
      expect(await judge(['3/10/1', '1/10/0', '2/10/0', '2/10/workday', '1/5-8/0'])).toEqual(linked(2, 2));
      const none = { numbered: "(SELECT 1 AS row, '9' AS id)" };
      expect(await judge(['2/*/0', '2/10/0'], none)).toStrictEqual([{ kind: 'linked-coarser', file, ids: 1 }]);
    }));
});
