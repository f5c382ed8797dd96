import { existsSync } from 'node:fs';
import { Exit } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
const exits = [
  '--method',
  'kaca',
  '--subject',
  'vehicle_id',
  '--quasi',
  'section_id:prefix,exit_time:time',
  '--progress',
  'none',
];
const counts = [...exits, '--aggregate', 'count,avg:toll_money'];
const records = [...exits, '--sensitive', 'vehicle_class,toll_money'];
const run = (input: string, out: string, ...words: readonly string[]) => place.call(['run', input, '--out', out, ...words]);
const rowsOf = (out: string) => place.read(out, 'kaca_anonymized.csv').trimEnd().split('\n');

beforeAll(async () => {
  place = openPlace();
  for (const file of ['tolls.csv', 'tolls.parquet']) {
    const made = await place.call(['generate', 'tolls', '--rows', '500', '--seed', '1', '--out', file, '--progress', 'none']);
    expect(made.code, made.stderr).toBe(Exit.done);
  }
});
afterAll(() => place.remove());

describe('shoal run --method kaca', () => {
  it('publishes counts and means by region and period, verified, with the statistics of the description', async () => {
    const told = await run('tolls.csv', 'counts', ...counts, '--labels', 'zh', '--json');
    expect(told.code, told.stderr).toBe(Exit.done);
    const { statistics, release, measure, verdict, k } = JSON.parse(told.stdout);
    const [header, ...rows] = rowsOf('counts');
    expect(header).toBe('section_region,time_period,truck_count,avg_toll');
    for (const row of rows) expect(row).toMatch(/^([GS]\d*区域|全部区域),[^,]*\(\d\d-\d\d\),\d+,\d+\.\d\d$/);
    expect(rows.map((row) => Number(row.split(',')[2])).filter((count) => count < k)).toEqual([]);
    expect(statistics).toEqual({
      total_records: 500,
      anonymized_groups: rows.length,
      suppressed_records: 0,
      retention_rate: 100,
      clusters: expect.any(Number),
      ncp: measure.ncp,
    });
    expect(statistics.clusters).toBeGreaterThanOrEqual(rows.length);
    expect(release).toMatchObject({ rows: rows.length, records: 500, groups: rows.length, retention: 1 });
    expect(verdict).toMatchObject({ holds: true, breaches: [] });
    expect((await place.call(['verify', 'counts', '--original', 'tolls.csv'])).code).toBe(Exit.done);
  });

  it('publishes record by record, and says how many the unchanged columns single out', async () => {
    const told = await run('tolls.csv', 'records', ...records, '--clustering', 'hierarchy');
    expect(told.code, told.stderr).toBe(Exit.done);
    expect(told.stdout).toMatch(/unchanged columns alone single out \d+\.\d % of the records and \d+\.\d % of the subjects/);
    expect(rowsOf('records')[0]).toBe('section_id,exit_time,vehicle_class,toll_money');
    expect(rowsOf('records')).toHaveLength(501);
    expect((await place.call(['verify', 'records', '--original', 'tolls.csv'])).code).toBe(Exit.done);
    expect((await place.call(['report', 'records'])).code).toBe(Exit.done);
    expect(place.read('records', 'report.html')).toContain('as good as a name');
  });

  it.each(['kmeans', 'hierarchy', 'merge'])(
    'gives the same bytes on one thread and on four, from CSV and from Parquet: %s',
    async (clustering) => {
      const words = [...counts, '--clustering', clustering, '--seed', '3'];
      for (const [input, threads] of [
        ['tolls.csv', '1'],
        ['tolls.csv', '4'],
        ['tolls.parquet', '2'],
      ])
        expect((await run(input, `${clustering}-${input}-${threads}`, ...words, '--threads', threads)).code).toBe(Exit.done);
      const bytes = rowsOf(`${clustering}-tolls.csv-1`).join('\n');
      expect(rowsOf(`${clustering}-tolls.csv-4`).join('\n') === bytes).toBe(true);
      expect(rowsOf(`${clustering}-tolls.parquet-2`).join('\n') === bytes).toBe(true);
    },
  );

  it('writes Parquet that verifies', async () => {
    for (const [out, words] of [
      ['groups-parquet', counts],
      ['records-parquet', records],
    ] as const) {
      const told = await run('tolls.csv', out, ...words, '--format', 'parquet');
      expect(told.code, told.stderr).toBe(Exit.done);
      expect((await place.call(['verify', out, '--original', 'tolls.csv'])).code).toBe(Exit.done);
    }
  });

  it('tells what it took a quasi-identifier for where nobody said', async () => {
    const words = [
      '--method',
      'kaca',
      '--subject',
      'vehicle_id',
      '--quasi',
      'section_id,exit_time,vehicle_class',
      '--aggregate',
      'count',
    ];
    const told = await run('tolls.csv', 'guessed', ...words, '--progress', 'none');
    expect(told.code, told.stderr).toBe(Exit.done);
    expect(told.stdout).toContain('--quasi section_id:prefix,exit_time:time,vehicle_class:number');
  });

  it('says that k counts rows where each row is declared a subject', async () => {
    const words = exits.map((word) => (word === 'vehicle_id' ? 'row' : word));
    const told = await run('tolls.csv', 'rows', ...words, '--aggregate', 'count');
    expect(told.stdout).toContain('k counts rows');
    expect(place.read('rows', 'report.html')).toContain('k counts rows');
    expect(JSON.parse(place.read('rows', 'manifest.json')).unit).toBe('row');
  });

  it('leaves out records without a value only where it may, and counts them', async () => {
    place.write(
      'gaps.csv',
      [...place.read('tolls.csv').trimEnd().split('\n'), 'T9,,2023-01-02T10:00:00,11,5', 'T9,G5615530120,soon,11,5'].join('\n'),
    );
    const told = await run('gaps.csv', 'gaps', ...counts, '--missing', 'drop', '--on-bad-time', 'drop', '--json');
    expect(told.code, told.stderr).toBe(Exit.done);
    expect(JSON.parse(told.stdout).statistics).toMatchObject({ total_records: 502, suppressed_records: 2 });
    expect(JSON.parse(place.read('gaps', 'report.json')).statistics).toBeUndefined(); // two are fewer than k
  });
});

describe('a public release of transactions', () => {
  it('obeys the rule of dominance unless it is switched off by name', async () => {
    const whale = Array.from(
      { length: 40 },
      (_, i) => `W${i % 4},Z000000000${i},2023-01-02T03:00:00,16,${i % 4 === 0 ? 90_000 : 1}`,
    );
    place.write(
      'whale.csv',
      [...place.read('tolls.csv').trimEnd().split('\n'), ...whale, 'W9,Z0000000009,2023-01-02T03:00:00,16,1'].join('\n'),
    );
    const blank = async (out: string, ...words: readonly string[]) => {
      const told = await run('whale.csv', out, ...counts, '--clustering', 'merge', '--json', ...words);
      expect(told.code, told.stderr).toBe(Exit.done);
      return JSON.parse(told.stdout).release.blankMeans;
    };
    expect(await blank('public', '--release', 'public')).toBeGreaterThan(0);
    expect(await blank('public-off', '--release', 'public', '--dominance', 'off')).toBe(0);
    expect(await blank('inside', '--dominance', '2,0.9')).toBeGreaterThan(0);
    expect(await blank('inside-off')).toBe(0);
    expect(JSON.parse(place.read('public', 'manifest.json')).dominance).toEqual({ largest: 2, share: 0.9 });
  });

  it('is refused record by record where unchanged columns are as good as a name', async () => {
    const told = await run('tolls.csv', 'exposed', ...records, '--release', 'public');
    expect(told.code).toBe(Exit.output);
    expect(told.stderr).toContain('output/kept-columns');
    expect(existsSync(place.path('exposed'))).toBe(false);
    expect((await run('tolls.csv', 'accepted', ...records, '--release', 'public', '--max-unicity', '1')).code).toBe(Exit.done);
  });
});

describe('shoal plan --method kaca', () => {
  it('says that a large table is cut into blocks, unless that is forbidden', async () => {
    await place.call(['generate', 'tolls', '--rows', '5000', '--seed', '1', '--out', 'many.csv', '--progress', 'none']);
    const plan = async (...words: readonly string[]) => (await place.call(['plan', 'many.csv', ...counts, ...words])).stdout;
    expect(await plan()).toMatch(/feasible: 5,000 rows[\s\S]*blocks of at most 1,024 rows[\s\S]*cluster by kmeans/);
    expect(await plan('--exact')).not.toContain('blocks');
    expect(JSON.parse(await plan('--json')).method).toBe('kaca');
  });
});

describe('what transactions cannot be made of', () => {
  const bad = (name: string, lines: readonly string[]) => place.write(name, ['who,where,when,load', ...lines].join('\n'));
  const few = ['a,G11,2023-01-02 10:00,1', 'b,G12,2023-01-02 11:00,2', 'c,G13,2023-01-02 12:00,3'];
  const words = [
    '--method',
    'kaca',
    '--subject',
    'who',
    '--quasi',
    'where:prefix,when:time',
    '--aggregate',
    'count',
    '-k',
    '2',
    '--progress',
    'none',
  ];
  const swapped = (name: string, value: string) => words.map((word, w) => (words[w - 1] === name ? value : word));

  it.each([
    [
      'a k above the crowd, with the largest that works',
      few,
      [...words, '-k', '4'],
      Exit.infeasible,
      'policy/k-too-large',
      'Set k to 3 or less',
    ],
    ['rows of one subject taken for a crowd', Array(9).fill(few[0]), words, Exit.infeasible, 'policy/k-too-large', '1 subject'],
    ['no subject', few, words.filter((_, w) => w !== 2 && w !== 3), Exit.usage, 'policy/no-subject', '--subject row'],
    [
      'no quasi-identifier',
      few,
      words.filter((_, w) => w !== 4 && w !== 5),
      Exit.usage,
      'policy/no-quasi',
      '--quasi section_id:prefix',
    ],
    [
      'a column that is not there',
      few,
      swapped('--quasi', 'wher:prefix'),
      Exit.input,
      'input/missing-column',
      'Did you mean "where"',
    ],
    ['a column with two roles', few, [...words, '--drop', 'where'], Exit.usage, 'policy/two-roles', '"where"'],
    [
      'a column without a role',
      few,
      words.filter((_, w) => w !== 6 && w !== 7),
      Exit.usage,
      'policy/column-without-role',
      'load',
    ],
    ['an unknown aggregate', few, swapped('--aggregate', 'count,sum:load'), Exit.usage, 'policy/bad-value', 'avg:COLUMN'],
    [
      'kept columns in an aggregate',
      few,
      [...words, '--sensitive', 'load'],
      Exit.usage,
      'policy/kept-in-aggregate',
      '--aggregate avg:COLUMN',
    ],
    [
      'dominance without means',
      few,
      [...words, '--dominance', '2,0.9'],
      Exit.usage,
      'policy/dominance-without-means',
      'avg:COLUMN',
    ],
    ['a rule of dominance that is none', few, [...words, '--dominance', '2,9'], Exit.usage, 'policy/bad-value', '2,0.9'],
    ['an unknown clustering', few, [...words, '--clustering', 'dbscan'], Exit.usage, 'policy/bad-value', 'clustering'],
    ['a setting of another method', few, [...words, '-p', '2'], Exit.usage, 'policy/other-method', '"p"'],
    ['times that cannot be read', [...few, 'd,G11,yesterday,4'], words, Exit.input, 'input/bad-time', 'line 5'],
    ['dates without an hour', [...few, 'd,G11,2023-01-02,4'], words, Exit.input, 'input/bad-time', 'line 5'],
    ['an empty code', [...few, 'd,,2023-01-02 10:00,4'], words, Exit.input, 'input/empty-quasi', 'row 4'],
    ['an empty subject', [...few, ',G11,2023-01-02 10:00,4'], words, Exit.input, 'input/empty-subject', 'row 4'],
    [
      'text where a number is meant',
      [...few, 'd,G11,2023-01-02 10:00,much'],
      swapped('--quasi', 'load:number'),
      Exit.input,
      'input/not-a-number',
      '"load"',
    ],
    [
      'text to be averaged',
      [...few, 'd,G11,2023-01-02 10:00,much'],
      swapped('--aggregate', 'count,avg:load'),
      Exit.input,
      'input/not-a-number',
      '"load"',
    ],
    [
      'an infinite number',
      [...few, 'd,G11,2023-01-02 10:00,inf'],
      swapped('--quasi', 'load:number'),
      Exit.input,
      'input/not-finite',
      '"load"',
    ],
    ['no rows', [], words, Exit.input, 'input/no-rows', 'no rows'],
    [
      'a hierarchy of a prefix',
      few,
      [...words, '--hierarchy', 'where=h.csv'],
      Exit.usage,
      'policy/bad-hierarchy',
      'hierarchy of its own',
    ],
  ] as const)('is refused: %s', async (_, lines, given, exit, code, says) => {
    bad('bad.csv', lines);
    const before = place.listing();
    const told = await run('bad.csv', 'never', ...given);
    expect({ code: told.code, stdout: told.stdout }, told.stderr).toEqual({ code: exit, stdout: '' });
    expect(told.stderr).toContain(code);
    expect(told.stderr).toContain(says);
    expect(told.stderr).not.toMatch(/yesterday|much/);
    expect(place.listing()).toEqual(before);
  });

  it('is refused: a weight of no quasi-identifier, or a name that would stand twice', async () => {
    bad('bad.csv', few);
    place.write(
      'weights.yaml',
      'method: kaca\nsubject: who\nquasi: where:prefix\naggregate: count\nk: 2\nweights: { load: 2 }\n',
    );
    expect((await run('bad.csv', 'never', '--policy', 'weights.yaml')).stderr).toContain('policy/unknown-weight');
    place.write('count.csv', ['who,count', 'a,G1', 'b,G2'].join('\n'));
    const named = await run(
      'count.csv',
      'never',
      '--method',
      'kaca',
      '--subject',
      'who',
      '--quasi',
      'count:prefix',
      '--aggregate',
      'count',
      '-k',
      '2',
    );
    expect(named.stderr).toContain('policy/name-taken');
  });
});
