import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeHistories } from '../../../src/families/events/merge-histories.ts';
import { draws } from '../../suite/draws.ts';

/** Words of letters: who did what in one window. */
const link = (words: readonly string[], k: number, parts = 'AAAAAAAA', stages: ('part' | 'window')[] = ['part', 'window']) => {
  const letters = 'ABCDEFGH';
  const subjects = words.map((word) => {
    const own = [...new Set(word)].sort();
    return {
      combinations: own.map((letter) => letters.indexOf(letter)),
      counts: own.map((letter) => [...word].filter((other) => other === letter).length),
    };
  });
  const numbers = [...parts].map((part) => letters.indexOf(part));
  const sets = mergeHistories({ combinations: letters.length, parts: numbers, subjects }, k, stages);
  return sets.map(({ subject, combinations }) => `${subject + 1}:${[...combinations].map((c) => letters[c]).join('')}`).sort();
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
    expect(link(words, 3, 'AABAAAAA', ['part'])).toEqual(['1:AB', '2:AB', '3:AB']);
    expect(link(words, 3, 'AABAAAAA', ['part', 'window'])).toEqual(['1:ABC', '2:ABC', '3:ABC']);
  });

  it('are carried by k subjects each, leave every single event with k or with nobody, and hang on nothing but what was done', () => {
    const logs = fc.array(fc.string({ unit: fc.constantFrom(...'ABCDEFGH'), maxLength: 9 }), { minLength: 2, maxLength: 14 });
    let linked = 0;
    fc.assert(
      fc.property(logs, fc.integer({ min: 2, max: 4 }), fc.constantFrom('AAAAAAAA', 'AABBCCDD', 'AAAABBBB'), (log, k, parts) => {
        const words = withCompany(log, k);
        for (const stages of [['part'], ['window'], ['part', 'window']] as const) {
          const sets = link(words, k, parts, [...stages]);
          linked += sets.length;
          expect(brokenRules(words, sets, k)).toEqual([]);
        }
      }),
      { numRuns: draws(300) },
    );
    expect(linked).toBeGreaterThan(0);
  });
});

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
