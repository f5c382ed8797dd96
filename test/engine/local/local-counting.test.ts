import { describe, expect, it } from 'vitest';
import type { Counter } from '../../../src/base/counting.ts';
import { Bug } from '../../../src/base/problem.ts';
import { localCounting } from '../../../src/engine/local/local-counting.ts';

const counting = <Value>(use: (counter: Counter) => Promise<Value>) => localCounting({ threads: 1 }).withCounter(use);

describe('a counter', () => {
  it('gives columns of numbers, however many rows they have', async () => {
    const rows = 70_001;
    const [numbers, twice] = await counting((counter) =>
      counter.columns(`SELECT CAST(i AS UINTEGER), CAST(2 * i AS UINTEGER) FROM range(${rows}) t(i) ORDER BY i`, 2),
    );
    expect(numbers).toEqual(Uint32Array.from({ length: rows }, (_, i) => i));
    expect(twice).toEqual(numbers.map((i) => 2 * i));
  });

  it.each([0, 1, 70_000])('counts nothing by a column with a NULL in row %i: what lies there is no number', async (at) => {
    const cell = (type: string) => `SELECT CAST(CASE WHEN i <> ${at} THEN i END AS ${type}) FROM range(70001) t(i) ORDER BY i`;
    await expect(counting((counter) => counter.columns(cell('UINTEGER'), 1))).rejects.toThrow(Bug);
    await expect(counting((counter) => counter.doubles(cell('DOUBLE'), 1))).rejects.toThrow(Bug);
  });
});
