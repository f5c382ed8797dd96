import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { type Clustering, clusterKernel, partsKernel } from '../../src/clusters/cluster-kernel.ts';
import { totalLoss } from '../../src/clusters/loss-space.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups, type Partition } from '../../src/frame/partition.ts';
import { draws } from '../suite/draws.ts';
import { anyExits, type Exit, spaceOf } from './spaces.ts';

const all: readonly Clustering[] = ['local', 'kmeans', 'hierarchy', 'merge'];
const anyK = fc.integer({ min: 2, max: 5 });
const anyBlock = fc.constantFrom(4, 12, 1000);

const clustersOf = (
  exits: readonly Exit[],
  k: number,
  clustering: Clustering,
  blockRows: number,
  rows = ascending(exits.length),
  leaveOut = 0,
) =>
  clusterKernel.perform({
    ...{ ...spaceOf(exits), rows, k, clustering, blockRows, leaveOut },
    ...{ effort: 'fast', residue: 'generic', seed: 'seed' },
  });

const subjectsOf = (exits: readonly Exit[], rows: Iterable<number>): number =>
  new Set([...rows].map((row) => exits[row].vehicle)).size;

const sets = (partition: Partition): string[] =>
  [...groups(partition)].map((rows) => [...rows].sort((a, b) => a - b).join()).sort();

describe.each(all)('clusters by %s', (clustering) => {
  it('have at least k different subjects each wherever the table has', () => {
    fc.assert(
      fc.property(anyExits, anyK, anyBlock, (exits, k, blockRows) => {
        fc.pre(subjectsOf(exits, exits.keys()) >= k);
        for (const rows of groups(clustersOf(exits, k, clustering, blockRows)))
          expect(subjectsOf(exits, rows)).toBeGreaterThanOrEqual(k);
      }),
    );
  });

  it('hold every row once', () => {
    fc.assert(
      fc.property(anyExits, anyK, anyBlock, (exits, k, blockRows) => {
        const { rows, starts } = clustersOf(exits, k, clustering, blockRows);
        expect([...rows].sort((a, b) => a - b)).toEqual([...exits.keys()]);
        expect(starts[0]).toBe(0);
        expect(starts.at(-1)).toBe(exits.length);
      }),
    );
  });

  it('are the same whether the table came whole or in parts', () => {
    fc.assert(
      fc.property(anyExits, anyK, fc.constantFrom(4, 12), (exits, k, blockRows) => {
        const whole = clustersOf(exits, k, clustering, blockRows);
        const parts = partsKernel.perform({ ...spaceOf(exits), rows: ascending(exits.length), k, clustering, largest: 20 });
        const apart = [...groups(parts)].flatMap((rows) => sets(clustersOf(exits, k, clustering, blockRows, rows.slice())));
        expect(apart.sort()).toEqual(sets(whole));
      }),
    );
  });

  it('are one where one subject has all rows', () => {
    const exits = Array.from({ length: 12 }, (_, i) => ({
      vehicle: 3,
      code: i < 6 ? 'G1' : 'S1',
      second: 3600 * i,
      weight: i,
      cargo: 'coal',
    }));
    expect(sets(clustersOf(exits, 2, clustering, 1000))).toHaveLength(1);
  });

  it('part records that nothing has in common', () => {
    const here = Array.from({ length: 5 }, (_, vehicle) => ({
      vehicle,
      code: 'G11',
      second: 100 + vehicle,
      weight: 1,
      cargo: 'coal',
    }));
    const there = Array.from({ length: 5 }, (_, v) => ({
      vehicle: 5 + v,
      code: 'S99',
      second: 43_200 + v,
      weight: 9,
      cargo: 'milk',
    }));
    expect(sets(clustersOf([...here, ...there], 5, clustering, 1000))).toEqual(['0,1,2,3,4', '5,6,7,8,9']);
  });
});

describe('clusters', () => {
  it('count subjects, not rows: five rows of one vehicle are not a crowd', () => {
    const busy = Array.from({ length: 5 }, () => ({ vehicle: 0, code: 'G11', second: 0, weight: 1, cargo: 'coal' }));
    const others = [1, 2].map((vehicle) => ({ vehicle, code: 'S1', second: 43_200, weight: 9, cargo: 'milk' }));
    for (const clustering of all) expect(sets(clustersOf([...busy, ...others], 3, clustering, 1000))).toEqual(['0,1,2,3,4,5,6']);
  });
});

it.each<Clustering>(['local', 'hierarchy'])(
  'records that %s leaves out stand alone, and are no more than it may leave out',
  (clustering) => {
    fc.assert(
      fc.property(anyExits, anyK, (exits, k) => {
        fc.pre(subjectsOf(exits, exits.keys()) >= k);
        const clusters = clustersOf(exits, k, clustering, 1000, ascending(exits.length), 0.2);
        const few = [...groups(clusters)].filter((rows) => subjectsOf(exits, rows) < k);
        for (const rows of few) expect(rows.length).toBe(1);
        expect(few.length).toBeLessThanOrEqual(Math.floor(0.2 * exits.length));
        expect([...clusters.rows].sort((a, b) => a - b)).toEqual([...exits.keys()]);
      }),
      { numRuns: draws(60) },
    );
  },
);

it.each<Clustering>(['local', 'hierarchy'])('%s leaves k subjects, even where it may leave out everybody', (clustering) => {
  fc.assert(
    fc.property(anyExits, anyK, (exits, k) => {
      fc.pre(subjectsOf(exits, exits.keys()) >= k);
      const clusters = clustersOf(exits, k, clustering, 1000, ascending(exits.length), 1);
      expect([...groups(clusters)].some((rows) => subjectsOf(exits, rows) >= k)).toBe(true);
    }),
    { numRuns: draws(60) },
  );
});

it.each<Clustering>(['local', 'hierarchy'])('one far from all others is left out by %s, where one may be', (clustering) => {
  const near = Array.from({ length: 9 }, (_, vehicle) => ({ vehicle, code: 'G11', second: 3600, weight: 2, cargo: 'milk' }));
  const exits = [...near, { vehicle: 9, code: 'S1', second: 70_000, weight: 40, cargo: 'coal' }];
  const clusters = clustersOf(exits, 3, clustering, 1000, ascending(exits.length), 0.1);
  expect([...groups(clusters)].filter((rows) => rows.length === 1).map(([row]) => row)).toEqual([9]);
});

it('lose little where each class owes different values that hang on what it is clustered by', () => {
  const random = randomFrom(1);
  const codes = new Uint32Array(600);
  const exits = Array.from(codes, (_, vehicle) => {
    const [place, hour] = [random.below(12), random.below(24)];
    codes[vehicle] = random.unit() < 0.8 ? place % 5 : random.below(5);
    const code = `G${1 + (place % 4)}${1 + (place >> 2)}`;
    return {
      vehicle,
      code,
      second: 3600 * hour,
      weight: 10 * place + random.below(9),
      cargo: 'coal sand milk'.split(' ')[random.below(3)],
    };
  });
  const { space } = spaceOf(exits);
  const crowd = { subjects: ascending(600), size: 600 };
  const owed = { models: [{ rule: { kind: 'distinct' as const, l: 3 }, codes, values: 5 }], repeats: false };
  const made = clusterKernel.perform({
    ...{ space, crowd, rows: ascending(600), k: 5, owed, clustering: 'local', blockRows: 8192, leaveOut: 0 },
    ...{ effort: 'normal', residue: 'generic', seed: 'seed' },
  });
  for (const rows of groups(made)) expect(new Set(Array.from(rows, (row) => codes[row])).size).toBeGreaterThanOrEqual(3);
  expect(totalLoss(space, made) / 600).toBeLessThan(0.62); // .629 by a search as cold and short as that for k alone
});
