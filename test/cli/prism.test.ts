import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { daysCsv, hoursOf, roles, tagOf } from './days.ts';
import { expectPromisesKept, releasedRows } from './released.ts';
import { openPlace, type Place } from './shoal-process.ts';

const hours = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7', 'H8'];
let place: Place;
beforeEach(() => {
  place = openPlace();
  place.write(
    'days.csv',
    daysCsv(60, (cells, row) => cells.with(-1, `group ${row % 3}`)),
  );
});
afterEach(() => place.remove());

const run = (...more: readonly string[]): readonly string[] => [
  'run',
  'days.csv',
  ...roles,
  '--method',
  'prism',
  '--progress',
  'none',
  ...more,
];

describe('shoal run --method prism', () => {
  it('releases prism_anonymized.csv with ranges of symbols, bands around every value, and P = k', async () => {
    place.write('days.csv', daysCsv(60));
    const outcome = await place.call(run('-k', '6', '--json'));
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const summary = JSON.parse(outcome.stdout);
    expect(summary).toMatchObject({
      method: 'prism',
      k: 6,
      p: 6,
      files: ['prism_anonymized.csv'],
      release: { rows: 60, suppressedRows: 0 },
    });
    expect(summary.measure).toMatchObject({ fidelity: expect.any(Number), leastFidelity: expect.any(Number), homogeneity: 0 });
    const rows = releasedRows(place.read('release', 'prism_anonymized.csv'));
    expectPromisesKept(rows, new Map(Array.from({ length: 60 }, (_, row) => [tagOf(row), hoursOf(row)])), {
      series: hours,
      k: 6,
      p: 6,
    });
    for (const row of rows) expect(row.Pattern).toMatch(/^[a-t](-[a-t])?(\|[a-t](-[a-t])?){3}$/);
  });

  it('keeps inside what leads back to the input, and the fidelity of each leaf', async () => {
    expect(await place.call(run('-k', '6', '-p', '3', '--out', 'out'))).toMatchObject({ code: 0 });
    expect(readdirSync(place.path('out')).toSorted()).toEqual([
      'croissant.json',
      'datapackage.json',
      'dcat.jsonld',
      'internal',
      'manifest.json',
      'prism_anonymized.csv',
      'report.html',
      'report.json',
    ]);
    const rows = place.read('out', 'internal', 'evidence.csv').trimEnd().split('\n');
    expect(rows[0]).toBe('_row');
    expect(
      rows
        .slice(1)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 60 }, (_, row) => row + 1));
    const [header, ...leaves] = place.read('out', 'internal', 'fidelity.csv').trimEnd().split('\n');
    expect(header).toBe('GroupID,Pattern,Level,Subjects,Fidelity');
    expect(leaves.map((line) => Number(line.split(',')[3])).reduce((sum, size) => sum + size, 0)).toBe(60);
    const published = new Set(
      releasedRows(place.read('out', 'prism_anonymized.csv')).map(({ GroupID, Pattern, Level }) =>
        [GroupID, Pattern, Level].join(),
      ),
    );
    for (const line of leaves) expect(published).toContain(line.split(',').slice(0, 3).join());
    const open = place.read('out', 'report.json') + place.read('out', 'report.html') + place.read('out', 'manifest.json');
    expect(open).not.toMatch(/leastFidelity|evidence\.csv|_row/);
  });

  it.each([
    [['--effort', 'fast', '--pattern', 'representative'], /^[a-t]{4}$/],
    [['--effort', 'fast', '--shape', 'long'], /\|/],
    [['--effort', 'fast', '--intervals', 'columns', '--reconstruct'], /\|/],
    [['--effort', 'fast', '--mu', '2', '--segments', '8'], /^([^|]+\|){7}[^|]+$/],
    [['--time-limit', '2s'], /\|/],
  ] as const)('works with %j', async (more, pattern) => {
    expect(await place.call(run('-k', '6', '-p', '3', '--out', 'out', ...more))).toMatchObject({ code: 0 });
    for (const row of releasedRows(place.read('out', 'prism_anonymized.csv'))) expect(row.Pattern).toMatch(pattern);
    expect(await place.call(['verify', 'out', '--original', 'days.csv'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ original:'),
    });
  });

  it('holds l where it is asked for, and says so', async () => {
    const outcome = await place.call(run('-k', '6', '--l', '3', '--effort', 'fast', '--out', 'out'));
    expect(outcome.stdout).toContain('at least 3 different sensitive ones');
    expect(await place.call(['verify', 'out', '--l', '3'])).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ l: ') });
    expect(await place.call(['verify', 'out', '--l', '4'])).toMatchObject({ code: 5 });
  });

  it('tells how many records are published alike with one sensitive value only', async () => {
    place.write(
      'days.csv',
      daysCsv(60, (cells) => cells.with(-1, 'all the same')),
    );
    expect((await place.call(run('-k', '6', '--effort', 'fast'))).stdout).toMatch(
      /^weigh +.* of 100 % of the records\. --l 2 changes it\.$/m,
    );
  });

  it('plans by value and shape', async () => {
    const { code, stdout } = await place.call(['plan', 'days.csv', ...roles, '--method', 'prism', '--l', '2']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/by 8 columns and by shape, k = 5: at most 12 groups.*effort normal/);
    expect(stdout).toContain('at least 2 different values of each sensitive column');
  });

  it.each([
    [['-k', '5', '-p', '6'], 2, 'policy/p-above-k'],
    [['--mu', '20'], 2, 'policy/bad-value'],
    [['--effort', 'lots'], 2, 'policy/bad-value'],
    [['--time-limit', 'tomorrow'], 2, 'policy/bad-value'],
    [['--grouping', 'tree'], 2, 'policy/other-method'],
    [['--l', '4'], 4, 'policy/l-too-large'],
    [['-k', '61'], 4, 'policy/k-too-large'],
    [['--effort', 'fast', '--max-value-loss', '0'], 4, 'policy/loss-out-of-reach'],
    [['--effort', 'fast', '--max-pattern-loss', '0.0001'], 4, 'policy/loss-out-of-reach'],
  ] as const)('is refused with %j, and nothing is written', async (more, exit, code) => {
    const before = place.listing();
    const outcome = await place.call(run(...more));
    expect([outcome.code, /code {3}(\S+)/.exec(outcome.stderr)?.[1]]).toEqual([exit, code]);
    expect(place.listing()).toEqual(before);
  });

  it.each(['naive', 'kapra', 'prism'])('refuses %s with more values than there are, and names the largest l', async (method) => {
    const words = ['days.csv', ...roles, '--method', method, '--l', '4'];
    for (const command of ['run', 'plan']) {
      const { code, stderr } = await place.call([command, ...words]);
      expect([code, stderr]).toEqual([4, expect.stringContaining('Set --l to 3 or less')]);
    }
    const without = ['days.csv', '--subject', 'ID', '--drop', 'Name,Tag', '--series', 'H1..H8', '--method', method, '--l', '2'];
    expect(await place.call(['run', ...without])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('policy/l-without-sensitive'),
    });
  });

  it.each(['naive', 'kapra'])('lets %s hold l too', async (method) => {
    expect(
      await place.call([
        'run',
        'days.csv',
        ...roles,
        '--method',
        method,
        '-k',
        '4',
        '-p',
        '2',
        '--l',
        '2',
        '--out',
        'out',
        '--progress',
        'none',
      ]),
    ).toMatchObject({ code: 0 });
    expect(JSON.parse(place.read('out', 'manifest.json')).promises).toMatchObject({ l: 2 });
    expect(JSON.parse(place.read('out', 'report.json')).measure.homogeneity).toBe(0);
  });
});

describe('shoal verify --original', () => {
  it('tells in its verdict that the original was compared, and refuses another file', async () => {
    expect(await place.call(run('--out', 'out', '--seed', '1', '--effort', 'fast'))).toMatchObject({ code: 0 });
    const { stdout } = await place.call(['verify', 'out', '--original', 'days.csv', '--json']);
    expect(JSON.parse(stdout).checks.at(-1)).toMatch(/^original: every record's values lie in its bands, its own word/);
    place.write('other.csv', readFileSync(place.path('days.csv'), 'utf8').replace('group 1', 'group 2'));
    expect(await place.call(['verify', 'out', '--original', 'other.csv'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('verify/not-the-original'),
    });
    expect(await place.call(['verify', 'out', '--original', 'none.csv'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('input/missing-file'),
    });
  });
});
