import { directionOf } from './directions.ts';
import type { Shapes } from './shapes.ts';
import { wordsOf } from './words.ts';

/** Which word merged leaves share: that of one of them, as Naive's absorbed leaves do, or the finest that is each member's own, as KAPRA's. */
export type WordRule = 'host' | 'own';

/** Members, their word, and what it loses of their shapes. */
export interface Leaf {
  /** Places in the block. */
  readonly members: readonly number[];
  readonly level: number;
  readonly word: Uint8Array;
  /** The sum of the members' unit shapes. */
  readonly sum: Float64Array;
  readonly flat: number;
  readonly loss: number;
}

export function leafOf(members: readonly number[], level: number, word: Uint8Array, shapes: Shapes): Leaf {
  const { segments, coordinates } = shapes;
  const sum = new Float64Array(segments);
  let flat = 0;
  for (const member of members) {
    flat += shapes.flat[member];
    for (let i = 0; i < segments; i++) sum[i] += coordinates[member * segments + i];
  }
  return withWord({ members, sum, flat }, level, word, shapes);
}

export function joinedLeaves(leaf: Leaf, other: Leaf, shapes: Shapes, rule: WordRule): Leaf {
  const both = {
    members: [...leaf.members, ...other.members],
    sum: leaf.sum.map((part, i) => part + other.sum[i]),
    flat: leaf.flat + other.flat,
  };
  if (rule === 'own') {
    const { level, word } = commonWord(both.members, Math.min(leaf.level, other.level), shapes);
    return withWord(both, level, word, shapes);
  }
  const byOne = withWord(both, leaf.level, leaf.word, shapes);
  const byOther = withWord(both, other.level, other.word, shapes);
  return byOther.loss < byOne.loss ? byOther : byOne;
}

function withWord(
  body: Pick<Leaf, 'members' | 'sum' | 'flat'>,
  level: number,
  word: Uint8Array,
  { weights, segments }: Shapes,
): Leaf {
  const direction = new Float64Array(segments);
  const shaped = directionOf(word, 0, level, weights, direction, 0);
  const size = body.members.length;
  const loss = shaped ? size - body.sum.reduce((dot, part, i) => dot + part * direction[i], 0) : size - body.flat;
  return { ...body, level, word, loss };
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
