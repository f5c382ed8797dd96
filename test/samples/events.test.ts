import { expect, it } from 'vitest';
import { sampleOf } from '../../src/samples/sample.ts';

const texts = (rows: number, seed: number) => {
  const sample = sampleOf('events', { rows, seed });
  const columns: string[][] = [[], [], []];
  for (let b = 0; b * sample.blockRows < rows; b++)
    for (const [c, values] of sample.block(b).entries()) columns[c].push(...(values as readonly string[]));
  return columns;
};

it('is a month of events sorted by time, the same for the same seed, block by block', () => {
  const [times, homes] = texts(10_000, 1);
  expect(times).toEqual(times.toSorted());
  expect([times[0].slice(0, 10), times.at(-1)?.slice(0, 10)]).toEqual(['2024-03-01', '2024-03-31']);
  expect(texts(10_000, 1)[1]).toEqual(homes);
  expect(texts(10_000, 2)[1]).not.toEqual(homes);
  expect(sampleOf('events', { rows: 10_000, seed: 1 }).block(3)[1]).toEqual(homes.slice(3 * 2048, 4 * 2048));
});

it('has few homes that report most, and every device family', () => {
  const [, homes, codes] = texts(60_000, 1);
  const counts = new Map<string, number>();
  for (const home of homes) counts.set(home, (counts.get(home) ?? 0) + 1);
  const sizes = [...counts.values()].toSorted((a, b) => b - a);
  const tenth = sizes.slice(0, Math.ceil(sizes.length / 10)).reduce((sum, size) => sum + size, 0);
  expect(tenth / homes.length).toBeGreaterThan(0.3);
  expect(homes.every((home) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/.test(home))).toBe(true);
  const families = new Set(codes.map((code) => code.split('.')[0]));
  expect([...families].toSorted()).toEqual([
    'BLOOD_PRESSURE_MONITOR',
    'CONTROL_PANEL',
    'EMERGENCY_PENDANT',
    'FALL_DETECTOR',
    'MOTION_DETECTOR',
    'OXIMETER',
    'PULL_CORD',
    'SMOKE_DETECTOR',
    'WATER_LEAK_DETECTOR',
    'WEIGHT_SCALE',
  ]);
});
