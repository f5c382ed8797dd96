import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generate, run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { verifyRelease } from '../../src/verify/verify.ts';
import { seriesOriginalTamperings } from './series-original-tamperings.ts';

let home = '';
const at = (name: string): string => join(home, name);
const days = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD', seed: 9, queries: 0 };

const made = async (out: string, given: Partial<SeriesInput> = {}): Promise<string> => {
  const released = await run({ method: 'prism', input: at('work.csv'), out: at(out), ...days, ...given } as SeriesInput); // run refuses what does not fit
  expect(released.ok ? [] : released.problems).toEqual([]);
  return at(out);
};

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-series-original-'));
  expect(await generate('work', { rows: 120, seed: 4, out: at('work.csv') })).toMatchObject({ ok: true });
  await made('good');
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
    for (const shape of ['wide', 'long'] as const) {
      const given = { input: at('long.csv'), long: 'ID,Time,Value', subject: undefined, series: undefined, drop: 'Name', shape };
      const out = await made(`of a long table, ${shape}`, given as Partial<SeriesInput>); // exact optional types know no undefined
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

  it.each(seriesOriginalTamperings)('is caught with $says', async ({ release, original, breach }) => {
    const folder = mkdtempSync(at('spoilt-'));
    cpSync(at('good'), folder, { recursive: true });
    release?.(folder);
    const lines = readFileSync(at('work.csv'), 'utf8').trimEnd().split('\n');
    original?.(lines);
    const path = join(folder, '..', `${folder.slice(-6)}.csv`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    const verdict = await verifyRelease(folder, { threads: 1, original: tableOf(path) });
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

  it('needs row numbers: other methods keep none, and without the internal folder there are none', async () => {
    const naive = await made('naive', { method: 'naive' });
    cpSync(at('good'), at('public'), { recursive: true });
    rmSync(at('public/internal'), { recursive: true });
    for (const folder of [naive, at('public')])
      expect(await verify(folder, { original: { file: at('work.csv') } })).toMatchObject({
        ok: false,
        problems: [{ code: 'verify/no-row-numbers', exit: Exit.usage }],
      });
  });
});
