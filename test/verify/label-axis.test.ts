import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, type LabelAxis, type Weighed } from '../../src/verify/table/label-axis.ts';
import { draws } from '../suite/draws.ts';

const weigh = (labels: readonly string[]): Weighed => labels.map((label) => [label, 5]);
const namesIn = (axis: LabelAxis | undefined, label: string) =>
  (axis?.partsOf(label) ?? []).map(({ bin, share, whole }) => [axis?.names[bin], share, whole]);

describe('bins of published labels', () => {
  it('are hours of the day, also over midnight and for parts of an hour', () => {
    const axis = axisOf({ kind: 'period' }, [], 'en');
    expect(namesIn(axis, 'overnight hours(22-02)').map(([name]) => name)).toEqual(['22', '23', '0', '1']);
    expect(namesIn(axisOf({ kind: 'time' }, [], 'en'), '07:15-07:30')).toEqual([['7', 1, true]]);
    expect(namesIn(axis, 'all day(00-24)')).toHaveLength(24);
  });

  it('are days, weeks and months from the first published to the last', () => {
    const dates = axisOf({ kind: 'date' }, weigh(['2024-02-28', '2024-03-01', '*']), 'en');
    expect(dates?.names).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(namesIn(dates, '*').map(([, share]) => share)).toEqual([1 / 3, 1 / 3, 1 / 3]);
    const weeks = axisOf({ kind: 'week' }, weigh(['2020-W53', '2021-W01/2021-W04']), 'en');
    expect(weeks?.names).toEqual(['2020-W53', '2021-W01', '2021-W02', '2021-W03', '2021-W04']);
    const months = axisOf({ kind: 'month' }, weigh(['2024', '2025-Q1', '2025-04']), 'en');
    expect([months?.names.length, months?.names.at(-1)]).toEqual([16, '2025-04']);
    const years = axisOf({ kind: 'date' }, weigh(['2020-01-01', '2024-12-31']), 'en');
    expect(years?.names.length).toBeLessThanOrEqual(31);
  });

  it('are equal steps of numbers, below zero too', () => {
    const axis = axisOf({ kind: 'interval', decimals: 0 }, weigh(['[-12--8]', '[-7-0]', '[1-3]']), 'en');
    expect(axis?.names).toEqual(['-12/-10', '-10/-8', '-8/-6', '-6/-4', '-4/-2', '-2/0', '0/2', '2/4']);
    expect(namesIn(axis, '[-12--11]')).toEqual([['-12/-10', 1, true]]);
  });

  it('are places by what their codes begin with; a shorter label may be any of them', () => {
    const axis = axisOf({ kind: 'code' }, weigh(['A10', 'A11', 'A20', 'B30', 'B31*', 'A*']), 'en');
    expect(axis?.names).toEqual(['A10', 'A11', 'A20', 'B30', 'B31', '']);
    expect(namesIn(axis, 'A*')).toEqual([
      ['A10', 0, false],
      ['A11', 0, false],
      ['A20', 0, false],
      ['', 1, false],
    ]);
    const values = axisOf({ kind: 'label' }, weigh(['東京', '{Koper|東京}', '*']), 'en');
    expect(values?.names).toEqual(['Koper', '東京', '']);
    expect(axisOf({ kind: 'label' }, weigh(Array.from({ length: 400 }, (_, i) => `place ${i}`)), 'en')?.names).toHaveLength(13);
  });

  it('are none where labels tell nothing apart', () => {
    expect(axisOf({ kind: 'label' }, weigh(['*']), 'en')).toBeUndefined();
    expect(axisOf({ kind: 'interval', decimals: 1 }, weigh(['[3.0-3.0]']), 'en')).toBeUndefined();
    expect(axisOf({ kind: 'date' }, weigh(['*']), 'en')).toBeUndefined();
    expect(axisOf({ kind: 'code' }, [], 'en')).toBeUndefined();
  });

  it('hold the whole of every published label, each part of it once', () => {
    const interval = fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.nat(5000)).map(([low, wide]) => {
      return `[${(low / 100).toFixed(2)}-${((low + wide) / 100).toFixed(2)}]`;
    });
    const code = fc.stringMatching(/^[AB][0-9]{0,3}\*?$/);
    for (const [column, label] of [
      [{ kind: 'interval', decimals: 2 }, interval],
      [{ kind: 'code' }, code],
    ] as const)
      fc.assert(
        fc.property(fc.array(label, { minLength: 1, maxLength: 40 }), (labels) => {
          const axis = axisOf(column, weigh(labels), 'en');
          for (const one of labels) {
            const parts = axis?.partsOf(one) ?? [];
            if (axis !== undefined) expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
            expect(new Set(parts.map(({ bin }) => bin)).size).toBe(parts.length);
            if (parts.some(({ whole }) => whole)) expect(parts).toHaveLength(1);
          }
        }),
        { numRuns: draws(200) },
      );
  });
});
