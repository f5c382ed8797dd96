import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOver } from '../../../src/risk/overlap/lay-over.ts';
import { type Members, membersOf } from '../../../src/risk/overlap/members.ts';
import { draws } from '../../suite/draws.ts';

/** Classes as lists of subjects. */
const releaseOf = (classes: readonly (readonly number[])[]): Members =>
  membersOf(
    BigUint64Array.from(classes.flat(), BigInt),
    Uint32Array.from(classes.flatMap((members, one) => members.map(() => one))),
  );

describe('two releases laid over each other', () => {
  const january = releaseOf([
    [1, 2, 3],
    [4, 5, 6],
  ]);

  it('of the same groups give nothing away', () => {
    expect(layOver(january, [january], 3)).toEqual({ below: 0, exact: true, with: [] });
  });
  it('of whole groups put together give nothing away', () => {
    expect(layOver(releaseOf([[1, 2, 3, 4, 5, 6]]), [january], 3).below).toBe(0);
  });
  it('of groups cut otherwise leave two alone', () => {
    const february = releaseOf([
      [1, 2, 4],
      [3, 5, 6],
    ]);
    expect(layOver(february, [january], 3)).toEqual({ below: 6, exact: true, with: [0] });
    expect(layOver(february, [january], 2).below).toBe(2); // 3 and 4
  });
  it('show who joined and who left', () => {
    expect(
      layOver(
        releaseOf([
          [1, 2, 3, 7],
          [4, 5, 6],
        ]),
        [january],
        3,
      ).below,
    ).toBe(1);
    expect(layOver(releaseOf([[1, 2, 3]]), [january], 3).below).toBe(0); // all three of the others left
    expect(
      layOver(
        releaseOf([
          [1, 2, 3],
          [4, 5],
        ]),
        [january],
        2,
      ),
    ).toMatchObject({ below: 1 });
  });
  it('of other people have nothing to do with each other', () => {
    expect(layOver(releaseOf([[11, 12, 13]]), [january], 3).below).toBe(0);
  });
  it('do not count again what an earlier one gave away', () => {
    const cut = releaseOf([
      [1, 2, 4],
      [3, 5, 6],
    ]);
    expect(layOver(cut, [january, cut], 3).below).toBe(0);
  });
});

it('three releases can leave somebody alone of which no two do', () => {
  const one = releaseOf([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
  const two = releaseOf([
    [1, 2, 5, 6],
    [3, 4, 7, 8],
  ]);
  const three = releaseOf([
    [1, 3, 5, 7],
    [2, 4, 6, 8],
  ]);
  expect(layOver(two, [one], 2).below).toBe(0);
  expect(layOver(three, [one], 2).below).toBe(0);
  expect(layOver(three, [one, two], 2)).toEqual({ below: 8, exact: true, with: [0, 1] });
});

it('records of one subject in several classes are counted two at a time, and told as a bound', () => {
  const log = releaseOf([
    [1, 2, 3],
    [1, 2, 3, 4, 5, 6],
    [4, 5, 6],
  ]);
  expect(layOver(log, [log], 3)).toEqual({ below: 0, exact: false, with: [] });
  expect(
    layOver(
      releaseOf([
        [1, 4, 2],
        [3, 5, 6],
      ]),
      [log],
      3,
    ),
  ).toEqual({ below: 6, exact: false, with: [0] });
});

describe('against a count of every subject by hand', () => {
  const subject = fc.integer({ min: 1, max: 12 });
  const several = fc.array(fc.uniqueArray(subject, { minLength: 1 }), { minLength: 1, maxLength: 4 });
  const partition = fc
    .array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 })
    .map((classes) =>
      [1, 2, 3].map((one) => classes.flatMap((own, i) => (own === one ? [i + 1] : []))).filter((members) => members.length > 0),
    );
  const everyone = Array.from({ length: 12 }, (_, i) => i + 1);
  const classesOf = (release: readonly (readonly number[])[], who: number): readonly number[] => {
    const found = release.flatMap((members, one) => (members.includes(who) ? [one] : []));
    return found.length > 0 ? found : [-1];
  };

  it('partitions: the crowd is all of whom the same is known in every release', () => {
    fc.assert(
      fc.property(partition, fc.array(partition, { maxLength: 3 }), fc.integer({ min: 2, max: 4 }), (fresh, earlier, k) => {
        fc.pre(fresh.length > 0 && earlier.every((one) => one.length > 0) && earlier.length > 0);
        const signature = (releases: readonly (readonly (readonly number[])[])[], who: number) =>
          releases.map((release) => classesOf(release, who)[0]).join();
        const crowd = (releases: readonly (readonly (readonly number[])[])[], who: number) =>
          everyone.filter((other) => signature(releases, other) === signature(releases, who)).length;
        const isIn = (release: readonly (readonly number[])[], who: number) => classesOf(release, who)[0] >= 0;
        const below = everyone.filter((who) => {
          if (![fresh, ...earlier].some((release) => isIn(release, who))) return false;
          const wasSafe = !earlier.some((release) => isIn(release, who)) || crowd(earlier, who) >= k;
          return wasSafe && crowd([...earlier, fresh], who) < k;
        });
        const outside = everyone.filter((who) => ![fresh, ...earlier].some((release) => isIn(release, who)));
        expect(layOver(releaseOf(fresh), earlier.map(releaseOf), k).below).toBe(below.length);
        expect(outside.filter((who) => below.includes(who))).toEqual([]);
      }),
      { numRuns: draws(100) },
    );
  });

  it('several classes: the crowd is all who share one class of each', () => {
    fc.assert(
      fc.property(several, several, fc.integer({ min: 2, max: 4 }), (fresh, other, k) => {
        const crowd = (a: number, b: number) =>
          everyone.filter((who) => classesOf(fresh, who).includes(a) && classesOf(other, who).includes(b)).length;
        const isBelow = (who: number) =>
          classesOf(fresh, who).some((a) => classesOf(other, who).some((b) => (a >= 0 || b >= 0) && crowd(a, b) < k));
        const { below, exact } = layOver(releaseOf(fresh), [releaseOf(other)], k);
        if (!exact) expect(below).toBe(everyone.filter(isBelow).length);
      }),
      { numRuns: draws(100) },
    );
  });
});
