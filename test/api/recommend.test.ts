import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoSet } from '../../src/api/pareto.ts';
import { recommendSetting } from '../../src/api/recommend.ts';

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

const beats = (a: Point, b: Point): boolean =>
  a.valueLoss <= b.valueLoss && a.patternLoss <= b.patternLoss && (a.valueLoss < b.valueLoss || a.patternLoss < b.patternLoss);

describe('the Pareto set', () => {
  it('holds every point that no other beats, and no other', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const brute = points.filter((one) => !points.some((other) => beats(other, one)));
        expect(new Set(paretoSet(points))).toEqual(new Set(brute));
        expect(paretoSet(points)).toHaveLength(brute.length);
      }),
    );
  });

  it('runs from the least value loss to the least pattern loss', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const set = paretoSet(points);
        for (let i = 1; i < set.length; i++) {
          expect(set[i].valueLoss).toBeGreaterThanOrEqual(set[i - 1].valueLoss);
          expect(set[i].patternLoss).toBeLessThanOrEqual(set[i - 1].patternLoss);
        }
      }),
    );
  });
});

describe('the recommendation', () => {
  const within = (one: Point, { maxValueLoss, maxPatternLoss, minRetention }: Parameters<typeof recommendSetting>[1]): boolean =>
    one.valueLoss <= (maxValueLoss ?? Number.POSITIVE_INFINITY) &&
    one.patternLoss <= (maxPatternLoss ?? Number.POSITIVE_INFINITY) &&
    one.retention >= (minRetention ?? 0);

  it('keeps within the limits wherever a setting does, and says so', () => {
    fc.assert(
      fc.property(anyPoints, anyLimits, (points, limits) => {
        fc.pre(Object.keys(limits).length > 0);
        const { met, rule, point: chosen } = recommendSetting(points, limits);
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
        const { met, point: chosen } = recommendSetting(points, limits);
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
        const { met, point: chosen } = recommendSetting(points, limits);
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
        expect(bare(recommendSetting(points.toReversed(), limits).point)).toEqual(bare(recommendSetting(points, limits).point));
      }),
    );
  });

  it('is of settings alike in k, P, losses and level the one that keeps more', () => {
    const both = [point({ retention: 0.9 }), point({ retention: 1 })];
    for (const points of [both, both.toReversed()]) expect(recommendSetting(points, {}).point.retention).toBe(1);
  });

  it('is the point of the Pareto set furthest inside its chord, without limits', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const { rule, met, point: chosen } = recommendSetting(points, {});
        expect([rule, met]).toEqual(['knee', true]);
        const set = points.filter((one) => !points.some((other) => beats(other, one)));
        expect(set).toContain(chosen);
        const [x0, x1] = [Math.min(...set.map((one) => one.valueLoss)), Math.max(...set.map((one) => one.valueLoss))];
        const [y0, y1] = [Math.min(...set.map((one) => one.patternLoss)), Math.max(...set.map((one) => one.patternLoss))];
        const scaled = (value: number, low: number, high: number) => (high > low ? (value - low) / (high - low) : 0);
        const inside = (one: Point) => 1 - scaled(one.valueLoss, x0, x1) - scaled(one.patternLoss, y0, y1);
        for (const one of set) expect(inside(chosen)).toBeGreaterThanOrEqual(inside(one) - 1e-9);
      }),
    );
  });

  it('finds the bend of an elbow', () => {
    const elbow = [
      point({ valueLoss: 1, patternLoss: 1 }),
      point({ valueLoss: 1.2, patternLoss: 0.3, k: 10 }),
      point({ valueLoss: 3, patternLoss: 0.25 }),
      point({ valueLoss: 9, patternLoss: 0.2 }),
      point({ valueLoss: 9, patternLoss: 0.9, k: 50 }), // protects most, but is beaten
    ];
    expect(recommendSetting(elbow, {})).toMatchObject({
      met: true,
      point: { k: 10 },
      reason: expect.stringMatching(/^It is the knee of the 4 settings/),
    });
  });

  it('prefers protection to less loss within the limits', () => {
    const two = [point({ k: 5, valueLoss: 1 }), point({ k: 20, valueLoss: 7.9 }), point({ k: 50, valueLoss: 8.1 })];
    expect(recommendSetting(two, { maxValueLoss: 8 }).point.k).toBe(20);
  });

  it('names the setting that misses the limits by least, and by what', () => {
    const some = [point({ k: 5, valueLoss: 4, patternLoss: 0.3 }), point({ k: 10, valueLoss: 6, patternLoss: 0.21 })];
    expect(recommendSetting(some, { maxValueLoss: 3, maxPatternLoss: 0.2 })).toMatchObject({
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
    expect(recommendSetting([kapra, prism], {}).point.method).toBe('kapra');
    const both = [
      { ...kapra, quasiLoss: 0.9 },
      { ...prism, quasiLoss: 0 },
    ];
    expect(recommendSetting(both, {})).toMatchObject({ rule: 'knee', met: true, point: { method: 'prism' } });
    expect(recommendSetting(both.toReversed(), {}).point.method).toBe('prism');
    expect(recommendSetting(both, { maxValueLoss: 7 }).point.method).toBe('prism');
    expect(recommendSetting([both[0], prism], {}).point.method).toBe('kapra'); // of one of them nothing is known
  });

  it('makes a Pareto set of points that no other beats in all three', () => {
    const anyThree = anyPoint.chain((one) => fc.constantFrom(0, 0.25, 0.5, 1).map((quasiLoss) => ({ ...one, quasiLoss })));
    fc.assert(
      fc.property(fc.array(anyThree, { minLength: 1, maxLength: 30 }), (points) => {
        const names = ['valueLoss', 'patternLoss', 'quasiLoss'] as const;
        const beaten = (one: (typeof points)[number]) =>
          points.some(
            (other) => names.every((name) => other[name] <= one[name]) && names.some((name) => other[name] < one[name]),
          );
        const set = paretoSet(points);
        expect(new Set(set)).toEqual(new Set(points.filter((one) => !beaten(one))));
        expect(set).toContain(recommendSetting(points, {}).point);
      }),
    );
  });
});
