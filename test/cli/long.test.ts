import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { curves, longCsv, numbers, wideCsv } from '../engine/long-tables.ts';
import { releasedRows } from './released.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

const data = 'naive_anonymized.csv';
const long = ['--long', 'ID,Hour,kWh', '--method', 'naive', '--seed', '1'];
const quiet = ['--progress', 'none'];

describe('shoal run --long', () => {
  it('makes the bytes of the wide table', async () => {
    const table = curves(40, numbers(8));
    place.write('long.csv', longCsv(table));
    place.write('wide.csv', wideCsv(table));
    expect(await place.call(['run', 'long.csv', ...long, ...quiet, '--out', 'a'])).toMatchObject({ code: 0 });
    const wide = [
      'run',
      'wide.csv',
      '--method',
      'naive',
      '--subject',
      'ID',
      '--series',
      'T1..T8',
      '--seed',
      '1',
      ...quiet,
      '--out',
      'b',
    ];
    expect(await place.call(wide)).toMatchObject({ code: 0 });
    expect(place.read('a', data)).toBe(place.read('b', data));
    expect(readdirSync(place.scratch)).toEqual([]);
  });

  it('reads standard input, and a policy file that names the three columns one by one', async () => {
    const csv = longCsv(curves(40, numbers(8)));
    expect(await place.call(['run', '-', ...long, ...quiet, '--out', 'a'], { stdin: csv })).toMatchObject({ code: 0 });
    place.write('long.csv', csv);
    place.write('shoal.yaml', 'input: long.csv\nmethod: naive\nlong: { subject: ID, time: Hour, value: kWh }\nseed: 1\nout: b\n');
    expect(await place.call(['run', ...quiet])).toMatchObject({ code: 0 });
    expect(place.read('a', data)).toBe(place.read('b', data));
  });

  it.each([
    ['repeated', (csv: string) => `${csv}${csv.split('\n')[1]}\n`, [], 3, 'input/repeated-instant'],
    ['a gap', (csv: string) => csv.split('\n').toSpliced(4, 1).join('\n'), [], 3, 'input/empty-cells'],
    ['irregular', (csv: string) => csv.replaceAll(',8,', ',9,'), [], 3, 'input/irregular-instants'],
    ['both', (csv: string) => csv, ['--series', 'kWh'], 2, 'policy/long-and-wide'],
    ['short', (csv: string) => csv, ['--long', 'ID,Hour'], 2, 'policy/bad-value'],
    ['no role', (csv: string) => csv.replace('kWh', 'kWh,x').replace(/^(s.*)$/gm, '$1,1'), [], 2, 'policy/column-without-role'],
  ] as const)('refuses with a code and leaves nothing: %s', async (_, spoil, words, code, problem) => {
    place.write('long.csv', spoil(longCsv(curves(40, numbers(8)))));
    const before = place.listing();
    const outcome = await place.call(['run', 'long.csv', ...long, ...words, ...quiet]);
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(`code   ${problem}`);
    expect(place.listing()).toEqual(before);
  });

  it('says which subject and instant has the first gap without naming either', async () => {
    const lines = longCsv(curves(40, numbers(8))).split('\n');
    place.write('long.csv', lines.filter((line) => line !== lines[5]).join('\n'));
    const { stderr } = await place.call(['run', 'long.csv', ...long, ...quiet]);
    expect(stderr).toContain('1 cell of the series is empty, in 1 subject.');
    expect(stderr).toMatch(/first in column "T\d", subject \d+ in order/);
    expect(stderr).not.toContain(lines[5].split(',')[0]);
  });

  it('fills gaps when told to, and counts them', async () => {
    place.write(
      'long.csv',
      longCsv(curves(40, numbers(8)))
        .split('\n')
        .toSpliced(4, 1)
        .toSpliced(30, 2)
        .join('\n'),
    );
    const made = await place.call(['run', 'long.csv', ...long, '--missing', 'interpolate', '--json', ...quiet]);
    expect(JSON.parse(made.stdout)).toMatchObject({ input: { rows: 317, subjects: 40 }, release: { interpolatedCells: 3 } });
    const report = place.read('release', 'internal', 'report.html');
    expect(report).toContain('Cells filled by interpolation');
  });

  it('plans with the same words', async () => {
    place.write('long.csv', longCsv(curves(40, numbers(8))));
    const { code, stdout } = await place.call(['plan', 'long.csv', ...long]);
    expect(code).toBe(0);
    expect(stdout).toContain('320 rows, 40 subjects');
  });
});

describe('shoal run --shape long', () => {
  it('releases a row per record and instant, and verifies', async () => {
    place.write('long.csv', longCsv(curves(40, numbers(8))));
    const made = await place.call(['run', 'long.csv', ...long, '--shape', 'long', '--json', ...quiet]);
    expect(JSON.parse(made.stdout)).toMatchObject({ release: { rows: 320, subjects: 40 }, verdict: { holds: true } });
    const rows = releasedRows(place.read('release', data));
    expect(Object.keys(rows[0])).toEqual(['GroupID', 'Record', 'Time', 'Value', 'Pattern', 'Level']);
    expect(rows.length).toBe(320);
    const verified = await place.call(['verify', 'release']);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('40 records') });
    expect(verified.stdout).toContain('records: each has one row for each declared instant');
  });

  it('is no other release on another number of threads', async () => {
    place.write('long.csv', longCsv(curves(40, numbers(8))));
    for (const threads of ['1', '3'])
      expect(
        await place.call(['run', 'long.csv', ...long, '--shape', 'long', '--threads', threads, '--out', threads, ...quiet]),
      ).toMatchObject({ code: 0 });
    expect(place.read('1', data)).toBe(place.read('3', data));
  });
});

describe('shoal run on a file of series', () => {
  it('needs only to be told who is protected', async () => {
    const { subjects } = curves(40, numbers(8));
    place.write('Walks_TRAIN.tsv', subjects.map(({ values }, s) => [s % 2, ...values].join('\t')).join('\n'));
    expect(await place.call(['run', 'Walks_TRAIN.tsv', ...quiet])).toMatchObject({ code: 2 });
    expect(await place.call(['run', 'Walks_TRAIN.tsv', '--subject', 'row', ...quiet])).toMatchObject({ code: 0 });
    expect(place.read('release', 'prism_anonymized.csv').split('\n')[0]).toBe(
      'GroupID,T1,T2,T3,T4,T5,T6,T7,T8,class,Pattern,Level',
    );
    expect(readdirSync(place.scratch)).toEqual([]);
  });
});
