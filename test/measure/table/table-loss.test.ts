import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Domain, type LabelledColumn, tableLoss } from '../../../src/measure/table/table-loss.ts';
import { labelWords } from '../../../src/release/label-words.ts';

const codes = ['G5615530120', 'G5615530130', 'G5620', 'S1'];
const prefix: Domain = { kind: 'prefix', codes, ...labelWords.en };
const chinese: Domain = { kind: 'prefix', codes, ...labelWords.zh };
const categories: Domain = {
  kind: 'label',
  categories: new Set(['milk', 'ore', 'sand', 'bread', 'salt']),
  below: new Map([
    ['food', 2],
    ['mineral', 3],
    ['any', 5],
  ]),
};

const lossOf = (domain: Domain, label: string): number => tableLoss([{ name: 'x', labels: [label], records: [7], domain }]).ncp;

describe('what a label says less than a value', () => {
  it.each([
    [prefix, 'G5615530120 region', 0],
    [prefix, 'S1 region', 0], // a short code in full says all there is
    [prefix, 'G5615530 region', 1 - 8 / 11],
    [prefix, 'G56 region', 1 - 3 / 11], // the longest of three codes could be meant
    [prefix, 'G562 region', 1 - 4 / 5],
    [prefix, 'S region', 0.5],
    [prefix, 'all regions', 1],
    [chinese, 'G56区域', 1 - 3 / 11],
    [chinese, '全部区域', 1],
    [{ kind: 'period' }, 'morning(06-12)', 0.25],
    [{ kind: 'period' }, 'hours(07-08)', 1 / 24],
    [{ kind: 'period' }, 'overnight hours(22-03)', 5 / 24],
    [{ kind: 'period' }, '全天(00-24)', 1],
    [{ kind: 'period' }, 'some time', 1],
    [{ kind: 'interval', least: 0, largest: 50 }, '[10-20]', 0.2],
    [{ kind: 'interval', least: -5, largest: 5 }, '[-3--1]', 0.2],
    [{ kind: 'interval', least: 0.15, largest: 0.95 }, '[0-1]', 1], // rounded outward, and no more than all
    [{ kind: 'interval', least: 3, largest: 3 }, '[3-3]', 0],
    [categories, 'milk', 0],
    [categories, '{milk|ore}', 0.25],
    [categories, 'food', 0.25],
    [categories, 'mineral', 0.5],
    [categories, 'any', 1],
    [categories, '*', 1],
    [categories, 'who knows', 1],
    [{ kind: 'label', categories: new Set(['milk']) }, 'milk', 0],
  ] as const)('%o %s: %d', (domain, label, loss) => expect(lossOf(domain, label)).toBeCloseTo(loss, 12));
});

describe('the loss of a table', () => {
  it('is the mean over records and quasi-identifiers', () => {
    const columns: LabelledColumn[] = [
      { name: 'section', labels: ['G56 region', 'all regions'], records: [30, 10], domain: prefix },
      { name: 'time', labels: ['morning(06-12)'], records: [40], domain: { kind: 'period' } },
    ];
    const { ncp, columns: each } = tableLoss(columns);
    expect(each).toEqual([
      { name: 'section', ncp: (30 * (1 - 3 / 11) + 10) / 40 },
      { name: 'time', ncp: 0.25 },
    ]);
    expect(ncp).toBeCloseTo(((30 * (1 - 3 / 11) + 10) / 40 + 0.25) / 2, 12);
  });

  it('of nothing is nothing', () => {
    expect(tableLoss([])).toEqual({ ncp: 0, columns: [] });
    expect(tableLoss([{ name: 'time', labels: [], records: [], domain: { kind: 'period' } }]).ncp).toBe(0);
  });

  it('lies between 0 and 1, and never falls where a prefix is shortened', () => {
    const anyCode = fc.stringMatching(/^[A-C][0-2]{1,5}$/);
    fc.assert(
      fc.property(fc.uniqueArray(anyCode, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(5), (all, pick, kept) => {
        const domain: Domain = { kind: 'prefix', codes: all.toSorted(), ...labelWords.en };
        const code = all[pick % all.length];
        const label = (length: number) => (length === 0 ? 'all regions' : `${code.slice(0, length)} region`);
        const [wide, narrow] = [label(Math.min(kept, code.length - 1)), label(Math.min(kept, code.length - 1) + 1)].map((text) =>
          lossOf(domain, text),
        );
        expect(wide).toBeGreaterThanOrEqual(narrow);
        for (const loss of [wide, narrow]) expect(loss >= 0 && loss <= 1).toBe(true);
        const longest = Math.max(...all.filter((other) => other.startsWith(code)).map(({ length }) => length));
        expect(lossOf(domain, `${code} region`)).toBeCloseTo(1 - code.length / longest, 12);
      }),
    );
  });
});
