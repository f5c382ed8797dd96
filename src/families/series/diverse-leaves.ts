import { directionOf } from './directions.ts';
import type { Shapes } from './shapes.ts';
import { wordsOf } from './words.ts';

/**
 * Which word merged leaves share: that of one of them, as Naive's absorbed leaves do; the finest that is each member's own, as KAPRA's; or none yet, where
 * the best pattern of their mean shape is drawn afterwards, as PRISM's.
 */
export type WordRule = 'host' | 'own' | 'mean';

/** Members, their word, and what it loses of their shapes. */
export interface Leaf {
  /** Places in the block. */
  readonly members: readonly number[];
  readonly level: number;
  readonly word: Uint8Array;
  /** The sum of the members' unit shapes. */
  readonly sum: Float64Array;
  readonly flat: number;
  /** The direction of its word; undefined where that says no shape. */
  readonly direction: Float64Array | undefined;
  readonly loss: number;
}

export function leafOf(
  members: readonly number[],
  { level, word }: Pick<Leaf, 'level' | 'word'>,
  shapes: Shapes,
  rule: WordRule,
): Leaf {
  const { segments, coordinates } = shapes;
  const sum = new Float64Array(segments);
  let flat = 0;
  for (const member of members) {
    flat += shapes.flat[member];
    for (let i = 0; i < segments; i++) sum[i] += coordinates[member * segments + i];
  }
  const body = { members, sum, flat };
  return rule === 'mean' ? withMean(body, level, word) : withWord(body, level, word, shapes);
}

/** How much more is lost if two leaves share the better of their two words, or their mean shape. */
export function lossOfJoining(leaf: Leaf, other: Leaf, rule: WordRule): number {
  if (rule === 'mean') return lossUnder(directionTo(sumOf(leaf, other)), leaf, other) - leaf.loss - other.loss;
  return Math.min(lossUnder(leaf.direction, leaf, other), lossUnder(other.direction, leaf, other)) - leaf.loss - other.loss;
}

/** What the members of some leaves lose under a direction: the part of their shapes that does not point there. */
function lossUnder(direction: Float64Array | undefined, ...leaves: readonly Pick<Leaf, 'members' | 'sum' | 'flat'>[]): number {
  let loss = 0;
  for (const { members, sum, flat } of leaves) {
    loss += members.length;
    if (direction === undefined) loss -= flat;
    else for (let i = 0; i < sum.length; i++) loss -= sum[i] * direction[i];
  }
  return loss;
}

export function joinedLeaves(leaf: Leaf, other: Leaf, shapes: Shapes, rule: WordRule): Leaf {
  const both = {
    members: [...leaf.members, ...other.members],
    sum: sumOf(leaf, other),
    flat: leaf.flat + other.flat,
  };
  if (rule === 'mean') return withMean(both, leaf.level, leaf.word);
  if (rule === 'own') {
    const { level, word } = commonWord(both.members, Math.min(leaf.level, other.level), shapes);
    return withWord(both, level, word, shapes);
  }
  const byOne = withWord(both, leaf.level, leaf.word, shapes);
  const byOther = withWord(both, other.level, other.word, shapes);
  return byOther.loss < byOne.loss ? byOther : byOne;
}

const sumOf = (leaf: Leaf, other: Leaf): Float64Array => leaf.sum.map((part, i) => part + other.sum[i]);

function withMean(body: Pick<Leaf, 'members' | 'sum' | 'flat'>, level: number, word: Uint8Array): Leaf {
  const direction = directionTo(body.sum);
  return { ...body, level, word, direction, loss: lossUnder(direction, body) };
}

/** Of length 1; undefined where shapes cancel out. */
function directionTo(sum: Float64Array): Float64Array | undefined {
  const length = Math.hypot(...sum);
  return length > 0 ? sum.map((part) => part / length) : undefined;
}

function withWord(
  body: Pick<Leaf, 'members' | 'sum' | 'flat'>,
  level: number,
  word: Uint8Array,
  { weights, segments }: Shapes,
): Leaf {
  const towards = new Float64Array(segments);
  const direction = directionOf(word, level, weights, towards) ? towards : undefined;
  return { ...body, level, word, direction, loss: lossUnder(direction, body) };
}

/** The word of the finest level, `from` or below, at which all members have the same; at level 1 all do. */
function commonWord(members: readonly number[], from: number, shapes: Shapes): { level: number; word: Uint8Array } {
  const wordOf = wordsOf(shapes);
  const word = new Uint8Array(shapes.segments);
  const another = new Uint8Array(shapes.segments);
  const agree = (level: number) =>
    members.every((member) => {
      wordOf(member, level, another, 0);
      return another.every((symbol, i) => symbol === word[i]);
    });
  for (let level = from; ; level--) {
    wordOf(members[0], level, word, 0);
    if (level === 1 || agree(level)) return { level, word };
  }
}
