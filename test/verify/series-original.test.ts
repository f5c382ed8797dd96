import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generate, run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Counting } from '../../src/base/counting.ts';
import { Exit } from '../../src/base/problem.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import { verifyRelease } from '../../src/verify/verify.ts';
import { lentDuckDB, verifyLent } from './lent-duckdb.ts';
import { seriesOriginalTamperings } from './series-original-tamperings.ts';

let home = '';
const at = (name: string): string => join(home, name);
const days = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD', seed: 9, queries: 0 };

const made = async (out: string, given: Partial<SeriesInput> = {}): Promise<string> => {
  const policy = { method: 'prism', input: at('work.csv'), out: at(out), ...days, ...given };
  const released = await run({ ...policy, ...(policy.method === 'prism' ? { effort: 'fast' } : {}) } as SeriesInput); // run refuses what does not fit
  expect(released.ok ? [] : released.problems).toEqual([]);
  return at(out);
};

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-series-original-'));
  expect(await generate('work', { rows: 120, seed: 4, out: at('work.csv') })).toMatchObject({ ok: true });
  await made('good');
  await made('naive', { method: 'naive', series: 'H1..H7', quasi: 'H8:category' });
  await made('kapra', { method: 'kapra', series: 'H1..H7', quasi: 'H8:category' });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The columns of a CSV as the verifier is given them. */
const tableOf = (path: string) => {
  const names = readFileSync(path, 'utf8').split('\n')[0].split(',');
  const columns = names.map((name, i) => ({ name, sql: `c${i}` }));
  const types = columns.map(({ sql }) => `${sql}: 'VARCHAR'`).join(', ');
  return {
    name: path,
    table: `read_csv('${path}', header = true, auto_detect = false, columns = {${types}})`,
    columns,
    hierarchy: {},
  };
};

describe('a release of series beside its original', () => {
  it.each([
    ['wide', {}],
    ['long', { shape: 'long' }],
    ['as Parquet in two columns', { format: 'parquet', intervals: 'columns' }],
    ['with representative words', { pattern: 'representative' }],
    ['with 8 segments at level 7', { segments: 8, maxLevel: 7 }],
    ['with a number and a category beside the series', { series: 'H1..H6', quasi: 'H7:number,H8:category' }],
  ] as const)('is true of every record, %s', async (name, given) => {
    const out = await made(`true ${name}`, given);
    const verdict = await verify(out, { original: { file: at('work.csv') } });
    expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    const [told] = verdict.ok ? verdict.value.checks.filter((check) => check.startsWith('original:')) : [];
    expect(told.includes('own word')).toBe(name !== 'with representative words');
  });

  const forms = [
    ['wide', {}],
    ['long', { shape: 'long' }],
    ['as Parquet in two columns', { format: 'parquet', intervals: 'columns' }],
    [
      'long as Parquet in two columns, with curves',
      { format: 'parquet', intervals: 'columns', shape: 'long', reconstruct: true },
    ],
    ['with two values in every class', { l: 2 }],
    ['with 8 segments at level 7', { segments: 8, maxLevel: 7 }],
    ['with a number and a category beside the series', { series: 'H1..H6', quasi: 'H7:number,H8:category' }],
  ] as const;
  it.each(forms.flatMap(([name, given]) => (['naive', 'kapra'] as const).map((method) => [method, name, given] as const)))(
    'is true of every record of %s, %s',
    async (method, name, given) => {
      const out = await made(`${method} true ${name}`, { method, ...given } as Partial<SeriesInput>); // run refuses what does not fit
      const verdict = await verify(out, { original: { file: at('work.csv') } });
      expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
      const [told] = verdict.ok ? verdict.value.checks.filter((check) => check.startsWith('original:')) : [];
      expect(told).toContain('own word');
    },
  );

  it.each(['naive', 'kapra', 'prism'] as const)('is true of every category of %s, listed or by its hierarchy', async (method) => {
    const odd = ['a|b', '{c}', 'back\\slash', '', '(none)', 'plain', '"q"', 'a'];
    const [header, ...rows] = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    const cell = (i: number) => `"${odd[(i * 7) % odd.length].replaceAll('"', '""')}"`;
    const named = rows.map((row, i) => `${row},${cell(i)},${'NS'[i % 2]}${i % 5}`);
    writeFileSync(at(`odd ${method}.csv`), `${[`${header},Odd,Place`, ...named].join('\n')}\n`);
    writeFileSync(at('places.csv'), Array.from({ length: 10 }, (_, i) => `${'NS'[i % 2]}${i % 5};${'NS'[i % 2]};all\n`).join(''));
    const original = { file: at(`odd ${method}.csv`) };
    const given = { input: original.file, quasi: 'Odd:category,Place', hierarchy: { Place: at('places.csv') } };
    const out = await made(`odd ${method}`, { method, ...given } as unknown as Partial<SeriesInput>); // as a policy file has it
    const verdict = await verify(out, { original });
    expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    rmSync(join(out, 'internal', 'manifest.json'));
    expect(await verify(out, { original })).toMatchObject({ ok: false, problems: [{ code: 'verify/hierarchy-needed' }] });
  });

  it.each(['naive', 'kapra'] as const)('is true of what %s leaves over of series with gaps', async (method) => {
    const rows = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    const holed = rows.map((row, i) => (i % 9 === 3 ? row.replace(/^((?:[^,]*,){5})[^,]*/, '$1') : row));
    writeFileSync(at('holes.csv'), `${holed.join('\n')}\n`);
    for (const missing of ['drop', 'interpolate'] as const) {
      const out = await made(`${method} holes ${missing}`, { method, input: at('holes.csv'), missing });
      const verdict = await verify(out, { original: { file: at('holes.csv') } });
      expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    }
  });

  it.each(['naive', 'kapra'] as const)('is true of every series of a file that %s reads as one of UCR', async (method) => {
    const rows = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n').slice(1);
    const ucr = rows.map((row, i) => [`${1 + (i % 3)}`, ...row.split(',').slice(3, 11)].join('\t'));
    writeFileSync(at('Days_TRAIN.tsv'), `${ucr.join('\n')}\n`);
    const released = await run({
      method,
      input: at('Days_TRAIN.tsv'),
      out: at(`ucr ${method}`),
      subject: 'row',
      seed: 3,
    } as SeriesInput);
    expect(released.ok ? [] : released.problems).toEqual([]);
    const verdict = await verify(at(`ucr ${method}`), { original: { file: at('Days_TRAIN.tsv') } });
    expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
  });

  it.each(['work.parquet', 'work.ndjson', 'work.csv.gz'])('is true of every record of %s', async (name) => {
    const [header, ...rows] = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    const names = header.split(',');
    if (name.endsWith('.parquet'))
      expect(await generate('work', { rows: 120, seed: 4, out: at(name) })).toMatchObject({ ok: true });
    else if (name.endsWith('.gz')) writeFileSync(at(name), gzipSync(readFileSync(at('work.csv'))));
    else {
      const valued = (cell: string, c: number) => (c > 2 && c < 11 ? Number(cell) : cell);
      const objects = rows.map((row) => Object.fromEntries(row.split(',').map((cell, c) => [names[c], valued(cell, c)])));
      writeFileSync(at(name), objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
    }
    const out = await made(`true of ${name}`, { input: at(name) });
    expect(await verify(out, { original: { file: at(name) } })).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
  });

  it('is true of every subject of a long table', async () => {
    const [header, ...rows] = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    const instants = header.split(',').slice(3, 11);
    const long = rows.flatMap((row) => {
      const cells = row.split(',');
      return instants.map((instant, t) => [cells[0], `0${t + 1}:00`, cells[3 + t], cells[11], instant].join(','));
    });
    writeFileSync(at('long.csv'), `${['ID,Time,Value,Performance_SD,Name', ...long].join('\n')}\n`);
    for (const [shape, method] of [
      ['wide', 'prism'],
      ['long', 'prism'],
      ['long', 'naive'],
      ['wide', 'kapra'],
    ] as const) {
      const given = {
        method,
        input: at('long.csv'),
        long: 'ID,Time,Value',
        subject: undefined,
        series: undefined,
        drop: 'Name',
        shape,
      };
      const out = await made(`of a long table, ${shape}, ${method}`, given as Partial<SeriesInput>); // exact optional types know no undefined
      expect(await verify(out, { original: { file: at('long.csv') } })).toMatchObject({ ok: true, value: { holds: true } });
    }
  });

  it('compares cells that were there, and not those that were filled in', async () => {
    const rows = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    writeFileSync(
      at('gaps.csv'),
      `${rows.map((row, i) => (i % 9 === 3 ? row.replace(/^((?:[^,]*,){5})[^,]*/, '$1') : row)).join('\n')}\n`,
    );
    const out = await made('gaps', { input: at('gaps.csv'), missing: 'interpolate' });
    expect(await verify(out, { original: { file: at('gaps.csv') } })).toMatchObject({ ok: true, value: { holds: true } });
  });

  it.each(seriesOriginalTamperings)('is caught with $says', async ({ of = 'good', release, original, breach }) => {
    const folder = mkdtempSync(at('spoilt-'));
    cpSync(at(of), folder, { recursive: true });
    release?.(folder);
    const lines = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    original?.(lines);
    const path = join(folder, '..', `${folder.slice(-6)}.csv`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    const verdict = await verifyLent(folder, { threads: 1, original: tableOf(path) });
    if (!verdict.ok) throw new Error(verdict.problems[0].what);
    expect(verdict.value.breaches.map(({ kind }) => kind)).toEqual(breach);
    expect(verdict.value.holds).toBe(false);
  });

  it('is not compared with another file', async () => {
    const [header, ...rows] = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    writeFileSync(at('other.csv'), `${[header, ...rows.reverse()].join('\n')}\n`);
    const verdict = await verify(at('good'), { original: { file: at('other.csv') } });
    expect(verdict).toMatchObject({ ok: false, problems: [{ code: 'verify/not-the-original', exit: Exit.input }] });
  });

  it('is counted by a database that is told how much there is of both, where that is known', async () => {
    const told: (number | undefined)[] = [];
    const lent = countingOn(await lentDuckDB());
    const counting: Counting = {
      withCounter(use, needs) {
        told.push(needs?.bytes);
        return lent.withCounter(use, needs);
      },
    };
    for (const bytes of [undefined, 1000])
      expect(await verifyRelease(at('good'), counting, { original: { ...tableOf(at('work.csv')), bytes } })).toMatchObject({
        ok: true,
        value: { holds: true },
      });
    expect(told).toEqual([undefined, 1000 + statSync(at('good/prism_anonymized.csv')).size]);
  });

  it('needs row numbers, and without the internal folder there are none', async () => {
    cpSync(at('good'), at('public'), { recursive: true });
    rmSync(at('public/internal'), { recursive: true });
    expect(await verify(at('public'), { original: { file: at('work.csv') } })).toMatchObject({
      ok: false,
      problems: [{ code: 'verify/no-row-numbers', exit: Exit.usage }],
    });
  });
});
