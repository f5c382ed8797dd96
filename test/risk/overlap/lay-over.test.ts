import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOver } from '../../../src/risk/overlap/lay-over.ts';
import { isPartition, type Members, membersOf } from '../../../src/risk/overlap/members.ts';
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
  it('name the one of several that has a part in it', () => {
    expect(layOver(release('124 356', 3), [release('123456', 3), january, release('789', 3)])).toEqual({
      below: 6,
      exact: true,
      with: [1],
    });
  });
  it('take a subject that stands twice in a class for one', () => {
    const { digests, classes } = membersOf(2, BigUint64Array.of(5n, 7n, 5n, 5n), Uint32Array.of(0, 0, 0, 1));
    expect([...digests]).toEqual([5n, 5n, 7n]);
    expect([...classes]).toEqual([0, 1, 0]);
  });
  it('stand in one class each, or somebody stands in two', () => {
    expect(isPartition(january)).toBe(true);
    expect(isPartition(release('123 345', 3))).toBe(false);
    expect(isPartition(release('12 13', 2))).toBe(false);
    expect(isPartition(release('12 32', 2))).toBe(false);
  });
  it('have no part in it where one of them had kept less than it promised before', () => {
    const few = release('12 3456', 3);
    expect(layOver(release('12 3456 78a 9bc', 3), [few, release('789 abc', 3)])).toEqual({ below: 6, exact: true, with: [1] });
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

it('three of which no two leave anybody alone are named without those that were laid over it by themselves', () => {
  const [one, two, three] = ['1234 5678', '1256 3478', '1357 2468'].map((text) => release(text, 2));
  const log = release('9ab bac', 2);
  expect(layOver(three, [one, log, two])).toEqual({ below: 8, exact: false, with: [0, 2] });
});

it('records of one subject in several classes are counted two at a time, and told as a bound', () => {
  const log = release('123 123456 456', 3);
  expect(layOver(log, [log])).toEqual({ below: 0, exact: false, with: [] });
  expect(layOver(release('142 356', 3), [log])).toEqual({ below: 6, exact: false, with: [0] });
  expect(layOver(log, [release('142 356', 3)])).toEqual({ below: 6, exact: false, with: [0] });
});

describe('a release of several classes for a subject', () => {
  const log = release('1234 3456 5612', 2);
  it('gives nothing away where it follows from an earlier one: the same again, in any order, or coarser', () => {
    const cut = release('125 346', 2);
    expect(layOver(cut, [log]).below).toBeGreaterThan(0);
    expect(layOver(log, [log])).toEqual({ below: 0, exact: false, with: [] });
    expect(layOver(release('5612 1234 3456', 2), [cut, log]).below).toBe(0);
    expect(layOver(release('123456', 6), [log]).below).toBe(0);
    expect(layOver(release('123456 5612', 2), [log]).below).toBe(0);
    expect(layOver(release('1234 1234 56 56', 2), [release('1234 56 1234 56', 2)]).below).toBe(0); // equal crowds of two things
  });
  it('gives something away where its ids link otherwise', () => {
    const log = release('1234 4567 7123', 3); // 4 is the only one in both of the first two
    expect(layOver({ ...log, links: 'a' }, [{ ...log, links: 'a' }]).below).toBe(0);
    expect(layOver(log, [{ ...log, links: 'a' }]).below).toBe(0); // without ids
    for (const links of [undefined, 'b']) expect(layOver({ ...log, links: 'a' }, [{ ...log, links }]).below).toBeGreaterThan(0);
  });
  it('gives something away where a subject is missing, is new, or stands in one class less', () => {
    for (const other of ['1234 3456 561', '1234 3456 56127', '1234 345 5612', '124 3456 5612'])
      expect([other, layOver(release(other, 2), [log]).below > 0]).toEqual([other, true]);
  });
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

  /** Everybody stands in no class but those around one of theirs in the other release. */
  const tellsNothingBeside = (fresh: Drawn, other: Drawn): boolean =>
    everyone.every((who) => {
      const [own, theirs] = [standsIn(fresh, who), standsIn(other, who)];
      if (own[0] < 0 || theirs[0] < 0) return own[0] === theirs[0];
      return own.every((a) => theirs.some((b) => other.classes[b].every((one) => fresh.classes[a].includes(one))));
    });

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
        const owed = tellsNothingBeside(fresh, other) ? 0 : below;
        if (!laid.exact && laid.below !== owed) throw new Error(`${laid.below} instead of ${owed}`);
      }),
      { numRuns: draws(200) },
    );
  });
});
