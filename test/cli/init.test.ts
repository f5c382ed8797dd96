import { mkdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { inspect } from 'shoal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { askAll } from '../../src/cli/ask.ts';
import { commands } from '../../src/cli/commands.ts';
import { questionsAbout, whoIsProtected } from '../../src/cli/questions.ts';
import { draftPolicy } from '../../src/inspect/draft.ts';
import { daysCsv } from './days.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

const longCsv = [
  'ID,Hour,kWh',
  ...Array.from({ length: 40 * 12 }, (_, i) => `m${i % 40},${Math.floor(i / 40)},${((i * 7) % 31) + 0.5}`),
].join('\n');
const ownLog = [
  'when;user;what',
  ...Array.from({ length: 400 }, (_, i) => `2024-03-0${1 + (i % 3)}T0${i % 9}:00:00;u${i % 20};${['LOGIN', 'READ'][i % 2]}`),
].join('\n');

/** Every kind of example data there is. */
const samples = commands.flatMap(({ name, takes = [] }) => (name === 'generate' ? [...takes] : []));

describe('shoal init', () => {
  it.each(samples)('writes a policy for example data "%s" that runs as it is', async (kind) => {
    await place.call([
      'generate',
      kind,
      '--rows',
      { events: '3000', tolls: '2000' }[kind] ?? '60',
      ...(['cbf', 'walks'].includes(kind) ? ['--length', '16'] : []),
      '--out',
      'data.csv',
      '--progress',
      'none',
    ]);
    const made = await place.call(['init', 'data.csv', '--yes']);
    expect(made).toMatchObject({ code: 0, stdout: 'shoal.yaml\n' });
    expect(made.stderr).not.toContain('note');
    const ran = await place.call(['run', '--json', '--progress', 'none']);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout).verdict.holds).toBe(true);
    expect((await place.call(['verify', 'release'])).code).toBe(0);
  });

  it.each([
    ['a long table', longCsv, { long: { subject: 'ID', time: 'Hour', value: 'kWh' } }],
    ['a log of its own codes', ownLog, { method: 'flatten', subject: 'user', flatten: ['sweep'], pseudonym: 'shared' }],
    ['series with gaps', daysCsv(40, (cells, row) => (row === 3 ? cells.with(4, '') : cells)), { missing: 'interpolate' }],
  ])('writes a policy for %s that runs as it is', async (_, text, settings) => {
    place.write('data.csv', text);
    expect((await place.call(['init', 'data.csv'])).code).toBe(0);
    expect(parse(place.read('shoal.yaml'))).toMatchObject(settings);
    const ran = await place.call(['run', '--json', '--progress', 'none']);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout).verdict.holds).toBe(true);
  });

  it('gives editors the schema, and every choice a reason', async () => {
    place.write('days.csv', daysCsv(40));
    await place.call(['init', 'days.csv']);
    const text = place.read('shoal.yaml');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/policy\.schema\.json\n/);
    for (const key of ['method', 'subject', 'sensitive', 'drop', 'k', 'p', 'release'])
      expect(text).toMatch(new RegExp(`^${key}: ?[^\n]*# \\w`, 'm'));
  });

  it('leaves the subject as a comment where nothing says who is protected, and says so', async () => {
    place.write('x.csv', `${'H1,H2,H3,H4'}\n${Array.from({ length: 30 }, (_, i) => `${i % 4},2,${i % 3},1`).join('\n')}\n`);
    const made = await place.call(['init', 'x.csv', '--yes']);
    expect(made.code).toBe(0);
    expect(made.stderr).toMatch(/note {5}Who is protected\?/);
    expect(place.read('shoal.yaml')).toMatch(/^# subject: row # no column says who is protected/m);
    const ran = await place.call(['run']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('policy/no-subject') });
  });

  it('does not replace a file unless it is told to, nor write when the input is bad', async () => {
    place.write('days.csv', daysCsv(40));
    place.write('shoal.yaml', 'precious');
    expect(await place.call(['init', 'days.csv'])).toMatchObject({ code: 8, stderr: expect.stringContaining('output/exists') });
    expect(place.read('shoal.yaml')).toBe('precious');
    expect((await place.call(['init', 'days.csv', '--force'])).code).toBe(0);
    expect(place.read('shoal.yaml')).toMatch(/^method: (naive|prism) /m);
    expect((await place.call(['init', 'none.csv', '--out', 'new.yaml'])).code).toBe(3);
    expect((await place.call(['init'])).code).toBe(2);
    expect((await place.call(['init', 'days.csv', '--out', 'no/such/folder.yaml'])).code).toBe(8);
    expect(Object.keys(place.listing()).toSorted()).toEqual([place.path('days.csv'), place.path('shoal.yaml')]);
  });

  it('names the input from the folder that the policy lies in', async () => {
    place.write('days.csv', daysCsv(40));
    mkdirSync(place.path('policies'));
    await place.call(['init', 'days.csv', '--out', 'policies/days.yaml']);
    expect(parse(place.read('policies/days.yaml')).input).toBe('../days.csv');
    expect((await place.call(['plan', '--policy', 'policies/days.yaml'])).code).toBe(0);
  });
});

describe('the questions of init', () => {
  const patience = { timeout: 60_000, interval: 5 };
  const keys = { enter: '\r', down: '\u001b[B', leave: '\u0003' };

  async function answered(...pressed: readonly string[]) {
    place.write('days.csv', daysCsv(40));
    const found = await inspect({ input: place.path('days.csv') });
    if (!found.ok) throw new Error('unread');
    const questions = [...whoIsProtected(found.value), ...questionsAbout(found.value)];
    const stdin = new PassThrough();
    let told = '';
    const world = { stdin, tell: (text: string) => void (told += text) };
    const asking = askAll(questions, world as unknown as Parameters<typeof askAll>[1]); // it touches nothing else
    let asked = 0;
    for (const key of pressed) {
      const shown = told.length;
      await vi.waitFor(() => expect(told).toContain(questions[asked].ask), patience); // then it listens
      stdin.write(key);
      if (key !== keys.enter) await vi.waitFor(() => expect(told.length).toBeGreaterThan(shown), patience);
      else if (++asked === questions.length) break;
    }
    return { questions, told: () => told, choices: await asking, found: found.value };
  }

  it('have a default and a why each, and the defaults are what is suggested', async () => {
    const { questions, choices, found, told } = await answered(...Array.from({ length: 6 }, () => keys.enter));
    expect(questions.length).toBeLessThanOrEqual(6);
    for (const { ask, why, options, initial } of questions) {
      expect(told()).toContain(ask);
      expect(why.length).toBeGreaterThan(10);
      expect(options.map(({ value }) => value)).toContain(initial({}));
    }
    expect(draftPolicy(found, 'days.csv', choices).yaml).toBe(draftPolicy(found, 'days.csv').yaml);
  });

  it('are answered with the arrow keys', async () => {
    const { choices, found, questions } = await answered(
      keys.enter,
      keys.down,
      keys.enter,
      ...Array.from({ length: 5 }, () => keys.enter),
    );
    const method = questions[1].options[1].value;
    expect(choices?.method).toBe(method);
    expect(parse(draftPolicy(found, 'days.csv', choices).yaml)).toMatchObject({ method });
  });

  it('ask for more where anybody may hold the release', async () => {
    const [release, k] = (await answered(keys.leave)).questions.slice(-2);
    expect(k.initial(release.take({}, 'public'))).toBe('11');
    expect(k.initial(release.take({}, 'internal'))).toBe('5');
  });

  it('may be left, and then nothing is chosen', async () => {
    expect((await answered(keys.enter, keys.leave)).choices).toBeUndefined();
  });
});
