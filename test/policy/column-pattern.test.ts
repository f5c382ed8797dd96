import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnPattern } from '../../src/policy/column-pattern.ts';
import { draws } from '../suite/draws.ts';

const letter = fc.constantFrom('a', 'b', 'H', '1', '2', '_', '.', 'é', '𝒳', ' ');
const text = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''));
const single = fc.constantFrom(
  'a',
  'b',
  'H',
  '1',
  '\\d',
  '\\w',
  '\\W',
  '.',
  '[ab]',
  '[^a]',
  '[1-9_]',
  '\\.',
  '\\u{1D4B3}',
  '\\uD835\\uDCB3',
  '\\p{L}',
  '\\s',
  '^',
  '$',
  '\\b',
  '\\B',
  'é',
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    single,
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{0}', '{2}', '{1,}', '{0,2}', '*?', '+?'))
      .map(([a, times]) => `(${a})${times}`),
    tie('expression').map((a) => `(?<name>${a.replaceAll('(?<name>', '(?:')})`),
  ),
}));

const isSound = (source: string): boolean => {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
};

describe('a pattern of column names', () => {
  it("finds the names that JavaScript's own matcher finds", () => {
    fc.assert(
      fc.property(expression, fc.constantFrom('', 'i'), text, (source, flags, name) => {
        fc.pre(isSound(source) && !(source.includes('\\B') && name.includes('𝒳'))); // V8 also looks between the halves of such a letter
        expect(columnPattern(source, flags)?.(name)).toBe(new RegExp(source, `u${flags}`).test(name));
      }),
      { numRuns: draws(2000) },
    );
  });

  it('is refused where it is malformed, looks back or ahead, or is far too large', () => {
    for (const source of [
      '(',
      'a{2,1}',
      '[b-a]',
      '(a)\\1',
      '(?<n>a)\\k<n>',
      '(?=a)',
      '(?!a)',
      '(?<=a)b',
      '(?<!a)b',
      '(a{1000}){1000}',
    ])
      expect(columnPattern(source, '')).toBeUndefined();
  });

  it('takes time that grows with the name, not with its power', () => {
    const name = `${'a'.repeat(5000)}!`;
    for (const source of ['^(a+)+$', '^(a|a)*$', '^(\\w*)*$', 'a*a*a*a*a*a*a*a*b', '(a?){50}a{50}b', '(a{0}){99999999999}b'])
      expect(columnPattern(source, '')?.(name)).toBe(false);
  });
});
