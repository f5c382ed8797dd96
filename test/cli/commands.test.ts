import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { policyKeys } from '../../src/policy/policy.ts';
import { daysCsv, naiveRoles } from './days.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

describe('shoal', () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await place.shoal(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('lists its commands with --help, and without a word as a question of usage', async () => {
    const asked = await place.call(['--help']);
    expect(asked.code).toBe(0);
    for (const { name, summary } of commands)
      expect(asked.stdout).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, 'm'));
    expect(await place.call([])).toEqual({ ...asked, code: 2 });
  });

  it('leaves nothing behind, not even where temporary files lie', async () => {
    for (const words of [['--help'], ['schema'], ['explain', 'nonsense'], ['plan', 'none.csv']]) await place.shoal(words);
    expect(place.listing()).toEqual({});
  });
});

describe('shoal generate', () => {
  const words = (out: string, ...more: readonly string[]) => [
    'generate',
    'work',
    '--rows',
    '100',
    '--out',
    out,
    '--progress',
    'none',
    ...more,
  ];

  it('makes the same bytes for the same seed, and others for another', async () => {
    for (const [out, seed] of [
      ['a.csv', '7'],
      ['b.csv', '7'],
      ['c.csv', '8'],
      ['a.parquet', '7'],
      ['b.parquet', '7'],
    ])
      expect((await place.call(words(out, '--seed', seed))).code).toBe(0);
    expect(place.read('b.csv')).toBe(place.read('a.csv'));
    expect(place.read('c.csv')).not.toBe(place.read('a.csv'));
    expect(readFileSync(place.path('b.parquet')).equals(readFileSync(place.path('a.parquet')))).toBe(true);
    expect(place.read('a.csv').split('\n')[0]).toBe('ID,Name,Surname,H1,H2,H3,H4,H5,H6,H7,H8,Performance_SD');
    expect(place.read('a.csv').trim().split('\n').length).toBe(101);
  });

  it('makes series of the length that is asked for', async () => {
    for (const kind of ['cbf', 'walks']) {
      await place.call(['generate', kind, '--rows', '5', '--length', '12', '--out', `${kind}.csv`]);
      expect(place.read(`${kind}.csv`).split('\n')[0].match(/T\d+/g)?.length).toBe(12);
    }
  });

  it('prints where the file is -, the same bytes, and writes none of that name', async () => {
    expect((await place.call(words('a.csv'))).code).toBe(0);
    const before = place.listing();
    expect(await place.call(words('-'))).toMatchObject({ code: 0, stdout: place.read('a.csv') });
    expect(place.listing()).toEqual(before);
  });

  it('does not replace a file unless it is told to', async () => {
    place.write('old.csv', 'precious');
    const refused = await place.call(words('old.csv'));
    expect(refused).toMatchObject({ code: 8, stderr: expect.stringContaining('code   output/exists') });
    expect(place.read('old.csv')).toBe('precious');
    expect((await place.call(words('old.csv', '--force'))).code).toBe(0);
    expect(place.read('old.csv')).toMatch(/^ID,/);
  });

  it('refuses what it cannot do, and writes nothing', async () => {
    mkdirSync(place.path('folder'));
    for (const [bad, exit, code] of [
      [['generate', 'work', '--out', 'x.csv'], 2, 'usage/missing-argument'],
      [['generate', 'work', '--rows', '5'], 2, 'usage/missing-argument'],
      [['generate', 'wrok', '--rows', '5', '--out', 'x.csv'], 2, 'usage/bad-argument'],
      [['generate', 'work', '--rows', '0', '--out', 'x.csv'], 2, 'usage/bad-argument'],
      [['generate', 'work', '--rows', 'many', '--out', 'x.csv'], 2, 'usage/bad-argument'],
      [['generate', 'work', '--rows', '5', '--length', '9', '--out', 'x.csv'], 2, 'usage/bad-argument'],
      [['generate', 'walks', '--rows', '5', '--length', '0', '--out', 'x.csv'], 2, 'usage/bad-argument'],
      [['generate', 'work', '--rows', '5', '--out', 'none/x.csv'], 8, 'output/unwritable'],
      [['generate', 'work', '--rows', '5', '--out', 'none/x.parquet'], 8, 'output/unwritable'],
      [['generate', 'work', '--rows', '5', '--out', 'folder', '--force'], 8, 'output/unwritable'],
    ] as const) {
      const outcome = await place.call(bad);
      expect(outcome.stderr, bad.join(' ')).toContain(`code   ${code}\n`);
      expect(outcome.code).toBe(exit);
    }
    expect(Object.keys(place.listing())).toEqual([place.path('folder')]);
  });
});

describe('shoal plan', () => {
  it('tells steps, counts and memory as one object, and writes nothing', async () => {
    place.write('days.csv', daysCsv(40));
    const before = place.listing();
    const { code, stdout, stderr } = await place.shoal([
      'plan',
      'days.csv',
      ...naiveRoles,
      '-k',
      '8',
      '--threads',
      '2',
      '--json',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(place.listing()).toEqual(before);
    const plan = JSON.parse(stdout);
    expect(plan).toMatchObject({ method: 'naive', input: { rows: 40, subjects: 40 }, threads: 2 });
    expect(plan.memoryBytes).toBeGreaterThan(1e7);
    expect(plan.steps.map(({ step }: { step: string }) => step)).toEqual([
      'read',
      'cut',
      'group',
      'pattern',
      'write',
      'measure',
      'verify',
      'publish',
    ]);
    expect(plan.steps[2]).toMatchObject({ k: 8, mostGroups: 5 });
  });

  it('tells the same to people, takes the flags of run, and reads standard input', async () => {
    const csv = daysCsv(40);
    for (const stdin of [csv, gzipSync(csv)]) {
      const { code, stdout } = await place.call(['plan', '-', ...naiveRoles, '--force', '--progress', 'none'], { stdin });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^feasible: 40 rows, 40 subjects; about \d+ MB of memory/);
      const [, ...steps] = stdout.trim().split('\n');
      expect(steps.filter((line) => /^ \d\. /.test(line))).toHaveLength(8);
      expect(steps[8]).toMatch(/^note {2}"Tag" is published unchanged/);
    }
  });

  it.each([
    [['-k', '41'], 4, 'policy/k-too-large', 'Set k to 40 or less'],
    [['-p', '6'], 2, 'policy/p-above-k', 'Set P to 5 or less'],
    [['--segments', '20'], 2, 'policy/too-many-segments', '--segments to 8 or less'],
    [['--quasi', 'H1'], 2, 'policy/two-roles', '"H1"'],
    [['--hierarchy', 'Tag=tags.csv'], 2, 'policy/bad-hierarchy', '"Tag"'],
  ] as const)('refuses what cannot be met, with the nearest that can: %j', async (more, exit, code, says) => {
    place.write('days.csv', daysCsv(40));
    const outcome = await place.call(['plan', 'days.csv', ...naiveRoles, ...more]);
    expect(outcome).toMatchObject({ code: exit, stdout: '' });
    expect(outcome.stderr).toContain(`code   ${code}\n`);
    expect(outcome.stderr).toContain(says);
  });
});

describe('shoal schema', () => {
  it('prints JSON Schema with every key of the policy, and so does the package', async () => {
    const { code, stdout } = await place.call(['schema']);
    expect(code).toBe(0);
    const schema = JSON.parse(stdout);
    const keys = new Set(schema.oneOf.flatMap(({ properties }: { properties: object }) => Object.keys(properties)));
    expect([...keys].toSorted()).toEqual([...policyKeys].toSorted());
    expect(schema.$schema).toContain('2020-12');
    expect(JSON.parse(readFileSync(new URL('../../dist/policy.schema.json', import.meta.url), 'utf8'))).toEqual(schema);
  });
});

describe('shoal demo', () => {
  it('shows every kind without a word, and one of them as often as one likes', async () => {
    const all = await place.call(['demo']);
    expect(all.code).toBe(0);
    const open = all.stdout.split('\nopen     ').at(-1)?.trim().split(/\s+/) ?? [];
    expect(open).toEqual(['series', 'events', 'tolls'].map((name) => `shoal-demo/${name}/report.html`));
    for (const path of open) expect(existsSync(place.path(path))).toBe(true);
    expect(all.stdout).toContain('✓ holds  1,200 of 1,200 subjects released');
    expect(all.stderr).toContain('before   ID,Name,Surname');
    expect(all.stderr).toContain('after    GroupID,H1');
    expect(readdirSync(place.home)).toEqual(['shoal-demo']);
    const again = await place.call(['demo', 'tolls', '--json']);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ out: 'shoal-demo/tolls', method: 'kaca', verdict: { holds: true } });
    expect((await place.call(['verify', 'shoal-demo/tolls'])).code).toBe(0);
    expect(readdirSync(place.path('shoal-demo'))).toEqual(
      expect.arrayContaining(['kapra', 'methods.html', 'naive', 'series', 'work.csv']),
    );
    for (const release of ['series', 'naive', 'kapra']) {
      expect((await place.call(['verify', `shoal-demo/${release}`])).code).toBe(0);
      expect(JSON.parse(place.read(`shoal-demo/${release}/manifest.json`)).promises).toEqual({ k: 5, p: 5 });
    }
    const page = place.read('shoal-demo/methods.html');
    expect(page).toContain('INTERNAL');
    expect([...page.matchAll(/<svg/g)]).toHaveLength(9);
    for (const release of ['naive', 'kapra', 'series']) expect(page).toContain(`href="${release}/report.html"`);
    expect(page).not.toMatch(/<script|https?:|Surname/);
  });

  it('refuses a kind there is not, and a folder it cannot make', async () => {
    expect(await place.call(['demo', 'weather'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('usage/bad-argument'),
    });
    place.write('shoal-demo', 'a file');
    expect(await place.call(['demo'])).toMatchObject({ code: 8, stderr: expect.stringContaining('output/unwritable') });
    expect(place.read('shoal-demo')).toBe('a file');
  });
});

describe('shoal report', () => {
  it('writes the report anew, and the release still holds', async () => {
    place.write('days.csv', daysCsv(40));
    await place.call(['run', 'days.csv', ...naiveRoles, '--out', 'out', '--progress', 'none']);
    const before = place.listing();
    expect(await place.call(['report', 'out'])).toMatchObject({ code: 0, stdout: '', stderr: 'out/report.html\n' });
    expect(Object.keys(place.listing())).toEqual(Object.keys(before));
    expect((await place.call(['verify', 'out'])).code).toBe(0);
  });

  it('refuses a release that no longer holds, and what is no release', async () => {
    place.write('days.csv', daysCsv(40));
    await place.call(['run', 'days.csv', ...naiveRoles, '--out', 'out', '--progress', 'none']);
    place.write('out/report.json', '{}');
    const before = place.listing();
    expect(await place.call(['report', 'out'])).toMatchObject({ code: 5, stderr: expect.stringContaining('verify/') });
    expect(await place.call(['report', 'none'])).toMatchObject({ code: 3 });
    expect(await place.call(['report'])).toMatchObject({ code: 2 });
    expect(place.listing()).toEqual(before);
  });
});

it('reads what it wrote itself: a Parquet sample becomes a verified release', async () => {
  await place.call(['generate', 'walks', '--rows', '60', '--length', '6', '--out', 'walks.parquet', '--progress', 'none']);
  const words = ['run', 'walks.parquet', '--subject', 'row', '--series', '/^T/', '--drop', 'id', '--progress', 'none'];
  const made = await place.call(words);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  expect(existsSync(place.path('release/manifest.json'))).toBe(true);
});
