import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from '../../src/base/nearest.ts';

const flags = ['--subject', '--series', '--sensitive', '--segments', '--seed', '--out', '--drop', '--max-level'];
const anyWord = fc.string({ minLength: 1, maxLength: 12 });

describe('nearest', () => {
  it.each([
    ['--sujbect', '--subject'],
    ['--serie', '--series'],
    ['--Drop', '--drop'],
    ['--maxlevel', '--max-level'],
    ['--sensitve', '--sensitive'],
  ])('takes %s for %s', (word, meant) => {
    expect(nearest(word, flags)).toBe(meant);
  });

  it('says nothing where nothing is close', () => {
    for (const word of ['--frobnicate', 'x', '', '--quasi']) expect(nearest(word, flags)).toBeUndefined();
    expect(nearest('anything', [])).toBeUndefined();
  });

  it('finds a word that is there, and hardly minds case and punctuation', () => {
    fc.assert(
      fc.property(anyWord, fc.array(anyWord), (word, others) => {
        expect(nearest(word, [...others.filter((other) => other !== word), word])).toBe(word);
      }),
    );
    expect(nearest('maxlevel', ['maxLevel'])).toBe('maxLevel');
    expect(nearest('max_level', ['maxLevel'])).toBe('maxLevel');
    expect(nearest('performance_sd', ['Performance_SD', 'Performance'])).toBe('Performance_SD');
  });

  it('finds a word of four letters or more that lacks a letter, has one too many, or two swapped', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,10}$/), fc.nat(), (word, seed) => {
        const at = seed % (word.length - 1);
        const slips = [
          word.slice(0, at) + word.slice(at + 1),
          `${word.slice(0, at)}q${word.slice(at)}`,
          word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
        ];
        for (const slip of slips) expect(nearest(slip, ['0123456789', word])).toBe(word);
      }),
    );
  });

  it('goes to the first of those that are equally near', () => {
    expect(nearest('H9', ['H1', 'H2', 'H3'])).toBe('H1');
  });
});

it('didYouMean is a sentence to put before others, or nothing', () => {
  expect(didYouMean('Nmae', ['Name'])).toBe('Did you mean "Name"? ');
  expect(didYouMean('Nmae', ['Surname of the person'])).toBe('');
});
