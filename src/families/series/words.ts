import { type Shapes, symbolAt } from './shapes.ts';

/** Writes the word of a member at a level into `words` from `at` on. */
export type WordOf = (member: number, level: number, words: Uint8Array, at: number) => void;

/** The words of series with these quantiles. */
export function wordsOf({ quantiles, segments }: Pick<Shapes, 'quantiles' | 'segments'>): WordOf {
  return (member, level, words, at) => {
    for (let i = 0; i < segments; i++) words[at + i] = symbolAt(quantiles[member * segments + i], level);
  };
}

/** Memory for grouping up to `most` words, taken once and lent to each grouping. */
export interface WordScratch {
  readonly words: Uint8Array;
  readonly classOf: Uint32Array;
  readonly sizes: Uint32Array;
  readonly firsts: Uint32Array;
  readonly places: Uint32Array;
  readonly ordered: Uint32Array;
  readonly slots: Int32Array;
}

/** What words of members are spelt and compared with. */
export interface Lexicon {
  readonly segments: number;
  readonly wordOf: WordOf;
  readonly scratch: WordScratch;
}

export function wordScratch(most: number, segments: number): WordScratch {
  return {
    words: new Uint8Array(Math.max(2, most) * segments),
    classOf: new Uint32Array(most),
    sizes: new Uint32Array(most),
    firsts: new Uint32Array(most),
    places: new Uint32Array(most + 1),
    ordered: new Uint32Array(most),
    slots: new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2))),
  };
}

/** Numbers the distinct words 0, 1, … in order of first appearance; answers how many there are. Compares words, never hashes alone. */
export function classify(size: number, segments: number, { words, classOf, sizes, firsts, slots }: WordScratch): number {
  const used = 2 ** Math.ceil(Math.log2(2 * size + 2));
  slots.fill(-1, 0, used);
  let classes = 0;
  for (let m = 0; m < size; m++) {
    let slot = hashOf(words, m * segments, segments) & (used - 1);
    while (slots[slot] >= 0 && !sameWord(words, firsts[slots[slot]] * segments, m * segments, segments))
      slot = (slot + 1) & (used - 1);
    if (slots[slot] < 0) {
      slots[slot] = classes;
      firsts[classes] = m;
      sizes[classes++] = 0;
    }
    classOf[m] = slots[slot];
    sizes[classOf[m]]++;
  }
  return classes;
}

function hashOf(words: Uint8Array, at: number, segments: number): number {
  let hash = 0;
  for (let i = 0; i < segments; i++) hash = Math.imul(hash ^ words[at + i], 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function sameWord(words: Uint8Array, a: number, b: number, segments: number): boolean {
  for (let i = 0; i < segments; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}
