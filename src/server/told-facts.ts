import type { Fact, Problem } from '../base/problem.ts';
import type { Facts } from '../base/told.ts';

/** The facts that the sentences of a problem tell already: whoever may read the ones may have the others, and nothing more is told by them. */
export function toldFacts({ facts, what, where = '', why, fix }: Omit<Problem, 'code' | 'exit'>): Facts {
  const text = [what, where, why, fix].join('\n');
  const told = Object.entries(facts).flatMap(([name, fact]): [string, Fact][] => {
    if (!Array.isArray(fact)) return isIn(text, fact as string | number | boolean) ? [[name, fact]] : [];
    const some = fact.filter((one: string | number) => isIn(text, one));
    return some.length === 0 ? [] : [[name, some]];
  });
  return Object.fromEntries(told);
}

/** A number as a whole: 3 is not told by 35. */
const isIn = (text: string, fact: string | number | boolean): boolean =>
  typeof fact === 'number'
    ? text.split(/[^\d.-]+|\.(?!\d)/).includes(String(fact))
    : typeof fact === 'string' && fact !== '' && text.includes(fact);
