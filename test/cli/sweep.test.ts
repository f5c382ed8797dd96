import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { daysCsv, naiveRoles, roles, secret } from './days.ts';
import { runScript } from './shell.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
  place.write('days.csv', daysCsv(60));
});
afterEach(() => place.remove());

const small = ['--k', '5,10', '--p', '2,3', '--max-level', '3,6', '--method', 'naive'];
const quiet = ['--progress', 'none'];

interface Point {
  readonly status: string;
  readonly command: string;
  readonly valueLoss: number;
  readonly patternLoss: number;
  readonly rangeQueryError: number;
  readonly retention: number;
  readonly groups: number;
  readonly recommended: boolean;
}

async function swept(
  words: readonly string[],
): Promise<{ points: Point[]; recommendation: { command: string; reason: string; met: boolean } }> {
  const outcome = await place.call(['sweep', ...words, ...quiet, '--json']);
  expect(outcome.stderr).toBe('');
  expect(outcome.code).toBe(0);
  return JSON.parse(outcome.stdout);
}

async function expectReproduced(point: Point): Promise<void> {
  const { code, stdout, stderr } = await runScript(`${point.command} --json --progress none --force`, place);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { measure, release } = JSON.parse(stdout);
  const { valueLoss, patternLoss, rangeQueryError, retention, groups } = point;
  expect({ ...measure, ...release }).toMatchObject({ valueLoss, patternLoss, rangeQueryError, retention, groups });
}

describe('shoal sweep', () => {
  it('tells the Pareto set, the setting to take, why, its command and what to open', async () => {
    const { code, stdout, stderr } = await place.call(['sweep', 'days.csv', ...roles, ...small]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ verified {2}8 settings of 60 subjects/);
    for (const line of [
      /→ +naive +\d+ +\d+ +\d/,
      /^take +naive, k = /m,
      /^why +No limits were given\. /m,
      /^run +shoal run days\.csv /m,
      /^open +sweep\/sweep\.html/m,
    ])
      expect(stdout).toMatch(line);
    expect(stderr).toMatch(/^sweep +8 settings/m);
    expect(
      Object.keys(place.listing())
        .map((path) => path.replace(`${place.home}/`, ''))
        .sort(),
    ).toEqual(['days.csv', 'sweep', 'sweep/sweep.csv', 'sweep/sweep.html', 'sweep/sweep.json']);
  });

  it('prints with --json what it writes to sweep.json, and nothing else', async () => {
    const printed = await swept(['days.csv', ...roles, ...small]);
    expect(printed).toEqual(JSON.parse(place.read('sweep', 'sweep.json')));
    expect(place.read('sweep', 'sweep.csv').trimEnd().split('\n')).toHaveLength(9);
    for (const file of ['sweep.json', 'sweep.csv', 'sweep.html']) expect(place.read('sweep', file)).not.toContain(secret);
  });

  it('writes a page that needs nothing from elsewhere', async () => {
    await swept(['days.csv', ...roles, ...small]);
    const page = place.read('sweep', 'sweep.html');
    expect(page).toContain('INTERNAL');
    expect(page).not.toMatch(/https?:|<script|<link|<img|url\(|@import| src=/);
  });

  it('gives for every setting the command that makes its release again', async () => {
    const { points } = await swept([
      'days.csv',
      ...roles,
      '--k',
      '5,10',
      '--p',
      '3',
      '--max-level',
      '6',
      '--seed',
      '11',
      '--residue',
      'suppress',
      '--bad-leaf',
      'paper',
    ]);
    expect(points).toHaveLength(6);
    for (const point of points) {
      expect(point.command).toContain('--seed 11');
      await expectReproduced(point);
    }
  });

  it('gives commands that hold for odd names, and where a policy file says otherwise', async () => {
    const csv = daysCsv(60).replace('ID,Name,H1,H2', `"who's, it",Na me,H1,"H,2"`);
    place.write('odd $(days).csv', csv);
    place.write(
      'shoal.yaml',
      [
        `input: odd $(days).csv`,
        `subject: "who's, it"`,
        `drop: ["Na me"]`,
        `series: [H1, "H,2", H3, H4, H5, H6, H7, H8]`,
        `sensitive: [Tag]`,
        'k: 7',
        'p: 4',
        'maxLevel: 2',
        'segments: 8',
        'seed: 3',
        'out: elsewhere',
        'sweep: { k: [5], p: [2], maxLevel: [4], method: [naive, kapra] }',
      ].join('\n'),
    );
    const { points } = await swept(['--segments', '4']);
    expect(points).toHaveLength(2);
    for (const point of points) await expectReproduced(point);
  });

  it('ends with 6 and names the nearest setting where the limits cannot be kept; the files are written all the same', async () => {
    const limits = ['--max-value-loss', '0.5', '--max-pattern-loss', '0.1', '--min-retention', '1'];
    const { code, stdout, stderr } = await place.call(['sweep', 'days.csv', ...roles, ...small, ...limits, ...quiet]);
    expect(code).toBe(6);
    expect(stderr).toMatch(
      /No setting keeps within the limits \(value loss at most 0\.5, pattern loss at most 0\.1, retention at least 1\)\. The nearest is naive, k = /,
    );
    expect(stderr).toContain('gate/limits-not-met');
    expect(stdout).toMatch(/^near +naive/m);
    expect(JSON.parse(place.read('sweep', 'sweep.json'))).toMatchObject({ recommendation: { met: false } });
  });

  it('recommends within limits', async () => {
    const { recommendation } = await swept(['days.csv', ...roles, ...small, '--max-value-loss', '1000']);
    expect(recommendation).toMatchObject({ met: true, setting: { k: 10, p: 3 } });
  });

  it('reads standard input', async () => {
    const outcome = await place.shoal(['sweep', '-', ...roles, ...small, ...quiet], { stdin: daysCsv(60) });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });

  it('leaves no trace when it is interrupted', async () => {
    const { child, ended } = place.start(['sweep', 'days.csv', ...roles, '--progress', 'json']);
    child.stderr.on('data', (text: Buffer) => void (text.includes('"phase":"sweep"') && child.kill('SIGINT')));
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
    expect(Object.keys(place.listing())).toEqual([place.path('days.csv')]);
  });

  it('replaces by force what is a sweep, and nothing else', async () => {
    await swept(['days.csv', ...roles, ...small]);
    const again = (more: readonly string[]) => place.call(['sweep', 'days.csv', ...roles, ...small, ...quiet, ...more]);
    expect(await again([])).toMatchObject({ code: 8, stderr: expect.stringContaining('output/exists') });
    expect(await again(['--force'])).toMatchObject({ code: 0 });
    rmSync(place.path('sweep', 'sweep.json'));
    expect(await again(['--force'])).toMatchObject({ code: 8, stderr: expect.stringContaining('output/not-a-sweep') });
  });

  it.each([
    [['--k', '1,5'], 2, 'policy/k-too-small'],
    [['--k', '5,x'], 2, 'policy/bad-value'],
    [['--k', '5,,9'], 2, 'policy/bad-value'],
    [['--p', '1'], 2, 'policy/bad-value'],
    [['--max-level', '3,40'], 2, 'policy/bad-level'],
    [['--method', 'naive,nave'], 2, 'policy/bad-value'],
    [['--max-value-loss', 'low'], 2, 'policy/bad-value'],
    [['--max-pattern-loss', '-1'], 2, 'policy/bad-value'],
    [['--min-retention', '2'], 2, 'policy/bad-value'],
    [['--levels', '3'], 2, 'usage/unknown-flag'],
    [['--k'], 2, 'usage/flag-value'],
    [['more.csv'], 2, 'usage/surplus-argument'],
    [['--trace', 'x.json'], 2, 'usage/unknown-flag'],
    [['--k', '3', '--p', '5'], 2, 'policy/p-above-k'],
    [['--k', '61'], 4, 'policy/k-too-large'],
    [['--subject', 'Id'], 3, 'input/missing-column'],
  ] as const)('refuses %j', async (words, code, problem) => {
    const outcome = await place.call(['sweep', 'days.csv', ...roles, ...words, ...quiet]);
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(`code   ${problem}`) });
    expect(Object.keys(place.listing())).toEqual([place.path('days.csv')]);
  });
});

describe('shoal compare', () => {
  const made = async (out: string, ...words: readonly string[]) =>
    expect(await place.call(['run', 'days.csv', ...naiveRoles, '--out', out, ...words, ...quiet])).toMatchObject({ code: 0 });
  const lineOf = (stdout: string, label: string) =>
    stdout
      .split('\n')
      .find((line) => line.startsWith(`${label} `))
      ?.split(/ {2,}/)
      .slice(1);

  it('prints a table, an object or a page', async () => {
    await made('five');
    await made('ten', '-k', '10', '--method', 'kapra');
    const table = await place.call(['compare', 'five', 'ten', '--html', 'both.html']);
    expect(table).toMatchObject({ code: 0, stderr: '' });
    expect(lineOf(table.stdout, 'k')).toEqual(['5', '10']);
    expect(lineOf(table.stdout, 'method')).toEqual(['naive', 'kapra']);
    expect(lineOf(table.stdout, 'largest risk by bands')?.[0]).toBe('0.2');
    expect(place.read('both.html')).toContain('INTERNAL');
    const object = await place.call(['compare', 'five', 'ten', '--json']);
    expect(JSON.parse(object.stdout).releases).toMatchObject([
      { release: 'five', holds: true },
      { release: 'ten', holds: true },
    ]);
    expect(await place.call(['compare', 'five', 'ten', '--html', 'both.html'])).toMatchObject({ code: 8, stdout: '' });
    expect(await place.call(['compare', 'five', 'ten', '--html', 'both.html', '--force'])).toMatchObject({ code: 0 });
  });

  it('marks a broken release and ends with 5', async () => {
    await made('five');
    await made('spoilt');
    place.write('spoilt/naive_anonymized.csv', place.read('spoilt', 'naive_anonymized.csv').replace('[', '[ '));
    const outcome = await place.call(['compare', 'five', 'spoilt']);
    expect(outcome.code).toBe(5);
    expect(lineOf(outcome.stdout, 'verdict')).toEqual(['✓ holds', '✗ broken']);
    expect(outcome.stderr).toMatch(/spoilt is broken: verify\//);
  });

  it('compares releases that came without what must stay', async () => {
    await made('five');
    await made('ten', '-k', '10');
    for (const name of ['five', 'ten']) rmSync(place.path(name, 'internal'), { recursive: true });
    const outcome = await place.call(['compare', 'five', 'ten']);
    expect(outcome.code).toBe(0);
    expect(lineOf(outcome.stdout, 'seconds')).toEqual(['internal', 'internal']);
  });

  it('needs two releases, and folders that are ones', async () => {
    await made('five');
    expect(await place.call(['compare', 'five'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('usage/missing-argument'),
    });
    expect(await place.call(['compare', 'five', 'six'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('verify/no-such-folder'),
    });
    expect(await place.call(['compare', 'five', '.'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('verify/not-a-release'),
    });
  });
});
