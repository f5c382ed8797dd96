import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawRows } from '../../../src/families/events/drawn-rows.ts';
import { draws } from '../../suite/draws.ts';

const [ids, fates] = [6, 5];
const lots = (count: number) => fc.array(fc.bigInt({ min: 0n, max: (1n << 62n) - 1n }), { minLength: count, maxLength: count });

/** Lots of which some are as large as they can be, or equal. */
const anyLots = (count: number) =>
  fc.oneof(lots(count), fc.array(fc.constantFrom(0n, 1n, 1n << 32n, (1n << 62n) - 1n), { minLength: count, maxLength: count }));

const halves = (numbers: readonly bigint[]) => ({
  high: Uint32Array.from([0n, ...numbers], (one) => Number(one >> 32n)),
  low: Uint32Array.from([0n, ...numbers], (one) => Number(one & 0xffffffffn)),
});

describe('rows in their drawn order', () => {
  it('go by the sum of two lots, those of one sum by id and what is published, and equal ones by their place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(ids - 1), fc.nat(fates)), { maxLength: 80 }),
        anyLots(ids),
        anyLots(fates),
        (rows, idLots, fateLots) => {
          const { pairs, places, order } = drawRows({
            subjects: Uint32Array.from(rows, ([subject]) => subject),
            cells: Uint32Array.from(rows, ([, cell]) => cell),
            idOf: Uint32Array.from({ length: ids }, (_, subject) => ids - 1 - subject), // the last subject has none
            fateOf: Uint32Array.from({ length: fates + 1 }, (_, cell) => cell), // cell 0 is left out
            idLots: halves(idLots),
            fateLots: halves(fateLots),
          });
          const sum = (id: number, fate: number) => (idLots[id - 1] + fateLots[fate - 1]) & ((1n << 62n) - 1n);
          const owed = rows
            .map(([subject, cell], place) => ({ id: ids - 1 - subject, fate: cell, place }))
            .filter(({ id, fate }) => id > 0 && fate > 0)
            .map((row) => ({ ...row, sum: sum(row.id, row.fate) }))
            .sort((a, b) => (a.sum < b.sum ? -1 : a.sum > b.sum ? 1 : a.id - b.id || a.fate - b.fate || a.place - b.place));
          const drawn = [...order].flatMap((pair) => {
            const [id, fate, from, to] = pairs.subarray(4 * pair, 4 * pair + 4);
            return [...places.subarray(from, to)].map((place) => ({ id, fate, place }));
          });
          expect(drawn).toEqual(owed.map(({ id, fate, place }) => ({ id, fate, place })));
        },
      ),
      { numRuns: draws(100) },
    );
  });
});
