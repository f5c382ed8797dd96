import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notATree } from '../../src/formats/hierarchy.ts';
import { hierarchyKindOf, hierarchyOver } from '../../src/inspect/draft-hierarchy.ts';
import { draws } from '../suite/draws.ts';

const linesOf = (values: readonly string[], kind: Parameters<typeof hierarchyOver>[1], width?: number) =>
  [...(hierarchyOver(values, kind, width) ?? [])].map(([value, above]) => [value, ...above].join(';'));

describe('ranges of numbers', () => {
  it('double, and begin at multiples of their width', () => {
    const ages = Array.from({ length: 73 }, (_, i) => String(17 + i));
    expect(linesOf(ages, 'number')[7]).toBe('24;[20-24];[20-29];[20-39];[0-39];[0-79];*');
    expect(linesOf(['1', '2', '4', '9'], 'number', 3)).toEqual([
      '1;[0-2];[0-5];*',
      '2;[0-2];[0-5];*',
      '4;[3-5];[0-5];*',
      '9;[9-11];[6-11];*',
    ]);
  });

  it('hold every number below them, by the bounds as written, and nest', () => {
    const numbers = fc.array(
      fc.oneof(
        fc.integer({ min: -500, max: 500 }).map(String),
        fc.integer({ min: -5000, max: 5000 }).map((n) => String(n / 10)),
        fc.integer({ min: -1e9, max: 1e9 }).map((n) => (n / 1000).toFixed(3)),
      ),
      { minLength: 1, maxLength: 40 },
    );
    const widths = fc.option(fc.constantFrom(0.1, 0.3, 1, 2.5, 7, 100), { nil: undefined });
    fc.assert(
      fc.property(numbers, widths, (values, width) => {
        const drafted = hierarchyOver([...new Set(values)], 'number', width) ?? new Map();
        expect(notATree(drafted)).toBeUndefined();
        for (const [value, above] of drafted)
          for (const label of above.slice(0, -1)) {
            const [, from, to, end] = /^\[(-?[\d.e+-]+?)-(-?[\d.e+-]+)([\])])$/.exec(label) ?? [];
            expect(Number(value), label).toBeGreaterThanOrEqual(Number(from));
            if (end === ']') expect(Number(value), label).toBeLessThanOrEqual(Number(to));
            else expect(Number(value), label).toBeLessThan(Number(to));
          }
      }),
      { numRuns: draws(300) },
    );
  });

  it('need plain numbers', () => {
    for (const odd of ['', ' 3', '0x10', '1e3', 'NaN', '3,5', '9'.repeat(14)].slice(1))
      expect(hierarchyOver(['1', odd], 'number'), odd).toBeUndefined();
  });
});

it('codes lose their last signs, and levels that say nothing new are left out', () => {
  expect(linesOf(['81667', '81668', '90210', '902'], 'prefix')).toEqual([
    '81667;8166*;81*;*',
    '81668;8166*;81*;*',
    '902;902;90*;*',
    '90210;9021*;90*;*',
  ]);
});

it('days go to month, quarter, year and decade', () => {
  expect(linesOf(['2024-03-05', '2024-03-06 10:00:00', '2024-01-01', '2024-05-01', '2021-01-31', '2019-12-31'], 'date')).toEqual([
    '2019-12-31;2019-12;2019-Q4;2019;2010s;*',
    '2021-01-31;2021-01;2021-Q1;2021;2020s;*',
    '2024-01-01;2024-01;2024-Q1;2024;2020s;*',
    '2024-03-05;2024-03;2024-Q1;2024;2020s;*',
    '2024-03-06 10:00:00;2024-03;2024-Q1;2024;2020s;*',
    '2024-05-01;2024-05;2024-Q2;2024;2020s;*',
  ]);
  expect(hierarchyOver(['05.03.2024'], 'date')).toBeUndefined();
});

it('other texts stand under one root, and so does what is missing', () => {
  expect(linesOf(['b', 'a', ''], 'category')).toEqual([';*', 'a;*', 'b;*']);
  expect(linesOf(['1', '2', '9', ''], 'number', 5)[0]).toBe(';(none);*');
});

it('the kind follows from what cells look like, and from the name of postal codes', () => {
  const kindOf = (name: string, kind: 'whole' | 'date' | 'code' | 'text', even = false) => hierarchyKindOf({ name, kind, even });
  expect([kindOf('age', 'whole'), kindOf('zip', 'whole', true), kindOf('born', 'date'), kindOf('section', 'code')]).toEqual([
    'number',
    'prefix',
    'date',
    'prefix',
  ]);
  expect([kindOf('job', 'text'), kindOf('plz', 'text')]).toEqual(['category', 'category']);
});
