import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedColumn, measureEvents } from '../../../src/measure/events/measure.ts';

/** Four values that may become one of two halves, or anything. */
const quarters = {
  labels: ['a', 'b', 'c', 'd', 'ab', 'cd', '*'],
  base: 4,
  levels: [Uint32Array.of(0, 1, 2, 3), Uint32Array.of(4, 4, 5, 5), Uint32Array.of(6, 6, 6, 6)],
};

const columnOf = (name: string, ...values: CountedColumn['values']): CountedColumn => ({ name, ...quarters, values });

const anyCount = fc
  .record({
    value: fc.nat(3),
    level: fc.nat(2),
    events: fc.integer({ min: 1, max: 50 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, events, ...rest }) => ({ ...rest, events, kept: Math.round(share * events) }));

describe('the loss of events', () => {
  it('is nothing where all stay as they are, and all where none is kept', () => {
    const kept = columnOf('x', { value: 0, level: 0, events: 3, kept: 3 }, { value: 2, level: 0, events: 2, kept: 2 });
    expect(measureEvents([kept])).toEqual({ ncp: 0, ncpReleased: 0, flattenedShare: { x: 0 } });
    const flat = columnOf('x', { value: 0, level: 2, events: 3, kept: 3 }, { value: 2, level: 2, events: 2, kept: 2 });
    expect(measureEvents([flat])).toEqual({ ncp: 1, ncpReleased: 1, flattenedShare: { x: 1 } });
  });

  it('counts the other values that occur behind a coarser one', () => {
    const half = columnOf(
      'x',
      { value: 0, level: 1, events: 4, kept: 4 },
      { value: 1, level: 0, events: 1, kept: 1 },
      { value: 2, level: 1, events: 5, kept: 4 },
    );
    // of a, b and c: "ab" could be one other of two, "cd" none other, as d does not occur; one event is gone
    expect(measureEvents([half])).toEqual({ ncp: 0.3, ncpReleased: 0.222222222, flattenedShare: { x: 0.888888889 } });
  });

  it('is the mean over the columns', () => {
    const one = columnOf('x', { value: 0, level: 2, events: 4, kept: 4 });
    const other = columnOf('y', { value: 0, level: 0, events: 4, kept: 4 });
    expect(measureEvents([one, other]).ncp).toBe(0.5);
  });

  it('does not hang on the order of counts, or on how they are cut up', () => {
    fc.assert(
      fc.property(fc.array(anyCount, { minLength: 1, maxLength: 20 }), fc.nat(), (counts, turn) => {
        fc.pre(counts.some(({ kept }) => kept > 0));
        const at = turn % counts.length;
        const turned = [...counts.slice(at), ...counts.slice(0, at)];
        const cut = counts.flatMap(({ kept, events, ...rest }) => [
          { ...rest, kept, events: kept },
          { ...rest, kept: 0, events: events - kept },
        ]);
        const measured = measureEvents([columnOf('x', ...counts)]);
        expect(measured.ncp).toBeGreaterThanOrEqual(0);
        expect(measured.ncp).toBeLessThanOrEqual(1);
        for (const same of [turned, cut]) expect(measureEvents([columnOf('x', ...same)])).toEqual(measured);
      }),
    );
  });

  it('tells first where most was left out, then where most was flattened', () => {
    const column = columnOf('x', { value: 0, level: 0, events: 9, kept: 9 });
    const counts = [
      { values: [0], events: 9, flattened: 0, kept: 9 },
      { values: [1], events: 9, flattened: 2, kept: 9 },
      { values: [2], events: 9, flattened: 0, kept: 3 },
      { values: [3], events: 9, flattened: 2, kept: 9 },
    ];
    const { lost } = measureEvents([column], { names: ['x'], counts });
    expect(lost?.map(({ combination, removed }) => [combination.x, removed])).toEqual([
      ['c', 6],
      ['b', 0],
      ['d', 0],
      ['a', 0],
    ]);
  });
});
