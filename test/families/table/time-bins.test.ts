import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeBins } from '../../../src/families/table/time-bins.ts';
import { timeKinds } from '../../../src/policy/table-kinds.ts';
import { labelWords } from '../../../src/release/label-words.ts';

const words = labelWords.en;

describe('the bins of a part of a timestamp', () => {
  it.each([
    ['hour', 3600 * 7, 3600 * 7 + 59, '07:00-08:00'],
    ['hour', 3600 * 6, 3600 * 8, '06:00-09:00'],
    ['hour', 3600 * 7, 3600 * 9, '06:00-12:00'],
    ['hour', 3600 * 5, 3600 * 6, '00:00-24:00'],
    ['time', 3600 * 7 + 1000, 3600 * 7 + 1100, '07:15-07:30'],
    ['time', 3600 * 7, 3600 * 7 + 3599, '07:00-08:00'],
    ['time', 86_399, 86_399, '23:45-24:00'],
    ['weekday', 0, 0, 'Mon'],
    ['weekday', 1, 4, 'Mon-Fri'],
    ['weekday', 5, 6, 'Sat-Sun'],
    ['weekday', 4, 5, 'Mon-Sun'],
    ['date', 19_724, 19_724, '2024-01-02'],
    ['date', 19_723, 19_729, '2024-01-01/2024-01-07'], // a Monday and the Sunday after it
    ['date', 0, 30_000, '*'],
    ['date', -1, -1, '1969-12-31'],
    ['week', 0, 0, '1970-W01'],
    ['week', 2818, 2818, '2024-W01'],
    ['week', 2816, 2819, '2023-W51/2024-W02'],
    ['month', 650, 650, '2024-03'],
    ['month', 648, 650, '2024-Q1'],
    ['month', 648, 659, '2024'],
    ['month', -1, -1, '1969-12'],
  ] as const)('of the kind %s name %d and %d together %s', (kind, one, other, label) => {
    const bins = timeBins(kind, words);
    expect(bins.label(bins.binOf(one), bins.binOf(other))).toBe(label);
  });

  it('lie within each other or have nothing in common, and hold what they are named for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...timeKinds),
        fc.array(fc.tuple(fc.nat(95), fc.nat(95)), { minLength: 2, maxLength: 2 }),
        (kind, pairs) => {
          const bins = timeBins(kind, words);
          const most = kind === 'weekday' ? 7 : kind === 'hour' ? 24 : 96;
          const all = Array.from({ length: most }, (_, bin) => bin);
          const held = pairs.map(([a, b]) => {
            const [first, last] = [a % most, b % most].sort((one, other) => one - other);
            const label = bins.label(first, last);
            return new Set(all.filter((bin) => sameOrWithin(bins, label, [first, last], bin)));
          });
          for (const [i, [a, b]] of pairs.entries()) for (const bin of [a % most, b % most]) expect(held[i].has(bin)).toBe(true);
          const common = [...held[0]].filter((bin) => held[1].has(bin)).length;
          expect([0, held[0].size, held[1].size]).toContain(common);
        },
      ),
    );
  });
});

/** Whether taking a bin in as well changes nothing about the label. */
const sameOrWithin = (
  bins: ReturnType<typeof timeBins>,
  label: string,
  [first, last]: readonly [number, number] | number[],
  bin: number,
): boolean => bins.label(Math.min(first, bin), Math.max(last, bin)) === label && (first !== last || bin === first);
