import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { patternTree } from '../../../src/families/series/pattern-tree.ts';
import { shapesOf } from '../../../src/families/series/shapes.ts';
import { type SubgroupRules, type Subgroups, subgroupsOf } from '../../../src/families/series/subgroups.ts';
import { type WordOf, wordScratch, wordsOf } from '../../../src/families/series/words.ts';
import { draws } from '../../suite/draws.ts';
import { columnsOf } from '../../tables.ts';
import { spelt, symbolsOf, tableOne } from './examples.ts';

const usual: SubgroupRules = { p: 2, maxLevel: 5, segments: 1, grouping: 'hash', residue: 'generic' };

/** Series of one segment, given by where it lies in the normal distribution. */
const ofQuantiles = (quantiles: readonly number[], given: Partial<SubgroupRules>): Subgroups =>
  subgroupsOf(quantiles.length, wordsOf({ quantiles: Float64Array.from(quantiles), segments: 1 }), { ...usual, ...given });

/** Words given outright: words[member][level]. */
const fromTable =
  (words: readonly (readonly string[])[]): WordOf =>
  (member, level, into, at) =>
    into.set(symbolsOf(words[member][level - 1]), at);

const wordAt = (wordOf: WordOf, member: number, level: number, segments: number): string => {
  const word = new Uint8Array(segments);
  wordOf(member, level, word, 0);
  return spelt(word);
};

/** `1,2 ab@2` for every subgroup, members counted from 1, and the rest. */
function told({ members, starts, levels, rest }: Subgroups, wordOf?: WordOf, segments = 1): string[] {
  const subgroups = [...levels].map((level, s) => {
    const own = [...members.subarray(starts[s], starts[s + 1])].sort((a, b) => a - b);
    const word = wordOf === undefined ? '' : wordAt(wordOf, own[0], level, segments);
    return `${own.map((member) => member + 1)} ${word}@${level}`;
  });
  return [...subgroups.sort(), `rest ${[...rest].map((member) => member + 1).sort((a, b) => a - b)}`];
}

describe('subgroups by equal words', () => {
  it('share a word at the finest level where P do', () => {
    expect(told(ofQuantiles([0.1, 0.1, 0.9, 0.9, 0.9], {}))).toEqual(['1,2 @5', '3,4,5 @5', 'rest ']);
  });

  it('regroup members one by one at each level: two that part at the next level both find company there', () => {
    // At level 3 members 1 and 2 share the middle cell, too few for P = 3. At level 2 the middle is cut: each goes with others.
    // Leaf by leaf, {1, 2} would have no word of its own at level 2 and stay alone.
    const quantiles = [0.42, 0.58, 0.1, 0.12, 0.9, 0.88];
    const wordOf = wordsOf({ quantiles: Float64Array.from(quantiles), segments: 1 });
    expect([3, 2].map((level) => [0, 1].map((member) => wordAt(wordOf, member, level, 1)).join(''))).toEqual(['bb', 'ab']);
    expect(told(ofQuantiles(quantiles, { p: 3, maxLevel: 3 }), wordOf)).toEqual(['1,3,4 a@2', '2,5,6 b@2', 'rest ']);
  });

  it('keep the level at which they found company, while others go on to coarser ones', () => {
    const words = [
      ['a', 'a', 'a', 'a'],
      ['a', 'a', 'a', 'a'],
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'c'],
      ['a', 'b', 'a', 'b'],
      ['a', 'b', 'b', 'c'],
    ];
    const made = subgroupsOf(6, fromTable(words), { ...usual, maxLevel: 4 });
    expect(told(made, fromTable(words))).toEqual(['1,2 a@4', '3,5 b@2', '4,6 c@4', 'rest ']);
  });

  it('leave out fewer than P, whatever is done with the residue', () => {
    for (const residue of ['suppress', 'generic'] as const)
      expect(told(ofQuantiles([0.1, 0.1, 0.1, 0.9, 0.95], { p: 3, residue }))).toEqual(['1,2,3 @5', 'rest 4,5']);
  });

  it('leave out P or more without company, or publish them at level 1 where all words are alike', () => {
    const words = [
      ['a', 'a'],
      ['a', 'a'],
      ['a', 'b'],
      ['a', 'c'],
    ];
    const left = (residue: SubgroupRules['residue']) =>
      told(subgroupsOf(4, fromTable(words), { ...usual, maxLevel: 2, residue }));
    expect(left('suppress')).toEqual(['1,2 @2', 'rest 3,4']);
    expect(left('generic')).toEqual(['1,2 @2', '3,4 @1', 'rest ']);
  });

  it('are one subgroup of everybody where level 1 is the finest, and that is no residue', () => {
    for (const grouping of ['hash', 'tree'] as const)
      for (const residue of ['suppress', 'generic'] as const)
        expect(told(ofQuantiles([0.1, 0.5, 0.9], { maxLevel: 1, grouping, residue }))).toEqual(['1,2,3 @1', 'rest ']);
  });

  it('tell members apart up to level 26', () => {
    const quantiles = [25.2 / 26, 25.7 / 26, 24.6 / 26, 24.9 / 26];
    expect(told(ofQuantiles(quantiles, { maxLevel: 26 }))).toEqual(['1,2 @26', '3,4 @26', 'rest ']);
  });

  it('put flat series together, at the finest level', () => {
    const series = [
      [1, 2, 3],
      [1, 2, 3],
      [5, 5, 5],
      [0, 0, 0],
      [-7, -7, -7],
    ];
    const { quantiles } = shapesOf(columnsOf(series), 3);
    const wordOf = wordsOf({ quantiles, segments: 3 });
    for (const grouping of ['hash', 'tree'] as const)
      expect(told(subgroupsOf(5, wordOf, { ...usual, segments: 3, maxLevel: 20, grouping }), wordOf, 3)).toEqual([
        '1,2 ckr@20',
        '3,4,5 kkk@20',
        'rest ',
      ]);
  });

  it('are none of nobody, and nobody where all are fewer than P', () => {
    expect(told(ofQuantiles([], {}))).toEqual(['rest ']);
    expect(told(ofQuantiles([0.5, 0.5], { p: 3, grouping: 'tree' }))).toEqual(['rest 1,2']);
  });
});

describe("subgroups of the paper's Table 1", () => {
  const { quantiles } = shapesOf(columnsOf(tableOne), 6);
  const wordOf = wordsOf({ quantiles, segments: 6 });
  const made = (grouping: SubgroupRules['grouping'], given: Partial<SubgroupRules> = {}) =>
    told(subgroupsOf(8, wordOf, { ...usual, segments: 6, grouping, ...given }), wordOf, 6);

  it('are those of its tree, and record 6 is left', () => {
    expect(made('tree')).toEqual(['1,2,4 aaabbb@2', '3,8 bbbaaa@2', '5,7 eecbaa@5', 'rest 6']);
  });

  it('are others by equal words: the two methods are not the same', () => {
    expect(made('hash')).toEqual(['2,4,6 abbcee@5', '3,8 bbbaaa@2', '5,7 eecbaa@5', 'rest 1']);
  });
});

interface Case {
  readonly rules: SubgroupRules;
  readonly count: number;
  readonly wordOf: WordOf;
}

/** Quantiles on a coarse or a fine grid: ties, twins, flat series (all one half), anything; some words given outright, that never nest. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.nat(),
    count: fc.integer({ min: 0, max: 70 }),
    segments: fc.integer({ min: 1, max: 4 }),
    p: fc.integer({ min: 2, max: 7 }),
    maxLevel: fc.integer({ min: 1, max: 26 }),
    grouping: fc.constantFrom('hash' as const, 'tree' as const),
    residue: fc.constantFrom('suppress' as const, 'generic' as const),
    grid: fc.constantFrom(3, 8, 1000),
    wild: fc.boolean(),
  })
  .map(({ seed, count, grid, wild, ...rules }) => {
    const random = randomFrom(seed);
    const quantiles = Float64Array.from({ length: count * rules.segments }, () => random.below(grid) / grid);
    for (let m = 0; m < count; m++) if (random.below(6) === 0) quantiles.fill(0.5, m * rules.segments, (m + 1) * rules.segments);
    const letters = Array.from({ length: count * 26 }, () => random.below(4));
    const wildWords: WordOf = (member, level, words, at) =>
      words.fill(Math.min(level - 1, letters[member * 26 + level - 1]), at, at + rules.segments);
    return { rules, count, wordOf: wild ? wildWords : wordsOf({ quantiles, segments: rules.segments }) };
  });

/** Recycling as the rule says it, with texts and lists: at each level those who may look there are put together by their word. */
function byHand({ rules: { p, maxLevel, segments, grouping, residue }, count, wordOf }: Case): string[] {
  const found: { members: number[]; level: number }[] = [];
  let waiting = Array.from({ length: count }, (_, member) => ({ member, from: maxLevel }));
  if (grouping === 'tree' && count > 0) {
    const members = Uint32Array.from(waiting, ({ member }) => member);
    const { starts, levels, good } = patternTree(
      members,
      { p, maxLevel },
      { segments, wordOf, scratch: wordScratch(count, segments) },
    );
    const leaves = levels.map((level, leaf) => ({ members: [...members.subarray(starts[leaf], starts[leaf + 1])], level }));
    found.push(...leaves.filter((_, leaf) => good[leaf]));
    waiting = leaves
      .filter((_, leaf) => !good[leaf])
      .flatMap(({ members: own, level }) => own.map((member) => ({ member, from: level })));
  }
  for (let level = maxLevel; level > 1 || level === maxLevel; level--) {
    const classes = new Map<string, number[]>();
    for (const { member, from } of waiting)
      if (from >= level) {
        const word = wordAt(wordOf, member, level, segments);
        classes.set(word, [...(classes.get(word) ?? []), member]);
      }
    for (const members of classes.values())
      if (members.length >= p) {
        found.push({ members, level });
        waiting = waiting.filter(({ member }) => !members.includes(member));
      }
  }
  let rest = waiting.map(({ member }) => member);
  if (residue === 'generic' && rest.length >= p) {
    found.push({ members: rest, level: 1 });
    rest = [];
  }
  const listed = (members: readonly number[]) => members.map((member) => member + 1).sort((a, b) => a - b);
  return [...found.map(({ members, level }) => `${listed(members)} @${level}`).sort(), `rest ${listed(rest)}`];
}

describe('subgroups of any series', () => {
  const forEveryCase = (check: (made: Subgroups, given: Case) => void, numRuns = draws(300)) =>
    fc.assert(
      fc.property(anyCase, (given) => check(subgroupsOf(given.count, given.wordOf, given.rules), given)),
      { numRuns },
    );

  it('hold P members or more that share a word at their level: never a pattern that fewer have', () => {
    forEveryCase(({ members, starts, levels }, { rules: { p, maxLevel, segments }, wordOf }) => {
      expect(starts.length).toBe(levels.length + 1);
      for (const [s, level] of levels.entries()) {
        const own = [...members.subarray(starts[s], starts[s + 1])];
        expect(own.length).toBeGreaterThanOrEqual(p);
        expect(new Set(own.map((member) => wordAt(wordOf, member, level, segments))).size).toBe(1);
        expect(level >= 1 && level <= maxLevel).toBe(true);
      }
    });
  });

  it('and the rest hold everybody once; the rest are fewer than P unless they are to be left out', () => {
    forEveryCase(({ members, rest }, { count, rules: { p, residue } }) => {
      expect([...members, ...rest].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, member) => member));
      if (residue === 'generic') expect(rest.length).toBeLessThan(p);
    });
  });

  it('are those that recycling by hand finds, level by level', () => {
    forEveryCase((made, given) => {
      expect(told(made)).toEqual(byHand(given));
    }, 500);
  });

  it('are at level 1 only where no finer level has company, or where the tree left them there', () => {
    forEveryCase(({ levels }, { rules: { grouping, residue, maxLevel } }) => {
      if (grouping === 'hash' && residue === 'suppress' && maxLevel > 1) expect(levels).not.toContain(1);
    });
  });

  it('are the same every time', () => {
    forEveryCase((made, { count, wordOf, rules }) => {
      expect(subgroupsOf(count, wordOf, rules)).toEqual(made);
    }, 50);
  });
});
