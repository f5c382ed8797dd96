import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostsOf } from '../../../src/families/series/bad-leaves.ts';
import { directionOf } from '../../../src/families/series/directions.ts';
import { patternTree, type TreeNode } from '../../../src/families/series/pattern-tree.ts';
import { shapesOf } from '../../../src/families/series/shapes.ts';
import { type WordOf, wordScratch, wordsOf } from '../../../src/families/series/words.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { draws } from '../../suite/draws.ts';
import { columnsOf } from '../../tables.ts';
import { fiveRecords, spelt, symbolsOf, tableOne } from './examples.ts';
import { dot } from './losses.ts';

/** Words by level, one per member: levels[2] is 'ab ab ba'. Level 1 says nothing. */
type Told = Readonly<Record<number, string>>;

interface Grown {
  /** Members counted from 1, word and level of each leaf, such as '1,2,4 aaabbb@2'; a bad leaf ends with ' bad'. */
  readonly leaves: readonly string[];
  readonly nodes: readonly TreeNode[];
}

const lexiconOf = (count: number, segments: number, wordOf: WordOf) => ({
  segments,
  wordOf,
  scratch: wordScratch(count, segments),
});

function grown(count: number, p: number, maxLevel: number, segments: number, wordOf: WordOf): Grown {
  const members = ascending(count);
  const nodes: TreeNode[] = [];
  const { starts, levels, good } = patternTree(members, { p, maxLevel }, lexiconOf(count, segments, wordOf), (node) => {
    nodes.push(node);
  });
  const leaves = levels.map((level, leaf) => {
    const own = members.slice(starts[leaf], starts[leaf + 1]).sort();
    const word = new Uint8Array(segments);
    wordOf(own[0], level, word, 0);
    return `${[...own].map((member) => member + 1)} ${spelt(word)}@${level}${good[leaf] ? '' : ' bad'}`;
  });
  return { leaves, nodes };
}

function told(words: Told): { count: number; segments: number; wordOf: WordOf } {
  const lists = new Map(Object.entries(words).map(([level, list]) => [Number(level), list.split(' ').map(symbolsOf)]));
  const [first] = lists.values();
  const wordOf: WordOf = (member, level, into, at) => {
    const word = level === 1 ? first[member].map(() => 0) : lists.get(level)?.[member];
    if (word === undefined) throw new Error(`nobody asked for words at level ${level}`);
    into.set(word, at);
  };
  return { count: first.length, segments: first[0].length, wordOf };
}

function growTold(words: Told, p: number, maxLevel: number): Grown {
  const { count, segments, wordOf } = told(words);
  return grown(count, p, maxLevel, segments, wordOf);
}

const wordsIn = (series: readonly (readonly number[])[], segments: number): WordOf =>
  wordsOf(shapesOf(columnsOf(series), segments));

describe('create-tree, case by case', () => {
  it('calls a node below P a bad leaf', () => {
    expect(growTold({ 2: 'ab' }, 2, 2).leaves).toEqual(['1 aa@1 bad']);
  });

  it('ends with good leaves at the highest level, and asks for no word above it', () => {
    expect(growTold({ 2: 'ab ab ba ba' }, 2, 2).leaves).toEqual(['1,2 ab@2', '3,4 ba@2']);
    expect(growTold({ 2: 'ab ab ba ba' }, 2, 1).leaves).toEqual(['1,2,3,4 aa@1']);
  });

  it('raises a node of P to 2P - 1 members in place while all share the next word', () => {
    expect(growTold({ 2: 'ab ab ab', 3: 'ac ac ac', 4: 'ad ac ad', 5: 'ae ad ae' }, 2, 5).leaves).toEqual(['1,2,3 ac@3']);
  });

  it('keeps a node whole when no word of the tentative split is shared by P', () => {
    expect(growTold({ 2: 'ab ba bb aa' }, 2, 2).leaves).toEqual(['1,2,3,4 aa@1']);
  });

  it('splits into the words shared by P, and bad leaves for the few others', () => {
    expect(growTold({ 2: 'ab ba ab ba bb' }, 2, 2).leaves).toEqual(['1,3 ab@2', '2,4 ba@2', '5 bb@2 bad']);
  });

  it('keeps bad leaves of different words apart while together they stay below P', () => {
    expect(growTold({ 2: 'ab ab ab ba bb' }, 3, 2).leaves).toEqual(['1,2,3 ab@2', '4 ba@2 bad', '5 bb@2 bad']);
  });

  it('merges the others into one child when they reach P, at the level and with the word of their parent', () => {
    expect(growTold({ 2: 'ab ab ba bb' }, 2, 2).leaves).toEqual(['1,2 ab@2', '3,4 aa@1']);
    const deeper = growTold({ 2: 'ab ab ab ab', 3: 'ac ac bc ab' }, 2, 3);
    expect(deeper.leaves).toEqual(['1,2 ac@3', '3,4 ab@2']);
    expect(deeper.nodes.map(({ parent, level, label }) => [parent, level, label])).toEqual([
      [-1, 2, 'intermediate'],
      [0, 3, 'good-leaf'],
      [0, 2, 'good-leaf'],
    ]);
  });

  it('never splits a merged child again, though P of its members may share a word two levels up', () => {
    const words = { 2: 'ab ab ab ba bb aa aa', 3: 'ac ac ac ca ca ca cb' };
    expect(growTold(words, 3, 3).leaves).toEqual(['1,2,3 ac@3', '4,5,6,7 aa@1']);
  });

  it('splits with a single word shared by P even if the others are fewer than P', () => {
    expect(growTold({ 2: 'ab ab ab ab ba' }, 2, 2).leaves).toEqual(['1,2,3,4 ab@2', '5 ba@2 bad']);
  });

  it('splits the good children further', () => {
    const words = { 2: 'ab ab ab ab ba ba', 3: 'ab ab ac ac ca ca' };
    expect(growTold(words, 2, 3).leaves).toEqual(['1,2 ab@3', '3,4 ac@3', '5,6 ca@3']);
  });
});

describe('the departures from the paper', () => {
  it('raise a node in place whose members all share the next word, where the paper would freeze it', () => {
    const words = { 2: 'ab ab ab ab', 3: 'ac ac bc bc' };
    expect(paperLeaves(told(words), 2, 3)).toEqual(['1,2,3,4 aa@1']);
    expect(growTold(words, 2, 3).leaves).toEqual(['1,2 ac@3', '3,4 bc@3']);
  });

  it('give a good leaf the highest level its members share, past one that parts them: cells of two levels do not nest', () => {
    const series = [
      [-2, -0.2, 2.2],
      [-2.2, 0.2, 2],
    ];
    const wordOf = wordsIn(series, 3);
    const words = [2, 3].map((level) =>
      [0, 1].map((member) => {
        const word = new Uint8Array(3);
        wordOf(member, level, word, 0);
        return spelt(word);
      }),
    );
    expect(words).toEqual([
      ['aab', 'abb'],
      ['abc', 'abc'],
    ]);
    expect(paperLeaves({ count: 2, segments: 3, wordOf }, 2, 3)).toEqual(['1,2 aaa@1']);
    expect(grown(2, 2, 3, 3, wordOf).leaves).toEqual(['1,2 abc@3']);
  });

  it('let a node below 2P that would end at level 1 split off P members', () => {
    const words = { 2: 'ab ab ba', 3: 'ac ac ca' };
    expect(paperLeaves(told(words), 2, 3)).toEqual(['1,2,3 aa@1']);
    expect(growTold(words, 2, 3).leaves).toEqual(['1,2 ac@3', '3 ba@2 bad']);
  });

  it('do not let a node below 2P split that says something already', () => {
    const words = { 2: 'ab ab ab', 3: 'ac ac bc' };
    expect(growTold(words, 2, 3).leaves).toEqual(['1,2,3 ab@2']);
  });
});

describe('create-tree on worked examples', () => {
  it("makes these leaves of the paper's Table 1 as one group, P = 2 and at most level 5", () => {
    const { leaves } = grown(8, 2, 5, 6, wordsIn(tableOne, 6));
    expect(leaves).toEqual(['1,2,4 aaabbb@2', '5,7 eecbaa@5', '3,8 bbbaaa@2', '6 aaaabb@2 bad']);
  });

  it('makes record 5 of the five records bad when its word is ac, and it joins those that rise', () => {
    const words = { 2: 'ab ab ba ba ac' };
    expect(growTold(words, 2, 2).leaves).toEqual(['1,2 ab@2', '3,4 ba@2', '5 ac@2 bad']);
    const { count, segments, wordOf } = told(words);
    const members = ascending(count);
    const leaves = patternTree(members, { p: 2, maxLevel: 2 }, lexiconOf(count, segments, wordOf));
    const shapes = shapesOf(columnsOf(fiveRecords), 2);
    const spoken = Uint8Array.from(['ab', 'ba', 'ac'].flatMap(symbolsOf));
    expect([...hostsOf({ leaves, members, words: spoken }, shapes, 'raw')]).toEqual([0, 1, 0]);
    const own = [...shapes.coordinates.subarray(4 * segments, 5 * segments)];
    const lossTo = (leaf: number) => {
      const unit = new Float64Array(segments);
      directionOf(spoken.subarray(leaf * segments), 2, shapes.weights, unit);
      return 1 - dot(own, [...unit]);
    };
    expect([lossTo(0), lossTo(1)]).toEqual([expect.closeTo(0, 10), expect.closeTo(2, 10)]);
  });

  it('joins record 5 to those that rise by its word too, where ac is a word of its level', () => {
    const words = { 2: 'ab ab ab ab ab', 3: 'ab ab ba ba ac' };
    const { count, segments, wordOf } = told(words);
    const members = ascending(count);
    const leaves = patternTree(members, { p: 2, maxLevel: 3 }, lexiconOf(count, segments, wordOf));
    const spoken = Uint8Array.from(['ab', 'ba', 'ac'].flatMap(symbolsOf));
    expect([...hostsOf({ leaves, members, words: spoken }, shapesOf(columnsOf(fiveRecords), 2), 'paper')]).toEqual([0, 1, 0]);
  });
});

interface Case {
  readonly count: number;
  readonly segments: number;
  readonly wordOf: WordOf;
}

/** Words of true shapes, and words drawn at will, which nest even less. */
const anyCase: fc.Arbitrary<Case> = fc.oneof(
  fc.record({ segments: fc.integer({ min: 1, max: 4 }), count: fc.integer({ min: 1, max: 40 }) }).chain(({ segments, count }) =>
    fc
      .array(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: segments, maxLength: segments }), {
        minLength: count,
        maxLength: count,
      })
      .map((series) => ({ count, segments, wordOf: wordsIn(series, segments) })),
  ),
  fc
    .record({ seed: fc.nat(), letters: fc.integer({ min: 1, max: 4 }), count: fc.integer({ min: 1, max: 40 }) })
    .map(({ seed, letters, count }) => {
      const wordOf: WordOf = (member, level, into, at) => {
        const mixed = Math.imul(seed ^ Math.imul(member + 1, 0x9e3779b1) ^ Math.imul(level, 0x85ebca6b), 0xc2b2ae35) >>> 8;
        into[at] = level === 1 ? 0 : (mixed % letters) % level;
      };
      return { count, segments: 1, wordOf };
    }),
);
const anyP = fc.integer({ min: 2, max: 6 });
const anyLevel = fc.integer({ min: 1, max: 8 });

function wordAt({ segments, wordOf }: Case, member: number, level: number): string {
  const word = new Uint8Array(segments);
  wordOf(member, level, word, 0);
  return spelt(word);
}

describe('create-tree on any words', () => {
  const forEveryTree = (check: (tree: Case, p: number, maxLevel: number) => void) =>
    fc.assert(fc.property(anyCase, anyP, anyLevel, check), { numRuns: draws(240) });
  const leavesOf = (tree: Case, p: number, maxLevel: number) => {
    const members = ascending(tree.count);
    const { starts, levels, good } = patternTree(members, { p, maxLevel }, lexiconOf(tree.count, tree.segments, tree.wordOf));
    return levels.map((level, leaf) => ({
      level,
      good: good[leaf],
      members: [...members.subarray(starts[leaf], starts[leaf + 1])],
    }));
  };

  it('puts every member into exactly one leaf', () => {
    forEveryTree((tree, p, maxLevel) => {
      const all = leavesOf(tree, p, maxLevel).flatMap(({ members }) => members);
      expect(all.sort((a, b) => a - b)).toEqual([...ascending(tree.count)]);
    });
  });

  it('calls a leaf good exactly when it has P members or more', () => {
    forEveryTree((tree, p, maxLevel) => {
      for (const { members, good } of leavesOf(tree, p, maxLevel)) expect(good).toBe(members.length >= p);
    });
  });

  it('has a good leaf whenever it has P members', () => {
    forEveryTree((tree, p, maxLevel) => {
      fc.pre(tree.count >= p);
      expect(leavesOf(tree, p, maxLevel).some(({ good }) => good)).toBe(true);
    });
  });

  it('gives all members of a leaf one word at its level, which is no higher than allowed', () => {
    forEveryTree((tree, p, maxLevel) => {
      for (const { members, level } of leavesOf(tree, p, maxLevel)) {
        expect(new Set(members.map((member) => wordAt(tree, member, level))).size).toBe(1);
        expect(level).toBeGreaterThanOrEqual(1);
        expect(level).toBeLessThanOrEqual(maxLevel);
      }
    });
  });

  it('gives no good leaf a level below another at which its members share a word', () => {
    forEveryTree((tree, p, maxLevel) => {
      for (const { members, level, good } of leavesOf(tree, p, maxLevel))
        for (let higher = level + 1; good && higher <= maxLevel; higher++)
          expect(new Set(members.map((member) => wordAt(tree, member, higher))).size).toBeGreaterThan(1);
    });
  });

  it("never ends coarser for a member than the paper's tree, where both end in a good leaf", () => {
    forEveryTree((tree, p, maxLevel) => {
      const paper = new Map(
        paperTree(tree, p, maxLevel).flatMap(({ members, level, good }) => members.map((m) => [m, good ? level : 0])),
      );
      for (const { members, level, good } of leavesOf(tree, p, maxLevel))
        if (good) for (const member of members) expect(level).toBeGreaterThanOrEqual(paper.get(member) ?? Number.NaN);
    });
  });

  it("equals the paper's tree where no departure applies", () => {
    let alike = 0;
    forEveryTree((tree, p, maxLevel) => {
      const paper = paperTree(tree, p, maxLevel);
      const departs = paper.some(({ members, level, good }) => {
        if (!good || level === maxLevel) return false;
        const shared = (at: number) => new Set(members.map((member) => wordAt(tree, member, at))).size === 1;
        const higher = Array.from({ length: maxLevel - level }, (_, i) => level + 1 + i).some(shared);
        return higher || (level === 1 && members.length < 2 * p);
      });
      if (departs) return;
      alike++;
      const asText = (leaves: readonly PaperLeaf[]) =>
        leaves.map(({ members, level, good }) => `${[...members].sort((a, b) => a - b)}@${level}${good}`).sort();
      expect(asText(leavesOf(tree, p, maxLevel))).toEqual(asText(paper));
    });
    expect(alike).toBeGreaterThan(20);
  });

  it('is the same every time, also in memory used before', () => {
    forEveryTree((tree, p, maxLevel) => {
      const scratch = wordScratch(tree.count, tree.segments);
      for (const used of Object.values(scratch)) (used as Uint8Array).fill(1);
      const [fresh, lent] = [wordScratch(tree.count, tree.segments), scratch].map((memory) => {
        const members = ascending(tree.count);
        return { leaves: patternTree(members, { p, maxLevel }, { ...tree, scratch: memory }), members };
      });
      expect(lent).toEqual(fresh);
    });
  });

  it('reports a tree that agrees with itself and with its leaves', () => {
    forEveryTree((tree, p, maxLevel) => {
      const { leaves, nodes } = grown(tree.count, p, maxLevel, tree.segments, tree.wordOf);
      expect(nodes.map(({ id }) => id)).toEqual(nodes.map((_, place) => place));
      expect(nodes.map(({ parent }) => parent).indexOf(-1)).toBe(0);
      for (const { id, parent, level, members, label } of nodes) {
        expect(parent).toBeLessThan(id);
        const children = nodes.filter((node) => node.parent === id);
        expect(children.length > 0).toBe(label === 'intermediate');
        if (label === 'intermediate') {
          expect(children.length).toBeGreaterThan(1);
          expect(children.flatMap((child) => [...child.members]).sort((a, b) => a - b)).toEqual(
            [...members].sort((a, b) => a - b),
          );
          for (const child of children) expect(child.level).toBeGreaterThanOrEqual(level);
        } else expect(label).toBe(members.length < p ? 'bad-leaf' : 'good-leaf');
        expect(new Set([...members].map((member) => wordAt(tree, member, level))).size).toBe(1);
      }
      const ends = nodes
        .filter(({ label }) => label !== 'intermediate')
        .map(({ members, level, label }) => {
          const own = [...members].sort((a, b) => a - b);
          return `${own.map((m) => m + 1)} ${wordAt(tree, own[0], level)}@${level}${label === 'bad-leaf' ? ' bad' : ''}`;
        });
      expect(ends).toEqual(leaves);
    });
  });
});

interface PaperLeaf {
  readonly level: number;
  readonly good: boolean;
  readonly members: readonly number[];
}

/** create-tree word for word as Shou et al. print it, without a departure. */
function paperTree(tree: Case, p: number, maxLevel: number): PaperLeaf[] {
  const classes = (members: readonly number[], level: number): number[][] => {
    const byWord = new Map<string, number[]>();
    for (const member of members)
      byWord.set(wordAt(tree, member, level), [...(byWord.get(wordAt(tree, member, level)) ?? []), member]);
    return [...byWord.values()];
  };
  const node = (members: readonly number[], level: number): PaperLeaf[] => {
    if (members.length < p) return [{ members, level, good: false }];
    if (level === maxLevel) return [{ members, level, good: true }];
    if (members.length < 2 * p) {
      let raised = level;
      while (raised < maxLevel && classes(members, raised + 1).length === 1) raised++;
      return [{ members, level: raised, good: true }];
    }
    const parts = classes(members, level + 1);
    const good = parts.filter((part) => part.length >= p);
    const bad = parts.filter((part) => part.length < p);
    if (good.length === 0) return [{ members, level, good: true }];
    const merged = bad.flat().length >= p;
    if (good.length + (merged ? 1 : bad.length) < 2) return [{ members, level, good: true }];
    const others = merged ? [{ members: bad.flat(), level, good: true }] : bad.flatMap((part) => node(part, level + 1));
    return [...good.flatMap((part) => node(part, level + 1)), ...others];
  };
  return node([...ascending(tree.count)], 1);
}

const paperLeaves = (tree: Case, p: number, maxLevel: number): string[] =>
  paperTree(tree, p, maxLevel).map(
    ({ members, level, good }) => `${members.map((m) => m + 1)} ${wordAt(tree, members[0], level)}@${level}${good ? '' : ' bad'}`,
  );
