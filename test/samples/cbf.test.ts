import { describe, expect, it } from 'vitest';
import { segmentStart } from '../../src/frame/segments.ts';
import { sampleOf } from '../../src/samples/sample.ts';
import { mean, rowsOf } from './rows.ts';

const seriesOf = (row: readonly (number | string)[]): number[] => row.slice(1, -1).map(Number);
it.each([8, 32, 128, 130])('has one column for each of %i instants, between id and class', (length) => {
  const { columns, block } = sampleOf('cbf', { rows: 100, seed: 1, length });
  expect(columns.map(({ name }) => name)).toEqual(['id', ...Array.from({ length }, (_, t) => `T${t + 1}`), 'class']);
  expect(new Set([...block(0)[length + 1]])).toEqual(new Set(['cylinder', 'bell', 'funnel']));
});

it('has 128 instants unless told', () => {
  expect(sampleOf('cbf', { rows: 1, seed: 1 }).columns.length).toBe(130);
});

it.each(['cylinder', 'bell', 'funnel'])('has a third of %s', (name) => {
  const classes = [...sampleOf('cbf', { rows: 2000, seed: 4, length: 1 }).block(0)[2]];
  expect(Math.abs(classes.filter((found) => found === name).length / 2000 - 1 / 3)).toBeLessThan(0.05);
});

it.each([8, 32, 100])('averages the 128 instants of the same seed over %i frames', (length) => {
  const whole = rowsOf(sampleOf('cbf', { rows: 50, seed: 9 }));
  const framed = rowsOf(sampleOf('cbf', { rows: 50, seed: 9, length }));
  framed.forEach((row, i) => {
    expect(row.at(-1)).toBe(whole[i].at(-1));
    const instants = seriesOf(whole[i]);
    seriesOf(row).forEach((value, t) => {
      const frame = instants.slice(segmentStart(t, 128, length), segmentStart(t + 1, 128, length));
      expect(Math.abs(value - mean(frame))).toBeLessThan(0.00011); // both sides are rounded
    });
  });
});

describe.each([128, 256])('over %i instants', (length) => {
  const rows = rowsOf(sampleOf('cbf', { rows: 6000, seed: 4, length }));
  const at = (name: string, instant: number): number =>
    mean(rows.filter((row) => row.at(-1) === name).map((row) => seriesOf(row)[(instant * length) / 128]));

  it('is noise about zero before the shape starts', () => {
    for (const name of ['cylinder', 'bell', 'funnel']) expect(Math.abs(at(name, 5))).toBeLessThan(0.1);
  });

  it('stands at six within a cylinder', () => {
    expect(Math.abs(at('cylinder', 40) - 6)).toBeLessThan(0.15);
  });

  it('rises within a bell and falls within a funnel', () => {
    expect(at('bell', 32)).toBeLessThan(at('bell', 46));
    expect(at('funnel', 32)).toBeGreaterThan(at('funnel', 46));
    expect(at('bell', 34)).toBeLessThan(2);
    expect(at('funnel', 34)).toBeGreaterThan(4);
  });
});
