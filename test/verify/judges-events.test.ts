import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { EventsManifest, ManifestColumn, SeriesManifest, TableManifest } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { type ClassRules, readClassesOf } from '../../src/verify/events/event-classes.ts';
import type { EventLog } from '../../src/verify/events/event-log.ts';
import { checkBearers } from '../../src/verify/events/event-subjects.ts';
import { checkDurations, sinceForms } from '../../src/verify/events/told-durations.ts';
import { countBorrowed, countStrangers, findStrangers } from '../../src/verify/series/own-words.ts';
import { gatherRecords } from '../../src/verify/series/records.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { checkCounts, isSoundNoise, tableOf } from '../../src/verify/table/cell-noise.ts';
import { draws } from '../suite/draws.ts';
import { counted, sourceOf } from './source-of-rows.ts';

const column = (sql: string, declared: object = {}): SourceColumn =>
  ({ sql, type: 'text', declared: { name: sql, ...declared } as ManifestColumn }) as SourceColumn;
const fill = (counter: Counter, table: string, names: string, rows: readonly (readonly string[])[]) =>
  counter.ask(`CREATE OR REPLACE TEMP TABLE ${table} AS FROM (VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}) AS t(${names})`); // biome-ignore format: a line

describe('classes of codes', () => {
  let home = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'shoal-classes-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const classesOf = (codes: readonly string[], rules: ClassRules) =>
    counted(async (counter) => {
      await readClassesOf(
        counter,
        `SELECT * FROM (VALUES ${codes.map((code) => `(${text(code)})`).join(', ')}) AS v(code)`,
        rules,
      );
      const found = await counter.ask('SELECT code, class FROM classes');
      expect(found).toHaveLength(codes.length);
      return codes.map((code) => found.find(([own]) => own === code)?.[1]);
    });
  const written = (name: string, content: string): string => {
    const file = join(home, name);
    writeFileSync(file, content);
    return file;
  };

  it('are of the code in full first, then of the pattern that says most, then of the first', async () => {
    const mapping = { A1: 'one', 'A*': 'many', 'A1*': 'few', '*z': 'zed', 'B.*': 'dot', 'C*D*E': 'three', "D'": "quo'ted" };
    const codes = ['A1', 'A12', 'Ab', 'Az', 'A\nb', 'q', 'B.x', 'Bxx', 'CxDyE', 'CDE', 'CxD', 'xA1', "D'"];
    const known = ['one', 'few', 'many', 'zed', 'many', null, 'dot', null, 'three', 'three', null, null, "quo'ted"];
    expect(await classesOf(codes, { mapping, unmapped: undefined })).toEqual(known);
    expect(await classesOf(codes, { mapping, unmapped: 'other' })).toEqual(known.map((one) => one ?? 'other'));
    const ties = { '*q': 'first', 'Q*': 'second', 'S**': 'little', 'St*': 'much', 'T*': 'later', '*T*': 'sooner' };
    expect(await classesOf(['Qq', 'Stu', 'T*'], { mapping: ties, unmapped: undefined })).toEqual(['first', 'much', 'sooner']);
    expect(await classesOf(['A1', ''], { mapping: undefined, unmapped: undefined })).toEqual(['A1', '(empty)']);
    expect(await classesOf(['A1', ''], { mapping: { A1: 'one' }, unmapped: undefined })).toEqual(['one', null]);
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`code ${i}`, `class ${i}`]));
    expect(await classesOf(['code 0', 'code 999', 'code 1000', 'code 2000'], { mapping: many, unmapped: undefined })).toEqual(['class 0', 'class 999', 'class 1000', 'class 2000']); // biome-ignore format: a line
  });

  it.each([
    ['a.csv', 'E0,alpha\nE1,beta\n', ['alpha', 'beta']],
    ['b.csv', '\uFEFFCode;Class\n E0 ; alpha \n\nE1;"beta"\n', ['alpha', 'beta']],
    ['c.csv', 'event\tclass\r\nE0\talpha\r\nE1\t"\r\n', ['alpha', '"']],
    ['d.csv', '\nE0,alpha\nE1,"be"ta"', ['alpha', 'be"ta']],
    ['e.csv', 'dogodek,razred\nE1,beta', [null, 'beta']],
    ['f.csv', 'E1,"beta', [null, '"beta']],
    ['g.csv', 'E0;a,b\nE1,beta;c', ['a,b', null]],
    ['j.csv', '  \nE0,alpha"\n', ['alpha"', null]],
    ['b.yaml', '\uFEFFE0: alpha\n', ['alpha', null]],
    ['a.yaml', 'E0: alpha\nE1: 2\n', ['alpha', '2']],
    ['a.JSON', '{"E0": "alpha"}', ['alpha', null]],
  ])('are read from a mapping file, with or without a heading: %s', async (name, content, known) => {
    expect(await classesOf(['E0', 'E1'], { mapping: written(name, content), unmapped: undefined })).toEqual(known);
  });

  it('take a heading for a code where it is not in the first line, or says something else', async () => {
    expect(await classesOf(['code', 'event'], { mapping: written('h.csv', '\ncode,x\nevent,y\n'), unmapped: undefined })).toEqual(['x', 'y']); // biome-ignore format: a line
    expect(await classesOf(['kind', 'event'], { mapping: written('i.csv', 'kind,x\nevent,y\n'), unmapped: undefined })).toEqual(['x', 'y']); // biome-ignore format: a line
  });

  it.each([
    ['x.csv', 'E0,alpha,more\n'],
    ['y.csv', 'E0,alpha\nE1\n'],
    ['z.csv', '\n\n'],
    ['code.csv', 'code,class\n'],
    ['x.yaml', '- E0\n- E1\n'],
    ['y.yml', '{'],
    ['z.json', '{}'],
  ])('cannot be given by a file that is no mapping: %s', async (name, content) => {
    await expect(classesOf(['E0'], { mapping: written(name, content), unmapped: undefined })).rejects.toMatchObject({ problems: [{ code: expect.stringMatching(/mapping/) }] }); // biome-ignore format: a line
  });

  it('cannot be given by a file that is not there', async () => {
    await expect(classesOf(['E0'], { mapping: join(home, 'none.csv'), unmapped: 'x' })).rejects.toMatchObject({ problems: [{ code: expect.stringMatching(/mapping/) }] }); // biome-ignore format: a line
  });
});

describe('who bears an id', () => {
  const found = (rows: readonly string[], pseudonym: string, { ids = true, told = true, unit = 'who' } = {}) =>
    counted(async (counter) => {
      await fill(counter, 'beside', 'place, id, bearer, told_subject', rows.map((row, i) => [String(i + 1), ...row.split('/').map(text)])); // biome-ignore format: a line
      const log = { subject: ids ? column('id') : undefined, file: 'log.csv' } as unknown as EventLog;
      const manifest = { pseudonym, unit, subjectSpelling: 'normal' } as unknown as EventsManifest;
      return checkBearers(counter, log, manifest, { file: 'evidence.csv', subject: told ? column('told_subject') : undefined });
    });
  const ambiguous = (file: string, ids: number, row: number) => ({ kind: 'ambiguous-pseudonym', file, ids, row });
  const split = (file: string, subjects: number, row: number) => ({ kind: 'split-subject', file, subjects, row });

  it('is one subject, which has no other where ids are random', async () => {
    expect(await found(['1/a/7', '2/b/8', '1/a/7'], 'random')).toEqual([]);
    expect(await found(['1/a/7', '1/b/8', '2/c/9', '2/d/6'], 'random')).toEqual([ambiguous('log.csv', 2, 1)]);
    expect(await found(['2/c/9', '1/a/7', '1/b/8', '1/a/7'], 'random')).toEqual([ambiguous('log.csv', 1, 2)]);
    expect(await found(['1/a/7', '2/b/8', '3/b/8', '3/b/8'], 'random')).toEqual([split('log.csv', 1, 2)]);
    expect(await found(['1/a/7', '2/b/8', '3/b/8'], 'rotate')).toEqual([]);
    expect(await found(['1/a/7', '2/b/8', '1/b/8'], 'rotate')).toEqual([ambiguous('log.csv', 1, 1)]);
  });

  it('has one number in the evidence, where it has one', async () => {
    expect(await found(['1/a/7', '2/a/8'], 'rotate')).toEqual([split('evidence.csv', 1, 1)]);
    expect(await found(['1/a/7', '2/b/7'], 'rotate')).toEqual([ambiguous('evidence.csv', 1, 1)]);
    expect(await found(['1/a/7', '2/b/7'], 'rotate', { told: false })).toEqual([]);
    expect(await found(['1/a/7', '1/b/7'], 'random', { ids: false })).toEqual([ambiguous('evidence.csv', 1, 1)]);
    expect(await found(['1/a/7', '1/b/8'], 'random', { ids: false })).toEqual([]);
  });

  it('is the subject itself where ids are kept, in any spelling or in its own', async () => {
    const changed = (cells: number, row: number) => ({ kind: 'changed-subject', file: 'log.csv', columns: ['id'], cells, row });
    expect(await found(['Ana/ana/7', 'ŽAN/žan/8'], 'keep')).toEqual([]);
    expect(await found(['Ana/ana/7', 'Bor/žan/8', 'x/žan/8'], 'keep')).toEqual([changed(2, 2)]);
    expect(await found(['ana/ana/7', 'Bor/bor/8'], 'keep', { unit: 'row' })).toEqual([changed(1, 2)]);
  });
});

describe('durations that are told', () => {
  const source = (name: string, role: string) => ({ columns: [column(name, { role })] }) as unknown as EventLog['source'];
  const found = (rows: readonly string[], durations: readonly string[] | undefined, role = 'duration', hasIds = true) => counted(async (counter) => { await fill(counter, 'beside', 'place, id, happened, input, since', rows.map((row, i) => { const [id, at, since] = row.split('/'); return [String(i + 1), text(id), `TIMESTAMP '2024-03-01 ${at}'`, String(i), text(since)]; })); return checkDurations(counter, { source: source('since', role), subject: hasIds ? column('id') : undefined, file: 'log.csv' } as unknown as EventLog, { k: 2, durations } as unknown as EventsManifest['promises']); }); // biome-ignore format: two lines

  it('are the time since the event before under the number, in whole seconds', async () => {
    const edges = ['1m', '1h'];
    const good = ['1/08:00:00/first', '1/08:00:59.9/0-1m', '1/08:01:59/1m-1h', '1/09:01:58.5/1m-1h', '1/10:01:58/1h+', '2/09:00:00/first', '2/09:00:00/0-1m']; // biome-ignore format: a line
    expect(await found(good, edges)).toEqual([]);
    expect(await found(good.map((row) => row.replace(/[^/]*$/, '*')), edges)).toEqual([]); // biome-ignore format: a line
    for (const [at, other] of ['0-1m', '1m-1h', '0-1m', '1h+', '1m-1h', '0-1m', 'first'].entries()) {
      const rows = good.map((row, i) => (i === at ? row.replace(/[^/]*$/, other) : row));
      expect(await found(rows, edges)).toEqual([{ kind: 'false-duration', file: 'log.csv', cells: 1, row: at + 1 }]);
    }
  });

  it('are told by the first that is false', async () => {
    const rows = ['1/08:00:00/first', '1/08:00:00/first', '1/08:00:00/first'];
    expect(await found(rows, ['1m'])).toEqual([{ kind: 'false-duration', file: 'log.csv', cells: 2, row: 2 }]);
  });

  it('are not looked at where none are promised, or no number links events', async () => {
    const bad = ['1/08:00:00/1m+'];
    expect(await found(bad, ['1m'])).toHaveLength(1);
    expect(await found(bad, undefined)).toEqual([]);
    expect(await found(bad, ['1m'], 'quasi')).toEqual([]);
    expect(await found(bad, ['1m'], 'duration', false)).toEqual([]);
  });

  it('are told for all events under a number, or for none', () =>
    counted(async (counter) => {
      const forms = sinceForms(source('since', 'duration') as never, { k: 2, durations: ['1m'] } as unknown as EventsManifest['promises']); // biome-ignore format: a line
      expect(forms).toMatchObject({ told: true, cell: 'since' });
      await fill(counter, 'cells', 'number, position, since', [
        ...[['1', "'1'", "'first'"], ['1', "'2'", "'0-1m'"]], // biome-ignore format: rows
        ...[['2', "'1'", "'0-1m'"], ['3', "'1'", "'first'"], ['3', "'2'", "'first'"]], // biome-ignore format: rows
        ...[['4', "'1'", "'*'"], ['4', "'2'", "'*'"], ['5', "'1'", "'*'"], ['6', "'1'", "'*'"], ['6', "'2'", "'1m+'"]], // biome-ignore format: rows
      ]);
      expect(
        await counter.ask(`SELECT number, ${forms.isTimed}, ${forms.isUntimed} FROM cells GROUP BY number ORDER BY number`),
      ).toEqual([
        [1, true, false],
        [2, false, false],
        [3, false, false],
        [4, false, true],
        [5, false, false],
        [6, false, false],
      ]);
      for (const none of [sinceForms(source('since', 'quasi') as never, { k: 2, durations: ['1m'] } as never), sinceForms(source('since', 'duration') as never, { k: 2 } as never)]) // biome-ignore format: a line
        expect(none).toEqual({ told: false, cell: "''", isTimed: 'false', isUntimed: 'true' });
    }));
});

describe('counts with noise', () => {
  const sound = { noise: { most: 3, variance: 4 }, shape: 'groups', unit: 'who', columns: [{ role: 'count' }] };
  const isSound = (more: object) => isSoundNoise({ ...sound, ...more } as unknown as TableManifest);

  it('are of subjects in groups, without means, and vary no more than numbers so near can', () => {
    expect(isSound({})).toBe(true); // 3 * 4 is 3 * (3 + 1)
    for (const odd of [{ shape: 'records' }, { unit: 'row' }, { columns: [{ role: 'count' }, { role: 'mean' }] }, { noise: { most: 3, variance: 4.01 } }]) expect(isSound(odd)).toBe(false); // biome-ignore format: a line
    expect(isSound({ noise: undefined, shape: 'records', unit: 'row' })).toBe(true);
  });

  it('have a table of 65,536 places with the variance that is told', () => {
    for (const [most, variance] of [
      [1, 0.5],
      [3, 2],
      [5, 1],
      [10, 30],
    ]) {
      // biome-ignore format: pairs
      const table = tableOf({ most, variance });
      expect(table.map(([value]) => value)).toEqual(Array.from({ length: 2 * most + 1 }, (_, i) => i - most));
      expect(table.reduce((sum, [, places]) => sum + places, 0)).toBe(65_536);
      expect(table.reduce((sum, [value, places]) => sum + value * value * places, 0) / 65_536).toBeCloseTo(variance, 2);
      for (const [value, places] of table) expect(places).toBe(table[most - value][1]);
    }
    expect(tableOf({ most: 1, variance: 0.5 })).toEqual([[-1, 16_384], [0, 32_768], [1, 16_384]]); // biome-ignore format: pairs
  });

  it('are those that their subjects owe, by the secret', () =>
    counted(async (counter) => {
      const noise = { most: 2, variance: 1.5 };
      const secret = '1234567890';
      const groups = [['a', 'b', "o'c"], ['1', '2', '3', '4'], ['1', '2.5', '7.0']]; // biome-ignore format: groups
      const numberOf = (id: string) =>
        createHmac('sha256', secret).update(`shoal cell key 1:${id.replace(/^(\d+)\.0+$/, '$1')}`).digest().readUInt32BE(0); // biome-ignore format: a line
      const owed = groups.map((members) => {
        const place = Math.floor((members.reduce((sum, id) => sum + numberOf(id), 0) % 2 ** 32) / 65_536);
        let end = 0;
        const [value] = tableOf(noise).find(([, places]) => place < (end += places)) ?? [Number.NaN];
        return members.length + value;
      });
      await fill(counter, 'members', 'row, subject', groups.flatMap((members, g) => members.map((id) => [String(g + 1), text(id)]))); // biome-ignore format: a line
      const check = async (counts: readonly number[], by: typeof noise | undefined, key?: string) => {
        await fill(counter, 'published', 'row, n', counts.map((count, g) => [String(g + 1), `'${count}'`])); // biome-ignore format: a line
        return checkCounts(counter, column('n'), by, key);
      };
      const fault = (kind: string, cells: number, row: number) => [{ kind, column: 'n', cells, row }];
      expect(await check([3, 4, 3], undefined)).toEqual(fault('wrong-count', 0, 0));
      expect(await check([3, 5, 2], undefined, secret)).toEqual(fault('wrong-count', 2, 2));
      expect(await check([5, 2, 1], noise)).toEqual(fault('far-count', 0, 0));
      expect(await check([3, 7, 0], noise, secret)).toEqual(fault('far-count', 2, 2));
      expect(await check(owed, noise, secret)).toEqual(fault('wrong-noise', 0, 0));
      const other = owed.map((count, g) => (g === 2 ? count + (count > 3 ? -1 : 1) : count));
      expect(await check(other, noise, secret)).toEqual(fault('wrong-noise', 1, 3));
      const faults: number[] = [];
      for (let key = 0; key < 8; key++) faults.push((await check(owed, noise, `secret ${key}`))[0].cells);
      expect(Math.max(...faults)).toBeGreaterThan(0); // another secret owes others
    }));
});

describe('words of records', () => {
  const cuts: Readonly<Record<number, readonly number[]>> = {
    1: [],
    2: [0],
    3: [-0.430727299295457, 0.430727299295457],
    4: [-0.674489750196082, 0, 0.674489750196082],
  };
  const anyRecord = fc.record({
    series: fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 5, maxLength: 5 }),
    level: fc.integer({ min: 1, max: 4 }),
    letters: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3)),
    scale: fc.constantFrom(1, 1e-200, 1e200),
    gap: fc.boolean(),
  });

  it.each(['word', 'interval'])('are strangers where their own does not lie in what is told: %s', (form) =>
    fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { minLength: 30, maxLength: 50 }), fc.integer({ min: 1, max: 3 }), (records, p) =>
        counted(async (counter) => {
          const told = records.map(({ letters, level }) => {
            const within = letters.map((letter) => Math.min(letter, level - 1));
            const pairs = [[within[0], within[1]], [within[2], within[3]]].map(([a, b]) => (form === 'word' ? [a, a] : [Math.min(a, b), Math.max(a, b)])); // biome-ignore format: a line
            const letter = (at: number) => String.fromCharCode(97 + at);
            const pattern = pairs.map(([a, b]) => (a === b ? letter(a) : `${letter(a)}-${letter(b)}`)).join(form === 'word' ? '' : '|'); // biome-ignore format: a line
            return { pairs, pattern };
          });
          await fill(
            counter,
            'beside',
            'line, group_id, pattern, level, series',
            records.map(({ series, level, scale, gap }, i) => [String(i + 1), '1', text(told[i].pattern), String(level), `CAST([${series.map((value, t) => (gap && t === 3 ? 'NULL' : value * scale)).join(', ')}] AS DOUBLE[])`]), // biome-ignore format: a line
          );
          const strange = records.map(({ series, level, gap }, i) => {
            if (gap) return false;
            const mean = series.reduce((sum, value) => sum + value, 0) / 5;
            const deviation = Math.sqrt(series.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5);
            const parts = [series.slice(0, 2), series.slice(2)].map((part) => part.reduce((sum, value) => sum + value, 0) / part.length); // biome-ignore format: a line
            return parts.some((part, s) => {
              const distance = deviation === 0 ? 0 : (part - mean) / deviation;
              const [from, to] = told[i].pairs[s];
              const low = from === 0 ? Number.NEGATIVE_INFINITY : cuts[level][from - 1];
              const high = to === level - 1 ? Number.POSITIVE_INFINITY : cuts[level][to];
              return distance < low - 1e-7 || distance >= high + 1e-7;
            });
          });
          await findStrangers(counter, { form, segments: 2, maxLevel: 4 } as unknown as SeriesManifest['pattern']);
          expect(await counter.ask('SELECT CAST(line AS INTEGER) FROM strangers ORDER BY 1')).toEqual(strange.flatMap((is, i) => (is ? [[i + 1]] : []))); // biome-ignore format: a line
          expect(await countStrangers(counter)).toEqual({
            cells: strange.filter(Boolean).length,
            row: strange.indexOf(true) + 1,
          });
          const leaves = new Map<string, number[]>();
          for (const [i, { level }] of records.entries()) {
            const key = `${told[i].pattern} ${level}`;
            leaves.set(key, [...(leaves.get(key) ?? []), i]);
          }
          const own = [...leaves.values()].map((members) => ({ own: members.filter((i) => !strange[i]).length, row: members[0] + 1 })); // biome-ignore format: a line
          const few = own.filter((leaf) => leaf.own < p);
          expect(await countBorrowed(counter, p)).toEqual({
            leaves: few.length,
            fewest: Math.min(...(few.length === 0 ? [0] : few.map((leaf) => leaf.own))),
            row: Math.min(...(few.length === 0 ? [0] : few.map(({ row }) => row))),
          });
        }),
      ),
      { numRuns: draws(8) },
    ),
  );
});

describe('records of a long release', () => {
  const declared = [['Record', 'record'], ['Time', 'instant'], ['GroupID', 'group'], ['Value', 'series'], ['age', 'quasi'], ['Pattern', 'pattern'], ['Level', 'level'], ['Curve', 'curve']] as const; // biome-ignore format: a line
  const row = (record: string, time: string, value = `[${time}-${record}]`, age = '30') => [record, time, record, value, age, 'ab', '2', `c${time}`]; // biome-ignore format: a line
  const gathered = (rows: readonly (readonly string[])[], instants: readonly string[]) =>
    counted(async (counter) => {
      const source = await sourceOf(counter, declared, rows);
      const found = await gatherRecords(counter, source, { instants, data: { file: 'long.csv' } } as unknown as SeriesManifest);
      const columns = found.wide?.source.columns ?? [];
      const cells = found.wide === undefined ? [] : await counter.ask(`SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM records ORDER BY record`); // biome-ignore format: a line
      const first = found.wide === undefined ? [] : await counter.ask(`SELECT record, row FROM ${found.wide.source.numbered} ORDER BY record`); // biome-ignore format: a line
      return { rows: found.rows, breaches: found.breaches, columns: columns.map(({ declared: own }) => own), cells, first };
    });

  it('are put together, a cell for each instant where the release has one for all', async () => {
    const { rows, breaches, columns, cells, first } = await gathered([row('2', 'H2'), row('1', 'H1'), row('2', 'H1'), row('1', 'H2')], ['H1', 'H2']); // biome-ignore format: a line
    expect([rows, breaches]).toEqual([4, []]);
    expect(columns.map(({ name, of }) => [name, of])).toEqual([
      ['GroupID', undefined],
      ['Value at H1', 'H1'],
      ['Value at H2', 'H2'],
      ['age', undefined],
      ['Pattern', undefined],
      ['Level', undefined],
      ['Curve at H1', 'H1'],
      ['Curve at H2', 'H2'],
    ]);
    expect(cells).toEqual(
      ['1', '2'].map((record) => [record, `[H1-${record}]`, `[H2-${record}]`, '30', 'ab', '2', 'cH1', 'cH2']),
    );
    expect(first).toEqual([['1', 2], ['2', 1]]); // biome-ignore format: pairs
  });

  it('are the same where instants are so many that they are gathered in two steps', async () => {
    for (const count of [32, 33, 40]) {
      const instants = Array.from({ length: count }, (_, i) => `T${i}`);
      const { breaches, cells } = await gathered(['1', '2'].flatMap((record) => instants.map((time) => row(record, time))), instants); // biome-ignore format: a line
      expect(breaches).toEqual([]);
      expect(cells).toEqual(['1', '2'].map((record) => [record, ...instants.map((time) => `[${time}-${record}]`), '30', 'ab', '2', ...instants.map((time) => `c${time}`)])); // biome-ignore format: a line
    }
  });

  it('have each instant once, say the same of themselves in every row, and are numbered from one on', async () => {
    const good = ['1', '2', '3'].flatMap((record) => ['H1', 'H2'].map((time) => row(record, time)));
    const kinds = async (rows: readonly (readonly string[])[]) => {
      const found = await gathered(rows, ['H1', 'H2']);
      return [found.breaches, found.cells.length];
    };
    const incomplete = (records: number, at: number) => ({
      kind: 'incomplete-record',
      file: 'long.csv',
      records,
      instants: 2,
      row: at,
    });
    expect(await kinds(good)).toEqual([[], 3]);
    expect(await kinds([...good.slice(0, 3), ...good.slice(4, 5)])).toEqual([[incomplete(2, 3)], 0]);
    expect(await kinds([...good, good[2]])).toEqual([[incomplete(1, 3)], 0]);
    expect(await kinds(good.map((cells, i) => (i === 3 ? row('2', 'H1') : cells)))).toEqual([[incomplete(1, 3)], 0]);
    expect(await kinds(good.map((cells, i) => (i === 3 ? row('2', 'H9') : cells)))).toEqual([[incomplete(1, 3)], 0]);
    expect(await kinds(good.map((cells, i) => (i === 5 ? row('3', 'H2', '[1-2]', '31') : cells)))).toEqual([[{ kind: 'torn-record', file: 'long.csv', records: 1, row: 5 }], 0]); // biome-ignore format: a line
    const gap = { kind: 'gap-in-numbers', file: 'long.csv', columns: ['Record'], cells: 2, row: 1 };
    expect(await kinds([...good.slice(0, 2), ...good.slice(4)])).toEqual([[gap], 2]);
    const malformed = { kind: 'malformed-group-id', file: 'long.csv', columns: ['Record'], cells: 2, row: 3 };
    expect(await kinds(good.map((cells) => (cells[0] === '2' ? ['02', ...cells.slice(1)] : cells)))).toEqual([[malformed], 0]);
  });
});
