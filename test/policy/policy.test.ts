import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/policy/memory.ts';
import { parsePolicy, policyKeys } from '../../src/policy/policy.ts';
import { policyJsonSchema } from '../../src/policy/schema.ts';
import { seriesPolicy as parsed } from './series-policy.ts';

const refusedBy = (raw: unknown) => {
  const policy = parsePolicy(raw);
  return policy.ok ? [] : policy.problems;
};

const codesOf = (raw: unknown): readonly string[] => refusedBy(raw).map(({ code }) => code);

describe('a policy', () => {
  it('has the defaults of its method', () => {
    expect(parsed({})).toEqual(parsed({ method: 'prism', effort: 'auto', k: 5, p: 5 }));
    expect(parsed({ method: 'naive' })).toMatchObject({ k: 5, p: 2, segments: 4, maxLevel: 5, badLeaf: 'raw' });
    expect(parsed({})).toMatchObject({ release: 'internal', format: 'csv', intervals: 'text', missing: 'fail', queries: 1000 });
    expect(parsed({ method: 'kapra' })).toMatchObject({ method: 'kapra', k: 5, p: 5, maxLevel: 20 });
    const prism = { pattern: 'interval', mu: 0.5, effort: 'auto', maxLevel: 20, segments: 4, l: 1 };
    expect(parsed({ method: 'prism' })).toMatchObject({ method: 'prism', k: 5, p: 5, ...prism });
  });

  it('of PRISM has the P of its k, unless it has one of its own', () => {
    expect(parsed({ method: 'prism', k: 12 })).toMatchObject({ k: 12, p: 12 });
    expect(parsed({ method: 'prism', k: 12, p: 3 })).toMatchObject({ k: 12, p: 3 });
    expect(codesOf({ method: 'prism', k: 4, p: 5 })).toEqual(['policy/p-above-k']);
  });

  it('takes a time limit in seconds, minutes or hours', () => {
    const limits = [
      [30, 30],
      [0.5, 0.5],
      ['30s', 30],
      ['1.5 m', 90],
      ['2h', 7200],
    ] as const;
    for (const [given, seconds] of limits)
      expect(parsed({ method: 'prism', timeLimit: given })).toMatchObject({ timeLimit: seconds });
  });

  it('takes columns as a list, or as one text with commas', () => {
    expect(parsed({ drop: 'A, B ,C' }).drop).toEqual(['A', 'B', 'C']);
    expect(parsed({ drop: ['A, B', 'C'] }).drop).toEqual(['A, B', 'C']);
  });

  it('takes a regular expression whole, commas and all', () => {
    for (const text of ['/^H\\d{1,2}$/', '/a,b/i', '/a\\/b,c/']) expect(parsed({ series: text }).series).toEqual([text]);
    expect(parsed({ series: '/^A/,H1..H3, /^B/' }).series).toEqual(['/^A/', 'H1..H3', '/^B/']);
  });

  it('never has a k below 2, a P below 2, nor a P above k', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -3, max: 12 }), (k, p) => {
        const policy = parsePolicy({ k, p });
        expect(policy.ok).toBe(k >= 2 && p >= 2 && p <= k);
        if (policy.ok) expect(policy.value).toMatchObject({ k, p });
      }),
    );
  });

  it.each([
    [{ k: 1 }, 'policy/k-too-small'],
    [{ k: 2.5 }, 'policy/bad-value'],
    [{ k: '5' }, 'policy/bad-value'],
    [{ k: null }, 'policy/bad-value'],
    [{ p: 6 }, 'policy/p-above-k'],
    [{ p: 1 }, 'policy/bad-value'],
    [{ maxLevel: 0 }, 'policy/bad-level'],
    [{ maxLevel: 27 }, 'policy/bad-level'],
    [{ segments: 0 }, 'policy/bad-value'],
    [{ decimals: 16 }, 'policy/bad-value'],
    [{ decimals: -1 }, 'policy/bad-value'],
    [{ threads: 0 }, 'policy/bad-value'],
    [{ memory: '4 giga' }, 'policy/bad-value'],
    [{ seed: -1 }, 'policy/bad-value'],
    [{ method: 'magic' }, 'policy/bad-value'],
    [{ version: 2 }, 'policy/bad-value'],
    [{ method: 'prism', mu: -1 }, 'policy/bad-value'],
    [{ method: 'prism', mu: 11 }, 'policy/bad-value'],
    [{ method: 'prism', effort: 'much' }, 'policy/bad-value'],
    [{ method: 'prism', pattern: 'word' }, 'policy/bad-value'],
    [{ method: 'prism', timeLimit: 0 }, 'policy/bad-value'],
    [{ method: 'prism', timeLimit: '0s' }, 'policy/bad-value'],
    [{ method: 'prism', timeLimit: 'soon' }, 'policy/bad-value'],
    [{ method: 'prism', timeLimit: '99999h' }, 'policy/bad-value'],
    [{ method: 'prism', maxValueLoss: -0.1 }, 'policy/bad-value'],
    [{ method: 'prism', maxPatternLoss: 2.1 }, 'policy/bad-value'],
    [{ method: 'prism', badLeaf: 'raw' }, 'policy/other-method'],
    [{ method: 'naive', mu: 0.5 }, 'policy/other-method'],
    [{ l: 0 }, 'policy/bad-value'],
    [{ l: 1.5 }, 'policy/bad-value'],
    [{ drop: 5 }, 'policy/bad-value'],
    [{ drop: ['', 'A'] }, 'policy/bad-value'],
    [{ hierarchy: ['a'] }, 'policy/bad-value'],
    [{ delimiter: ',,' }, 'policy/bad-value'],
    [{ grouping: 'hash' }, 'policy/other-method'],
    [{ badLeaf: 'raw' }, 'policy/other-method'],
    [{ colour: 'red' }, 'policy/unknown-key'],
    [[], 'policy/bad-value'],
    ['k', 'policy/bad-value'],
    [null, 'policy/bad-value'],
  ])('is refused where it makes no sense: %j', (raw, code) => {
    expect(codesOf(raw)).toEqual([code]);
  });

  it('that has a setting of another method is told whose it is', () => {
    const [{ fix }] = refusedBy({ trace: 'tree.json' });
    expect(fix).toContain('naive');
    expect(fix).not.toMatch(/kapra|prism|table|events/);
    expect(refusedBy({ method: 'naive', exact: true })[0].facts).toEqual({
      key: 'exact',
      method: 'naive',
      owners: ['kapra', 'table'],
    });
  });

  it('links events by a day or week only where published columns say which it was', () => {
    const codeOf = (pseudonym: string, quasi: string): string =>
      codesOf({ method: 'events', pseudonym, quasi: `event,${quasi}`, flatten: 'sweep' }).join() || 'taken';
    const refused = 'policy/shared-without-window';
    for (const pseudonym of ['shared', 'shared:week'])
      expect(['week_number', 'iso_year_week,year', 'month,day', 'year,weekday'].map((quasi) => codeOf(pseudonym, quasi))).toEqual(
        ['taken', 'taken', refused, refused],
      );
    expect(
      ['week_number,weekday', 'weekday,iso_year_week', 'month,day', 'week_number,workday_weekend', 'month,weekday', 'day'].map(
        (quasi) => codeOf('shared:day', quasi),
      ),
    ).toEqual(['taken', 'taken', 'taken', refused, refused, refused]);
    expect(codeOf('rotate:day', 'hour')).toBe('taken');
  });

  it('promises how surely one event tells another only where numbers link events', () => {
    const codesFor = (pseudonym: string, confidence: number) => codesOf({ method: 'events', pseudonym, confidence });
    expect(codesFor('shared', 0.5)).toEqual([]);
    for (const pseudonym of ['random', 'drop', 'rotate:week', 'keep'])
      expect(codesFor(pseudonym, 0.5)).toEqual(['policy/needs-links']);
    expect(codesOf({ method: 'events', pseudonym: 'drop', order: 'position' })).toEqual(['policy/needs-links']);
    expect(codesOf({ method: 'events', pseudonym: 'random', traces: 5 })).toEqual(['policy/needs-links']);
    expect(codesOf({ method: 'events', pseudonym: 'shared', traces: 4, k: 5 })).toEqual(['policy/bad-value']);
    expect(codesOf({ method: 'events', pseudonym: 'shared', traces: 5, confidence: 0.5 })).toEqual([]);
    expect(codesOf({ method: 'events', pseudonym: 'shared', traces: 5, quasi: 'event', flatten: 'none' })).toEqual([]);
    for (const given of [
      { alsoProtect: 'who', subject: 'who' },
      { alsoProtect: 'who', quasi: 'event,who' },
      { alsoProtect: 'who', reduce: 'users' },
    ])
      expect(codesOf({ method: 'events', flatten: 'none', ...given })).toEqual(['policy/bad-value']);
    for (const odd of [0, 1, -0.5, 0.0001, 0.33333]) expect(codesFor('shared', odd)).toEqual(['policy/bad-value']);
  });

  it('takes every method that is promised a max-level from 1 to 26', () => {
    for (const maxLevel of [1, 26]) expect(parsed({ maxLevel }).maxLevel).toBe(maxLevel);
  });

  it('is refused with every fault at once', () => {
    expect(codesOf({ k: 1, maxLevel: 30, kk: 3 }).toSorted()).toEqual([
      'policy/bad-level',
      'policy/k-too-small',
      'policy/unknown-key',
    ]);
  });

  it('suggests the nearest key for one that is misspelt', () => {
    for (const [key, meant] of [
      ['sgments', 'segments'],
      ['max-level', 'maxLevel'],
      ['bad_leaf', 'badLeaf'],
      ['Subject', 'subject'],
    ])
      expect(parsePolicy({ [key]: 3 })).toMatchObject({
        problems: [{ code: 'policy/unknown-key', fix: expect.stringContaining(`"${meant}"`), facts: { key, suggestion: meant } }],
      });
  });

  it('never writes its trace over a file of the release, nor outside it', () => {
    expect(parsed({ method: 'naive', trace: 'tree.json' })).toMatchObject({ trace: 'tree.json' });
    for (const trace of ['manifest.json', 'report.json', 'report.html', '../tree.json', '/tmp/tree.json', 'a/b.json', '..', ''])
      expect(codesOf({ method: 'naive', trace }), trace).toEqual(['policy/bad-value']);
  });

  it('does not change what it was given', () => {
    const raw = Object.freeze({ drop: Object.freeze(['A']), k: 7 });
    expect(parsed(raw).drop).toEqual(['A']);
  });
});

it('the schema names and describes every key', () => {
  const { oneOf } = policyJsonSchema() as {
    oneOf: { properties: Record<string, { description?: string }>; additionalProperties: boolean }[];
  };
  const described = new Map(oneOf.flatMap(({ properties }) => Object.entries(properties)));
  expect([...described.keys()].toSorted()).toEqual([...policyKeys].toSorted());
  for (const [key, { description }] of described) expect(description, key).toBeTruthy();
  for (const { additionalProperties } of oneOf) expect(additionalProperties).toBe(false);
});

it('amounts of memory are read in steps of a thousand', () => {
  expect(['1KB', '512MB', '1.5 GB', '2tb', undefined, 'plenty'].map(bytesOf)).toEqual([
    1e3,
    512e6,
    1.5e9,
    2e12,
    undefined,
    undefined,
  ]);
});
