import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { daysCsv } from './days.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

describe('shoal inspect', () => {
  it('tells shape, a line for each column with role and reason, who stands alone, and what comes next', async () => {
    place.write('days.csv', daysCsv(40));
    const before = place.listing();
    const { code, stdout, stderr } = await place.shoal(['inspect', 'days.csv']);
    expect(code).toBe(0);
    expect(stderr.split('\n')[0]).toBe('shoal inspect days.csv');
    expect(stdout).toMatch(/^days\.csv: 40 rows, \d+ columns\nshape {4}series: /);
    expect(stdout).toMatch(/^ID .* subject +unique/m);
    expect(stdout).toMatch(/^H1\.\.H8 +number × 8 .* series +8 numbers that count up$/m);
    expect(stdout).toMatch(/^\+ H2 +\d+ +[\d.]+ %$/m);
    expect(stdout).toMatch(/\nnext {5}npx shoal init days\.csv\n$/);
    expect(place.listing()).toEqual(before);
  });

  it('draws bars for a terminal and digits for anything else', async () => {
    place.write('days.csv', daysCsv(40));
    const seen = await place.call(['inspect', 'days.csv'], { terminals: ['stdout'], env: { NO_COLOR: '1' } });
    expect(seen.stdout).toMatch(/[▁▂▃▄▅▆▇█]{8}/);
    const piped = await place.call(['inspect', 'days.csv']);
    expect(piped.stdout).not.toMatch(/[▁▂▃▄▅▆▇█]/);
    expect(piped.stdout).toMatch(/ [0-7]{8} /);
  });

  it('prints one object with --json and nothing else, from standard input too', async () => {
    const asked = await place.call(['inspect', '-', '--json'], { stdin: daysCsv(40) });
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    const found = JSON.parse(asked.stdout);
    expect(found).toMatchObject({ input: 'standard input', rows: 40, shape: { kind: 'series', subject: 'ID' }, everyNthRow: 1 });
    expect(found.roles).toHaveLength(found.fields.length);
  });

  it.each([
    ['none.csv', undefined, 3, 'input/missing-file'],
    ['empty.csv', '', 3, 'input/empty'],
    ['header.csv', 'a,b\n', 3, 'input/no-rows'],
    ['binary.csv', Uint8Array.from({ length: 900 }, (_, i) => (i * 37) % 256), 3, 'input/not-utf8'],
    ['cut.parquet', 'PAR1 is not enough', 3, 'input/unreadable'],
    ['ragged.csv', `a,b\n${'1,2\n'.repeat(30)}1,2,3\n`, 3, 'input/ragged-row'],
    ['bad.ndjson', '{"a":1}\n{"a":', 3, 'input/unreadable'],
  ] as const)('refuses %s with a reason', async (name, text, exit, code) => {
    if (text !== undefined) place.write(name, text);
    const before = place.listing();
    const outcome = await place.call(['inspect', name]);
    expect(outcome).toMatchObject({ code: exit, stdout: '' });
    expect(outcome.stderr).toContain(`code   ${code}\n`);
    expect(place.listing()).toEqual(before);
  });

  it('reads one column, and one row', async () => {
    place.write('one.csv', 'a\n1\n');
    const { code, stdout } = await place.call(['inspect', 'one.csv']);
    expect(code).toBe(0);
    expect(stdout).toContain('one.csv: 1 row, 1 column\n');
    expect(stdout).toContain('nothing here says who is protected');
  });

  it.each([
    [['inspect'], 'usage/missing-argument'],
    [['inspect', 'a', 'b'], 'usage/missing-argument'],
    [['inspect', 'days.csv', '--threads', 'many'], 'policy/bad-value'],
    [['inspect', 'days.csv', '--memory', 'lots'], 'policy/bad-value'],
    [['inspect', 'days.csv', '--progress', 'loud'], 'usage/flag-value'],
  ])('refuses %j', async (words, code) => {
    place.write('days.csv', daysCsv(40));
    const outcome = await place.call(words);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(`code   ${code}\n`);
  });
});
