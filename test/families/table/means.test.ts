import { describe, expect, it } from 'vitest';
import { meansOf } from '../../../src/families/table/means.ts';

const one = { rows: Uint32Array.of(0, 1, 2, 3, 4), starts: Uint32Array.of(0, 5) };
const five = { subjects: Uint32Array.of(0, 1, 2, 3, 4), size: 5 };
const rule = { largest: 2, share: 0.9 };

describe('a mean', () => {
  it('is over records, on its grid', () => {
    const told = meansOf(one, Float64Array.of(1, 2, 3, 4, 6), five, { k: 2, dominance: undefined, decimals: 1 });
    expect([...told]).toEqual([3.2]);
  });

  it('is blank where two subjects hold more than nine tenths of its sum', () => {
    const values = Float64Array.of(500, 420, 30, 30, 20);
    expect([...meansOf(one, values, five, { k: 2, dominance: rule, decimals: 0 })]).toEqual([Number.NaN]);
    expect([...meansOf(one, values, five, { k: 2, dominance: undefined, decimals: 0 })]).toEqual([200]);
    expect([...meansOf(one, Float64Array.of(500, 400, 40, 40, 20), five, { k: 2, dominance: rule, decimals: 0 })]).toEqual([200]);
  });

  it('adds up the records of a subject before it looks who dominates, and takes debts for what they are', () => {
    const crowd = { subjects: Uint32Array.of(0, 0, 0, 1, 2), size: 3 };
    const values = Float64Array.of(30, 30, -31, 5, 4);
    expect([...meansOf(one, values, crowd, { k: 2, dominance: { largest: 1, share: 0.9 }, decimals: 0 })]).toEqual([Number.NaN]);
  });

  it('is blank where fewer than k subjects have a value, and skips records without', () => {
    const values = Float64Array.of(1, Number.NaN, 3, Number.NaN, Number.NaN);
    expect([...meansOf(one, values, five, { k: 3, dominance: undefined, decimals: 0 })]).toEqual([Number.NaN]);
    expect([...meansOf(one, values, five, { k: 2, dominance: undefined, decimals: 0 })]).toEqual([2]);
  });

  it('is 0 where every value is, which nobody dominates', () => {
    expect([...meansOf(one, new Float64Array(5), five, { k: 2, dominance: rule, decimals: 2 })]).toEqual([0]);
  });
});
