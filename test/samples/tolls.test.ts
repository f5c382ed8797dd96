import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../src/samples/sample.ts';
import { rowsOf } from './rows.ts';

describe('toll exits', () => {
  const rows = rowsOf(sampleOf('tolls', { rows: 21_000, seed: 1 }));
  const column = (c: number) => rows.map((row) => row[c]);
  const counted = (values: readonly unknown[]) => {
    const counts = new Map<unknown, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts.values()].sort((a, b) => b - a);
  };

  it('are the same for the same seed', () => {
    expect(rowsOf(sampleOf('tolls', { rows: 3000, seed: 7 }))).toEqual(rowsOf(sampleOf('tolls', { rows: 3000, seed: 7 })));
  });

  it('are made block by block in any order', () => {
    const sample = sampleOf('tolls', { rows: 5000, seed: 3 });
    const last = sample.block(2);
    expect([0, 1, 2].map((block) => sample.block(block))[2]).toEqual(last);
    expect(last[0]).toHaveLength(5000 - 2 * sample.blockRows);
  });

  it('are many trips of few vehicles', () => {
    const trips = counted(column(0));
    expect(trips.length).toBeGreaterThan(1500);
    const busiest = trips.slice(0, trips.length / 10).reduce((sum, count) => sum + count, 0);
    expect(busiest / 21_000).toBeGreaterThan(0.5);
    expect(trips[0] / 21_000).toBeLessThan(0.25);
  });

  it('name a section by road and place, a time in four weeks from a Monday on, a class and an amount', () => {
    const all = (c: number, pattern: RegExp) => expect(rows.filter((row) => !pattern.test(String(row[c])))).toEqual([]);
    all(0, /^T\d{9}$/);
    all(1, /^[GS]\d{4}5\d{5}$/);
    all(2, /^2023-01-(0[2-9]|1\d|2\d)T\d\d:\d\d:\d\d$/);
    all(3, /^1[1-6]$/);
    expect(rows.filter((row) => !(Number(row[4]) > 0))).toEqual([]);
    expect(counted(column(1)).length).toBe(240);
  });

  it('are in order of time, as an export is', () => {
    const times = column(2) as string[];
    const days = times.map((time) => time.slice(0, 10));
    expect(days).toEqual([...days].sort());
    expect(new Set(days).size).toBe(28);
  });

  it('keep a vehicle in its class', () => {
    const classOf = new Map<unknown, unknown>();
    for (const [vehicle, , , kind] of rows) classOf.set(vehicle, classOf.get(vehicle) ?? kind);
    expect(rows.filter(([vehicle, , , kind]) => classOf.get(vehicle) !== kind)).toEqual([]);
  });
});
