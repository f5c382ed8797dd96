import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoSet } from '../../src/api/pareto.ts';
import { recommendSetting } from '../../src/api/recommend.ts';
import type { Limits } from '../../src/report/sweep-result.ts';
import { draws } from '../suite/draws.ts';

interface Point {
  readonly method: string;
  readonly k: number;
  readonly p: number;
  readonly maxLevel: number;
  readonly valueLoss: number;
  readonly patternLoss: number;
  readonly retention: number;
}

const point = (given: Partial<Point>): Point => ({
  method: 'naive',
  k: 5,
  p: 2,
  maxLevel: 5,
  valueLoss: 1,
  patternLoss: 0.5,
  retention: 1,
  ...given,
});

/** Few different values, so that ties are common. */
const anyPoint: fc.Arbitrary<Point> = fc.record({
  method: fc.constantFrom('naive', 'kapra'),
  k: fc.constantFrom(5, 10, 20),
  p: fc.constantFrom(2, 3, 5),
  maxLevel: fc.constantFrom(3, 5, 8),
  valueLoss: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 10, noNaN: true })),
  patternLoss: fc.oneof(fc.constantFrom(0, 0.25, 0.5), fc.double({ min: 0, max: 2, noNaN: true })),
  retention: fc.constantFrom(0.5, 0.9, 1),
});
const anyPoints = fc.array(anyPoint, { minLength: 1, maxLength: 40 });
const anyLimits = fc.record(
  {
    maxValueLoss: fc.double({ min: 0, max: 10, noNaN: true }),
    maxPatternLoss: fc.double({ min: 0, max: 2, noNaN: true }),
    minRetention: fc.constantFrom(0, 0.6, 0.95, 1),
  },
  { requiredKeys: [] },
);

const costs = ({ valueLoss, patternLoss, retention, k, p }: Point): readonly number[] => [
  valueLoss,
  patternLoss,
  -retention,
  -k,
  -p,
];
const beats = (a: Point, b: Point): boolean =>
  costs(a).every((cost, i) => cost <= costs(b)[i]) && costs(a).some((cost, i) => cost < costs(b)[i]);

describe('the Pareto set', () => {
  it('holds every point that no other beats in losses and protection, and no other', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const brute = points.filter((one) => !points.some((other) => beats(other, one)));
        expect(paretoSet('series', points)).toEqual(brute);
      }),
      { numRuns: draws(100) },
    );
  });

  it('knows that ids which single out fewer protect more', () => {
    const open = { ...point({}), unicity: 0.9 };
    const hidden = { ...point({}), unicity: 0 };
    expect(
      paretoSet('events', [
        { ...open, ncp: 0.1 },
        { ...hidden, ncp: 0.1 },
      ]),
    ).toMatchObject([{ unicity: 0 }]);
    expect(
      paretoSet('events', [
        { ...open, ncp: 0.1 },
        { ...hidden, ncp: 0.2 },
      ]),
    ).toHaveLength(2);
  });
});

describe('the recommendation', () => {
  const within = (one: Point, { maxValueLoss, maxPatternLoss, minRetention }: Limits): boolean =>
    one.valueLoss <= (maxValueLoss ?? Number.POSITIVE_INFINITY) &&
    one.patternLoss <= (maxPatternLoss ?? Number.POSITIVE_INFINITY) &&
    one.retention >= (minRetention ?? 0);

  it('keeps within the limits wherever a setting does, and says so', () => {
    fc.assert(
      fc.property(anyPoints, anyLimits, (points, limits) => {
        fc.pre(Object.keys(limits).length > 0);
        const { met, rule, point: chosen } = recommendSetting('series', points, limits);
        expect(rule).toBe('limits');
        expect(met).toBe(points.some((one) => within(one, limits)));
        expect(within(chosen, limits)).toBe(met);
      }),
    );
  });

  it('protects most of all that keep within them: no larger k, and with the same k no larger P', () => {
    fc.assert(
      fc.property(anyPoints, anyLimits, (points, limits) => {
        fc.pre(Object.keys(limits).length > 0);
        const { met, point: chosen } = recommendSetting('series', points, limits);
        fc.pre(met);
        for (const one of points.filter((candidate) => within(candidate, limits))) {
          expect(one.k).toBeLessThanOrEqual(chosen.k);
          if (one.k === chosen.k) expect(one.p).toBeLessThanOrEqual(chosen.p);
        }
      }),
    );
  });

  it('is beaten in both losses by none that protects alike', () => {
    fc.assert(
      fc.property(anyPoints, anyLimits, (points, limits) => {
        fc.pre(Object.keys(limits).length > 0);
        const { met, point: chosen } = recommendSetting('series', points, limits);
        fc.pre(met);
        const alike = points.filter((one) => within(one, limits) && one.k === chosen.k && one.p === chosen.p);
        expect(alike.filter((one) => beats(one, chosen))).toEqual([]);
      }),
    );
  });

  it('does not depend on the order of settings, but for those alike in everything', () => {
    fc.assert(
      fc.property(anyPoints, anyLimits, (points, limits) => {
        const bare = ({ method: _, ...rest }: Point) => rest;
        expect(bare(recommendSetting('series', points.toReversed(), limits).point)).toEqual(
          bare(recommendSetting('series', points, limits).point),
        );
      }),
    );
  });

  it('protects most of what is usable, without limits, and is never the weakest that a stronger usable one stands beside', () => {
    const usable = (one: Point) => one.patternLoss <= 0.5 && one.retention >= 0.9;
    fc.assert(
      fc.property(anyPoints, (points) => {
        const { rule, met, point: chosen, reason } = recommendSetting('series', points, {});
        expect([rule, met]).toEqual(['usable', true]);
        expect(reason).toMatch(/^No limits were given\. /);
        if (!points.some(usable)) expect(chosen.k).toBe(Math.max(...points.map(({ k }) => k)));
        fc.pre(points.some(usable));
        expect(usable(chosen)).toBe(true);
        expect(chosen.k).toBe(Math.max(...points.filter(usable).map(({ k }) => k)));
        expect(paretoSet('series', points)).toContain(chosen);
      }),
      { numRuns: draws(100) },
    );
  });

  it('is of an event log the one whose ids single out fewest, of those with the largest k', () => {
    const log = (k: number, pseudonym: string, unicity: number) => ({
      method: 'flatten',
      k,
      pseudonym,
      ncp: 0.1,
      retention: 1,
      unicity,
    });
    const some = [log(5, 'drop', 0), log(10, 'random', 0.8), log(10, 'rotate:day', 0.1)];
    expect(recommendSetting('events', some, {}).point.pseudonym).toBe('rotate:day');
  });

  it('holds the quasi-identifiers and the share left out to their limits', () => {
    const table = (k: number, ncp: number, retention: number) => ({ method: 'kmeans', k, ncp, retention });
    const some = [table(5, 0.1, 1), table(10, 0.3, 0.99), table(20, 0.3, 0.9), table(50, 0.5, 1)];
    expect(recommendSetting('table', some, { maxQuasiLoss: 0.3, maxRecordsLost: 0.02 }).point.k).toBe(10);
    expect(recommendSetting('table', some, { maxRecordsLost: 0.1, minRetention: 0.95 }).point.k).toBe(50);
    expect(recommendSetting('table', some, { maxQuasiLoss: 0.05 })).toMatchObject({ met: false, point: { k: 5 } });
  });

  it('prefers protection to less loss within the limits', () => {
    const two = [point({ k: 5, valueLoss: 1 }), point({ k: 20, valueLoss: 7.9 }), point({ k: 50, valueLoss: 8.1 })];
    expect(recommendSetting('series', two, { maxValueLoss: 8 }).point.k).toBe(20);
  });

  it('names the setting that misses the limits by least, and by what', () => {
    const some = [point({ k: 5, valueLoss: 4, patternLoss: 0.3 }), point({ k: 10, valueLoss: 6, patternLoss: 0.21 })];
    expect(recommendSetting('series', some, { maxValueLoss: 3, maxPatternLoss: 0.2 })).toMatchObject({
      met: false,
      point: { k: 5 },
      reason:
        'No setting keeps within the limits (value loss at most 3, pattern loss at most 0.2). The nearest is naive, k = 5, P = 2, level 5, with value loss 4 and pattern loss 0.3.',
    });
  });
});

describe('a third loss', () => {
  const kapra = point({ method: 'kapra', valueLoss: 6, patternLoss: 0.1 });
  const prism = point({ method: 'prism', valueLoss: 6.5, patternLoss: 0.11 });

  it('is weighed where every setting has it: much of one loss counts for more than a little of two', () => {
    expect(recommendSetting('series', [kapra, prism], {}).point.method).toBe('kapra');
    const both = [
      { ...kapra, quasiLoss: 0.45 },
      { ...prism, quasiLoss: 0 },
    ];
    expect(recommendSetting('series', both, {}).point.method).toBe('prism');
    expect(recommendSetting('series', both.toReversed(), {}).point.method).toBe('prism');
    expect(recommendSetting('series', both, { maxValueLoss: 7 }).point.method).toBe('prism');
    expect(recommendSetting('series', both, { maxQuasiLoss: 0.5, maxValueLoss: 6.2 }).point.method).toBe('kapra');
    expect(recommendSetting('series', [both[0], prism], {}).point.method).toBe('kapra'); // of one of them nothing is known
  });
});
