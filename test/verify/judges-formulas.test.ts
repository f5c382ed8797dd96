import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelWords } from '../../src/release/label-words.ts';
import type { ManifestColumn, ManifestModel } from '../../src/release/manifest.ts';
import { checkNames } from '../../src/verify/column-names.ts';
import { differenceIn } from '../../src/verify/difference.ts';
import { checkModelDeclarations } from '../../src/verify/models/model-declarations.ts';
import { allValues, falls, reachedBy } from '../../src/verify/models/spread.ts';
import { quantile } from '../../src/verify/series/normal.ts';
import { stepCheck, unitsOf } from '../../src/verify/step-units.ts';
import { spanOfBin } from '../../src/verify/table/label-axis.ts';
import { createUtf8Check } from '../../src/verify/utf8.ts';

const model = (given: object): ManifestModel => ({ column: 'ill', ...given }) as unknown as ManifestModel;

describe('how a group stands to a promise', () => {
  const group = { places: [0, 2, 3], weights: [2, 1, 1] };
  const tree = [
    [0, 0],
    [0, 0],
    [1, 0],
    [1, 0],
  ];
  const all = allValues([4, 4, 1, 1], tree);

  it('is worked out by hand', () => {
    expect(all.shares).toEqual([0.4, 0.4, 0.1, 0.1]);
    expect(all.upTo).toEqual([0.4, 0.8, 0.9, 1]);
    expect(reachedBy(model({ model: 'distinct', l: 2 }), group, all)).toBe(3);
    expect(reachedBy(model({ model: 'entropy', l: 2 }), group, all)).toBeCloseTo(2 ** 1.5, 12); // 1/2, 1/4 and 1/4: one and a half bits
    expect(reachedBy(model({ model: 'recursive', l: 2, c: 2 }), group, all)).toBe(1);
    expect(reachedBy(model({ model: 'recursive', l: 3, c: 2 }), group, all)).toBe(2);
    expect(reachedBy(model({ model: 'recursive', l: 3, c: 2 }), { places: [0, 1], weights: [1, 5] }, all)).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(reachedBy(model({ model: 'recursive', l: 2, c: 2 }), { places: [0, 1, 2], weights: [1, 5, 2] }, all)).toBeCloseTo(
      5 / 3,
      12,
    );
    expect(reachedBy(model({ model: 'alpha', share: 0.9 }), group, all)).toBe(0.5);
    const closeness = (distance: string) => reachedBy(model({ model: 'closeness', t: 0.5, distance }), group, all);
    expect(closeness('equal')).toBeCloseTo((0.1 + 0.4 + 0.15 + 0.15) / 2, 12);
    expect(closeness('ordered')).toBeCloseTo((0.1 + 0.3 + 0.15) / 3, 12);
    expect(closeness('hierarchy')).toBeCloseTo((0.1 + 0.4 + 0.15 + 0.15 + 0.3 + 0.3) / 4, 12);
  });

  it('is no distance where there is nothing to go, and half a step at one level', () => {
    const one = allValues([3], undefined);
    expect(reachedBy(model({ model: 'closeness', t: 0, distance: 'ordered' }), { places: [0], weights: [1] }, one)).toBe(0);
    expect(reachedBy(model({ model: 'closeness', t: 0, distance: 'hierarchy' }), { places: [0], weights: [1] }, one)).toBe(0);
    expect(
      reachedBy(
        model({ model: 'closeness', t: 0, distance: 'ordered' }),
        { places: [1], weights: [2] },
        allValues([1, 1], undefined),
      ),
    ).toBe(0.5);
    const flat = allValues([1, 1], [[0], [0]]);
    expect(reachedBy(model({ model: 'closeness', t: 0, distance: 'hierarchy' }), { places: [1], weights: [2] }, flat)).toBe(0.5);
    expect(allValues([0, 0], undefined).shares).toEqual([0, 0]);
  });

  it('is the same distance by a tree of one level and by equal ones, for any values', () => {
    const anyWeights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(anyWeights, fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }), (weights, drawn) => {
        const places = [...new Set(drawn.map((place) => place % weights.length))];
        const some = { places, weights: places.map((_, i) => 1 + (drawn[i] ?? 0)) };
        const whole = allValues(
          weights,
          weights.map(() => [0]),
        );
        const by = (distance: string) => reachedBy(model({ model: 'closeness', t: 1, distance }), some, whole);
        expect(by('hierarchy')).toBeCloseTo(by('equal'), 12);
        const all_ = { places: weights.map((_, place) => place), weights };
        for (const distance of ['equal', 'ordered', 'hierarchy'])
          expect(reachedBy(model({ model: 'closeness', t: 1, distance }), all_, whole)).toBeCloseTo(0, 12);
      }),
    );
  });

  it('falls short of it, or just does not', () => {
    const short = (given: object, reached: number) => falls(model(given), reached).short;
    expect([1, 2, 3].map((reached) => short({ model: 'distinct', l: 2 }, reached))).toEqual([true, false, false]);
    expect([1.99, 2 * (1 - 1e-9), 2].map((reached) => short({ model: 'entropy', l: 2 }, reached))).toEqual([true, false, false]);
    expect([1.99, 2, 2 * (1 + 1e-9)].map((reached) => short({ model: 'recursive', c: 2, l: 2 }, reached))).toEqual([
      false,
      false,
      true,
    ]);
    expect(short({ model: 'recursive', c: 2, l: 2 }, Number.POSITIVE_INFINITY)).toBe(true);
    expect([0.5, 0.5 + 1e-9, 0.51].map((reached) => short({ model: 'alpha', share: 0.5 }, reached))).toEqual([
      false,
      false,
      true,
    ]);
    expect([0.5, 0.5 + 1e-9, 0.51].map((reached) => short({ model: 'closeness', t: 0.5 }, reached))).toEqual([
      false,
      false,
      true,
    ]);
    const promised = (given: object) => falls(model(given), 1).promised;
    expect(
      [
        { model: 'distinct', l: 2 },
        { model: 'entropy', l: 3 },
        { model: 'recursive', l: 2, c: 4 },
      ].map(promised),
    ).toEqual([2, 3, 4]);
    expect(
      [
        { model: 'alpha', share: 0.5 },
        { model: 'closeness', t: 0.25 },
      ].map(promised),
    ).toEqual([0.5, 0.25]);
  });
});

describe('promises about sensitive values', () => {
  const columns = [
    { name: 'ill', role: 'sensitive' },
    { name: 'mood', role: 'sensitive' },
    { name: 'toll', role: 'kept' },
  ] as unknown as readonly ManifestColumn[];
  const odd = (...models: readonly object[]) =>
    checkModelDeclarations(models.map(model), columns, 'sensitive').map((breach) => 'column' in breach && breach.column);
  const close = (tree: unknown, distance = 'hierarchy') => ({
    model: 'closeness',
    t: 0.5,
    distance,
    ...(tree === undefined ? {} : { tree }),
  });

  it('are of columns that are published unchanged, none twice', () => {
    expect(odd({ model: 'distinct', l: 2 }, { model: 'distinct', l: 3 }, { model: 'distinct', l: 2, column: 'mood' })).toEqual(
      [],
    );
    expect(odd({ model: 'distinct', l: 2 }, { model: 'distinct', l: 2 })).toEqual(['ill']);
    expect(odd({ model: 'distinct', l: 2, column: 'toll' }, { model: 'distinct', l: 2, column: 'none' })).toEqual([
      'toll',
      'none',
    ]);
    expect(checkModelDeclarations([model({ model: 'alpha', share: 1 })], columns, 'sensitive')).toEqual([]);
    expect(checkModelDeclarations([model({ model: 'alpha', share: 1 })], columns, 'kept')).toEqual([
      { kind: 'unfit-model', model: 'alpha', column: 'ill' },
    ]);
    expect(
      odd(
        close([[0], [0]]),
        close([
          [0, 0],
          [0, 0],
        ]),
      ),
    ).toEqual(['ill']); // another tree makes no other promise
  });

  it.each([
    ['one level', [[0], [0]], true],
    [
      'two levels',
      [
        [0, 0],
        [0, 0],
        [1, 0],
      ],
      true,
    ],
    [
      'branches in any order',
      [
        [0, 0],
        [1, 0],
        [0, 0],
      ],
      true,
    ],
    ['no value at all', [], true],
    [
      'no root',
      [
        [0, 0],
        [1, 1],
      ],
      false,
    ],
    [
      'a node with two parents',
      [
        [0, 0, 0],
        [0, 1, 0],
      ],
      false,
    ],
    ['a number before its turn', [[1], [0]], false],
    [
      'a number that is left out',
      [
        [0, 0],
        [2, 0],
      ],
      false,
    ],
    ['paths of two lengths', [[0, 0], [0]], false],
    ['a longer path', [[0], [0, 0]], false],
  ])('have a tree where they need one: %s', (_, tree, isSound) => {
    expect(odd(close(tree))).toEqual(isSound ? [] : ['ill']);
  });

  it('have no tree where they need none, and one where they do', () => {
    expect(odd(close(undefined))).toEqual(['ill']);
    expect(odd(close([[0], [0]], 'equal'))).toEqual(['ill']);
    expect(odd(close(undefined, 'ordered'))).toEqual([]);
  });
});

describe('steps in units of the last decimal', () => {
  it('are whole numbers, or none that can be counted with', () => {
    expect(unitsOf(5, 0)).toBe(5n);
    expect(unitsOf(0.25, 2)).toBe(25n);
    expect(unitsOf(0.25, 4)).toBe(2500n);
    expect(unitsOf(0.25, 1)).toBeUndefined();
    expect(unitsOf(1e-7, 7)).toBe(1n);
    expect(unitsOf(1.5e-7, 8)).toBe(15n);
    expect(unitsOf(1.5e-7, 7)).toBeUndefined();
    expect(unitsOf(1e21, 2)).toBe(10n ** 23n);
    expect(unitsOf(2.5e21, 0)).toBe(25n * 10n ** 20n);
    expect(unitsOf(1e37, 0)).toBe(10n ** 37n); // 38 digits
    expect(unitsOf(1e37, 1)).toBeUndefined();
    expect(unitsOf(1e38, 0)).toBeUndefined();
    expect(unitsOf(1e39, 0)).toBeUndefined();
    expect(unitsOf(1e-38, 38)).toBe(1n);
    expect(unitsOf(1e-39, 38)).toBeUndefined();
    expect(unitsOf(1, 39)).toBeUndefined();
    expect([0, -5, Number.NaN, Number.POSITIVE_INFINITY].map((step) => unitsOf(step, 0))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are looked at where a column declares one', () => {
    const column = (snap?: number) => ({ name: 'a', ...(snap === undefined ? {} : { snap }) }) as unknown as ManifestColumn;
    expect(stepCheck([column(), column()])).toEqual([]);
    expect(stepCheck([column(), column(5)])).toEqual([expect.stringContaining('multiple of the step')]);
  });
});

it('quantiles of the normal distribution are those of tables', () => {
  expect([0.75, 0.975, 0.025, 1 / 3].map((share) => quantile(share).toFixed(9))).toEqual([
    '0.674489750',
    '1.959963985',
    '-1.959963985',
    '-0.430727299',
  ]);
  expect(quantile(0.5)).toBeCloseTo(0, 12);
  expect(quantile(1 / 26)).toBeCloseTo(-1.768825, 5);
  expect(quantile(1 - 1e-9)).toBeCloseTo(5.997807, 5);
});

describe('names of published columns', () => {
  const odd = (...columns: readonly object[]) => checkNames(columns as readonly ManifestColumn[]);
  const isOdd = (name: string, role: string, kind: string, of?: string, decimals?: number) =>
    odd({ name, role, kind, ...(of === undefined ? {} : { of }), ...(decimals === undefined ? {} : { decimals }) }).length > 0;

  it('are their own where no input has them, with no source', () => {
    for (const [name, role] of [
      ['GroupID', 'group'],
      ['Record', 'record'],
      ['Time', 'instant'],
      ['Pattern', 'pattern'],
      ['Level', 'level'],
      ['count', 'count'],
      ['position', 'position'],
      ['since_previous', 'duration'],
    ]) {
      expect(isOdd(name, role, 'id'), role).toBe(false);
      expect(isOdd(name, role, 'id', name), role).toBe(true);
      expect(isOdd(`${name} of Ana`, role, 'id'), role).toBe(true);
    }
    expect(isOdd('truck_count', 'count', 'integer')).toBe(false);
    expect(isOdd('truck_count', 'level', 'integer')).toBe(true);
  });

  it('say of which column of the input they are, and what of it', () => {
    expect([isOdd('H1_min', 'series', 'lower', 'H1'), isOdd('H1_max', 'series', 'lower', 'H1')]).toEqual([false, true]);
    expect([isOdd('H1_max', 'series', 'upper', 'H1'), isOdd('H1_min', 'series', 'upper', 'H1')]).toEqual([false, true]);
    expect([isOdd('H1_curve', 'curve', 'number', 'H1'), isOdd('H1', 'curve', 'number', 'H1')]).toEqual([false, true]);
    expect([isOdd('avg_toll', 'mean', 'number', 'toll'), isOdd('toll', 'mean', 'number', 'toll')]).toEqual([false, true]);
    for (const kind of ['hour', 'weekday', 'date', 'week', 'month'])
      expect([isOdd(`at_${kind}`, 'quasi', kind, 'at'), isOdd('at', 'quasi', kind, 'at')], kind).toEqual([false, true]);
    expect([isOdd('at', 'kept', 'hour', 'at'), isOdd('at_hour', 'kept', 'hour', 'at')]).toEqual([false, true]);
    expect([isOdd('town', 'quasi', 'label', 'town'), isOdd('Anatown', 'quasi', 'label', 'town')]).toEqual([false, true]);
    expect(isOdd('whatever', 'quasi', 'label')).toBe(false);
    expect([
      isOdd('section_region', 'quasi', 'prefix', 'section_id'),
      isOdd('section_region', 'kept', 'text', 'section_id'),
    ]).toEqual([false, true]);
  });

  it('have decimals where they are numbers', () => {
    expect(
      ['interval', 'lower', 'upper', 'number'].map((kind) =>
        isOdd(kind === 'lower' ? 'a_min' : kind === 'upper' ? 'a_max' : 'a', 'series', kind, 'a', 2),
      ),
    ).toEqual([false, false, false, false]);
    expect(isOdd('a', 'sensitive', 'text', 'a', 2)).toBe(true);
    expect(odd({ name: 'a', role: 'kept', kind: 'text', of: 'b' }, { name: 'c', role: 'kept', kind: 'text', of: 'c' })).toEqual([
      { kind: 'odd-declaration', columns: ['a'] },
    ]);
  });
});

it('a bin of the clock or the calendar goes from its beginning to its end, and a star has neither', () => {
  const span = (kind: Parameters<typeof spanOfBin>[0], label: string) => spanOfBin(kind, label, 'en');
  expect(span('time', '07:15-07:30')).toEqual([7.25, 7.5]);
  expect(span('hour', '22:00-00:00')).toEqual([22, 24]);
  expect(span('hour', '00:00-24:00')).toEqual([0, 24]);
  const { weekdays } = labelWords.en;
  expect(span('weekday', weekdays[0])).toEqual([0, 1]);
  expect(span('weekday', `${weekdays[5]}-${weekdays[6]}`)).toEqual([5, 7]);
  expect(span('date', '1970-01-02')).toEqual([1, 2]);
  expect(span('date', '1970-01-02/1970-01-05')).toEqual([1, 5]);
  expect(span('week', '1970-W01')).toEqual([0, 1]);
  expect(span('week', '2020-W53/2021-W02')).toEqual([2661, 2664]);
  expect(span('month', '1970')).toEqual([23640, 23652]);
  expect(span('month', '1970-Q4')).toEqual([23649, 23652]);
  expect(span('month', '1970-12')).toEqual([23651, 23652]);
  for (const kind of ['time', 'hour', 'weekday', 'date', 'week', 'month'] as const)
    expect(span(kind, '*')).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

it('a report differs from another where the first of its names does', () => {
  expect(differenceIn({ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 2] } })).toBe('');
  expect(differenceIn({ a: 1, b: { c: [1, 3] } }, { a: 1, b: { c: [1, 2] } })).toBe('b.c.1');
  expect(differenceIn({ b: { c: [1] } }, { a: 1, b: { c: [1, 2] } })).toBe('a');
  expect(differenceIn({ b: { c: [1] } }, { b: { c: [1, 2] } })).toBe('b.c.1');
  expect(differenceIn({ b: 5 }, { b: { c: 1 } })).toBe('b');
  expect(differenceIn({ b: [] }, { b: { c: 1 } })).toBe('b');
  expect(differenceIn({}, { toString: 1 })).toBe('toString');
  expect(differenceIn({ Ana: 1 }, {})).toBe('');
  expect(differenceIn({ b: [1, 2] }, { b: [1] })).toBe('b');
  expect(differenceIn([2], [1])).toBe('0');
  expect(differenceIn(1, 2)).toBe('');
});

it('bytes are UTF-8 wherever a character is cut', () => {
  const holds = (...pieces: readonly (readonly number[])[]) => {
    const check = createUtf8Check();
    for (const piece of pieces) check.take(Buffer.from(piece));
    return check.holds();
  };
  for (const character of [
    [0x61],
    [0xc3, 0xa9],
    [0xe2, 0x82, 0xac],
    [0xe0, 0xa0, 0x80],
    [0xf0, 0x9f, 0x90, 0x9f],
    [0xf0, 0x90, 0x80, 0x80],
  ]) {
    for (let cut = 0; cut <= character.length; cut++) {
      expect(holds([0x61, ...character.slice(0, cut)], [...character.slice(cut), 0x62])).toBe(true);
      expect(holds([...character.slice(0, cut)], [], [...character.slice(cut)])).toBe(true);
      if (cut > 0 && cut < character.length) {
        expect(holds(character.slice(0, cut))).toBe(false);
        expect(holds(character.slice(0, cut), [0x61])).toBe(false);
      }
    }
    expect(holds(...character.map((byte) => [byte]))).toBe(true);
  }
  for (const bad of [[0xc0, 0x80], [0x80], [0xff], [0xed, 0xa0, 0x80], [0xe0, 0x80, 0x80]]) expect(holds(bad)).toBe(false);
});
