import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { findOrderedSets } from '../../../src/families/events/ordered-sets.ts';
import type { Sequences } from '../../../src/families/events/sequences.ts';
import { findWholeTraces } from '../../../src/families/events/whole-traces.ts';
import { draws } from '../../suite/draws.ts';
import { madeOf } from './logs.ts';

/** Words of letters, one after the other. */
function sequencesOf(words: readonly string[]): Sequences {
  const items = Uint32Array.from([...words.join('')], (letter) => letter.charCodeAt(0));
  const starts = [0];
  for (const word of words) starts.push(starts[starts.length - 1] + word.length);
  return { items, starts: Uint32Array.from(starts) };
}
const wordOf = (combinations: Uint32Array): string => String.fromCharCode(...combinations);
const any = () => true;

/** A word where its order is told, else its letters in brackets. */
const told = (words: readonly string[], k: number, mayOrder: (word: string) => boolean = any): readonly string[] => {
  const isTold = findOrderedSets(sequencesOf(words), k, (set) => mayOrder(wordOf(set)));
  return words.map((word, row) => (isTold[row] === 1 ? word : `(${[...word].sort().join('')})`));
};

describe('the order of a linked set', () => {
  it('is told where k have the very same, and of the others not', () => {
    expect(told(['AB', 'AB', 'AB', 'BA', 'BA'], 2)).toEqual(['AB', 'AB', 'AB', 'BA', 'BA']);
    expect(told(['AB', 'AB', 'AB', 'AB', 'BA', 'BA'], 3)).toEqual(Array(6).fill('(AB)')); // two would stand apart, so all give it up
    expect(told(['AB', 'AB', 'ABC', 'ACB', 'CAB'], 2)).toEqual(['AB', 'AB', '(ABC)', '(ABC)', '(ABC)']);
  });

  it('of the rarest is given up first', () => {
    const words = [...Array(4).fill('AB'), ...Array(3).fill('BA')];
    const three = ['ABC', 'ABC', 'ABC', 'ABC', 'ACB', 'ACB', 'ACB', 'BCA'];
    expect(told(words, 3)).toEqual(words);
    expect(told(three, 3)).toEqual([...Array(4).fill('ABC'), ...Array(4).fill('(ABC)')]);
  });

  it('is not told where it would give a time back', () => {
    expect(told(['AB', 'AB', 'CD', 'CD'], 2, (word) => !word.includes('C'))).toEqual(['AB', 'AB', '(CD)', '(CD)']);
  });

  it('and its lack are shared by k or by nobody, in any log', () => {
    const anyWord = fc.shuffledSubarray([...'ABCD'], { minLength: 2 }).map((letters) => letters.join(''));
    let [ordered, open] = [0, 0];
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 4, maxLength: 40 }), fc.integer({ min: 2, max: 4 }), (log, k) => {
        const company = log.filter((word) => log.filter((other) => sorted(other) === sorted(word)).length >= k);
        const found = told(company, k);
        ordered += found.filter((word) => !word.startsWith('(')).length;
        open += found.filter((word) => word.startsWith('(')).length;
        for (const word of found) expect(found.filter((other) => other === word).length).toBeGreaterThanOrEqual(k);
      }),
      { numRuns: draws(300) },
    );
    expect(Math.min(ordered, open)).toBeGreaterThan(0);
  });
});

const sorted = (word: string): string => [...word].sort().join('');

it('an order is refused where an engine does not number rows: of equal times none would be first', async () => {
  const log = ['home-1', 'home-2'].map((subject) => ({
    time: '2024-03-04T10:00:00',
    subject,
    code: 'FALL_DETECTOR.FALL_DETECTED',
  }));
  const unnumbered = (engine: Engine): Engine => ({
    ...engine,
    relate: async (source) => ({ ...(await engine.relate(source)), numbersRows: false }),
  });
  const settings = { k: 2, pseudonym: 'shared' } as const;
  for (const order of [{ order: 'position' }, { traces: 2 }] as const)
    expect(await madeOf(log, { ...settings, ...order }, unnumbered)).toEqual({ code: 'policy/order-needs-rows' });
  expect(await madeOf(log, settings, unnumbered)).toHaveProperty('rows');
});

describe('whole traces', () => {
  const wholeOf = (words: readonly string[], k: number, least = k): string => {
    const { isWhole } = findWholeTraces(sequencesOf(words), { k, least, mayOrder: any });
    return [...isWhole].join('');
  };

  it('are those that so many have, loops and all', () => {
    expect(wholeOf(['ABAB', 'ABAB', 'ABAB', 'BABA', 'AB', 'BA'], 3)).toBe('111000');
    expect(wholeOf(['ABAB', 'ABAB', 'ABAB', 'BABA', 'AB', 'BA'], 3, 4)).toBe('000000');
  });

  it('give up the rarest one that holds what fewer than k of the others are left with', () => {
    const words = ['AB', 'AB', 'AB', 'AC', 'AC', 'C', 'C', 'A'];
    expect(wholeOf(words, 2)).toBe('11100110'); // the last would have an A alone: AC is rarer than AB
  });

  it('leave all others with k or with nobody, in any log', () => {
    const anyWord = fc.string({ unit: fc.constantFrom(...'ABC'), minLength: 1, maxLength: 3 });
    let [whole, broken] = [0, 0];
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 4, maxLength: 30 }), fc.integer({ min: 2, max: 4 }), (log, k) => {
        const rare = [...'ABC'].filter((letter) => log.filter((word) => word.includes(letter)).length < k);
        const words = log
          .map((word) => [...word].filter((letter) => !rare.includes(letter)).join(''))
          .filter((word) => word !== '');
        const isWhole = wholeOf(words, k);
        const rest = words.filter((_, row) => isWhole[row] === '0');
        const chosen = words.filter((_, row) => isWhole[row] === '1');
        whole += chosen.length;
        broken += Number(chosen.length > 0 && rest.length > 0);
        for (const word of chosen) expect(chosen.filter((other) => other === word).length).toBeGreaterThanOrEqual(k);
        for (const letter of 'ABC') {
          const left = rest.filter((word) => word.includes(letter)).length;
          expect(left === 0 || left >= k).toBe(true);
        }
      }),
      { numRuns: draws(300) },
    );
    expect(Math.min(whole, broken)).toBeGreaterThan(0);
  });

  /** Capital and small letters of one kind are one class at two times. */
  const telling = (confidence: number) => ({
    confidence,
    happeningOf: (combination: number) => String.fromCharCode(combination).toLowerCase().charCodeAt(0),
  });

  it('are held back where one event would tell another too surely, k at least', () => {
    const words = [...Array(10).fill('AB'), ...Array(6).fill('A'), ...Array(4).fill('B')];
    const rules = { k: 2, least: 2, mayOrder: any };
    const wholeAt = (confidence: number) => findWholeTraces(sequencesOf(words), { ...rules, telling: telling(confidence) });
    expect([...wholeAt(0.9).isWhole].join('')).toBe('1'.repeat(20)); // ten of 16 have a B beside their A, ten of 14 an A beside their B
    expect([...wholeAt(0.5).isWhole].join('')).toBe(`${'1'.repeat(7)}000${'1'.repeat(10)}`);
    expect([...wholeAt(0.1).isWhole].join('')).toBe(`${'0'.repeat(10)}${'1'.repeat(10)}`);
    expect([...wholeAt(0.5).room.values()]).toEqual([1, 0]);
  });

  it('count a loop as one more event of the known kind', () => {
    const words = [...Array(6).fill('AA'), ...Array(6).fill('A')];
    const rules = { k: 2, least: 2, mayOrder: any };
    expect([...findWholeTraces(sequencesOf(words), { ...rules, telling: telling(0.5) }).isWhole].join('')).toBe('1'.repeat(12));
    expect([...findWholeTraces(sequencesOf(words), { ...rules, telling: telling(0.4) }).isWhole].join('')).toBe('111100111111');
  });

  it('keep k and the confidence that is asked for together, in any log', () => {
    const anyWord = fc.string({ unit: fc.constantFrom(...'ABab'), minLength: 1, maxLength: 3 });
    const anyC = fc.constantFrom(0.2, 0.5, 0.667, 0.9);
    let [whole, held] = [0, 0];
    fc.assert(
      fc.property(
        fc.array(anyWord, { minLength: 8, maxLength: 40 }),
        fc.integer({ min: 2, max: 3 }),
        anyC,
        (log, k, confidence) => {
          const rare = [...'ABab'].filter((letter) => log.filter((word) => word.includes(letter)).length < k);
          const words = log
            .map((word) => [...word].filter((letter) => !rare.includes(letter)).join(''))
            .filter((word) => word !== '');
          const rules = { k, least: k, mayOrder: any, telling: telling(confidence) };
          const { isWhole, room } = findWholeTraces(sequencesOf(words), rules);
          const chosen = words.filter((_, row) => isWhole[row] === 1);
          const rest = words.filter((_, row) => isWhole[row] === 0);
          whole += chosen.filter((word) => word.length > 1).length;
          held += rest.length;
          for (const word of chosen) expect(chosen.filter((other) => other === word).length).toBeGreaterThanOrEqual(k);
          for (const known of 'ABab') {
            const left = rest.filter((word) => word.includes(known)).length;
            expect(left === 0 || left >= k).toBe(true);
            const subjects = words.filter((word) => word.includes(known)).length;
            if (subjects === 0) continue;
            const small = known.toLowerCase();
            const certain = (other: string) => (word: string) => word.replace(known, '').includes(other); // one more, where it is the known one
            const tells = [
              ...[...'ab']
                .filter((other) => other !== small)
                .map((other) => (word: string) => word.toLowerCase().includes(other)),
              certain(small),
              certain(small.toUpperCase()),
            ];
            const numbers = tells.map((tell) => chosen.filter((word) => word.includes(known) && tell(word)).length);
            const most = Math.floor((Math.round(1000 * confidence) * subjects) / 1000);
            expect(room.get(known.charCodeAt(0))).toBe(most - Math.max(...numbers));
            expect(Math.max(...numbers)).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: draws(300) },
    );
    expect(Math.min(whole, held)).toBeGreaterThan(0);
  });
});
