import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { classify, wordScratch, wordsOf } from '../../../src/families/series/words.ts';

/** Numbers words in order of first appearance, by their text. */
function byText(words: readonly (readonly number[])[]): { classOf: number[]; sizes: number[] } {
  const known = new Map<string, number>();
  const classOf = words.map((word) => known.get(word.join()) ?? known.set(word.join(), known.size).size - 1);
  const sizes = [...known.values()].map((c) => classOf.filter((own) => own === c).length);
  return { classOf, sizes };
}

const anyWords = fc
  .record({
    seed: fc.nat(),
    count: fc.integer({ min: 0, max: 300 }),
    segments: fc.integer({ min: 1, max: 9 }),
    letters: fc.integer({ min: 1, max: 26 }),
  })
  .map(({ seed, count, segments, letters }) => {
    const random = randomFrom(seed);
    return {
      segments,
      words: Array.from({ length: count }, () => Array.from({ length: segments }, () => random.below(letters))),
    };
  });

describe('words', () => {
  it('are numbered in order of first appearance, and counted, as their text would be', () => {
    fc.assert(
      fc.property(anyWords, fc.nat(40), ({ words, segments }, spare) => {
        const scratch = wordScratch(words.length + spare, segments);
        scratch.words.set(words.flat());
        const owed = byText(words);
        expect(classify(words.length, segments, scratch)).toBe(owed.sizes.length);
        expect([...scratch.classOf.subarray(0, words.length)]).toEqual(owed.classOf);
        expect([...scratch.sizes.subarray(0, owed.sizes.length)]).toEqual(owed.sizes);
      }),
    );
  });

  it('are told apart however many there are: every word of four letters out of twenty', () => {
    const every = Array.from({ length: 20 ** 4 }, (_, i) => [0, 1, 2, 3].map((at) => Math.floor(i / 20 ** at) % 20));
    const scratch = wordScratch(every.length, 4);
    scratch.words.set(every.flat());
    expect(classify(every.length, 4, scratch)).toBe(every.length);
  });

  it('do not remember an earlier grouping', () => {
    const scratch = wordScratch(6, 2);
    scratch.words.set([0, 1, 0, 1, 2, 2, 2, 2, 1, 0, 1, 0]);
    expect(classify(6, 2, scratch)).toBe(3);
    scratch.words.set([3, 3, 3, 3]);
    expect(classify(2, 2, scratch)).toBe(1);
    expect([...scratch.sizes.subarray(0, 1)]).toEqual([2]);
  });

  it('of a series are its quantiles cut into so many equal shares as the level has, up to 26', () => {
    const quantiles = Float64Array.of(0, 0.5, 0.999, 0.25, 0.42, 0.58);
    const wordOf = wordsOf({ quantiles, segments: 3 });
    const at = (member: number, level: number) => {
      const words = new Uint8Array(5).fill(99);
      wordOf(member, level, words, 1);
      expect([words[0], words[4]]).toEqual([99, 99]);
      return [...words.subarray(1, 4)];
    };
    expect(at(0, 1)).toEqual([0, 0, 0]);
    expect(at(0, 2)).toEqual([0, 1, 1]); // the middle belongs to the upper cell
    expect(at(0, 26)).toEqual([0, 13, 25]);
    expect(at(1, 2)).toEqual([0, 0, 1]);
    expect(at(1, 3)).toEqual([0, 1, 1]); // cells of two levels do not nest
    expect(at(1, 4)).toEqual([1, 1, 2]);
  });
});
