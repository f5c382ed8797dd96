import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/base/languages.ts';
import { arcOf } from '../../../src/clusters/arc.ts';
import { hourOf } from '../../../src/clusters/loss-space.ts';
import { categoryLabel, numberLabel, periodLabel, regionLabel } from '../../../src/families/table/labels.ts';
import { labelWords } from '../../../src/release/label-words.ts';

const zh = labelWords.zh;
const clock = (...times: readonly string[]): string => {
  const seconds = times.map((time) => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60);
  return periodLabel(zh, arcOf(seconds.reduce((hours, second) => hours | (1 << hourOf(second)), 0)));
};
const flat = () => [];

describe('the label of a region', () => {
  it('is the common prefix of all members', () => {
    expect(regionLabel(zh, 'G5615530120', 'G5615531900')).toBe('G561553区域'); // G5615530450 lies between them
    expect(regionLabel(labelWords.it, 'G5615530120', 'G5615531900')).toBe('regione G561553');
    expect(regionLabel(labelWords.en, 'G12', 'G12')).toBe('G12 region');
  });

  it('is that of all regions where there is none', () => {
    expect(regionLabel(zh, 'G5615530120', 'S0010530120')).toBe('全部区域');
    expect(regionLabel(labelWords.sl, 'G1', 'S1')).toBe('vse regije');
  });

  it('never parts a letter of two code units', () => {
    expect(regionLabel(labelWords.en, '𝒢1', '𝒢2')).toBe('𝒢 region');
    expect(regionLabel(labelWords.en, '𝒢1', '𝒮1')).toBe('all regions');
  });
});

describe('the label of a time', () => {
  it.each([
    [['12:10', '13:45', '17:59'], '下午时段(12-18)'],
    [['12:10', '13:45', '17:59', '18:05'], '时段(12-19)'],
    [['00:00', '05:59'], '凌晨时段(00-06)'],
    [['06:00', '11:59'], '上午时段(06-12)'],
    [['18:00', '23:59'], '晚上时段(18-24)'],
    [['11:10', '12:40'], '时段(11-13)'],
    [['05:50', '11:30'], '时段(05-12)'],
    [['17:30', '18:00'], '时段(17-19)'],
    [['07:30', '14:20'], '时段(07-15)'],
    [['23:50', '00:10'], '跨夜时段(23-01)'],
    [['22:00', '02:59'], '跨夜时段(22-03)'],
    [['17:00', '23:00'], '时段(17-24)'],
  ])('of %j is %s', (times, label) => {
    expect(clock(...times)).toBe(label);
  });

  it('is that of the whole day where every hour is there', () => {
    expect(periodLabel(zh, arcOf(0xffffff))).toBe('全天(00-24)');
  });

  it('is true for every member, in every language', () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 86_399 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(anyTimes, fc.constantFrom(...languages), (seconds, language) => {
        const label = periodLabel(labelWords[language], arcOf(seconds.reduce((set, second) => set | (1 << hourOf(second)), 0)));
        const [, from, to] = /\((\d\d)-(\d\d)\)$/.exec(label) ?? [];
        for (const second of seconds) {
          const hour = second / 3600;
          const [low, high] = [Number(from), Number(to)];
          expect(low < high ? hour >= low && hour < high : hour >= low || hour < high).toBe(true);
        }
      }),
    );
  });
});

describe('the label of numbers', () => {
  it('is rounded outward', () => {
    const label = (low: number, high: number, decimals: number) =>
      numberLabel(low, high, { decimals, grid: undefined, coding: {} });
    expect(label(1.26, 3.01, 1)).toBe('[1.2-3.1]');
    expect(label(-3, -1, 0)).toBe('[-3--1]');
    expect(label(5, 5, 2)).toBe('[5.00-5.00]');
  });

  it('is open where it reaches the top or the bottom, on a round grid too', () => {
    const coding = { top: 90, bottom: 18 };
    const label = (low: number, high: number, step?: number) =>
      numberLabel(low, high, {
        decimals: 0,
        grid: step === undefined ? undefined : { step, decimals: 0, scale: 1, multiple: step },
        coding,
      });
    expect(label(90, 90)).toBe('>= 90');
    expect(label(85, 90)).toBe('>= 85');
    expect(label(18, 20)).toBe('<= 20');
    expect(label(18, 90)).toBe('*');
    expect(label(19, 89)).toBe('[19-89]');
    expect(label(60, 85, 20)).toBe('>= 60'); // up to 100 would say what lies beyond
  });
});

describe('the label of categories', () => {
  const paths: Record<string, readonly string[]> = { coal: ['dry', 'any'], sand: ['dry', 'any'], milk: ['wet', 'any'] };
  const pathOf = (value: string) => paths[value] ?? [];
  const below = new Map([
    ['dry', 2],
    ['wet', 1],
    ['any', 3],
  ]);

  it.each([
    [['coal'], 'coal'],
    [['sand', 'coal'], 'dry'],
    [['sand', 'milk'], '{milk|sand}'],
    [['coal', 'sand', 'milk'], 'any'],
  ])('of %j is the narrower of list and ancestor: %s', (values, label) => {
    expect(categoryLabel(values, { pathOf, below, labelsOf: 'sets' })).toBe(label);
  });

  it.each([
    [['coal'], 'coal'],
    [['coal', 'sand'], 'dry'],
    [['coal', 'milk'], 'any'],
  ])('of %j with a hierarchy is %s', (values, label) => {
    expect(categoryLabel(values, { pathOf, below, labelsOf: 'hierarchy' })).toBe(label);
  });

  it.each([
    [['coal', 'milk'], '{coal|milk}'],
    [['a|b', 'milk'], '*'],
    [['{x}'], '*'],
    [['*'], '*'],
    [Array.from({ length: 11 }, (_, i) => `v${i}`), '*'],
  ])('of %j without one is %s', (values, label) => {
    expect(categoryLabel(values, { pathOf: flat, below: new Map(), labelsOf: 'sets' })).toBe(label);
  });
});
