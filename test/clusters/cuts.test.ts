import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { borderNearMiddle, middle, select, widest } from '../../src/clusters/cuts.ts';

const anyNumbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
  minLength: 1,
  maxLength: 80,
});

describe('cuts', () => {
  it('select finds the value of any rank, and touches nothing behind the first ones', () => {
    fc.assert(
      fc.property(anyNumbers, fc.nat(), fc.nat(), (numbers, some, any) => {
        const size = 1 + (some % numbers.length);
        const rank = any % size;
        const values = Float64Array.from(numbers);
        const found = select(values, size, rank);
        expect(found + 0).toBe(numbers.slice(0, size).toSorted((a, b) => a - b)[rank] + 0);
        expect([...values.subarray(size)]).toEqual(numbers.slice(size));
        expect(values.subarray(0, size).toSorted()).toEqual(Float64Array.from(numbers.slice(0, size)).sort());
      }),
    );
  });

  it('select keeps its pace on sorted, reversed and constant values', () => {
    const size = 100_000;
    for (const value of [(i: number) => i, (i: number) => -i, () => 7]) {
      const values = Float64Array.from({ length: size }, (_, i) => value(i));
      expect(select(values.slice(), size, 41_000)).toBe(values.toSorted()[41_000]);
    }
  });

  it('the middle is a multiple of k with k on both sides, and no other multiple is nearer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(300), (k, more) => {
        const size = 2 * k + more;
        const cut = middle(size, k);
        const multiples = Array.from({ length: Math.floor(size / k) - 1 }, (_, i) => (i + 1) * k);
        const distance = (at: number) => Math.abs(2 * at - size);
        expect(multiples).toContain(cut);
        expect(distance(cut)).toBe(Math.min(...multiples.map(distance)));
      }),
    );
  });

  it('the border of categories nearest the middle has k on both sides, and there is none only where every one is too far out', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { minLength: 2, maxLength: 40 }), fc.integer({ min: 1, max: 6 }), (codes, k) => {
        const sorted = Float64Array.from(codes).sort();
        const borders = [...sorted.keys()].filter((i) => i >= k && i <= sorted.length - k && sorted[i] !== sorted[i - 1]);
        const distance = (at: number) => Math.abs(2 * at - sorted.length);
        const found = borderNearMiddle(sorted, k);
        if (borders.length === 0) expect(found).toBe(0);
        else expect([borders.includes(found), distance(found)]).toEqual([true, Math.min(...borders.map(distance))]);
      }),
    );
  });

  it('the widest column is the first of those that are equally wide', () => {
    expect(widest(Float64Array.of(1, 3, 3, 2))).toBe(1);
    expect(widest(Float64Array.of(0, 0))).toBe(0);
  });
});
