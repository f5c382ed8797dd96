import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alongHierarchies } from '../../src/clusters/along-hierarchies.ts';
import { tallyOf } from '../../src/clusters/crowd.ts';
import { hierarchyCuts, type Ways } from '../../src/clusters/hierarchy-cuts.ts';
import { totalLoss } from '../../src/clusters/loss-space.ts';
import { mergeClasses } from '../../src/clusters/merge-classes.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups, type Partition } from '../../src/frame/partition.ts';
import { anyExits, type Exit, spaceOf } from './spaces.ts';

const exit = (vehicle: number, code: string, hour: number, weight = 1): Exit => ({
  vehicle,
  code,
  second: 3600 * hour,
  weight,
  cargo: 'coal',
});
const cut = (exits: readonly Exit[], k: number, largest = 0, ways: Ways = 'levels'): Partition => {
  const { space, crowd } = spaceOf(exits);
  return hierarchyCuts({ space, tally: tallyOf(crowd), k }, ascending(exits.length), largest, ways);
};
const codes = (exits: readonly Exit[], partition: Partition): string[] =>
  [...groups(partition)].map((rows) => [...rows].map((row) => exits[row].code).join(' ')).sort();

const lossIn = (exits: readonly Exit[], partition: Partition): number => totalLoss(spaceOf(exits).space, partition);

describe('cuts along hierarchies', () => {
  it('part branches of k subjects at the next character, and leave the others together', () => {
    const exits = ['G11', 'G11', 'G21', 'G21', 'G31', 'G41'].map((code, vehicle) => exit(vehicle, code, 9));
    expect(codes(exits, cut(exits, 2))).toEqual(['G11 G11', 'G21 G21', 'G31 G41']);
  });

  it('give the smallest branch to those that are too few among themselves', () => {
    const exits = ['G11', 'G11', 'G11', 'G21', 'G21', 'G31'].map((code, vehicle) => exit(vehicle, code, 9));
    expect(codes(exits, cut(exits, 2))).toEqual(['G11 G11 G11', 'G31 G21 G21']);
  });

  it('take one value out of the middle, where no branch and no half can go', () => {
    const exits = ['G1', 'G21', 'G21', 'S1'].map((code, vehicle) => exit(vehicle, code, 9));
    expect(codes(exits, cut(exits, 2, 0, 'leaves'))).toEqual(['G1 S1', 'G21 G21']);
  });

  it('part a branch in two where its children are too few', () => {
    const exits = ['G11', 'G12', 'G21', 'G22'].map((code, vehicle) => exit(vehicle, code, 9));
    expect(codes(exits, cut(exits, 2, 0, 'leaves'))).toEqual(['G11 G12', 'G21 G22']);
    const apart = ['G11', 'G12', 'G13', 'G14'].map((code, vehicle) => exit(vehicle, code, 9));
    expect([...groups(cut(apart, 2, 0, 'leaves'))]).toHaveLength(1); // their label would stay the same
  });

  it('never cut within a quarter of the day, where the label would stay the same', () => {
    const exits = [6, 7, 10, 11].map((hour, vehicle) => exit(vehicle, 'G1', hour));
    expect([...groups(cut(exits, 2))]).toHaveLength(1);
  });

  it('cut the clock at an hour, over midnight too', () => {
    const exits = [23, 0, 11, 12].map((hour, vehicle) => exit(vehicle, 'G1', hour));
    expect([...groups(cut(exits, 2))].map((rows) => [...rows].sort())).toEqual([
      [2, 3],
      [0, 1],
    ]);
  });

  it('cut numbers at the median', () => {
    const exits = [1, 2, 8, 9].map((weight, vehicle) => exit(vehicle, 'G1', 9, weight));
    expect([...groups(cut(exits, 2))].map((rows) => [...rows])).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('only ever lose less', () => {
    fc.assert(
      fc.property(anyExits, fc.integer({ min: 2, max: 4 }), (exits, k) => {
        const whole = { rows: ascending(exits.length), starts: Uint32Array.of(0, exits.length) };
        for (const ways of ['levels', 'leaves'] as const)
          expect(lossIn(exits, cut(exits, k, 0, ways))).toBeLessThanOrEqual(lossIn(exits, whole) + 1e-9);
      }),
    );
  });

  it('stop at groups that are small enough, and go on from there as if they had not stopped', () => {
    fc.assert(
      fc.property(anyExits, fc.integer({ min: 2, max: 4 }), (exits, k) => {
        const { space, crowd } = spaceOf(exits);
        const again = [...groups(cut(exits, k, 10))].flatMap((rows) => [
          ...groups(hierarchyCuts({ space, tally: tallyOf(crowd), k }, rows, 0)),
        ]);
        const sets = (parts: Iterable<Uint32Array>) => [...parts].map((rows) => [...rows].sort((a, b) => a - b).join()).sort();
        expect(sets(again)).toEqual(sets(groups(cut(exits, k))));
      }),
    );
  });
});

describe('clusters along hierarchies', () => {
  it('lose no more than the cuts alone', () => {
    fc.assert(
      fc.property(anyExits, fc.integer({ min: 2, max: 4 }), (exits, k) => {
        const { space, crowd } = spaceOf(exits);
        const clusters = alongHierarchies({ space, tally: tallyOf(crowd), k }, ascending(exits.length));
        expect(lossIn(exits, clusters)).toBeLessThanOrEqual(lossIn(exits, cut(exits, k)) + 1e-9);
      }),
    );
  });
});

describe('merging classes', () => {
  it('puts the smallest class where the loss of all records grows least', () => {
    const exits = [exit(0, 'G111', 9), exit(1, 'G111', 9), exit(2, 'G112', 9), exit(3, 'S1', 9), exit(4, 'S1', 9)];
    const { space, crowd } = spaceOf(exits);
    const merged = mergeClasses({ space, tally: tallyOf(crowd), k: 2 }, ascending(exits.length));
    expect(codes(exits, merged)).toEqual(['G111 G111 G112', 'S1 S1']);
  });
});
