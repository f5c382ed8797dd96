import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
let folder: string;
const shoal = (...words: string[]) => place.call(words);
const hashOf = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, path)))
    .digest('hex');

beforeAll(async () => {
  place = openPlace();
  folder = place.home;
  expect((await shoal('generate', 'events', '--rows', '20000', '--seed', '1', '--out', 'events.csv')).code).toBe(Exit.done);
  expect((await shoal('generate', 'events', '--rows', '20000', '--seed', '1', '--out', 'events.parquet')).code).toBe(Exit.done);
});
afterAll(() => place.remove());

describe('shoal run --method events', () => {
  it('makes a release that verifies, and prints the table of what was kept', async () => {
    const told = await shoal('run', 'events.csv', '--method', 'events', '--out', 'first');
    expect(told.code, told.stderr).toBe(Exit.done);
    for (const line of [
      'in total',
      'after class removal',
      'after anonymisation',
      'flattened',
      'removed',
      'achieves k = 5',
      '4 known:',
    ])
      expect(told.stdout).toContain(line);
    expect((await shoal('verify', 'first')).code).toBe(Exit.done);
    expect(readdirSync(join(folder, 'first')).toSorted()).toEqual([
      'anonymized_events.csv',
      'croissant.json',
      'datapackage.json',
      'dcat.jsonld',
      'internal',
      'manifest.json',
      'report.html',
      'report.json',
    ]);
  });

  it('gives the same bytes on one thread and on three, from CSV and from Parquet', async () => {
    const common = [
      '--method',
      'events',
      '--seed',
      '3',
      '--remove-classes',
      'none',
      '--pseudonym',
      'rotate:week',
      '--progress',
      'none',
    ];
    for (const [out, input, threads] of [
      ['one', 'events.csv', '1'],
      ['three', 'events.csv', '3'],
      ['parquet', 'events.parquet', '2'],
    ])
      expect((await shoal('run', input, ...common, '--threads', threads, '--out', out)).stderr).toBe('');
    expect(hashOf('three/anonymized_events.csv')).toBe(hashOf('one/anonymized_events.csv'));
    expect(hashOf('parquet/anonymized_events.csv')).toBe(hashOf('one/anonymized_events.csv'));
    expect(hashOf('three/internal/evidence.csv')).toBe(hashOf('one/internal/evidence.csv'));
  });

  it('puts rows in an order that has nothing to do with the input', async () => {
    const weeks = readFileSync(join(folder, 'one/anonymized_events.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(';')[2]))
      .filter((week) => week !== 100);
    const rising = weeks.slice(1).filter((week, i) => week > weeks[i]).length;
    const falling = weeks.slice(1).filter((week, i) => week < weeks[i]).length;
    expect(Math.abs(rising - falling)).toBeLessThan(0.05 * weeks.length);
  });

  it('tells what removing users costs, and what removing events would, before it writes', async () => {
    const shared = ['one', 'two', 'three'].map((home) => `2024-03-04T10:00:00;${home};FALL_DETECTOR.FALL_DETECTED`);
    const alone = '2024-03-05T23:00:00;three;SMOKE_DETECTOR.SMOKE_DETECTED';
    writeFileSync(join(folder, 'few.csv'), `OD_ISO;GUID;dogodek\n${[...shared, alone].join('\n')}\n`);
    const words = ['run', 'few.csv', '--method', 'events', '--reduce', 'users', '-k', '2', '--out', 'users', '--json'];
    const told = await shoal(...words);
    expect(told.code, told.stderr).toBe(Exit.done);
    const note = '--reduce users takes subjects away: 1, with 2 events; --reduce events would take none, and of the events 1.';
    expect(told.stderr.indexOf(note)).toBeGreaterThan(0);
    expect(told.stderr.indexOf(note)).toBeLessThan(told.stderr.indexOf('write '));
    expect(JSON.parse(told.stdout).advice.join()).toContain('--reduce events would have removed');
    expect(JSON.parse(told.stdout).release.subjects).toBe(2);
  });

  it('refuses a public release whose ids single people out, and takes it without ids', async () => {
    const words = ['run', 'events.csv', '--method', 'events', '--release', 'public', '--out', 'public'];
    const refused = await shoal(...words);
    expect(refused.code).toBe(Exit.output);
    expect(refused.stderr).toContain('output/unicity');
    expect(refused.stderr).toContain('--pseudonym drop');
    expect(existsSync(join(folder, 'public'))).toBe(false);
    expect((await shoal(...words, '--pseudonym', 'drop')).code).toBe(Exit.done);
  });

  it('plans without writing', async () => {
    const told = await shoal('plan', 'events.csv', '--method', 'events');
    expect(told.code, told.stderr).toBe(Exit.done);
    expect(told.stdout).toContain('20,000 rows, 100 subjects');
  });
});

describe('bad input', () => {
  const row = (home: number, time = '2024-03-04T12:00:00', code = 'PULL_CORD.PULLED') =>
    `${time};${home === 0 ? '' : `h${home}`};${code}\n`;
  const head = 'OD_ISO;GUID;dogodek\n';
  const good = head + [1, 2, 3, 4, 5].map((home) => row(home)).join('');

  const faults: readonly [what: string, input: string, words: readonly string[], exit: number, told: readonly string[]][] = [
    ['a timestamp that cannot be read', good + row(1, 'then'), [], Exit.input, ['input/bad-time', 'line 7', '1 of 6']],
    ['no subject column', good.replace('GUID', 'home'), [], Exit.input, ['input/missing-column', '"GUID"']],
    ['no time column', good.replace('OD_ISO', 'when'), [], Exit.input, ['input/missing-column', '--time']],
    ['a subject empty on some rows', good + row(0), [], Exit.input, ['input/empty-subject', 'row 6']],
    ['fewer subjects than k', good, ['-k', '6'], Exit.infeasible, ['policy/k-too-large', 'Set k to 5']],
    ['a code in no mapping', good + row(1, undefined, 'secret-code'), [], Exit.input, ['input/unmapped-event', 'line 7']],
    ['a flatten column that is not published', good, ['--flatten', 'hour'], Exit.usage, ['policy/flatten-not-quasi']],
    [
      'a quasi-identifier that is none',
      good,
      ['--quasi', 'weekdy', '--flatten', 'none'],
      Exit.usage,
      ['policy/unknown-quasi', 'weekday'],
    ],
    ['a flat value that is a week', good, ['--flat-value', '12'], Exit.usage, ['policy/flat-value-taken', 'week_number']],
    [
      'a flat value that is a class',
      good,
      ['--flatten', 'generalized_event', '--flat-value', 'emergency_button'],
      Exit.usage,
      ['policy/flat-value-taken'],
    ],
    [
      'a mapping with the same code twice',
      good,
      ['--mapping', 'twice.csv'],
      Exit.usage,
      ['policy/bad-mapping', 'line 3', 'line 1'],
    ],
    ['a mapping that is not there', good, ['--mapping', 'none.yaml'], Exit.usage, ['policy/bad-mapping']],
    ['classes that leave nothing', good, ['--remove-classes', 'emergency_button'], Exit.infeasible, ['policy/nothing-left']],
    [
      'combinations that all fail',
      head + [1, 2, 3, 4, 5].map((home) => row(home, `2024-03-0${home}T12:00:00`)).join('') + row(2, '2024-03-01T12:00:00'),
      [],
      Exit.infeasible,
      ['policy/nothing-left', 'k = 2 would keep at least 2 of 6'],
    ],
    [
      'subjects kept in a release that leaves',
      good,
      ['--pseudonym', 'keep', '--release', 'partner'],
      Exit.output,
      ['output/subject-kept'],
    ],
    ['a time zone that is none', good, ['--time-zone', 'Europe/Lublana'], Exit.usage, ['policy/bad-value', 'timeZone']],
    ['a setting of series', good, ['-p', '2'], Exit.usage, ['policy/other-method']],
    ['a log without events', head, [], Exit.input, ['input/no-rows']],
  ];

  it.each(faults)('%s is told, and nothing is written', async (what, input, words, exit, told) => {
    const name = `${what.replaceAll(/\W/g, '-')}.csv`;
    writeFileSync(join(folder, name), input);
    writeFileSync(join(folder, 'twice.csv'), 'PULL_CORD.PULLED;one\nA;two\nPULL_CORD.PULLED;three\n');
    const before = readdirSync(folder).toSorted();
    const run = await shoal('run', name, '--method', 'events', '--out', 'bad', '--progress', 'none', ...words);
    expect(run.code, run.stderr).toBe(exit);
    for (const word of told) expect(run.stderr).toContain(word);
    expect(run.stderr).not.toContain('secret-code');
    expect(run.stdout).toBe('');
    expect(readdirSync(folder).toSorted()).toEqual(before);
  });

  it('may be dropped where the policy says so, and is counted', async () => {
    writeFileSync(join(folder, 'mixed.csv'), good + row(1, 'then') + row(1, undefined, 'X'));
    const run = await shoal(
      'run',
      'mixed.csv',
      '--method',
      'events',
      '--on-bad-time',
      'drop',
      '--unmapped',
      'drop',
      '--out',
      'mixed',
      '--json',
    );
    expect(run.code, run.stderr).toBe(Exit.done);
    expect(JSON.parse(run.stdout).input).toMatchObject({
      rows: 7,
      badTimes: 1,
      unmapped: { rows: 1, codes: 1 },
      counted: { rows: 5 },
    });
  });

  it('is not a mapping of one’s own, in YAML with patterns', async () => {
    writeFileSync(join(folder, 'own.yaml'), '# ours\nPULL_*: cord\n"*": rest\n');
    writeFileSync(join(folder, 'good.csv'), good);
    const run = await shoal('run', 'good.csv', '--method', 'events', '--mapping', 'own.yaml', '--out', 'own');
    expect(run.code, run.stderr).toBe(Exit.done);
    expect(readFileSync(join(folder, 'own/anonymized_events.csv'), 'utf8')).toContain(';cord;10;0;daytime');
  });
});

describe('shoal demo events', () => {
  it('makes, publishes and proves a month of alarms', async () => {
    const told = await shoal('demo', 'events');
    expect(told.code, told.stderr).toBe(Exit.done);
    expect((await shoal('verify', 'shoal-demo/events')).code).toBe(Exit.done);
  });
});
