import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bisect } from '../../src/clusters/bisect.ts';
import { closeCut, keepsModels } from '../../src/clusters/close-cut.ts';
import { tightenModels, type ValueModel, type ValueRule, wholeOf } from '../../src/clusters/value-models.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups } from '../../src/frame/partition.ts';
import { noValue } from '../../src/frame/value-codes.ts';
import { pointsOf } from './points.ts';

const values = 4;

type RuleOf = (codes: Uint32Array) => ValueRule;
const equal =
  (t: number): RuleOf =>
  (codes) => ({ kind: 'equal', t, whole: wholeOf({ codes, values }, ascending(codes.length), ascending(codes.length)) });
const rules: readonly RuleOf[] = [
  ...[0.1, 0.3, 0.6].map(equal),
  () => ({ kind: 'entropy', l: 1.5 }),
  () => ({ kind: 'recursive', l: 2, c: 3 }),
  () => ({ kind: 'alpha', share: 0.7 }),
  () => ({ kind: 'distinct', l: 2 }),
];

/** Places along an axis; values of which the first is common, that at times go with the place, and are at times missing. */
const anyRows = fc
  .record({
    places: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 4, maxLength: 80 }),
    kinds: fc.array(fc.tuple(fc.constantFrom(...rules), fc.boolean(), fc.nat(100)), { minLength: 1, maxLength: 2 }),
    k: fc.integer({ min: 2, max: 6 }),
    share: fc.constantFrom(0, 0.4, 0.7, 1),
  })
  .map(({ places, kinds, k, share }) => {
    const models = kinds.map(([ruleOf, along, seed]): ValueModel => {
      const codes = Uint32Array.from(places, (place, row) => {
        const drawn = ((row + 1) * (2654435761 + seed)) % 101;
        if (drawn < 4) return noValue;
        return along ? Math.floor(place / 11) : Math.floor((values * drawn * drawn) / 101 ** 2);
      });
      return { rule: ruleOf(codes), codes, values };
    });
    return { places: Float64Array.from(places), k, share, owed: { models, repeats: false } };
  });

describe('a cut that must leave values on both sides spread as they should be', () => {
  it('leaves them so, or rows as they were; and loses nobody', () =>
    fc.assert(
      fc.property(anyRows, ({ places, k, owed }) => {
        const rows = ascending(places.length);
        const cut = Math.min(Math.max(k, rows.length >> 1), rows.length - 1);
        if (closeCut(rows, places, cut, owed)) {
          expect([...rows].sort((a, b) => a - b)).toEqual([...ascending(places.length)]);
          expect(keepsModels(owed, rows, 0, cut)).toBe(true);
          expect(keepsModels(owed, rows, cut, rows.length)).toBe(true);
        } else expect([...rows]).toEqual([...ascending(places.length)]);
      }),
    ));

  it('takes the nearest rows from across: values that lie apart', () => {
    const places = Float64Array.from({ length: 12 }, (_, row) => row);
    const codes = Uint32Array.from(places, (place) => (place < 6 ? 0 : 1));
    const owed = { models: [{ rule: equal(0.2)(codes), codes, values }], repeats: false };
    const rows = ascending(12);
    expect(closeCut(rows, places, 6, owed)).toBe(true);
    expect([...rows.subarray(0, 6)]).toEqual([0, 1, 2, 3, 6, 7]); // two of six are a third, and half are 1 among all
  });

  it('keeps what was asked for where it was asked for more', () =>
    fc.assert(
      fc.property(anyRows, ({ places, share, owed }) => {
        const rows = ascending(places.length);
        const tight = tightenModels(owed, rows, share);
        for (let to = 1; to <= rows.length; to++)
          if (keepsModels(owed, rows, 0, rows.length) && keepsModels(tight, rows, 0, to))
            expect(keepsModels(owed, rows, 0, to)).toBe(true);
      }),
    ));

  it('leaves every part of a table that keeps them with values that do, and k rows', () =>
    fc.assert(
      fc.property(anyRows, ({ places, k, share, owed }) => {
        const rows = ascending(places.length);
        fc.pre(rows.length >= k && keepsModels(owed, rows, 0, rows.length));
        const parts = bisect(pointsOf([...places].map((place) => [place])), rows, { k, largest: 2 * k - 1, owed, tight: share });
        expect([...parts.rows].sort((a, b) => a - b)).toEqual([...rows]);
        for (const part of groups(parts)) {
          expect(part.length).toBeGreaterThanOrEqual(k);
          expect(keepsModels(owed, part, 0, part.length)).toBe(true);
        }
      }),
    ));
});
