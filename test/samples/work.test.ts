import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleOf } from '../../src/samples/sample.ts';
import { draws } from '../suite/draws.ts';
import { deviation, mean, rowsOf } from './rows.ts';

const dayOf = (row: readonly (number | string)[]): number[] => row.slice(3, 11).map(Number);

it('has eight hours, whatever length is asked for', () => {
  const names = ['ID', 'Name', 'Surname', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7', 'H8', 'Performance_SD'];
  expect(sampleOf('work', { rows: 1, seed: 1, length: 24 }).columns.map(({ name }) => name)).toEqual(names);
});

it('holds hours of 0 to 50 tasks, and the performance their total owes', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      for (const row of rowsOf(sampleOf('work', { rows: 2000, seed }))) {
        const day = dayOf(row);
        expect(day.every((tasks) => Number.isInteger(tasks) && tasks >= 0 && tasks <= 50)).toBe(true);
        const total = day.reduce((sum, tasks) => sum + tasks, 0);
        expect(row[11]).toBe(total < 160 ? 'Low' : total <= 240 ? 'Medium' : 'High');
      }
    }),
    { numRuns: draws(5) },
  );
});

it('resembles the 3000 days it was modelled on', () => {
  const rows = rowsOf(sampleOf('work', { rows: 20_000, seed: 1 }));
  const means = [22.92, 25.74, 28.05, 29.33, 29.42, 28.26, 26.12, 23.4];
  const deviations = [12.95, 9.41, 8.09, 8.02, 8.05, 7.97, 9.33, 13.0];
  for (let hour = 0; hour < 8; hour++) {
    const tasks = rows.map((row) => dayOf(row)[hour]);
    expect(Math.abs(mean(tasks) - means[hour])).toBeLessThan(0.6);
    expect(Math.abs(deviation(tasks) - deviations[hour])).toBeLessThan(0.3);
  }
  const share = (performance: string) => rows.filter((row) => row[11] === performance).length / rows.length;
  expect(share('Low')).toBeCloseTo(0.082, 1.7);
  expect(share('Medium')).toBeCloseTo(0.682, 1.7);
  expect(share('High')).toBeCloseTo(0.237, 1.7);
});

it('has rising, falling, peaked and flat days in about equal shares', () => {
  const counts = { rising: 0, falling: 0, peaked: 0, flat: 0 };
  const rows = rowsOf(sampleOf('work', { rows: 8000, seed: 3 }));
  for (const row of rows) counts[shapeOf(dayOf(row))]++;
  for (const count of Object.values(counts)) expect(Math.abs(count / rows.length - 0.25)).toBeLessThan(0.02);
});

it('draws from forty names and sixty surnames', () => {
  const rows = rowsOf(sampleOf('work', { rows: 8000, seed: 3 }));
  expect(new Set(rows.map((row) => row[1])).size).toBe(40);
  expect(new Set(rows.map((row) => row[2])).size).toBe(60);
});

function shapeOf(day: readonly number[]): 'rising' | 'falling' | 'peaked' | 'flat' {
  const climb = mean(day.slice(4)) - mean(day.slice(0, 4));
  if (Math.abs(climb) > 7) return climb > 0 ? 'rising' : 'falling';
  const bulge = mean(day.slice(2, 6)) - mean([day[0], day[1], day[6], day[7]]);
  return bulge > 7 ? 'peaked' : 'flat';
}
