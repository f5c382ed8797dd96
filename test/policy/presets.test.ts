import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Policy, parsePolicy, policyKeys } from '../../src/policy/policy.ts';
import { presetNames, shippedPreset } from '../../src/policy/presets.ts';
import { writtenPolicy } from '../../src/policy/written-policy.ts';
import { answerWords } from '../../src/server/flow-schema.ts';
import { isKnownAs } from '../../src/verify/known-names.ts';
import { draws } from '../suite/draws.ts';

const parsed = (raw: unknown): Policy => {
  const policy = parsePolicy(raw);
  if (!policy.ok) throw new Error(policy.problems.map(({ code, what }) => `${code}: ${what}`).join('\n'));
  return policy.value;
};

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'presets-'));
});
afterAll(() => rmSync(home, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(home, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('a shipped preset', () => {
  it('is a file of its name, and every file is one', () => {
    const files = readdirSync(fileURLToPath(new URL('../../presets', import.meta.url)));
    expect(files.toSorted()).toEqual(presetNames.map((name) => `${name}.yaml`));
  });

  it.each(presetNames)('%s holds settings of a policy, which parse', (name) => {
    const { settings } = shippedPreset(name);
    expect(Object.keys(settings).filter((key) => !policyKeys.includes(key))).toEqual([]);
    const policy = parsed({ preset: name });
    for (const [key, value] of Object.entries(settings)) expect((policy as Record<string, unknown>)[key]).toEqual(value);
  });

  it('telecare has the names that its export has, and what is left out of it', () => {
    expect(parsed({ preset: 'telecare' })).toMatchObject({
      ...{
        family: 'events',
        method: 'flatten',
        k: 5,
        subject: 'GUID',
        time: 'OD_ISO',
        event: 'dogodek',
        flatValue: 100,
        hourBlock: 3,
      },
      quasi: ['generalized_event', 'week_number', 'weekday', 'time_period'],
      removeClasses: ['measurement_event', 'power_event', 'system_event'],
    });
  });

  it('tolls has words for every part of the answer, and names that the verifier knows too', () => {
    const { answer, columns } = shippedPreset('tolls');
    expect(answerWords.safeParse(answer).success).toBe(true);
    expect(Object.values(columns)).toEqual(['section_region', 'time_period', 'truck_count', 'avg_toll']);
    for (const [of, name] of Object.entries(columns)) expect(isKnownAs(name, of)).toBe(true);
    expect(isKnownAs('secret', 'section_id')).toBe(false);
  });

  it('is implied by the older name of its method: all of telecare, of tolls the names', () => {
    expect(parsed({ method: 'events' })).toEqual(parsed({ preset: 'telecare' }));
    expect(parsed({ method: 'kaca' })).toEqual(parsed({ method: 'kmeans', names: 'tolls', labelsOf: 'hierarchy' }));
    expect(parsed({ method: 'kaca', preset: 'tolls' })).toEqual(parsed({ preset: 'tolls', method: 'kmeans' }));
  });
});

describe('without a preset', () => {
  it('nothing is named by the words of a customer', () => {
    expect(parsed({ family: 'events' })).toMatchObject({
      ...{ subject: 'subject', time: 'time', event: 'event', flatValue: '*', removeClasses: [] },
    });
    expect(parsed({ family: 'events' })).not.toHaveProperty('mapping');
    expect(parsed({ family: 'table' })).not.toHaveProperty('names');
  });
});

describe('a preset', () => {
  it('beats the defaults, and is beaten by whatever the policy says', () => {
    const preset = file('own.yaml', 'family: events\nk: 7\nsubject: home\nflatValue: none\n');
    expect(parsed({ preset })).toMatchObject({ family: 'events', k: 7, subject: 'home', time: 'time', flatValue: 'none' });
    expect(parsed({ preset, k: 9, subject: undefined })).toMatchObject({ k: 9, subject: 'home' });
    expect(parsed({ preset: 'telecare', flatValue: 'gone', method: 'flatten' })).toMatchObject({
      flatValue: 'gone',
      subject: 'GUID',
    });
    expect(parsed({ preset: 'tolls', method: 'merge', labels: 'it' })).toMatchObject({ method: 'merge', labels: 'it' });
    expect(parsed({ preset: 'tolls', clustering: 'merge' })).toMatchObject({ method: 'merge' });
  });

  it('may be JSON, may leave the family to the policy, and names its files from its own folder', () => {
    const preset = file('inner/small.json', '{ "k": 6, "hierarchy": { "job": "jobs.csv" } }');
    expect(parsed({ preset, method: 'kapra' })).toMatchObject({ method: 'kapra', k: 6 });
    expect(parsed({ preset })).toMatchObject({ hierarchy: { job: join(home, 'inner', 'jobs.csv') } });
  });

  it('is gone past the door: what is left says everything, and parses to itself', () => {
    for (const raw of [
      { preset: 'telecare' },
      { preset: 'tolls' },
      { method: 'events' },
      { method: 'kaca' },
      { family: 'events' },
    ]) {
      const policy = parsed(raw);
      expect(policy).not.toHaveProperty('preset');
      expect(parsed(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
      expect(parsed(JSON.parse(JSON.stringify(writtenPolicy(policy))))).toEqual(policy);
    }
  });

  it.each([
    ['teleCare', 'policy/unknown-preset', '"telecare"'],
    ['toll', 'policy/unknown-preset', '"tolls"'],
    ['hospital', 'policy/unknown-preset', 'telecare and tolls'],
    ['', 'policy/unknown-preset', 'telecare and tolls'],
    ['nowhere.yaml', 'policy/unreadable-preset', 'docs/presets.md'],
    [7, 'policy/bad-value', 'preset'],
    [null, 'policy/bad-value', 'preset'],
  ])('is refused where it cannot be meant: %j', (preset, code, says) => {
    expect(parsePolicy({ preset })).toMatchObject({ ok: false, problems: [{ code, fix: expect.stringContaining(says) }] });
  });

  it.each([
    ['text.yaml', 'just words', 'policy/unreadable-preset'],
    ['broken.yaml', 'k: [1', 'policy/unreadable-preset'],
    ['list.yaml', '- k\n- p\n', 'policy/unreadable-preset'],
    ['typo.yaml', 'fammily: events\n', 'policy/preset-key'],
    ['columns.yaml', 'family: table\ncolumns: { a: b }\n', 'policy/preset-key'],
    ['nested.yaml', 'preset: telecare\n', 'policy/nested-preset'],
    ['self.yaml', 'preset: ./self.yaml\n', 'policy/nested-preset'],
    ['bad.yaml', 'k: 1\n', 'policy/k-too-small'],
    ['nul.yaml', 'subject: "a\\0b"\n', 'policy/bad-value'],
  ])('in the file %s, which holds %j, is refused: %s', (name, text, code) => {
    expect(parsePolicy({ preset: file(name, text) })).toMatchObject({ ok: false, problems: [{ code }] });
  });

  it('of another family than the policy is refused', () => {
    for (const raw of [
      { preset: 'telecare', family: 'table' },
      { preset: 'tolls', method: 'prism' },
      { preset: 'tolls', method: 'events' },
    ])
      expect(parsePolicy(raw)).toMatchObject({ ok: false, problems: [{ code: 'policy/preset-family' }] });
  });

  it('never lets a policy past that a policy with the same settings would not be', () => {
    const settings = fc.record(
      { k: fc.integer({ min: 0, max: 9 }), hourBlock: fc.integer({ min: 0, max: 30 }) },
      { requiredKeys: [] },
    );
    let count = 0;
    fc.assert(
      fc.property(settings, settings, (below, above) => {
        const preset = file(`random-${count++}.json`, JSON.stringify({ family: 'events', ...below }));
        expect(parsePolicy({ preset, ...above })).toEqual(parsePolicy({ family: 'events', ...below, ...above }));
      }),
      { numRuns: draws(40) },
    );
  });
});
