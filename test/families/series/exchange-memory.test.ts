import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { floatsAt, indicesAt, lendMemory, numbersAt } from '../../../src/clusters/points-memory.ts';
import { squaresAfter, squaresWith, takeGroup } from '../../../src/families/series/prism/exchange-memory.ts';
import { draws } from '../../suite/draws.ts';

/** Records of some values and more behind them, with ties, and a group of some of them. */
const anyGroup = fc
  .record({ seed: fc.nat(), values: fc.integer({ min: 1, max: 14 }), behind: fc.integer({ min: 0, max: 3 }), size: fc.integer({ min: 2, max: 9 }), coarse: fc.boolean() }) // biome-ignore format: a row
  .map(({ seed, values, behind, size, coarse }) => {
    const random = randomFrom(seed);
    const step = values + behind;
    const records = size + 3;
    const coordinates = Float32Array.from({ length: records * step }, () => (coarse ? random.below(3) - 1 : random.normal()));
    const members = Uint32Array.from({ length: records }, (_, r) => (5 * r + random.below(1)) % records).slice(0, size);
    return { values, step, records, coordinates, members: new Set(members).size === size ? members : members.map((_, r) => r) };
  });

/** The squared widths of some records, column after column. */
function squaresOf(coordinates: Float32Array, step: number, values: number, some: readonly number[]): readonly number[] {
  return Array.from({ length: values }, (_, c) => {
    const column = some.map((record) => coordinates[record * step + c]);
    return (Math.max(...column) - Math.min(...column)) ** 2;
  });
}

const sumOf = (squares: readonly number[]): number => squares.reduce((sum, square) => sum + square, 0);

it('answers to the last bit what a pass over all members does', () => {
  fc.assert(
    fc.property(anyGroup, ({ values, step, records, coordinates, members }) => {
      const at = {
        coordinates: lendMemory(4 * coordinates.length),
        members: lendMemory(4 * members.length),
        extremes: lendMemory(16 * values),
        reliefs: lendMemory(8 * records),
      };
      floatsAt(at.coordinates, coordinates.length).set(coordinates);
      indicesAt(at.members, members.length).set(members);
      const all = squaresOf(coordinates, step, values, [...members]);
      const loss = takeGroup(at.members, members.length, at.coordinates, 4 * step, values, at.extremes, at.reliefs);
      expect(loss).toBe(Math.sqrt(sumOf(all) / values));

      const reliefs = numbersAt(at.reliefs, records);
      for (const gone of members) {
        const others = [...members].filter((member) => member !== gone);
        const less = squaresOf(coordinates, step, values, others).reduce((sum, square, c) => sum + (all[c] - square), 0);
        const without = Math.sqrt(Math.max(0, sumOf(all) - less) / values);
        expect(reliefs[gone]).toBe(members.length * (loss - without));
        for (let come = 0; come < records; come++) {
          if (members.includes(come)) continue;
          const owed = sumOf(squaresOf(coordinates, step, values, [...others, come]));
          const places = [at.coordinates + 4 * step * gone, at.coordinates + 4 * step * come, at.extremes] as const;
          expect(squaresAfter(...places, values, Number.POSITIVE_INFINITY)).toBe(owed);
          expect(squaresAfter(...places, values, owed)).toBe(owed);
          if (owed > 0) expect(squaresAfter(...places, values, owed * (1 - 1e-12))).toBe(Number.POSITIVE_INFINITY);
          const joined = sumOf(squaresOf(coordinates, step, values, [...members, come]));
          expect(squaresWith(at.coordinates + 4 * step * come, at.extremes, values)).toBe(joined);
        }
      }
    }),
    { numRuns: draws(200) },
  );
});

it('leaves what was lent where it is when it grows', () => {
  const place = lendMemory(64);
  const held = floatsAt(place, 16);
  held.fill(7);
  const far = lendMemory(4_000_000);
  floatsAt(far, 1_000_000).fill(3);
  expect([...held]).toEqual(Array<number>(16).fill(7));
  expect([...floatsAt(place, 16)]).toEqual([...held]);
});
