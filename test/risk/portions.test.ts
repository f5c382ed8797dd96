import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPortions } from '../../src/risk/events/portions.ts';

describe('portions', () => {
  it('hold all targets in their order, and no more combinations than fit, unless one target alone has them', () => {
    const anyTarget = fc
      .array(fc.nat(12), { minLength: 1, maxLength: 4 })
      .map((points) => ({ points: Uint32Array.from(points) }));
    fc.assert(
      fc.property(fc.array(anyTarget), fc.integer({ min: 1, max: 80 }), (targets, most) => {
        const portions = inPortions(targets, 10, most);
        expect(portions.flat()).toEqual(targets);
        for (const portion of portions) {
          const combinations = new Set(portion.flatMap(({ points }) => [...points]));
          if (portion.length > 1) expect(combinations.size * 10).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
