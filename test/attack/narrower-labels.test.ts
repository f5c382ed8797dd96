import { describe, expect, it } from 'vitest';
import { writeBack } from '../../src/attack/narrower-labels.ts';

const way = (weight: number, members: number, forced = false) => ({ weight, members, forced });

describe('narrower labels written back', () => {
  it('are at least one of each where a set lists them, which the frequent alone would not be', () => {
    const listed = [way(98, 3, true), way(1, 1, true), way(1, 1, true)];
    expect(writeBack(listed, 5, true)).toBe(1);
    expect(writeBack(listed, 5, false)).toBe(3 / 5); // five of the frequent one
  });

  it('never go one way alone below an ancestor', () => {
    const below = [way(99, 4), way(1, 1)];
    expect(writeBack(below, 5, true)).toBe(1);
    expect(writeBack(below, 5, false)).toBe(4 / 5);
  });

  it('are the same where what is frequent is spread already', () => {
    const even = [way(10, 3), way(10, 2), way(10, 0)];
    expect(writeBack(even, 5, true)).toBe(writeBack(even, 5, false));
    expect(writeBack(even, 5, true)).toBe(4 / 5); // 2, 2 and 1
  });
});
