import { describe, expect, it } from 'vitest';
import { nearestCells } from '../../src/attack/board.ts';
import { bandFact } from '../../src/attack/fact.ts';

describe('cells that come nearest to a person', () => {
  const facts = [
    bandFact({ lower: Float64Array.of(0, 0, 5), upper: Float64Array.of(4, 9, 9) }, Float64Array.of(2, 7, 20)),
    bandFact({ lower: Float64Array.of(0, 5, 5), upper: Float64Array.of(4, 9, 9) }, Float64Array.of(2, 4.5, 20)),
  ];
  const nearest = (person: number) => {
    const open = new Uint32Array(3);
    return [...open.subarray(0, nearestCells(facts, person, open, new Uint32Array(3)))];
  };

  it('are those that fit, where any do', () => expect(nearest(0)).toEqual([0]));
  it('else those that the fewest facts contradict', () => expect(nearest(1)).toEqual([1, 2]));
  it('and all of them where every fact contradicts each', () => expect(nearest(2)).toEqual([0, 1, 2]));
});
