import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeHistories } from '../../../src/families/events/merge-histories.ts';
import { draws } from '../../suite/draws.ts';

const letters = 'ABCDEFGH';

interface Asked {
  readonly stages?: readonly ('part' | 'window')[];
  readonly confidence?: number | undefined;
  /** What each letter says that happened. */
  readonly happenings?: string;
}

/** Words of letters: who did what in one window. */
const link = (
  words: readonly string[],
  k: number,
  parts = 'AAAAAAAA',
  { stages = ['part', 'window'], confidence, happenings = letters }: Asked = {},
) => {
  const own = words.map((word) => [...new Set(word)].sort());
  const starts = [0];
  for (const { length } of own) starts.push(starts[starts.length - 1] + length);
  const held = own.flatMap((some) => some.map((letter) => letters.indexOf(letter)));
  const counts = own.flatMap((some, s) => some.map((letter) => words[s].split(letter).length - 1));
  const numbersOf = (text: string) => [...text].map((letter) => letters.indexOf(letter));
  const whole = { combinations: letters.length, parts: numbersOf(parts), happenings: numbersOf(happenings) };
  const sets = mergeHistories({ ...whole, starts, held, counts }, { k, stages, confidence });
  const textOf = (set: number) =>
    [...sets.combinations.subarray(sets.starts[set], sets.starts[set + 1])].map((c) => letters[c]).join('');
  return [...sets.subjects].map((subject, set) => `${subject + 1}:${textOf(set)}`).sort();
};

describe('links where k share them', () => {
  it('are those of the worked example: u3 is held back, so that A and B alone keep two', () => {
    expect(link(['ABC', 'ABC', 'AB', 'A', 'BC', 'C'], 2)).toEqual(['1:ABC', '2:ABC']);
  });

  it('link everything where all did the same', () => {
    expect(link(['ABCD', 'ABCD', 'ABCD'], 3)).toEqual(['1:ABCD', '2:ABCD', '3:ABCD']);
  });

  it('link nothing that fewer than k share', () => {
    expect(link(['AB', 'AB', 'AC', 'BC', 'A', 'B', 'C'], 3)).toEqual([]);
  });

  it('give a subject a set once, however often it did all of it', () => {
    expect(link(['AABB', 'AABB', 'AABB', 'AB', 'A', 'A', 'A', 'B', 'B', 'B'], 3)).toEqual(['1:AB', '2:AB', '3:AB', '4:AB']);
  });

  it('are sought inside a part of the window first', () => {
    const words = ['ABC', 'ABC', 'ABC'];
    expect(link(words, 3, 'AABAAAAA', { stages: ['part'] })).toEqual(['1:AB', '2:AB', '3:AB']);
    expect(link(words, 3, 'AABAAAAA')).toEqual(['1:ABC', '2:ABC', '3:ABC']);
  });

  it('are carried by k subjects each, leave every single event with k or with nobody, and hang on nothing but what was done', () => {
    const logs = fc.array(fc.string({ unit: fc.constantFrom(...'ABCDEFGH'), maxLength: 9 }), { minLength: 2, maxLength: 14 });
    let linked = 0;
    fc.assert(
      fc.property(logs, fc.integer({ min: 2, max: 4 }), fc.constantFrom('AAAAAAAA', 'AABBCCDD', 'AAAABBBB'), (log, k, parts) => {
        const words = withCompany(log, k);
        for (const stages of [['part'], ['window'], ['part', 'window']] as const) {
          const sets = link(words, k, parts, { stages });
          linked += sets.length;
          expect(brokenRules(words, sets, k)).toEqual([]);
        }
      }),
      { numRuns: draws(300) },
    );
    expect(linked).toBeGreaterThan(0);
  });

  it('hold as well where some did a thing many times: what is not linked any more keeps company to whoever has it left', () => {
    const often = fc
      .tuple(fc.constantFrom(...'ABCDE'), fc.constantFrom(1, 2, 8, 9, 30))
      .map(([letter, times]) => letter.repeat(times));
    const logs = fc.array(
      fc.array(often, { maxLength: 6 }).map((some) => some.join('')),
      { minLength: 2, maxLength: 10 },
    );
    let linked = 0;
    fc.assert(
      fc.property(logs, fc.integer({ min: 2, max: 4 }), fc.constantFrom('AAAAAAAA', 'AABBCCDD'), (log, k, parts) => {
        const words = withCompany(log, k);
        const sets = link(words, k, parts);
        linked += sets.length;
        expect(brokenRules(words, sets, k)).toEqual([]);
      }),
      { numRuns: draws(200) },
    );
    expect(linked).toBeGreaterThan(0);
  });

  it('tell an event of no more of its subjects than is asked for: of ten with A and B, five are linked', () => {
    const words = Array.from({ length: 10 }, () => 'AB');
    expect(link(words, 2, undefined, { confidence: 0.5 })).toHaveLength(5);
    expect(link(words, 2, undefined, { confidence: 0.499 })).toHaveLength(4);
    expect(link(words, 2, undefined, { confidence: 0.1 })).toEqual([]);
    expect(link([...words, ...Array.from({ length: 10 }, () => 'B')], 2, undefined, { confidence: 0.8 })).toHaveLength(8); // B is told of less
  });

  it('tell what else happened as surely as a certain event of it', () => {
    const words = ['AB', 'AB', 'AB', 'AC', 'AC', 'AC', 'A', 'A', 'A', 'B', 'B', 'B', 'C', 'C', 'C'];
    expect(link(words, 3, undefined, { confidence: 0.5 })).toHaveLength(6); // of nine with A, three have B, and three C
    expect(link(words, 3, undefined, { confidence: 0.5, happenings: 'ABBDEFGH' })).toHaveLength(3); // B and C are one thing at two times
  });

  it('keep k and the confidence that is asked for together, in any log', () => {
    const logs = fc.array(fc.string({ unit: fc.constantFrom(...'ABCDE'), maxLength: 7 }), { minLength: 4, maxLength: 18 });
    let [linked, bent] = [0, 0];
    fc.assert(
      fc.property(
        logs,
        fc.integer({ min: 2, max: 3 }),
        fc.constantFrom(0.334, 0.5, 0.667, 0.8, 0.95),
        fc.constantFrom(letters, 'AABBCDEF'),
        (log, k, confidence, happenings) => {
          const words = withCompany(log, k);
          const sets = link(words, k, 'AABBCCDD', { confidence, happenings });
          linked += sets.length;
          bent += Number(mostTold(words, link(words, k, 'AABBCCDD'), happenings) > confidence);
          expect(brokenRules(words, sets, k)).toEqual([]);
          expect(mostTold(words, sets, happenings)).toBeLessThanOrEqual(confidence + 1e-9);
        },
      ),
      { numRuns: draws(300) },
    );
    expect(linked).toBeGreaterThan(0);
    expect(bent).toBeGreaterThan(0);
  });
});

/** By the promise alone: of those with a letter, how many numbers tell one certain other, or what else happened. */
function mostTold(words: readonly string[], sets: readonly string[], happenings: string): number {
  const happeningOf = (letter: string) => happenings[letters.indexOf(letter)];
  let most = 0;
  for (const known of letters) {
    const having = words.filter((word) => word.includes(known)).length;
    const told = new Map<string, number>();
    for (const kind of sets.map((set) => set.split(':')[1]).filter((one) => one.includes(known))) {
      const others = [...kind].filter((letter) => letter !== known);
      const tells = new Set(others.map((one) => (happeningOf(one) === happeningOf(known) ? one : `any ${happeningOf(one)}`)));
      for (const one of tells) told.set(one, (told.get(one) ?? 0) + 1);
    }
    for (const numbers of told.values()) most = Math.max(most, numbers / having);
  }
  return most;
}

/** Without what fewer than k did: no release has it. */
function withCompany(words: readonly string[], k: number): readonly string[] {
  const isShared = (letter: string) => words.filter((word) => word.includes(letter)).length >= k;
  return words.map((word) => [...word].filter(isShared).join(''));
}

/** By the promise alone, one set at a time. */
function brokenRules(words: readonly string[], sets: readonly string[], k: number): readonly string[] {
  const left = words.map((word) => [...word]);
  const owners = new Map<string, string[]>();
  const broken: string[] = [];
  const carry = (kind: string, who: string) => owners.set(kind, [...(owners.get(kind) ?? []), who]);
  for (const set of sets) {
    const [who, kind] = set.split(':');
    carry(kind, who);
    for (const letter of kind) {
      const place = left[Number(who) - 1].indexOf(letter);
      if (place < 0) broken.push(`${set}: more than was done`);
      left[Number(who) - 1].splice(place, 1);
    }
  }
  for (const [subject, rest] of left.entries()) for (const letter of rest) carry(letter, String(subject + 1));
  for (const [kind, who] of owners) {
    if (new Set(who).size < k) broken.push(`${kind}: ${new Set(who).size} of ${k}`);
    if (kind.length > 1 && new Set(who).size < who.length) broken.push(`${kind}: twice`);
  }
  return broken;
}
