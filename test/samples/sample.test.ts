import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bug } from '../../src/base/problem.ts';
import { type SampleKind, sampleOf } from '../../src/samples/sample.ts';
import { draws } from '../suite/draws.ts';
import { blocksOf, rowsOf } from './rows.ts';

const kinds: readonly SampleKind[] = ['work', 'cbf', 'walks'];
const anyKind = fc.constantFrom(...kinds);
const anySeed = fc.oneof(fc.integer(), fc.string());
const { blockRows } = sampleOf('work', { rows: 0, seed: 0 });

describe.each(kinds)('a sample of %s', (kind) => {
  const options = { rows: 3 * blockRows + 17, seed: 5, length: 8 };

  it('is the same for the same seed', () => {
    expect(rowsOf(sampleOf(kind, options))).toEqual(rowsOf(sampleOf(kind, options)));
  });

  it('is another for another seed', () => {
    const other = { ...options, seed: 6 };
    expect(sampleOf(kind, other).block(0).slice(1)).not.toEqual(sampleOf(kind, options).block(0).slice(1));
  });

  it('makes a block alone as it makes it in a full pass, or backwards', () => {
    const full = blocksOf(sampleOf(kind, options));
    expect(sampleOf(kind, options).block(3)).toEqual(full[3]);
    const sample = sampleOf(kind, options);
    expect([3, 2, 1, 0, 2].map((index) => sample.block(index))).toEqual([3, 2, 1, 0, 2].map((index) => full[index]));
  });

  it('has no two blocks alike', () => {
    const [first, second] = blocksOf(sampleOf(kind, options));
    expect(second.slice(1)).not.toEqual(first.slice(1)); // past the numbers of the subjects
  });

  it.each([0, 1, blockRows - 1, blockRows, blockRows + 1, 2 * blockRows])('holds just the %i rows asked for', (rows) => {
    const sample = sampleOf(kind, { rows, seed: 1, length: 2 });
    const blocks = blocksOf(sample);
    expect(blocks.every((block) => block.length === sample.columns.length)).toBe(true);
    for (const block of blocks) for (const values of block) expect(values.length).toBe(block[0].length);
    const subjects = blocks.flatMap((block) => [...block[0]]);
    expect(subjects).toEqual(Array.from({ length: rows }, (_, row) => row + 1));
  });

  it('has no block beyond its rows', () => {
    expect(() => sampleOf(kind, { rows: blockRows, seed: 1 }).block(1)).toThrow(Bug);
    expect(() => sampleOf(kind, { rows: 5, seed: 1 }).block(-1)).toThrow(Bug);
  });

  it('has values of the kind each column states, on its grid', () => {
    const sample = sampleOf(kind, { rows: 500, seed: 2 });
    sample.block(0).forEach((values, c) => {
      const { kind: stated, decimals } = sample.columns[c];
      if (stated === 'integer') expect(values).toBeInstanceOf(Int32Array);
      else if (stated === 'text') expect(values.every((value) => typeof value === 'string')).toBe(true);
      else expect([...values].filter((value) => !Object.is(value, Number(Number(value).toFixed(decimals)) + 0))).toEqual([]);
    });
  });
});

it('starts a larger sample with the rows of a smaller one', () => {
  fc.assert(
    fc.property(anyKind, anySeed, fc.nat(2 * blockRows), fc.nat(blockRows), (kind, seed, fewer, more) => {
      const small = rowsOf(sampleOf(kind, { rows: fewer, seed, length: 4 }));
      const large = rowsOf(sampleOf(kind, { rows: fewer + more, seed, length: 4 }));
      expect(large.slice(0, fewer)).toEqual(small);
    }),
    { numRuns: draws(10) },
  );
});

it('does not take rows or lengths that are none', () => {
  for (const rows of [-1, 1.5, Number.NaN, 2 ** 31]) expect(() => sampleOf('work', { rows, seed: 1 })).toThrow(Bug);
  for (const length of [0, -8, 2.5]) expect(() => sampleOf('walks', { rows: 1, seed: 1, length })).toThrow(Bug);
});
