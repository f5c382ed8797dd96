import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardOf } from '../../src/attack/board.ts';
import { bandFact, labelFact } from '../../src/attack/fact.ts';
import { linkByFacts, stepsUpTo } from '../../src/attack/link.ts';
import { randomFrom } from '../../src/base/random.ts';
import { draws } from '../suite/draws.ts';

describe('linkage by facts', () => {
  const board = boardOf(Float64Array.of(4, 6, 10));
  const bands = { lower: Float64Array.of(0, 5, 0), upper: Float64Array.of(10, 15, 20) };

  it('is one over the records that fit', () => {
    const fact = bandFact(bands, Float64Array.of(3, 12, 7, Number.NaN));
    const places = Uint32Array.of(0, 1, 2, 0);
    const [chances] = linkByFacts(board, [fact], [1], { places, random: randomFrom(1) });
    expect([...chances]).toEqual([1 / 14, 1 / 16, 1 / 20, 1 / 20]);
  });

  it('is nothing where what is published is not true of the person', () => {
    const fact = bandFact(bands, Float64Array.of(18));
    const [chances] = linkByFacts(board, [fact], [1], { places: Uint32Array.of(0), random: randomFrom(1) });
    expect([...chances]).toEqual([0]);
  });

  it('leaves records open that may fit a value known up to some noise', () => {
    const fact = bandFact(bands, Float64Array.of(4.5), 1);
    const [chances] = linkByFacts(board, [fact], [1], { places: Uint32Array.of(1), random: randomFrom(1) });
    expect([...chances]).toEqual([1 / 20]);
  });

  it('takes any record of a person who has several', () => {
    const fact = labelFact({ ofCell: Uint32Array.of(0, 1, 0), ofPerson: Uint32Array.of(0), count: 2, fits: Uint8Array.of(1, 0) });
    const all = { starts: Uint32Array.of(0, 4), cells: Uint32Array.of(0, 0, 1, 2) };
    const [chances] = linkByFacts(board, [fact], [1], { places: Uint32Array.of(0), random: randomFrom(1), ...all });
    expect([...chances]).toEqual([3 / 14]);
  });

  it('never falls as more is known, and never passes one over the person’s own cell', () => {
    const cell = fc.record({
      size: fc.integer({ min: 1, max: 9 }),
      lows: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), fc.nat(), (cells, seed) => {
        const some = boardOf(Float64Array.from(cells, ({ size }) => size));
        const own = seed % cells.length;
        const facts = [0, 1, 2, 3].map((t) =>
          bandFact(
            {
              lower: Float64Array.from(cells, ({ lows }) => lows[t]),
              upper: Float64Array.from(cells, ({ lows }) => lows[t] + 4),
            },
            Float64Array.of(cells[own].lows[t] + 2),
          ),
        );
        const found = linkByFacts(some, facts, stepsUpTo(4), { places: Uint32Array.of(own), random: randomFrom(seed) });
        const chances = found.map(([chance]) => chance);
        expect(chances).toEqual(chances.toSorted((a, b) => a - b));
        expect(chances.at(-1)).toBeLessThanOrEqual(1 / cells[own].size);
      }),
      { numRuns: draws(200) },
    );
  });

  it('is tried with one fact, twice as many again, and all', () => {
    expect([0, 1, 2, 3, 8, 24].map(stepsUpTo)).toEqual([[], [1], [1, 2], [1, 2, 3], [1, 2, 4, 8], [1, 2, 4, 8, 16, 24]]);
  });
});
