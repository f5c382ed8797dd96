import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOver } from '../../../src/risk/overlap/lay-over.ts';
import { type Members, membersOf } from '../../../src/risk/overlap/members.ts';
import { draws } from '../../suite/draws.ts';

type Classes = readonly (readonly number[])[];

const asMembers = (classes: Classes, k: number): Members =>
  membersOf(
    k,
    BigUint64Array.from(classes.flat(), BigInt),
    Uint32Array.from(classes.flatMap((members, one) => members.map(() => one))),
  );

/** A release of classes such as `123 456`, each a list of subjects. */
const release = (text: string, k: number): Members =>
  asMembers(
    text.split(' ').map((members) => [...members].map((digit) => Number.parseInt(digit, 16))),
    k,
  );

describe('two releases laid over each other', () => {
  const january = release('123 456', 3);

  it('of the same groups give nothing away', () => {
    expect(layOver(january, [january])).toEqual({ below: 0, exact: true, with: [] });
  });
  it('of whole groups put together give nothing away', () => {
    expect(layOver(release('123456', 6), [january]).below).toBe(0);
  });
  it('of groups cut otherwise leave crowds below the least k that was promised', () => {
    expect(layOver(release('124 356', 3), [january])).toEqual({ below: 6, exact: true, with: [0] });
    expect(layOver(release('124 356', 2), [january]).below).toBe(2); // 3 and 4 are alone, the others two
    expect(layOver(release('1245 36', 2), [january]).below).toBe(2);
  });
  it('show who joined and who left', () => {
    expect(layOver(release('1237 456', 3), [january]).below).toBe(1);
    expect(layOver(release('123', 3), [january]).below).toBe(0); // all three of the others left
    expect(layOver(release('123 45', 2), [january]).below).toBe(1);
  });
  it('of other people have nothing to do with each other', () => {
    expect(layOver(release('789', 3), [january]).below).toBe(0);
  });
  it('do not count again what an earlier one gave away', () => {
    const cut = release('124 356', 3);
    expect(layOver(cut, [january, cut]).below).toBe(0);
  });
});

it('three releases can leave everybody alone of which no two do', () => {
  const [one, two, three] = ['1234 5678', '1256 3478', '1357 2468'].map((text) => release(text, 2));
  expect(layOver(two, [one]).below).toBe(0);
  expect(layOver(three, [one]).below).toBe(0);
  expect(layOver(three, [one, two])).toEqual({ below: 8, exact: true, with: [0, 1] });
});

it('records of one subject in several classes are counted two at a time, and told as a bound', () => {
  const log = release('123 123456 456', 3);
  expect(layOver(log, [log])).toEqual({ below: 0, exact: false, with: [] });
  expect(layOver(release('142 356', 3), [log])).toEqual({ below: 6, exact: false, with: [0] });
});

describe('against a count of every subject by hand', () => {
  const everyone = Array.from({ length: 10 }, (_, i) => i + 1);
  const k = fc.integer({ min: 2, max: 4 });
  const several = fc.record({
    k,
    classes: fc.array(fc.uniqueArray(fc.constantFrom(...everyone), { minLength: 1 }), { minLength: 1, maxLength: 4 }),
  });
  const partition = fc.record({
    k,
    classes: fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 10, maxLength: 10 })
      .map((own) => [1, 2, 3].map((one) => everyone.filter((_, i) => own[i] === one)).filter((members) => members.length > 0)),
  });
  interface Drawn {
    readonly k: number;
    readonly classes: Classes;
  }
  const standsIn = ({ classes }: Drawn, who: number): readonly number[] => {
    const found = classes.flatMap((members, one) => (members.includes(who) ? [one] : []));
    return found.length > 0 ? found : [-1];
  };
  const isIn = (one: Drawn, who: number) => standsIn(one, who)[0] >= 0;

  it('partitions: the crowd is all of whom the same is known in every release', () => {
    fc.assert(
      fc.property(partition, fc.array(partition, { minLength: 1, maxLength: 3 }), (fresh, earlier) => {
        const isSafe = (releases: readonly Drawn[], who: number) => {
          const own = releases.filter((one) => isIn(one, who));
          const known = (other: number) => releases.map((one) => standsIn(one, other)[0]).join();
          const crowd = everyone.filter((other) => known(other) === known(who)).length;
          return own.length === 0 || crowd >= Math.min(...own.map((one) => one.k));
        };
        const below = everyone.filter((who) => isSafe(earlier, who) && !isSafe([...earlier, fresh], who)).length;
        const laid = layOver(
          asMembers(fresh.classes, fresh.k),
          earlier.map((one) => asMembers(one.classes, one.k)),
        );
        if (laid.below !== below) throw new Error(`${laid.below} instead of ${below}`);
      }),
      { numRuns: draws(200) },
    );
  });

  it('several classes: the crowd is all who share one class of each', () => {
    fc.assert(
      fc.property(several, several, (fresh, other) => {
        const isBelow = (who: number) => {
          const least = Math.min(...[fresh, other].filter((one) => isIn(one, who)).map((one) => one.k));
          const crowd = (a: number, b: number) =>
            everyone.filter((one) => standsIn(fresh, one).includes(a) && standsIn(other, one).includes(b)).length;
          return standsIn(fresh, who).some((a) => standsIn(other, who).some((b) => crowd(a, b) < least));
        };
        const laid = layOver(asMembers(fresh.classes, fresh.k), [asMembers(other.classes, other.k)]);
        const below = everyone.filter((who) => (isIn(fresh, who) || isIn(other, who)) && isBelow(who)).length;
        if (!laid.exact && laid.below !== below) throw new Error(`${laid.below} instead of ${below}`);
      }),
      { numRuns: draws(200) },
    );
  });
});
