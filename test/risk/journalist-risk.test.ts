import { describe, expect, it } from 'vitest';
import { journalistRisk } from '../../src/risk/journalist-risk.ts';

describe('the risk by a journalist', () => {
  it('is one in the people under the labels: the fewest at most, and on average over subjects', () => {
    const risk = journalistRisk([
      { people: 10, subjects: 4, combinations: 2 },
      { people: 50, subjects: 5, combinations: 1 },
    ]);
    expect(risk?.largest).toBe(1 / 10);
    expect(risk?.mean).toBeCloseTo((8 / 10 + 5 / 50) / 13, 12);
  });

  it('is never below that of a class that is larger than the population knows', () => {
    expect(journalistRisk([{ people: 2, subjects: 8, combinations: 1 }])).toEqual({ largest: 1 / 8, mean: 1 / 8 });
    expect(journalistRisk([{ people: 0, subjects: 0, combinations: 3 }])).toEqual({ largest: 1, mean: 1 });
  });

  it('weighs classes alike where the subjects of one are not known', () => {
    const risk = journalistRisk([
      { people: 4, subjects: 0, combinations: 1 },
      { people: 8, subjects: 7, combinations: 3 },
    ]);
    expect(risk).toEqual({ largest: 1 / 4, mean: (1 / 4 + 3 / 8) / 4 });
  });

  it('is nothing of no class', () => {
    expect(journalistRisk([])).toBe(undefined);
  });
});
