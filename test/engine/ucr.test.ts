import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PolicyInput, run } from 'shoal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { curves, numbers } from './long-tables.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-ucr-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const policy = { method: 'naive', subject: 'row', seed: 1, queries: 0 } as const;

async function released(name: string, text: string | Uint8Array, given: PolicyInput = policy): Promise<string> {
  const input = join(home, name);
  const out = join(home, 'out');
  writeFileSync(input, text);
  const made = await run({ ...given, input, out });
  if (!made.ok) throw new Error(made.problems.map(({ code, what, why }) => `${code}: ${what} ${why}`).join('\n'));
  const csv = readFileSync(join(out, 'naive_anonymized.csv'), 'utf8');
  rmSync(out, { recursive: true });
  return csv;
}

async function refusal(name: string, text: string | Uint8Array, given: PolicyInput = policy): Promise<string> {
  const input = join(home, name);
  writeFileSync(input, text);
  const made = await run({ ...given, input, out: join(home, 'out') });
  expect(existsSync(join(home, 'out'))).toBe(false);
  expect(readdirSync(home)).toEqual([name]);
  if (made.ok) return 'none';
  const [{ code, where }] = made.problems;
  return `${code} ${/line \d+/.exec(where ?? '')?.[0] ?? ''}`.trim();
}

const { subjects } = curves(40, numbers(8));
const series = subjects.map(({ values }, s) => ({ values: values.map(String), label: ['up', 'down', 'it, flat'][s % 3] }));
const csv = [
  [...numbers(8).map((t) => `T${t}`), 'class'].join(','),
  ...series.map(({ values, label }) => `${values.join(',')},"${label}"`),
].join('\n');
const wide = { ...policy, series: 'T1..T8', sensitive: 'class' } as const;

const ucr = (label: (s: number) => string = (s) => String(s % 3)) =>
  series.map(({ values }, s) => [label(s), ...values].join('\t')).join('\n');

const tsHeader =
  '# a comment\n#\n@problemName walks\n@timeStamps false\n@missing false\n@univariate true\n@equalLength true\n@seriesLength 8\n@classLabel true up down flat\n@data\n';
const ts = (header = tsHeader) =>
  header + series.map(({ values, label }) => `${values.join(',')}:${label.replace('it, ', '')}`).join('\n');

const arffHeader = (type = 'NUMERIC') =>
  `% a comment\n@RELATION 'walks of forty'\n\n${numbers(8)
    .map((t) => `@ATTRIBUTE 'at ${t}' ${type}`)
    .join('\n')}\n@attribute "the class" {up,down,'it, flat'}\n\n@DATA\n`;
const arff = (header = arffHeader()) =>
  header + series.map(({ values, label }) => `${values.join(',')},${label.includes(',') ? `'${label}'` : label}`).join('\n');

describe('a file of series', () => {
  it.each(['Walks_TRAIN.tsv', 'Walks_TEST.TSV'])('of UCR is read as its table would be: %s', async (name) => {
    const classes = csv.split('\n').map((row, s) => (s === 0 ? row : row.replace(/".*"/, String((s - 1) % 3))));
    expect(await released(name, `${ucr()}\n`)).toBe(await released('a.csv', classes.join('\n'), wide));
    expect(await released(name, ucr().replaceAll('\n', '\r\n'))).toBe(await released('a.csv', classes.join('\n'), wide));
  });

  it('of sktime and aeon is read as its table would be', async () => {
    const plain = csv.replaceAll('it, ', '');
    expect(await released('walks.ts', ts())).toBe(await released('a.csv', plain, wide));
    expect(await released('walks.ts', ts('@CLASSLABEL TRUE a b\n@DATA\n'))).toBe(await released('a.csv', plain, wide));
    expect(await released('walks.ts', ts('@problemName walks\n@data\n'))).toBe(await released('a.csv', plain, wide));
  });

  it('of sktime and aeon may have no class, or a target in its place', async () => {
    const bare = `@univariate true\n@classLabel false\n@data\n${series.map(({ values }) => values.join(', ')).join('\n')}`;
    expect((await released('walks.ts', bare)).split('\n')[0]).toBe('GroupID,T1,T2,T3,T4,T5,T6,T7,T8,Pattern,Level');
    const target = ts('@univariate true\n@targetLabel true\n@data\n');
    expect((await released('walks.ts', target)).split('\n')[0]).toBe('GroupID,T1,T2,T3,T4,T5,T6,T7,T8,target,Pattern,Level');
  });

  it('of Weka is read as its table would be', async () => {
    const owed = await released('a.csv', csv, wide);
    expect(await released('walks.arff', arff())).toBe(owed);
    expect(await released('walks.ARFF', arff(arffHeader('real')).replaceAll('\n', '\r\n'))).toBe(owed);
  });

  it.each([
    ['Walks_TRAIN.tsv', (at: string) => ucr().replace(/(\n[^\t]*\t)[^\t]*/, `$1${at}`), 'NaN'],
    ['walks.ts', (at: string) => ts().replace(/,[^,:]*:/, `,${at}:`), '?'],
    ['walks.arff', (at: string) => arff(arffHeader()).replace(/(@DATA\n[^,]*,)[^,]*/, `$1${at}`), '?'],
  ])('may lack values, which are gaps like any other: %s', async (name, text, gap) => {
    expect(await refusal(name, text(gap))).toBe('input/empty-cells');
    expect((await released(name, text(gap), { ...policy, missing: 'interpolate' })).trim().split('\n').length).toBe(41);
    expect(await refusal(name, text('much'))).toMatch(/^input\/bad-series-file line \d+$/);
  });

  it('still needs to be told who is protected, and lets its columns have other roles', async () => {
    expect(await refusal('walks.ts', ts(), { seed: 1 })).toBe('policy/no-subject');
    const dropped = await released('walks.ts', ts(), { ...policy, drop: 'class' });
    expect(dropped.split('\n')[0]).toBe('GroupID,T1,T2,T3,T4,T5,T6,T7,T8,Pattern,Level');
    const half = await released('walks.ts', ts(), { ...policy, series: 'T1..T4', drop: 'T5,T6,T7,T8', quasi: 'class' });
    expect(half.split('\n')[0]).toBe('GroupID,T1,T2,T3,T4,class,Pattern,Level');
  });

  it('keeps the letters of its classes', async () => {
    expect(await released('walks.ts', ts().replaceAll('down', 'dół "1"'))).toContain('"dół ""1"""');
    expect(await refusal('walks.ts', Buffer.from(ts().replace('down', 'd\u00fb'), 'latin1'))).toMatch(/^input\/not-utf8/);
  });
});

describe('a table that only looks like a file of series', () => {
  it('is read as a table: a .tsv with names, be they numbers', async () => {
    const names = ['ID', ...numbers(8)].join('\t');
    const rows = series.map(({ values }, s) => [s, ...values].join('\t')).join('\n');
    const table = await released('days.tsv', `${names}\n${rows}`, { ...policy, subject: 'ID', series: '1..8' });
    expect(table.split('\n')[0]).toBe('GroupID,1,2,3,4,5,6,7,8,Pattern,Level');
    const hours = `${numbers(8).join('\t')}\n${series.map(({ values }) => values.join('\t')).join('\n')}`;
    expect((await released('days.tsv', hours, { ...policy, series: '1..8' })).trim().split('\n').length).toBe(41);
  });
});

describe('what is refused', () => {
  it('of UCR: rows of unequal length, a class alone', async () => {
    expect(await refusal('a.tsv', `${ucr()}\n1\t2\t3\n`)).toBe('input/ragged-row line 41');
    expect(await refusal('a.tsv', `${ucr()}\n1\n`)).toBe('input/bad-series-file line 41');
  });

  it('of .ts: several dimensions, time stamps, unequal lengths, no data', async () => {
    const having = (line: string) => ts(tsHeader.replace('@data', `${line}\n@data`));
    expect(await refusal('a.ts', having('@univariate false'))).toBe('input/unsupported-series-file line 10');
    expect(await refusal('a.ts', having('@dimension 3'))).toBe('input/unsupported-series-file line 10');
    expect(await refusal('a.ts', having('@timeStamps true'))).toBe('input/unsupported-series-file line 10');
    expect(await refusal('a.ts', having('@equalLength false'))).toBe('input/unsupported-series-file line 10');
    expect(await refusal('a.ts', `${tsHeader}1,2,3,4:5,6,7,8:up\n`)).toBe('input/unsupported-series-file line 11');
    expect(await refusal('a.ts', `${tsHeader}(0,1),(1,2):up\n`)).toBe('input/unsupported-series-file line 11');
    expect(await refusal('a.ts', `${tsHeader}1,2,3,4\n`)).toBe('input/bad-series-file line 11');
    expect(await refusal('a.ts', `${ts()}\n1,2,3:up\n`)).toBe('input/ragged-row line 51');
    expect(await refusal('a.ts', tsHeader)).toBe('input/no-rows');
    expect(await refusal('a.ts', 'export const a = 1;\n')).toBe('input/bad-series-file line 1');
  });

  it('of .arff: sparse rows, text, relations, no class, cells too few or too many', async () => {
    const at = arffHeader().split('\n').length;
    expect(await refusal('a.arff', `${arffHeader()}{0 1, 8 up}\n`)).toBe(`input/unsupported-series-file line ${at}`);
    expect(await refusal('a.arff', arff(arffHeader('string')))).toBe('input/unsupported-series-file line 4');
    expect(await refusal('a.arff', arff(arffHeader('relational')))).toBe('input/unsupported-series-file line 4');
    expect(await refusal('a.arff', arff(arffHeader('{a,b}')))).toMatch('input/unsupported-series-file');
    expect(await refusal('a.arff', '@attribute a numeric\n@attribute b numeric\n@data\n1,2\n')).toBe(
      'input/unsupported-series-file line 3',
    );
    expect(await refusal('a.arff', `${arffHeader()}1,2,3,up\n`)).toBe(`input/bad-series-file line ${at}`);
    expect(await refusal('a.arff', `${arffHeader()}1,2,3,4,5,6,7,8,9,up\n`)).toBe(`input/bad-series-file line ${at}`);
    expect(await refusal('a.arff', `${arffHeader()}1,2,3,4,5,6,7,8,'up\n`)).toBe(`input/bad-series-file line ${at}`);
    expect(await refusal('a.arff', 'hello\n')).toBe('input/bad-series-file line 1');
  });

  it('never with a value in the message', async () => {
    writeFileSync(join(home, 'a.ts'), `${ts()}\n1,2,3,4,5,6,7,Zanzibar:up\n`);
    const made = await run({ ...policy, input: join(home, 'a.ts'), out: join(home, 'out') });
    expect(JSON.stringify(made)).not.toContain('Zanzibar');
  });
});
