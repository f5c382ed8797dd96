import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { segmentStart } from '../../../src/frame/segments.ts';
import { fidelities, fidelityOf } from '../../../src/measure/series/fidelity.ts';
import { draws } from '../../suite/draws.ts';
import { backwardPool, releaseOf, tableOf } from './releases.ts';

type Records = readonly (readonly number[])[];

const leaf = (rows: readonly number[], word = 'ab') => ({ rows, word, level: 2 });
const of = async (records: Records, leaves: readonly (readonly number[])[], word = 'ab', pool = createPool(0)) => {
  const release = releaseOf(records, [leaves.map((rows) => leaf(rows, word))]);
  return { release, perLeaf: await fidelities({ matrix: tableOf(records), seriesLength: records[0].length, release }, pool) };
};

describe('fidelity', () => {
  it('is 1 for equal shapes, whatever their height and size, and 0 for opposite ones', async () => {
    const { perLeaf } = await of(
      [
        [0, 1],
        [5, 9],
        [3, 2],
      ],
      [
        [0, 1],
        [2, 0],
      ],
    );
    expect(perLeaf[0]).toBeCloseTo(1, 12);
    expect(perLeaf[1]).toBeCloseTo(0, 12);
  });

  it('is the root of a half for two shapes at a right angle', async () => {
    const { perLeaf } = await of(
      [
        [1, -1, 0, 0],
        [0, 0, 1, -1],
      ],
      [[0, 1]],
      'abcd',
    );
    expect(perLeaf[0]).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it('is 1 where nobody has a shape, and does not count those without one', async () => {
    const { perLeaf } = await of(
      [
        [4, 4],
        [7, 7],
        [0, 1],
      ],
      [
        [0, 1],
        [2, 0],
      ],
    );
    expect([...perLeaf]).toEqual([1, 1]);
  });

  it('is told as the mean over records, and the least of all leaves', async () => {
    const { release, perLeaf } = await of(
      [
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1],
        [1, 0],
      ],
      [
        [0, 1, 2],
        [3, 4],
      ],
    );
    expect(fidelityOf(release, perLeaf)).toEqual({ mean: expect.closeTo(3 / 5, 12), least: expect.closeTo(0, 12) });
  });

  it('is that of the definition, on any thread', async () => {
    const anyRow = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { minLength: 2, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (records, segments) => {
          const half = records.length >> 1;
          const leaves = [[...records.keys()].slice(0, half), [...records.keys()].slice(half)];
          const { perLeaf } = await of(records, leaves, 'abcde'.slice(0, segments), backwardPool);
          for (const [l, rows] of leaves.entries())
            expect(perLeaf[l]).toBeCloseTo(
              owed(
                rows.map((row) => records[row]),
                segments,
              ),
              9,
            );
        },
      ),
      { numRuns: draws(60) },
    );
  });
});

/** By the definition in docs/metrics.md, one number at a time. */
function owed(members: Records, segments: number): number {
  const shapes = members.map((series) => {
    const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
    const centred = series.map((value) => value - mean);
    const norm = Math.hypot(...centred);
    return Array.from({ length: segments }, (_, i) => {
      const part = centred.slice(segmentStart(i, series.length, segments), segmentStart(i + 1, series.length, segments));
      return norm === 0 ? 0 : part.reduce((sum, value) => sum + value, 0) / Math.sqrt(part.length) / norm;
    });
  });
  const apart = shapes.reduce((sum, shape) => sum + Math.hypot(...shape), 0);
  const together = Math.hypot(...Array.from({ length: segments }, (_, i) => shapes.reduce((sum, shape) => sum + shape[i], 0)));
  return apart > 1e-9 ? together / apart : 1;
}
