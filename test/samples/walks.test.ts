import { expect, it } from 'vitest';
import { sampleOf } from '../../src/samples/sample.ts';
import { deviation, mean, rowsOf } from './rows.ts';

it('has 24 instants unless told, and nothing beside them', () => {
  expect(sampleOf('walks', { rows: 1, seed: 1 }).columns.map(({ name }) => name)).toEqual([
    'id',
    ...Array.from({ length: 24 }, (_, t) => `T${t + 1}`),
  ]);
  expect(sampleOf('walks', { rows: 1, seed: 1, length: 3 }).columns.length).toBe(4);
});

it('walks in steps of mean 0 and variance 1 from starts spread by 5', () => {
  const walks = rowsOf(sampleOf('walks', { rows: 5000, seed: 8 })).map((row) => row.slice(1).map(Number));
  const steps = walks.flatMap((walk) => walk.slice(1).map((value, t) => value - walk[t]));
  expect(Math.abs(mean(steps))).toBeLessThan(0.02);
  expect(Math.abs(deviation(steps) - 1)).toBeLessThan(0.02);
  expect(Math.abs(deviation(walks.map(([start]) => start)) - 5)).toBeLessThan(0.2);
});
