import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BadLeafRule, hostsOf } from '../../../src/families/series/bad-leaves.ts';
import { shapesOf } from '../../../src/families/series/shapes.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { columnsOf } from '../../tables.ts';
import { symbolsOf } from './examples.ts';
import { mean, patternLoss, reconstructed } from './losses.ts';

interface Leaf {
  readonly word: string;
  readonly level: number;
  readonly good: boolean;
  readonly series: readonly (readonly number[])[];
}

const good = (word: string, level: number, ...series: readonly (readonly number[])[]): Leaf => ({
  word,
  level,
  good: true,
  series,
});
const bad = (word: string, level: number, ...series: readonly (readonly number[])[]): Leaf => ({
  word,
  level,
  good: false,
  series,
});

function hosts(leaves: readonly Leaf[], rule: BadLeafRule = 'raw'): number[] {
  const series = leaves.flatMap((leaf) => leaf.series);
  const starts = [0];
  for (const leaf of leaves) starts.push(starts[starts.length - 1] + leaf.series.length);
  const members = ascending(series.length);
  const words = Uint8Array.from(leaves.flatMap(({ word }) => symbolsOf(word)));
  const tree = { starts, levels: leaves.map(({ level }) => level), good: leaves.map((leaf) => leaf.good) };
  return [...hostsOf({ leaves: tree, members, words }, shapesOf(columnsOf(series), leaves[0].word.length), rule)];
}

const rising = [0, 5, 10];
const falling = [10, 5, 0];
const level = [4, 4, 4];

describe('a bad leaf', () => {
  it('joins the good leaf where it loses least shape; a good leaf stays its own host', () => {
    const leaves = [good('abc', 3, rising, rising), good('cba', 3, falling, falling)];
    for (const rule of ['raw', 'paper'] as const) {
      expect(hosts([...leaves, bad('abb', 3, [0, 6, 9])], rule)).toEqual([0, 1, 0]);
      expect(hosts([...leaves, bad('bba', 3, [9, 6, 0])], rule)).toEqual([0, 1, 1]);
    }
  });

  it('goes to the smaller of two leaves where it loses the same, to the first of two of one size', () => {
    expect(hosts([good('ac', 3, [0, 1], [0, 2], [0, 3]), good('ab', 2, [0, 4], [0, 5]), bad('ac', 3, [1, 2])])).toEqual([
      0, 1, 1,
    ]);
    expect(hosts([good('ac', 3, [0, 1], [0, 2]), good('ab', 2, [0, 4], [0, 5]), bad('ac', 3, [1, 2])])).toEqual([0, 1, 0]);
  });

  it('waits for smaller ones, which may have filled a leaf by then', () => {
    const three = good('ac', 3, [0, 1], [0, 2], [0, 3]);
    const four = good('ab', 2, [0, 1], [0, 2], [0, 3], [0, 4]);
    const two = bad('ad', 4, [1, 2], [1, 3]);
    const one = bad('ae', 5, [1, 4]);
    // one joins three, which then has four as well, so two joins it too; in the order of leaves one would have gone to four
    expect(hosts([three, four, two, one])).toEqual([0, 1, 0, 0]);
  });

  it('counts the guests a leaf has taken in when it looks for the smaller one', () => {
    const a = good('ac', 3, [0, 1], [0, 2]);
    const b = good('ab', 2, [0, 3], [0, 4]);
    expect(hosts([a, b, bad('ad', 4, [1, 2]), bad('ae', 5, [1, 3])])).toEqual([0, 1, 0, 1]);
  });

  it("is compared by its members' own shapes under the rule raw, by its word under the rule paper", () => {
    const leaves = [
      good('abc', 3, [0, 5, 10], [0, 5, 10]), // straight up
      good('acc', 3, [0, 9, 10], [0, 9, 10]), // up at once
      bad('abb', 2, [0, 5.2, 10]), // straight up, but its word says up at once
    ];
    expect(hosts(leaves, 'raw')).toEqual([0, 1, 0]);
    expect(hosts(leaves, 'paper')).toEqual([0, 1, 1]);
  });

  it('of several members goes where they lose least together', () => {
    const leaves = [
      good('abc', 3, rising, rising),
      good('cba', 3, falling, falling),
      bad('acb', 3, [0, 9, 1], [5, 6, 0], [9, 8, 0]),
    ];
    expect(hosts(leaves)).toEqual([0, 1, 1]);
  });

  it('that is flat joins a leaf whose word says no shape, whatever its size, and else the smallest', () => {
    const shapeless = good('bbb', 3, level, level, level);
    const shaped = [good('abc', 3, rising, rising, rising), good('cba', 3, falling, falling)];
    for (const rule of ['raw', 'paper'] as const) {
      expect(hosts([...shaped, shapeless, bad('aaa', 1, level)], rule)).toEqual([0, 1, 2, 2]);
      expect(hosts([...shaped, bad('bbb', 2, level)], rule)).toEqual([0, 1, 1]);
    }
  });

  it('in which only some are flat goes where the others lose least', () => {
    const leaves = [good('abc', 3, rising, rising, rising), good('cba', 3, falling, falling), bad('bbb', 3, level, [1, 5, 9])];
    expect(hosts(leaves)).toEqual([0, 1, 0]);
  });

  it('with a shape prefers a leaf like it to one that says nothing, and that to one of the opposite', () => {
    const silent = good('aaa', 1, level, level);
    expect(hosts([good('abc', 3, rising, rising), silent, bad('abb', 2, [0, 6, 9])])).toEqual([0, 1, 0]);
    expect(hosts([good('cba', 3, falling, falling), silent, bad('abb', 2, [0, 6, 9])])).toEqual([0, 1, 1]);
  });
});

const anyWord = fc.integer({ min: 1, max: 6 }).chain((atLevel) =>
  fc.record({
    level: fc.constant(atLevel),
    symbols: fc.array(fc.nat(atLevel - 1), { minLength: 3, maxLength: 3 }),
  }),
);
const anyLeaf = (isGood: boolean, most: number): fc.Arbitrary<Leaf> =>
  fc
    .tuple(
      anyWord,
      fc.array(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: most }),
    )
    .map(([word, series]) => ({
      word: String.fromCharCode(...word.symbols.map((symbol) => 97 + symbol)),
      level: word.level,
      good: isGood,
      series,
    }));

describe('any bad leaves', () => {
  it('all find a good host, none of which loses more than another would by the definition of pattern loss', () => {
    const leaves = fc.tuple(
      fc.array(anyLeaf(true, 4), { minLength: 1, maxLength: 4 }),
      fc.array(anyLeaf(false, 3), { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(leaves, ([goods, bads]) => {
        const all = [...goods, ...bads];
        const lossAt = (guest: Leaf, host: Leaf) =>
          mean(guest.series.map((series) => patternLoss(series, reconstructed(symbolsOf(host.word), host.level, 3))));
        for (const [leaf, host] of hosts(all).entries()) {
          expect(all[host].good).toBe(true);
          if (all[leaf].good) expect(host).toBe(leaf);
          else
            for (const other of goods) expect(lossAt(all[leaf], all[host])).toBeLessThanOrEqual(lossAt(all[leaf], other) + 1e-7);
        }
      }),
    );
  });
});
