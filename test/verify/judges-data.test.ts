import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { columnFromArray, dictionary, float64, int64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counter, type Counting, CountingLimit, Unreadable } from '../../src/base/counting.ts';
import { Refusal } from '../../src/base/problem.ts';
import { descriptionsOf } from '../../src/release/describe/describe.ts';
import type { Manifest, ManifestColumn } from '../../src/release/manifest.ts';
import { readAncestors } from '../../src/verify/ancestors.ts';
import { answerPieces } from '../../src/verify/answer-pieces.ts';
import { checkArrow } from '../../src/verify/arrow-beside.ts';
import { breachesOfFaults } from '../../src/verify/column-faults.ts';
import { double, text, withCounter } from '../../src/verify/counter.ts';
import { createCsvShape } from '../../src/verify/csv-shape.ts';
import { checkData, type RowJudge } from '../../src/verify/data.ts';
import { checkDescriptions } from '../../src/verify/descriptions.ts';
import { compareRows, type EvidenceForm, evidenceIn, withEvidence } from '../../src/verify/evidence.ts';
import type { EvidenceBreach } from '../../src/verify/evidence-breaches.ts';
import type { AskLines } from '../../src/verify/series/line-findings.ts';
import { longestRow } from '../../src/verify/two-readings.ts';
import { goodTable } from './a-table-release.ts';
import { counted } from './source-of-rows.ts';
import { typedSource } from './typed-source.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-judged-data-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
const folder = (): string => mkdtempSync(join(home, 'folder-'));

const codesOf = async (judged: Promise<unknown>): Promise<readonly string[]> => {
  try {
    await judged;
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.problems.map(({ code }) => code);
    throw error;
  }
};

const quasi = (name: string): ManifestColumn => ({ name, role: 'quasi', kind: 'label' });
const kept = (name: string): ManifestColumn => ({ name, role: 'kept', kind: 'text' });
const sound: RowJudge = async () => ({ breaches: [] });

/** A manifest of which only what is asked for is there. */
const manifestOf = (columns: readonly ManifestColumn[], data: object, more: object = {}): Manifest =>
  ({
    ...{ method: 'kaca', unit: 'who', dropped: ['name'], columns },
    data: { file: 'tolls.csv', format: 'csv', ...data },
    ...more,
  }) as unknown as Manifest;

describe('data as CSV', () => {
  const two = [quasi('town'), quasi('age')];
  interface Given {
    readonly texts?: readonly string[];
    readonly columns?: readonly ManifestColumn[];
    readonly data?: object;
    readonly more?: object;
    readonly lines?: AskLines;
  }
  const judged = ({ texts = ['town,age\nA,1\nB,2\n'], columns = two, data, more, lines }: Given, judge: RowJudge = sound) => {
    const at = folder();
    const files = texts.map((own, i) => {
      const name = texts.length === 1 ? 'tolls.csv' : `tolls-${i}.csv`;
      writeFileSync(join(at, name), own);
      const shape = createCsvShape(name, true);
      shape.take(Buffer.from(own));
      return { name, path: join(at, name), shape: shape.end(), ...(i === 0 && lines !== undefined ? { lines } : {}) };
    });
    return counted((counter) => checkData(counter, files, manifestOf(columns, { ...data }, more), judge)); // biome-ignore format: a line
  };
  const breaches = async (given: Given, judge?: RowJudge) => (await judged(given, judge)).breaches;
  /** Rows as the judge sees them, and what it is told of them. */
  const seen = async (given: Given) => {
    const asked: { table: string; distinct: string | undefined; lines: unknown }[] = [];
    const found = await judged(given, async ({ table, distinct, lines }) => {
      asked.push({ table, distinct, lines });
      return { breaches: [] };
    });
    return { found, asked };
  };

  it('is what the judge of its rows says of it, and is read once where nothing is wrong', async () => {
    const classes = { rows: 2, groups: 2, leaves: 2, smallestGroup: 1, smallestLeaf: 1 };
    const own = { breaches: [{ kind: 'no-rows' as const, file: 'x' }], classes };
    let calls = 0;
    expect(
      await judged({}, async () => {
        calls++;
        return own;
      }),
    ).toEqual(own);
    expect(calls).toBe(1);
    expect(await judged({}, async () => ({ breaches: [], rows: 2 }))).toEqual({ breaches: [], rows: 2 });
    await expect(judged({}, async () => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
  });

  it('is read by its lines where no cell is in quotes and all columns are alike in a leaf', async () => {
    const lines: AskLines = async () => undefined;
    const told = async (given: Given) => {
      const [{ distinct, lines: own }] = (await seen({ lines, ...given })).asked;
      return [distinct !== undefined, own !== undefined];
    };
    expect(await told({})).toEqual([true, true]);
    expect((await seen({})).asked.map((one) => 'lines' in one && one.lines)).toEqual([undefined]);
    expect(await told({ texts: ['town,age\n"A,B",1\n'] })).toEqual([false, false]);
    expect(await told({ texts: ['town,age\nA,1\n', 'town,age\n"A,B",1\n'] })).toEqual([false, false]);
    expect(await told({ columns: [quasi('town'), kept('age')] })).toEqual([false, false]);
    const [{ table }] = (await seen({ texts: ['town,age\n"A\nB",1\n'] })).asked;
    expect(table).toContain('parallel = false');
    const [{ table: parts }] = (await seen({ texts: ['town,age\nA,1\n', 'town,age\n"A\nB",1\n'] })).asked;
    expect(parts).toContain('parallel = false');
    expect((await seen({})).asked[0].table).toContain('parallel = true');
  });

  it('is not judged where cells, names or parts are not those that are declared', async () => {
    const never: RowJudge = () => Promise.reject(new Error('it is judged'));
    const own = (given: Given) => breaches(given, never);
    expect(await own({ texts: ['town,age\n"A",1\n'] })).toMatchObject([{ kind: 'needless-quotes' }]);
    expect(await own({ texts: ['town\n"A",1\n'] })).toMatchObject([{ kind: 'needless-quotes' }]); // names are not asked for
    const headless = { name: 'tolls.csv', path: join(folder(), 'empty.csv'), shape: { rows: 0, multiline: false, quoted: false, breaches: [] } }; // biome-ignore format: a line
    writeFileSync(headless.path, '');
    expect(await counted((counter) => checkData(counter, [headless], manifestOf(two, {}), never))).toEqual({
      breaches: [{ kind: 'unreadable-data', file: 'tolls.csv', reason: 'there is no header line' }],
    });
    expect(await own({ texts: ['town\nA\n'] })).toEqual([{ kind: 'missing-column', file: 'tolls.csv', columns: ['age'] }]);
    const parts = [{ name: 'tolls-0.csv', rows: 1 }, { name: 'tolls-1.csv', rows: 1 }]; // biome-ignore format: parts
    expect(await own({ texts: ['town,age\nA,1\n', 'age,town\n2,B\n3,C\n'], data: { parts } })).toEqual([
      { kind: 'misplaced-column', file: 'tolls-1.csv', positions: [1, 2] },
      { kind: 'wrong-part-rows', file: 'tolls-1.csv', declared: 1, found: 2 },
    ]);
  });

  it('has no column that its family never publishes', async () => {
    const dropped = async (more: object, ...names: readonly string[]) => {
      const header = ['town', 'age', ...names].join(',');
      const found = await breaches({ texts: [`${header}\nA,1${',x'.repeat(names.length)}\n`], more });
      return found.flatMap((breach) => (breach.kind === 'dropped-column' ? breach.columns : []));
    };
    const names = ['name', 'who', '_subject', '_row', '_other'];
    expect(await dropped({ method: 'kaca' }, ...names)).toEqual(['name', 'who', '_subject', '_row']);
    expect(await dropped({ method: 'events' }, ...names)).toEqual(['name', '_subject', '_other']);
    expect(await dropped({ method: 'naive' }, ...names)).toEqual(['name']);
  });

  it('runs in no spreadsheet where that is declared, and is judged by its texts as they were', async () => {
    const safe = { spreadsheetSafe: true };
    const texts = ["town,age\n'=A,1\nB,2\n"];
    const rowsSeen = (more?: object) => {
      let cells: unknown;
      return counted(async (counter) => {
        const path = join(folder(), 'tolls.csv');
        writeFileSync(path, texts[0]);
        const shape = { rows: 2, multiline: false, quoted: false, breaches: [] };
        const found = await checkData(
          counter,
          [{ name: 'tolls.csv', path, shape }],
          manifestOf(two, {}, more),
          async ({ table }) => {
            cells = await counter.ask(`SELECT c0 FROM ${table} ORDER BY c1`);
            return { breaches: [] };
          },
        );
        return { found, cells };
      });
    };
    expect(await rowsSeen(safe)).toEqual({ found: { breaches: [] }, cells: [['=A'], ['B']] });
    expect(await rowsSeen()).toEqual({ found: { breaches: [] }, cells: [["'=A"], ['B']] });
    const running = { kind: 'running-cell', file: 'tolls.csv', column: 1, cells: 1, row: 1 };
    const never: RowJudge = () => Promise.reject(new Error('it is judged'));
    expect(await breaches({ texts: ['town,age\n=A,1\n'], more: safe }, never)).toEqual([running]);
    expect(await breaches({ texts: ['town,age\n=A,1\n'] })).toEqual([]);
  });

  it('has as many rows for the judge as line ends, whoever counts them', async () => {
    const unsure = [{ kind: 'unreadable-data', file: 'tolls.csv', reason: 'two readers find different numbers of rows in it' }];
    const classes = (rows: number) => ({ rows, groups: 1, leaves: 1, smallestGroup: 1, smallestLeaf: 1 });
    expect(await breaches({}, async () => ({ breaches: [], classes: classes(3) }))).toEqual(unsure);
    expect(await breaches({}, async () => ({ breaches: [], rows: 3 }))).toEqual(unsure);
    expect(await breaches({}, async () => ({ breaches: [], classes: classes(2), rows: 7 }))).toEqual([]);
    const parts = ['town,age\nA,1\n', 'town,age\nA,1\nB,2\n'];
    expect(await breaches({ texts: parts }, async () => ({ breaches: [], rows: 3 }))).toEqual([]);
    const readings: boolean[] = [];
    const late: RowJudge = async ({ table }) => {
      readings.push(table.includes('parallel = true'));
      return { breaches: [], rows: readings.length === 1 ? 3 : 2 };
    };
    expect(await breaches({}, late)).toEqual([]); // slow and sure, it is another number
    expect(readings).toEqual([true, false]);
  });

  it('that cannot be read is told by numbers, never by what it says', async () => {
    const reason = async (message: string, data: object = {}) =>
      breaches({ data }, async () => {
        throw new Unreadable(message);
      });
    const ragged = 'CSV Error on Line: 7\nOriginal Line: Ana\nExpected Number of Columns: 2 Found: 3';
    const file = 'tolls.csv';
    expect(await reason(ragged)).toEqual([{ kind: 'ragged-row', file, line: 7 }]);
    expect(await reason(ragged, { parts: [{ name: 'tolls.csv', rows: 2 }] })).toEqual([{ kind: 'ragged-row', file }]);
    const other = [{ kind: 'unreadable-data', file, reason: 'it is not CSV of the declared form' }];
    expect(await reason('Expected Number of Columns: 2 Found: 3')).toEqual(other);
    expect(await reason(ragged.replace('7', '0'))).toEqual(other);
    expect(await reason('CSV Error on Line: 7')).toEqual(other);
    expect(await reason('Ana')).toEqual(other);
    const long = `a row is longer than ${longestRow} bytes`;
    expect(await reason('Maximum line size of 2000000 bytes exceeded')).toEqual([{ kind: 'unreadable-data', file, reason: long }]); // biome-ignore format: a line
  });
});

describe('data as Parquet', () => {
  const columns = [quasi('town'), { ...quasi('age'), kind: 'interval', decimals: 0 }, kept('ill'), kept('note')] as const;
  const rows = ["('A', '[1-2]', 'x', 'y')", "('B', '[1-2]', '', 'z')"];
  interface Given {
    /** SQL of the rows of each file. */
    readonly files?: readonly (readonly string[])[];
    readonly columns?: readonly ManifestColumn[];
    readonly data?: object;
    readonly more?: object;
    /** What is written behind the rows. */
    readonly options?: string;
    readonly cells?: string;
  }
  const judged = ({ files = [rows], data, more, options = '', cells = '*', ...given }: Given, judge: RowJudge = sound) =>
    counted(async (counter) => {
      const at = folder();
      const names = files.map((_, i) => (files.length === 1 ? 'tolls.parquet' : `tolls-${i}.parquet`));
      for (const [i, values] of files.entries())
        await counter.ask(
          `COPY (SELECT ${cells} FROM (VALUES ${values.join(', ')}) AS t(town, age, ill, note)) TO ${text(join(at, names[i]))} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false${options})`,
        );
      const shape = { rows: 0, multiline: false, quoted: false, breaches: [] };
      const places = names.map((name) => ({ name, path: join(at, name), shape }));
      const manifest = manifestOf(given.columns ?? columns, { file: 'tolls.parquet', format: 'parquet', ...data }, more);
      return checkData(counter, places, manifest, judge);
    });
  const breaches = async (given: Given, judge?: RowJudge) => (await judged(given, judge)).breaches;
  const never: RowJudge = () => Promise.reject(new Error('it is judged'));
  const file = 'tolls.parquet';

  it('is what the judge of its rows says of it', async () => {
    const own = { breaches: [{ kind: 'no-rows' as const, file }], rows: 7 };
    expect(await judged({}, async () => own)).toEqual(own);
    expect(await judged({})).toEqual({ breaches: [] });
    const parts = [{ name: 'tolls-0.parquet', rows: 2 }, { name: 'tolls-1.parquet', rows: 1 }]; // biome-ignore format: parts
    let count = 0;
    const counts = (source: Parameters<RowJudge>[0]) =>
      counted(async (counter) => {
        [count] = await counter.numbers(`SELECT count(*) FROM ${source.table}`);
        return { breaches: [] };
      });
    expect(await judged({ files: [rows, [rows[0]]], data: { parts } }, counts)).toEqual({ breaches: [] });
    expect(count).toBe(3);
    expect(await breaches({ files: [rows, rows], data: { parts } })).toEqual([
      { kind: 'wrong-part-rows', file: 'tolls-1.parquet', declared: 1, found: 2 },
    ]);
  });

  it('is not judged where names or types are not those that are declared, or something stands beside its rows', async () => {
    expect(await breaches({ cells: 'age, town, ill, note' }, never)).toEqual([{ kind: 'misplaced-column', file, positions: [1, 2] }]); // biome-ignore format: a line
    expect(await breaches({ options: ", KV_METADATA { pandas: 'x', seed: '7' }" }, never)).toEqual([
      { kind: 'hidden-metadata', file, entries: 2 },
    ]);
    expect(await breaches({ more: { spreadsheetSafe: true } }, never)).toEqual([
      { kind: 'unreadable-data', file, reason: 'only CSV can be declared safe in a spreadsheet' },
    ]);
    expect(await breaches({ cells: 'town, CAST(1.5 AS DOUBLE) AS age, ill, note', columns: [columns[0], kept('age'), ...columns.slice(2)] }, never)).toEqual([{ kind: 'wrong-type', file, columns: ['age'] }]); // biome-ignore format: a line
    const parts = [{ name: 'tolls-0.parquet', rows: 2 }, { name: 'tolls-1.parquet', rows: 2 }]; // biome-ignore format: parts
    const meta = await breaches({ files: [rows, rows], data: { parts }, options: ", KV_METADATA { seed: '7' }" }, never);
    expect(meta.map((breach) => 'file' in breach && breach.file)).toEqual(['tolls-0.parquet', 'tolls-1.parquet']);
  });

  it('has texts that are empty, never missing, in columns that nobody else reads', async () => {
    const missing = ["('A', '[1-2]', 'x', 'y')", "('B', NULL, NULL, 'y')", "('C', '[1-2]', NULL, 'y')", "('C', '[1-2]', 'x', NULL)"]; // biome-ignore format: rows
    expect(await breaches({ files: [missing] })).toEqual([
      { kind: 'missing-cell', file, columns: ['ill', 'note'], cells: 3, row: 2 },
    ]);
    expect(await breaches({ files: [missing.slice(0, 3)] })).toEqual([{ kind: 'missing-cell', file, columns: ['ill'], cells: 2, row: 2 }]); // biome-ignore format: a line
    const sensitive = columns.map((column) => (column.name === 'ill' ? { ...column, role: 'sensitive' as const } : column));
    expect(await breaches({ files: [missing.slice(0, 3)], columns: sensitive })).toMatchObject([{ columns: ['ill'] }]);
    const nobody = columns.map(({ name }) => quasi(name));
    expect(await breaches({ files: [missing], columns: nobody })).toEqual([]);
    const broken = await breaches({ files: [missing.slice(0, 3)] }, async () => ({ breaches: [{ kind: 'no-rows', file }] }));
    expect(broken.map(({ kind }) => kind)).toEqual(['missing-cell', 'no-rows']);
  });

  it('has the very bytes that its rows make', async () => {
    const written = ", WRITE_BLOOM_FILTER false, PARQUET_VERSION 'V2'";
    expect(await breaches({ options: written })).toEqual([{ kind: 'other-bytes', file }]);
    const parts = [{ name: 'tolls-0.parquet', rows: 2 }, { name: 'tolls-1.parquet', rows: 2 }]; // biome-ignore format: parts
    expect(await breaches({ files: [rows, rows], data: { parts }, options: written })).toEqual([
      { kind: 'other-bytes', file: 'tolls-0.parquet' },
      { kind: 'other-bytes', file: 'tolls-1.parquet' },
    ]);
  });

  it('that cannot be read is not sound, whatever a database says of it', async () => {
    const reason = { kind: 'unreadable-data', file, reason: 'it is not a sound Parquet file' };
    const message = 'CSV Error on Line: 7\nExpected Number of Columns: 2 Found: 3';
    expect(await breaches({}, () => Promise.reject(new Unreadable(message)))).toEqual([reason]);
  });
});

describe('the place of evidence', () => {
  const placeIn = async (names: readonly string[], format: 'csv' | 'parquet') => {
    const at = folder();
    mkdirSync(join(at, 'internal'));
    for (const name of names) writeFileSync(join(at, 'internal', name), 'x');
    const { path, ...place } = await evidenceIn(at, manifestOf([], { format }));
    expect(path).toBe(join(at, place.file));
    return place;
  };
  const csv = { file: 'internal/evidence.csv', format: 'csv' };
  const parquet = { file: 'internal/evidence.parquet', format: 'parquet' };

  it('has the format of the data, or else the other one', async () => {
    const both = ['evidence.csv', 'evidence.parquet'];
    expect(await placeIn(both, 'csv')).toEqual({ ...csv, there: true });
    expect(await placeIn(both, 'parquet')).toEqual({ ...parquet, there: true });
    expect(await placeIn(both.slice(1), 'csv')).toEqual({ ...parquet, there: true });
    expect(await placeIn(both.slice(0, 1), 'parquet')).toEqual({ ...csv, there: true });
    expect(await placeIn([], 'csv')).toEqual({ ...csv, there: false });
    expect(await placeIn([], 'parquet')).toEqual({ ...parquet, there: false });
  });

  it('need not be there, and is refused where nobody can look', async () => {
    const at = join(folder(), 'a-file');
    writeFileSync(at, 'x');
    expect((await evidenceIn(at, manifestOf([], {}))).there).toBe(false);
    await expect(evidenceIn(join(home, 'x'.repeat(300)), manifestOf([], {}))).rejects.toThrow('ENAMETOOLONG');
  });
});

describe('evidence', () => {
  const columns = [quasi('town'), quasi('age')];
  const header = ['town', 'age', '_subject'];
  const rows = [['A', '1', 'ana'], ['B', '2', 'bor']]; // biome-ignore format: rows
  const csv = (all: readonly (readonly string[])[]) => all.map((row) => `${row.join(',')}\n`).join('');
  const write = (all: readonly (readonly string[])[], name = 'evidence.csv'): string => {
    const path = join(folder(), name);
    writeFileSync(path, csv(all));
    return path;
  };
  const file = 'internal/evidence.csv';
  const form: EvidenceForm = { columns, delimiter: ',', rowNumbers: true, normal: false, compare: async () => [] };
  interface Read {
    readonly subjects: readonly unknown[];
    readonly row: string | undefined;
    readonly lines: unknown;
  }
  const read = (path: string, more: Partial<EvidenceForm> = {}, format: 'csv' | 'parquet' = 'csv') =>
    counted((counter) =>
      withEvidence<Read>(counter, { file, path, format, there: true }, { ...form, ...more }, async (evidence) => {
        const found = await counter.ask(`SELECT ${evidence.subject.sql} FROM ${evidence.source.table} ORDER BY ALL`);
        return { subjects: found.map(([who]) => who), row: evidence.row?.declared.name, lines: evidence.lines };
      }),
    );

  it('names the subject behind the published columns, and in the end the row of the input, if it may', async () => {
    const plain = { subjects: ['ana', 'bor'], row: undefined, lines: undefined };
    expect(await read(write([header, ...rows]))).toEqual(plain);
    const numbered = write([[...header, '_row'], ...rows.map((row, i) => [...row, String(i)])]);
    expect(await read(numbered)).toEqual({ ...plain, row: '_row' });
    const other = [{ kind: 'evidence-columns', file }];
    expect(await read(numbered, { rowNumbers: false })).toEqual(other);
    expect(await read(write([[...header, 'row'], ...rows.map((row) => [...row, '1'])]))).toEqual(other);
    expect(await read(write([['age', 'town', '_subject'], ...rows]))).toEqual(other);
    expect(await read(write([['town', 'age', 'subject'], ...rows]))).toEqual(other);
    expect(await read(write([['town', 'age'], ...rows.map((row) => row.slice(0, 2))]))).toEqual(other);
    expect(await read(write([]))).toEqual(other);
    expect(await read(write([header, ...rows]), { delimiter: ';' })).toEqual(other);
  });

  it('has subjects by the normal form of their ids, or as they are spelled', async () => {
    const spelled = write([header, ['A', '1', 'ANA'], ['B', '2', 'Žan  B']]);
    expect(await read(spelled)).toMatchObject({ subjects: ['ANA', 'Žan  B'] });
    expect(await read(spelled, { normal: true })).toMatchObject({ subjects: ['ana', 'žan b'] });
  });

  it('proves nothing where it is no file that can be read', async () => {
    const unreadable = [{ kind: 'evidence-unreadable', file }];
    expect(await read(folder())).toEqual(unreadable);
    const linked = join(folder(), 'evidence.csv');
    symlinkSync(write([header, ...rows]), linked);
    expect(await read(linked)).toEqual(unreadable);
    expect(await read(write([header, ...rows, ['A', '1', 'ana', 'more']]))).toEqual(unreadable);
    expect(await read(write([header, ...rows]), {}, 'parquet')).toEqual(unreadable);
    const good = write([header, ...rows]);
    await expect(read(good, { compare: () => Promise.reject(new TypeError('ours')) })).rejects.toThrow('ours');
    expect(await read(good, { compare: () => Promise.reject(new Unreadable('theirs')) })).toEqual(unreadable);
  });

  it('is compared once where it agrees, and slowly once more where it does not', async () => {
    const differs: EvidenceBreach = { kind: 'evidence-differs', file, rows: 1 };
    const compared = async (
      answers: readonly (readonly EvidenceBreach[])[],
      path = write([header, ...rows]),
      format: 'csv' | 'parquet' = 'csv',
    ) => {
      const tables: boolean[] = [];
      const found = await read(path, { compare: async ({ source: { table } }) => { tables.push(table.includes('parallel = true')); return answers[tables.length - 1]; } }, format); // biome-ignore format: a line
      return { found: 'length' in found ? found : 'used', tables };
    };
    expect(await compared([[]])).toEqual({ found: 'used', tables: [true] });
    expect(await compared([[differs], []])).toEqual({ found: 'used', tables: [true, false] });
    expect(await compared([[differs], [differs]])).toEqual({ found: [differs], tables: [true, false] });
    const parquet = join(folder(), 'evidence.parquet');
    await counted((counter) => counter.ask(`COPY (SELECT 'A' AS town, '1' AS age, 'ana' AS _subject) TO ${text(parquet)} (FORMAT parquet)`)); // biome-ignore format: a line
    expect(await compared([[differs], []], parquet, 'parquet')).toEqual({ found: [differs], tables: [false] });
    expect(await read(parquet, {}, 'parquet')).toMatchObject({ subjects: ['ana'] });
  });

  it('is not compared by cells where its lines are those of the release', async () => {
    const lines = (all: readonly (readonly string[])[]) => all.map((row) => `${row.join(';')}\n`).join('');
    const put = (all: readonly (readonly string[])[]): string => {
      const path = join(folder(), 'lines.csv');
      writeFileSync(path, lines(all));
      return path;
    };
    const numbers = [['7', 'A', '11', '1'], ['8', 'B', '12', '2']]; // biome-ignore format: rows
    const released = put([['town', 'age'], ...numbers.map((row) => row.slice(0, 2))]);
    const never = { released, delimiter: ';' as const, normal: true, compare: () => Promise.reject(new Error('it is compared')) };
    const evidence = put([[...header, '_row'], ...numbers]);
    expect(await read(evidence, never)).toEqual({ subjects: ['11', '12'], row: '_row', lines: { numbered: true } });
    const short = put([header, ...numbers.map((row) => row.slice(0, 3))]);
    expect(await read(short, never)).toEqual({ subjects: ['11', '12'], row: undefined, lines: { numbered: true } });
    const other = put([['town', 'age'], ['7', 'A'], ['9', 'B']]); // biome-ignore format: rows
    await expect(read(evidence, { ...never, released: other })).rejects.toThrow('it is compared');
    const { released: _, ...unknown } = never;
    await expect(read(evidence, unknown)).rejects.toThrow('it is compared');
  });

  it('has the very rows that are published, in their order, each of somebody', () =>
    counted(async (counter) => {
      const published = await typedSource(counter, 'p', columns, [['A', '1'], ['B', '2'], ['C', '']]); // biome-ignore format: rows
      const compare = async (all: readonly (readonly string[])[]) => {
        const source = await typedSource(counter, 'e', [...columns, { name: '_subject', role: 'subject', kind: 'text' }], all);
        return compareRows(counter, published, { file, source, subject: source.columns[2], row: undefined });
      };
      const whole = [['A', '1', 'ana'], ['B', '2', 'bor'], ['C', '', 'ana']]; // biome-ignore format: rows
      expect(await compare(whole)).toEqual([]);
      const differs = (count: number, row: number) => [{ kind: 'evidence-differs', file, rows: count, row }];
      expect(await compare(whole.with(1, ['B', '3', 'bor']))).toEqual(differs(1, 2));
      expect(await compare(whole.with(1, ['b', '2', 'bor']))).toEqual(differs(1, 2));
      expect(await compare(whole.toReversed())).toEqual(differs(2, 1));
      expect(await compare(whole.slice(0, 2))).toEqual(differs(1, 3));
      expect(await compare([...whole, ['D', '1', 'ana'], ['D', '1', 'ana']])).toEqual(differs(2, 4));
      const nobody = (count: number, row: number) => [{ kind: 'evidence-incomplete', file, rows: count, row }];
      expect(await compare(whole.with(1, ['B', '2', '']).with(2, ['C', '', '  ']))).toEqual(nobody(2, 2));
      expect(await compare(whole.with(1, ['B', '2', '']).with(2, ['D', '', 'ana']))).toEqual(differs(1, 3));
    }));
});

describe('a table as Arrow beside its rows', () => {
  const columns = [{ name: 'id', role: 'group', kind: 'id' }, { name: 'toll', role: 'mean', kind: 'number' }, { name: 'town', role: 'quasi', kind: 'label' }] as const; // biome-ignore format: columns
  const cells = { id: [7n, null, 9007199254740993n, 7n], toll: [1.5, null, -2, 0], town: ['a, "b"', '', 'a, "b"', 'c'] };
  const lines = [['id', 'toll', 'town'], ['7', '1.5', '"a, ""b"""'], ['', '', ''], ['9007199254740993', '-2', '"a, ""b"""'], ['7', '0', 'c']]; // biome-ignore format: rows
  const csv = (delimiter: string) => lines.map((row) => `${row.join(delimiter)}\n`).join('');
  const arrowOf = ({ id, toll, town }: { readonly [name in keyof typeof cells]: readonly unknown[] }): Uint8Array => {
    const made = tableFromColumns([
      ['id', columnFromArray([...id], int64())],
      ['toll', columnFromArray([...toll], float64())],
      ['town', columnFromArray([...town], dictionary(utf8()))],
    ]);
    return tableToIPC(made, { format: 'file' }) ?? new Uint8Array();
  };
  const found = async (data: object, bytes?: Uint8Array, rows = csv(',')) => {
    const at = folder();
    writeFileSync(join(at, 'tolls.csv'), rows);
    if (bytes !== undefined) writeFileSync(join(at, 'tolls.arrow'), bytes);
    return checkArrow(at, manifestOf(columns, data));
  };
  const beside = { arrow: 'tolls.arrow' };
  const other = [{ kind: 'other-bytes', file: 'tolls.arrow' }];

  it('says what they say in the types of its columns, to the last byte', async () => {
    expect(await found(beside, arrowOf(cells))).toEqual([]);
    expect(await found({ ...beside, delimiter: ';' }, arrowOf(cells), csv(';'))).toEqual([]);
    expect(await found(beside, arrowOf({ ...cells, id: cells.id.with(1, 0n) }))).toEqual(other);
    expect(await found(beside, arrowOf({ ...cells, toll: cells.toll.with(2, 2) }))).toEqual(other);
    expect(await found(beside, arrowOf({ ...cells, town: [...cells.town.slice(0, 1), null, ...cells.town.slice(2)] }))).toEqual(
      other,
    );
    expect(await found(beside, arrowOf({ ...cells, town: cells.town.with(2, 'c') }))).toEqual(other);
    const short = { id: cells.id.slice(1), toll: cells.toll.slice(1), town: cells.town.slice(1) };
    expect(await found(beside, arrowOf(short))).toEqual(other);
    expect(await found(beside, Buffer.concat([arrowOf(cells), Buffer.from('x')]))).toEqual(other);
  });

  it('is looked at where it is declared and there, and stands beside one table of text', async () => {
    expect(await found({}, Buffer.from('x'))).toEqual([]);
    expect(await found(beside)).toEqual([]);
    expect(await found({ ...beside, format: 'parquet' }, arrowOf(cells))).toEqual(other);
    expect(await found({ ...beside, parts: [] }, arrowOf(cells))).toEqual(other);
  });
});

describe('descriptions for catalogues', () => {
  const { manifest } = goodTable('groups');
  const found = async (change: (files: Record<string, string>, at: string) => void, report?: object, about = {}) => {
    const at = folder();
    const files: Record<string, string> = { ...descriptionsOf(manifest, about) };
    change(files, at);
    for (const [name, own] of Object.entries(files)) writeFileSync(join(at, name), own);
    return (await checkDescriptions(at, manifest, report as never)).map((breach) => ('file' in breach ? [breach.kind, breach.file] : [])); // biome-ignore format: a line
  };
  const names = Object.keys(descriptionsOf(manifest));
  const [first, second] = names;

  it('say what manifest and report make, in no other bytes, where they are there', async () => {
    expect(await found(() => {})).toEqual([]);
    expect(await found((files) => Object.assign(files, { [first]: `${files[first]} ` }))).toEqual([['false-description', first]]);
    const turned = (own: string) => own.replace(/[a-z]/, (sign) => (sign === 'x' ? 'y' : 'x'));
    expect(await found((files) => Object.assign(files, { [second]: turned(files[second]) }))).toEqual([['false-description', second]]); // biome-ignore format: a line
    expect(await found((files) => delete files[first])).toEqual([]);
    expect(
      await found((files, at) => {
        delete files[first];
        mkdirSync(join(at, first)); // the folder check names it
      }),
    ).toEqual([]);
  });

  it("have the publisher's words where the report has them", async () => {
    const about = { title: 'Tolls of a week', publisher: 'The office of roads' };
    const report = { sections: { policy: { about } } };
    expect(descriptionsOf(manifest, about)).not.toEqual(descriptionsOf(manifest));
    expect(await found(() => {}, report, about)).toEqual([]);
    expect(await found(() => {}, report)).toHaveLength(names.filter((name) => descriptionsOf(manifest)[name] !== descriptionsOf(manifest, about)[name]).length); // biome-ignore format: a line
    for (const other of [
      undefined,
      {},
      { sections: 7 },
      { sections: {} },
      { sections: { policy: 'x' } },
      { sections: { policy: { about: 'x' } } },
      { sections: { policy: { about: null } } },
    ]) {
      expect(await found(() => {}, other)).toEqual([]);
      expect(await found(() => {}, other, about)).not.toEqual([]);
    }
  });
});

describe('a thread that is lent pieces', () => {
  it('takes each as bytes, says that its slot is free, and in the end what it found', async () => {
    const { port1, port2 } = new MessageChannel();
    const answers: unknown[] = [];
    const isDone = new Promise<void>((resolve) => {
      port1.on('message', (answer) => {
        answers.push(answer);
        if (answers.length === 3) resolve();
      });
    });
    const taken: string[] = [];
    const owned = new ArrayBuffer(4);
    answerPieces<number, { readonly sum: number; readonly owned: ArrayBuffer }>(
      (piece) => taken.push(piece.toString()),
      (question) => [{ sum: question + taken.length, owned }, [owned]],
      port2,
    );
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    shared.set(Buffer.from('-ana-bor'));
    port1.postMessage({ kind: 'piece', slot: 3, bytes: shared.subarray(1, 4) });
    port1.postMessage({ kind: 'piece', slot: 1, bytes: shared.subarray(5) });
    port1.postMessage({ kind: 'question', question: 40 });
    await isDone;
    port1.close();
    expect(taken).toEqual(['ana', 'bor']);
    expect(answers).toEqual([
      { kind: 'read', slot: 3 },
      { kind: 'read', slot: 1 },
      { kind: 'found', found: { sum: 42, owned: new ArrayBuffer(4) } },
    ]);
    expect(owned.byteLength).toBe(0); // it was handed over
  });
});

describe('what judges count with', () => {
  it('has each category with each of its ancestors, however a file is written', () =>
    counted(async (counter) => {
      const path = join(folder(), 'cargo.csv');
      const pairs = async (own: string) => {
        writeFileSync(path, own);
        const table = await readAncestors(counter, 'above', path, 'cargo');
        return counter.ask(`SELECT value, label FROM ${table} ORDER BY ALL`);
      };
      expect(await pairs("\uFEFFmilk ; food;any\r\nore;it's\nsand\n")).toEqual([
        ['milk', 'any'],
        ['milk', 'food'],
        ['ore', "it's"],
      ]);
      expect(await pairs('milk\n')).toEqual([]);
      const many = Array.from({ length: 1250 }, (_, i) => `c${i};a${i};any`);
      expect(await pairs(many.join('\n'))).toHaveLength(2500);
      expect(await pairs(many.slice(0, 500).join('\n'))).toHaveLength(1000);
      expect(await codesOf(readAncestors(counter, 'above', join(home, 'nowhere.csv'), 'cargo'))).toEqual([
        'verify/unreadable-hierarchy',
      ]);
    }));

  it('is refused where memory or room ran out, and else throws as it is', async () => {
    const lacking = (error: Error): Counting => ({ withCounter: () => Promise.reject(error) });
    const codes = (error: Error) => codesOf(withCounter(lacking(error), {}, async () => 7));
    expect(await codes(new CountingLimit('memory'))).toEqual(['verify/out-of-memory']);
    expect(await codes(new CountingLimit('space'))).toEqual(['verify/no-scratch-space']);
    await expect(codes(new TypeError('ours'))).rejects.toThrow('ours');
    const asked: unknown[] = [];
    const lent: Counting = { withCounter: async (use, needs) => { asked.push(needs); return use({} as Counter); } }; // biome-ignore format: a line
    expect(await withCounter(lent, { bytes: 9 }, async () => 7)).toBe(7);
    expect(asked).toEqual([{ bytes: 9 }]);
  });

  it('is SQL that says the very text and the very number', async () => {
    expect([text("it's"), text('a'), text('a\0b')]).toEqual(["'it''s'", "'a'", "('a' || chr(0) || 'b')"]);
    expect([double(0.5), double(-3), double(1e21), double(1e-9)]).toEqual(['0.5e0', '-3e0', '1e+21', '1e-9']);
  });

  it('tells a fault once for all columns that have it, and the first row of the first of them', () => {
    const fault = (kind: string, column: string, cells: number, row: number) => ({ kind, column, cells, row });
    expect(
      breachesOfFaults([fault('far', 'a', 0, 0), fault('far', 'b', 2, 9), fault('few', 'b', 1, 5), fault('far', 'c', 3, 4)], 'x'),
    ).toEqual([
      { kind: 'far', file: 'x', columns: ['b', 'c'], cells: 5, row: 9 },
      { kind: 'few', file: 'x', columns: ['b'], cells: 1, row: 5 },
    ]);
    expect(breachesOfFaults([fault('far', 'a', 0, 0)], 'x')).toEqual([]);
  });
});
