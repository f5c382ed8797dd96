import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reproducingCommand } from '../../src/api/reproducing-command.ts';
import { policyFrom } from '../../src/cli/flag-values.ts';
import { policyFlags } from '../../src/cli/flags.ts';
import { run } from '../../src/cli/run.ts';
import { parseWords } from '../../src/cli/words.ts';
import { parsePolicy, type SeriesPolicy } from '../../src/policy/policy.ts';
import type { SeriesInput } from '../../src/policy/policy-input.ts';
import { seriesPolicy as sound } from '../policy/series-policy.ts';
import { draws } from '../suite/draws.ts';

/** The policy that a shell and the command line make of a command. */
function understood(command: string): SeriesPolicy {
  const script = `shoal() { for word; do printf '%s\\0' "$word"; done; }; ${command}`;
  const [, ...words] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  const parsed = parseWords(run, words);
  if (!parsed.ok) throw new Error(parsed.problems[0].what);
  const { positionals, flags } = parsed.value;
  expect(positionals).toHaveLength(1);
  return sound({ input: positionals[0], ...policyFrom(flags) });
}

const again = (raw: SeriesInput) => {
  const policy = sound(raw);
  const { method, k, p, maxLevel } = policy;
  return { policy, command: reproducingCommand({ method, k, p, maxLevel, policy, raw: { ...raw } }, new Set(Object.keys(raw))) };
};

const anyName = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .filter((name) => name === name.trim() && !/[\0\\]/.test(name) && !/^\/.*\/i?$/.test(name));

describe('the command of a setting', () => {
  it('says every setting, whatever the names', () => {
    const raw = fc.record({
      input: anyName.filter((name) => name !== '-'),
      subject: anyName,
      series: fc.array(anyName, { minLength: 1, maxLength: 3 }),
      drop: fc.array(anyName, { maxLength: 2 }),
      sensitive: fc.array(anyName, { maxLength: 2 }),
      seed: fc.nat(),
      k: fc.integer({ min: 8, max: 60 }),
      p: fc.integer({ min: 2, max: 8 }),
      maxLevel: fc.integer({ min: 1, max: 26 }),
      method: fc.constantFrom('naive' as const, 'kapra' as const),
      missing: fc.constantFrom('fail' as const, 'drop' as const),
      queries: fc.constantFrom(200, 1000),
    });
    fc.assert(
      fc.property(raw, (given) => {
        const { policy, command } = again(given);
        const { out: _, input, ...got } = understood(command);
        const { out: __, input: asked, ...wanted } = policy;
        expect(got).toEqual(wanted);
        expect(input).toBe(asked?.startsWith('-') ? `./${asked}` : asked);
      }),
      { numRuns: draws(60) },
    );
  });

  it('leaves out what is the default and was not given', () => {
    const { command } = again({ input: 'work.csv', subject: 'ID', series: 'H1..H8', k: 10, method: 'kapra' });
    expect(command).toBe(
      'shoal run work.csv --method kapra -k 10 -p 5 --max-level 20 --subject ID --series H1..H8 --out kapra-k10-p5-level20',
    );
  });

  it('says a default that was given, as a policy file lying about may say otherwise', () => {
    const { command } = again({ input: 'work.csv', subject: 'ID', series: 'H1..H8', segments: 4, missing: 'fail' });
    expect(command).toContain('--segments 4');
    expect(command).toContain('--missing fail');
  });

  it('quotes what a shell would take apart', () => {
    const { command } = again({ input: "the days' work.csv", subject: 'row', series: '/^H[1,2]/', delimiter: '\t', k: 5 });
    expect(command).toContain(`shoal run 'the days'\\'' work.csv' --method`);
    expect(understood(command)).toMatchObject({ input: "the days' work.csv", series: ['/^H[1,2]/'], delimiter: '\t' });
  });
});

describe('the command of an event log or a table', () => {
  it('says what was written, and the setting', () => {
    const raw = {
      input: 'a log.csv',
      preset: 'telecare',
      k: 10,
      flatten: ['week_number', 'weekday'],
      pseudonym: 'drop',
      lang: 'sl',
    };
    const policy = parsePolicy(raw);
    if (!policy.ok) throw new Error(policy.problems[0].what);
    const setting = { method: 'flatten', k: 10, flatten: 'week_number+weekday', pseudonym: 'drop' };
    expect(reproducingCommand({ ...setting, policy: policy.value, raw }, new Set(Object.keys(raw)))).toBe(
      "shoal run 'a log.csv' --preset telecare -k 10 --flatten week_number,weekday --pseudonym drop --lang sl --out flatten-k10-week_number-weekday-drop",
    );
  });
});

describe('the flag of a setting', () => {
  it('is its key with dashes, or the command would name flags that are not there', () => {
    const dashed = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(policyFlags.map(({ name }) => name)).toEqual(policyFlags.map(({ key = '' }) => dashed(key)));
  });
});
