import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { penaltiesOf } from '../../../src/families/events/certainty.ts';
import { derivedColumn } from '../../../src/families/events/derived-columns.ts';
import { flattenNodes, sweepNodes } from '../../../src/families/events/lattice.ts';
import { packingOf } from '../../../src/families/events/packing.ts';
import { quasiColumn, realValues } from '../../../src/families/events/quasi-column.ts';
import { derivedColumns } from '../../../src/policy/event-columns.ts';

const of = {
  years: [2023, 2024] as const,
  hourBlock: 3,
  periods: { night: 22, morning: 6, daytime: 8, afternoon: 17 },
  classes: ['fall', 'smoke'],
  codes: ['a', 'b', 'c'],
};
const column = (name: (typeof derivedColumns)[number]) => quasiColumn(derivedColumn(name, of), '100');
const usual = (['generalized_event', 'week_number', 'weekday', 'time_period'] as const).map(column);
const everywhere = usual.map((one) => penaltiesOf(one, new Uint8Array(one.base).fill(1)));

describe('a column', () => {
  it.each(derivedColumns)('%s has labels that differ, and fewer of them at each level', (name) => {
    const { labels, levels, base } = column(name);
    expect(new Set(labels).size).toBe(labels.length);
    const sizes = levels.map((level) => new Set(level).size);
    expect(sizes[0]).toBe(base);
    for (let l = 1; l < sizes.length; l++) expect(sizes[l]).toBeLessThan(sizes[l - 1]);
  });

  it('says nothing at its last level, and the night stays the night', () => {
    const period = column('time_period');
    expect(new Set(period.levels.at(-1)).size).toBe(1);
    expect(period.levels[1][period.labels.indexOf('night')]).toBe(period.labels.indexOf('night'));
    expect(realValues(column('week_number'))).not.toContain('100');
  });

  it('puts week 53 into the last four weeks and the last quarter', () => {
    const { labels, levels } = column('week_number');
    expect([levels[1][52], levels[2][52]].map((code) => labels[code])).toEqual(['49-53', '40-53']);
    expect([levels[1][8], levels[2][12], levels[1][13], levels[2][13]].map((code) => labels[code])).toEqual([
      '9-12',
      '1-13',
      '13-16',
      '14-26',
    ]);
  });
});

describe('a packed combination', () => {
  it('is a number of its own', () => {
    const packing = packingOf(usual);
    const anyCodes = fc.tuple(...usual.map(({ labels }) => fc.nat(labels.length - 1)));
    const keyOf = (codes: readonly number[]) =>
      codes.reduce((sum, code, c) => sum + BigInt(code) * (packing?.strides[c] ?? 0n), 0n);
    fc.assert(fc.property(anyCodes, anyCodes, (a, b) => (keyOf(a) === keyOf(b)) === (a.join() === b.join())));
  });

  it('is refused where 62 bits are not enough', () => {
    const wide = { ...column('event'), labels: Array.from({ length: 2 ** 16 }, (_, i) => `${i}`) };
    expect(packingOf([wide, wide, wide])).toBeDefined();
    expect(packingOf([wide, wide, wide, wide])).toBeUndefined();
  });
});

describe('the lattice', () => {
  it('has every mix of levels but the data as it is, least loss first', () => {
    const nodes = sweepNodes(usual, everywhere);
    expect(nodes.length).toBe(2 * 4 * 3 * 3 - 1);
    const loss = (node: readonly number[]) =>
      node.reduce((sum, level, c) => sum + everywhere[c][level].reduce((all, one) => all + one, 0) / usual[c].base, 0);
    for (let i = 1; i < nodes.length; i++) expect(loss(nodes[i])).toBeGreaterThanOrEqual(loss(nodes[i - 1]) - 1e-12);
    expect(nodes.at(-1)).toEqual([1, 3, 2, 2]);
  });

  it('flattens one column on top of the other', () => {
    expect(flattenNodes(usual, ['weekday', 'week_number'])).toEqual([
      [0, 0, 2, 0],
      [0, 3, 2, 0],
    ]);
  });
});

describe('the penalty', () => {
  it('is the share of the other values that could stand behind a cell', () => {
    const weeks = column('week_number');
    const present = new Uint8Array(53);
    for (const week of [9, 10, 11, 12, 13]) present[week - 1] = 1;
    const [own, four, quarter, any] = penaltiesOf(weeks, present);
    expect([own[8], four[8], four[12], quarter[8], any[8]]).toEqual([0, 3 / 4, 0, 1, 1]);
  });
});
