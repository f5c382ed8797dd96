import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bisect } from '../../src/clusters/bisect.ts';
import { diverseCut, mostGroups } from '../../src/clusters/diverse-cut.ts';
import { isDiverse } from '../../src/clusters/diversity.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups } from '../../src/frame/partition.ts';
import { noValue } from '../../src/frame/value-codes.ts';
import { pointsOf } from './points.ts';

/** Places along an axis, and one to three columns whose values are seldom, common, missing, or go with the place. */
const anyRows = fc
  .record({
    places: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 4, maxLength: 90 }),
    kinds: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean(), fc.nat()), { minLength: 1, maxLength: 3 }),
    k: fc.integer({ min: 2, max: 6 }),
    l: fc.integer({ min: 2, max: 4 }),
    kept: fc.constantFrom(0, 0.5, 0.8, 1),
  })
  .map(({ places, kinds, k, l, kept }) => {
    const codes = kinds.map(([values, along, seed]) =>
      Uint32Array.from(places, (place, row) => {
        const drawn = ((row + 1) * (2654435761 + seed)) % 101;
        if (drawn < 4) return noValue;
        return along ? Math.floor(place / 9) % values : Math.floor((values * drawn * drawn) / 101 ** 2);
      }),
    );
    return { places: Float64Array.from(places), k, diversity: { codes, l }, kept };
  });

/** From its definition: g groups can use g rows of each value, and need l each. */
function mostByHand(
  rows: readonly number[],
  { k, diversity: { codes, l } }: { k: number; diversity: { codes: Uint32Array[]; l: number } },
) {
  const counts = codes.map((column) => {
    const own = rows.map((row) => column[row]).filter((code) => code !== noValue);
    return [...new Set(own)].map((code) => own.filter((other) => other === code).length);
  });
  for (let g = Math.floor(rows.length / k); g > 0; g--)
    if (counts.every((own) => own.reduce((sum, count) => sum + Math.min(count, g), 0) >= l * g)) return g;
  return 0;
}

describe('groups of diverse values', () => {
  it('are at most as many as rows and values allow', () =>
    fc.assert(
      fc.property(anyRows, (rules) => {
        const rows = ascending(rules.places.length);
        expect(mostGroups(rows, rules)).toBe(mostByHand([...rows], rules));
      }),
    ));

  it('are still possible on both sides of a cut, which loses nobody', () =>
    fc.assert(
      fc.property(anyRows, (rules) => {
        const rows = ascending(rules.places.length);
        const cut = diverseCut(rows, rules.places.slice(), rules);
        expect([...rows].sort((a, b) => a - b)).toEqual([...ascending(rows.length)]);
        if (cut === 0) expect([...rows]).toEqual([...ascending(rows.length)]);
        else
          for (const side of [rows.subarray(0, cut), rows.subarray(cut)]) {
            expect(side.length).toBeGreaterThanOrEqual(rules.k);
            expect(isDiverse(rules.diversity, side, 0, side.length)).toBe(true);
          }
      }),
    ));

  it('stay as many as asked for, where one column must be diverse', () =>
    fc.assert(
      fc.property(anyRows, ({ places, k, diversity: { codes, l }, kept }) => {
        const rules = { k, diversity: { codes: codes.slice(0, 1), l }, kept };
        const rows = ascending(places.length);
        const most = mostGroups(rows, rules);
        const cut = diverseCut(rows, places.slice(), rules);
        if (most < 2) expect(cut).toBe(0);
        else
          expect(mostGroups(rows.subarray(0, cut), rules) + mostGroups(rows.subarray(cut), rules)).toBeGreaterThanOrEqual(
            Math.max(2, kept * most),
          );
      }),
    ));

  it('are as many as values allow where a whole table is halved for one column', () =>
    fc.assert(
      fc.property(anyRows, ({ places, k, diversity: { codes, l } }) => {
        const diversity = { codes: codes.slice(0, 1), l };
        const rows = ascending(places.length);
        const most = mostGroups(rows, { k, diversity });
        fc.pre(most > 0);
        const parts = bisect(pointsOf([...places].map((place) => [place])), rows, { k, largest: 2 * k - 1, diversity });
        expect(parts.starts.length - 1).toBeLessThanOrEqual(most);
        expect(parts.starts.length - 1).toBeGreaterThanOrEqual(0.75 * most);
        for (const part of groups(parts)) expect(isDiverse(diversity, part, 0, part.length)).toBe(true);
      }),
    ));

  it('take the nearest rows from across the cut: four of a seldom value at one end', () => {
    const places = Float64Array.from({ length: 16 }, (_, row) => row);
    const codes = [Uint32Array.from(places, (place) => (place >= 12 ? 1 : 0))];
    const rows = ascending(16);
    const cut = diverseCut(rows, places, { k: 4, diversity: { codes, l: 2 }, kept: 1 });
    const first = [...rows.subarray(0, cut)];
    expect(cut).toBe(8);
    expect(first).toEqual([0, 1, 2, 3, 4, 5, 12, 13]);
  });
});
