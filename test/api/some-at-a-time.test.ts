import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someAtATime } from '../../src/api/some-at-a-time.ts';

const later = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : Promise.resolve().then(() => later(turns - 1));

describe('work that is done some at a time', () => {
  it('is answered in the order of the items, whichever ends first, with no more hands than allowed', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), async (turns, most) => {
        let [busy, busiest] = [0, 0];
        const values = await someAtATime(turns, most, async (wait) => {
          busiest = Math.max(busiest, ++busy);
          await later(wait);
          busy--;
          return -wait;
        });
        expect(values).toEqual(turns.map((wait) => -wait));
        expect(busiest).toBe(Math.min(most, turns.length));
      }),
    ));

  it('begins nothing more after a fault, and waits for what had begun', async () => {
    const [begun, ended]: [number[], number[]] = [[], []];
    const work = someAtATime([0, 1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('fault of 1');
      await later(50);
      ended.push(item);
    });
    await expect(work).rejects.toThrow('fault of 1');
    expect([begun, ended]).toEqual([[0, 1], [0]]);
  });
});
