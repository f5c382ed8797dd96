import { describe, expect, it } from 'vitest';
import { mutantsOf } from './mutants-of.ts';
import { mutantState, mutantSwitch } from './switch.ts';

const changesIn = (source: string): readonly string[] => mutantsOf(source, 'a.js', 1).mutants.map(({ change }) => change);

/** What a module gives with one of its mutants switched on; as it is with none. */
function valueWith(source: string, on: number): unknown {
  mutantState.on = on;
  try {
    return new Function('$mutant', `${mutantsOf(source, 'a.js', 1).text}; return f(3);`)(mutantSwitch);
  } finally {
    mutantState.on = 0;
  }
}

describe('mutants of a module', () => {
  it('are its comparisons, steps, branches and whole functions, each changed alone', () => {
    const source = 'const f = (x) => { if (x < 3) return 1; return 2; };';
    expect(changesIn(source)).toEqual([
      '{ if (x < 3) return 1; return 2; } -> {}',
      'x < 3 -> x <= 3',
      'x < 3 -> x >= 3',
      'x < 3 -> true',
      'x < 3 -> false',
    ]);
    expect([0, 1, 2, 3, 4, 5].map((on) => valueWith(source, on))).toEqual([2, undefined, 1, 1, 1, 2]);
  });

  it('are operators of a query, and none of a sentence or of code within it', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a module
    const query = "const f = (x) => `SELECT a FROM t WHERE b >= ${x + 'c = d'} AND NOT e`;";
    const [text, ...others] = [0, 1, 2, 3].map((on) => valueWith(query, on));
    expect(text).toBe('SELECT a FROM t WHERE b >= 3c = d AND NOT e');
    expect(others).toEqual([
      'SELECT a FROM t WHERE b > 3c = d AND NOT e',
      'SELECT a FROM t WHERE b >= 3c = d OR NOT e',
      'SELECT a FROM t WHERE b >= 3c = d AND e',
    ]);
    expect(changesIn("const f = () => 'nothing = nobody';")).toEqual([]);
  });

  it('leave names, places that are written to, and what runs once alone', () => {
    const source = 'const g = 1 + 1; const f = (x) => { let { a, b = a } = { a: x, b: 2 }; [a, b] = [b, a]; return a; };';
    expect(changesIn(source)).toEqual([expect.stringMatching(/-> \{\}$/), '[b, a] -> []']);
    expect(valueWith(source, 0)).toBe(2);
  });

  it('are felt where they would give another value', () => {
    const felt = (source: string): readonly string[] => {
      mutantState.felt = new Set();
      valueWith(source, 0);
      const { mutants } = mutantsOf(source, 'a.js', 1);
      return mutants.filter(({ id }) => mutantState.felt.has(id)).map(({ change }) => change);
    };
    expect(felt('const f = (x) => x < 3;')).toEqual(['x < 3 -> x <= 3', 'x < 3 -> x >= 3']);
    expect(felt('const f = (x) => x < 4;')).toEqual(['x < 4 -> x >= 4']);
    expect(felt('const f = (x) => (x < 4 ? 1 : 2);')).toEqual(['x < 4 -> x >= 4', 'x < 4 -> false']);
    expect(felt('const f = (x) => x === 3 && x > 2;')).toEqual(['x === 3 -> x !== 3', 'x > 2 -> x <= 2']);
    expect(felt('const f = (x) => x === 4 || x > 2;')).toEqual([
      'x === 4 || x > 2 -> x === 4 && x > 2',
      'x === 4 -> x !== 4',
      'x > 2 -> x <= 2',
    ]);
    expect(felt('const f = (x) => [x, 4].every((y) => y > 2);')).toEqual(['[x, 4] -> []', 'y > 2 -> y <= 2']);
    expect(felt('const f = (x) => [x, 4].filter((y) => y > 3);')).toEqual([
      '[x, 4] -> []',
      'y > 3 -> y >= 3',
      'y > 3 -> y <= 3',
      '[x, 4].filter((y) => y > 3) -> [x, 4]',
    ]);
  });
});
