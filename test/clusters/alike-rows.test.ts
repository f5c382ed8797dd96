import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alikeRows } from '../../src/clusters/alike-rows.ts';
import { tallyOf } from '../../src/clusters/crowd.ts';
import { groups } from '../../src/frame/partition.ts';
import { anyExits, type Exit, spaceOf } from './spaces.ts';

const anyK = fc.integer({ min: 2, max: 4 });
const fewKinds = fc.constantFrom<readonly [string, number]>(['G11', 0], ['G11', 40], ['S1', 40]);
/** Exits of few combinations, so that many are alike. */
const alikeExits = fc.array(
  fc
    .tuple(fewKinds, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3599 }))
    .map(([[code, weight], vehicle, second]): Exit => ({ vehicle, code, second, weight, cargo: 'coal' })),
  { minLength: 1, maxLength: 40 },
);
const anyTable = fc.oneof(anyExits, alikeExits);

const partOf = (exits: readonly Exit[], k: number, order: readonly number[] = [...exits.keys()]) => {
  const { space, crowd } = spaceOf(exits);
  return alikeRows(space, tallyOf(crowd), Uint32Array.from(order), k);
};
const subjectsOf = (exits: readonly Exit[], rows: Iterable<number>) => new Set([...rows].map((row) => exits[row].vehicle)).size;
const cellsOf = ({ code, second, weight, cargo }: Exit) => JSON.stringify([code, Math.floor(second / 3600), weight, cargo]);

describe('rows that are alike', () => {
  it('are groups of k subjects and one combination each, and every row is in one of them or among the others', () => {
    fc.assert(
      fc.property(anyTable, anyK, (exits, k) => {
        const { crowds, others } = partOf(exits, k);
        for (const rows of groups(crowds)) {
          expect(subjectsOf(exits, rows)).toBeGreaterThanOrEqual(k);
          expect(new Set([...rows].map((row) => cellsOf(exits[row]))).size).toBe(1);
        }
        expect([...crowds.rows, ...others].sort((a, b) => a - b)).toEqual([...exits.keys()]);
      }),
    );
  });

  it('leave others of no subject, or of k, wherever the table has k', () => {
    fc.assert(
      fc.property(anyTable, anyK, (exits, k) => {
        fc.pre(subjectsOf(exits, exits.keys()) >= k);
        const { others } = partOf(exits, k);
        expect(others.length === 0 || subjectsOf(exits, others) >= k).toBe(true);
      }),
    );
  });

  it('miss no combination of k subjects, but for the one that others join', () => {
    fc.assert(
      fc.property(anyTable, anyK, (exits, k) => {
        const { others } = partOf(exits, k);
        const kinds = [...new Set([...others].map((row) => cellsOf(exits[row])))];
        const met = kinds.filter(
          (kind) =>
            subjectsOf(
              exits,
              [...others].filter((row) => cellsOf(exits[row]) === kind),
            ) >= k,
        );
        expect(met.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('stand in the order of their first rows, and the others in their own', () => {
    const exit = { vehicle: 0, second: 0, weight: 0, cargo: 'coal' };
    const exits = ['S1', 'G2', 'S1', 'G11', 'G2', 'G12'].map((code, vehicle) => ({ ...exit, code, vehicle }));
    const { crowds, others } = partOf(exits, 2, [5, 4, 3, 2, 1, 0]);
    expect([...groups(crowds)].map((rows) => [...rows])).toEqual([
      [4, 1],
      [2, 0],
    ]);
    expect([...others]).toEqual([5, 3]);
  });

  it('join others of too few subjects where that costs least', () => {
    const exit = { vehicle: 0, second: 0, weight: 0, cargo: 'coal' };
    const exits = ['S1', 'S1', 'G11', 'G11', 'G112'].map((code, vehicle) => ({ ...exit, code, vehicle }));
    const { crowds, others } = partOf(exits, 2);
    expect([...crowds.rows]).toEqual([0, 1]);
    expect([...others]).toEqual([2, 3, 4]);
  });
});
