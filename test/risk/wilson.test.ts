import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilson } from '../../src/risk/events/wilson.ts';

describe('the interval of a share', () => {
  it('is that of the tables', () => {
    const { low, high } = wilson(81, 263); // Newcombe, Statistics in Medicine 17, 1998, table I, method 3
    expect(low).toBeCloseTo(0.2553, 4);
    expect(high).toBeCloseTo(0.3662, 4);
    const few = wilson(1, 29);
    expect(few.low).toBeCloseTo(0.0061, 4);
    expect(few.high).toBeCloseTo(0.1718, 4);
  });

  it('holds the share, stays inside 0 and 1, and narrows with the sample', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (trials, any) => {
        const hits = any % (trials + 1);
        const { low, high } = wilson(hits, trials);
        const larger = wilson(4 * hits, 4 * trials);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(hits / trials);
        expect(high).toBeGreaterThanOrEqual(hits / trials);
        expect(larger.high - larger.low).toBeLessThan(high - low);
      }),
    );
  });
});
