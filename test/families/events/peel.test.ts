import fc from 'fast-check';
import { expect, it } from 'vitest';
import { subjectsToRemove } from '../../../src/families/events/peel.ts';

const anyPairs = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 14 })), {
  maxLength: 90,
  selector: ([cell, subject]) => cell * 100 + subject,
});

it('removes exactly those that removing round by round removes', () => {
  fc.assert(
    fc.property(anyPairs, fc.integer({ min: 2, max: 5 }), (pairs, k) => {
      const removed = subjectsToRemove(
        {
          cells: Uint32Array.from(pairs, ([cell]) => cell),
          subjects: Uint32Array.from(pairs, ([, subject]) => subject),
          cellCount: 12,
          subjectCount: 15,
        },
        k,
      );
      expect(new Set([...removed.keys()].filter((subject) => removed[subject] === 1))).toEqual(roundByRound(pairs, k));
    }),
  );
});

function roundByRound(pairs: readonly (readonly [number, number])[], k: number): Set<number> {
  const gone = new Set<number>();
  for (;;) {
    const left = pairs.filter(([, subject]) => !gone.has(subject));
    const size = (cell: number) => left.filter(([other]) => other === cell).length;
    const failing = left.filter(([cell]) => size(cell) < k);
    if (failing.length === 0) return gone;
    for (const [, subject] of failing) gone.add(subject);
  }
}
