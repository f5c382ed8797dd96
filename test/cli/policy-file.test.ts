import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { daysCsv } from './days.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
  place.write('days.csv', daysCsv(12));
});
afterEach(() => place.remove());

const policy = 'input: days.csv\nsubject: ID\nseries: H1..H8\nmethod: naive\nsensitive: [Tag]\ndrop:\n  - Name\n';

describe('the policy file', () => {
  it('is named in the first line, and not where there is none', async () => {
    expect((await place.call(['run', 'days.csv'])).stderr).toMatch(/^shoal run days\.csv\n/);
    place.write('shoal.yaml', policy);
    const { code, stderr } = await place.call(['run']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^shoal run \(policy \.\/shoal\.yaml\)\n/);
    place.write('other.yaml', policy);
    expect((await place.call(['plan', '--policy', 'other.yaml'])).stderr).toBe('shoal plan (policy other.yaml)\n');
  });

  it.each([
    ['a setting that is none', `${policy}droop: [x]\n`, [], 'shoal.yaml, line 8: droop'],
    ['a value that cannot be', policy.replace('method', 'k: 1\nmethod'), [], 'shoal.yaml, line 4: k'],
    ['a setting within another', `${policy}sweep:\n  k: [5]\n  kk: 3\n`, [], 'shoal.yaml, line 10: sweep.kk'],
    ['a column that is not there', policy.replace('subject: ID', 'subject: IDD'), [], 'shoal.yaml, line 2: subject'],
    ['a setting of another method', `${policy}effort: best\n`, [], 'shoal.yaml, line 8: effort'],
    ['what a flag says, not the file', policy, ['--subject', 'IDD'], '--subject'],
  ])('is told with line and key of %s', async (_, text, flags, where) => {
    place.write('shoal.yaml', text);
    const { code, stderr } = await place.call(['plan', ...flags]);
    expect(code).toBeGreaterThan(0);
    expect(/^ {2}where {2}(?:\.\/)?(.*)$/m.exec(stderr)?.[1]).toBe(where);
  });

  it('for another input is used only where it is named', async () => {
    place.write('shoal.yaml', policy);
    place.write('next.csv', daysCsv(12));
    for (const command of ['run', 'plan', 'sweep']) {
      const { code, stderr } = await place.call([command, 'next.csv']);
      expect(code).toBe(2);
      expect(stderr).toContain('./shoal.yaml is a policy for days.csv, and the input is next.csv.');
      expect(stderr).toContain('usage/policy-of-another-input');
    }
    expect((await place.call(['plan', 'next.csv', '--policy', 'shoal.yaml'])).code).toBe(0);
    mkdirSync(place.path('below'));
    expect((await place.call(['plan', 'below/../days.csv'])).code).toBe(0);
  });

  it('without an input is for any', async () => {
    place.write('shoal.yaml', policy.replace('input: days.csv\n', ''));
    expect((await place.call(['plan', 'days.csv'])).code).toBe(0);
  });
});

it.each(['run', 'plan', 'sweep'])('%s says that a file is missing before anything else', async (command) => {
  place.write('shoal.yaml', policy);
  const { code, stderr } = await place.call([command, 'dayz.csv', '-k', '1', '--subject', 'nobody']);
  expect(code).toBe(3);
  expect(stderr.match(/^✗ .*$/gm)).toEqual(['✗ There is no file dayz.csv.']);
  expect(stderr).toContain('Did you mean "days.csv"?');
});
