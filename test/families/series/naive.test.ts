import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { blocks } from '../../../src/clusters/mondrian.ts';
import { type NaiveInput, naive } from '../../../src/families/series/naive/naive.ts';
import type { SeriesBlock } from '../../../src/families/series/series-block.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { groups } from '../../../src/frame/partition.ts';
import { draws, itself, madeOnceOf } from '../../suite/draws.ts';
import { codesFrom, columnsOf, numbersFrom, spaceOf, tableOf, twinned } from '../../tables.ts';
import { fiveRecords, spelt, tableOne } from './examples.ts';
import { mean, patternLoss, reconstructed, valueLoss } from './losses.ts';

type Series = readonly (readonly number[])[];

const settings = { k: 4, p: 2, segments: 4, maxLevel: 5, badLeaf: 'raw', trace: false } as const;

function inputOf(series: Series, given: Partial<NaiveInput>): NaiveInput {
  const columns = columnsOf(series);
  return {
    ...settings,
    space: spaceOf(tableOf(columns, [])),
    seriesLength: columns.length,
    decimals: columns.map(() => 0),
    rows: ascending(series.length),
    ...given,
  };
}

interface PlainLeaf {
  /** Input rows, from 0. */
  readonly rows: readonly number[];
  readonly word: readonly number[];
  readonly level: number;
}

interface PlainGroup {
  readonly rows: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly leaves: readonly PlainLeaf[];
}

/** A block as plain lists; throws where leaves do not tile groups or groups do not tile the rows. */
function plain(block: SeriesBlock, input: NaiveInput): PlainGroup[] {
  const { rows, groupStarts, leafStarts, words, levels, lower, upper } = block;
  const { segments, decimals } = input;
  expect(groupStarts[0]).toBe(0);
  expect(leafStarts[0]).toBe(0);
  expect(groupStarts.at(-1)).toBe(rows.length);
  expect(leafStarts.at(-1)).toBe(rows.length);
  expect(leafStarts.length).toBe(levels.length + 1);
  expect(words.length).toBe(levels.length * segments);
  const bounds = (of: Float64Array, g: number) => [...of.subarray(g * decimals.length, (g + 1) * decimals.length)];
  return Array.from({ length: groupStarts.length - 1 }, (_, g) => {
    const [from, to] = [groupStarts[g], groupStarts[g + 1]];
    expect(leafStarts).toContain(from);
    const leaves = [...levels.keys()]
      .filter((leaf) => leafStarts[leaf] >= from && leafStarts[leaf] < to)
      .map((leaf) => ({
        rows: [...rows.subarray(leafStarts[leaf], leafStarts[leaf + 1])],
        word: [...words.subarray(leaf * segments, (leaf + 1) * segments)],
        level: levels[leaf],
      }));
    return { rows: [...rows.subarray(from, to)], lower: bounds(lower, g), upper: bounds(upper, g), leaves };
  });
}

const inOrder = (rows: readonly number[]): number[] => [...rows].sort((a, b) => a - b);
const fromOne = (rows: readonly number[]): number[] => inOrder(rows).map((row) => row + 1);

const losses = (made: readonly PlainGroup[], series: Series): { value: number; pattern: number; patterns: number[] } => {
  const length = series[0].length;
  const patterns: number[] = [];
  for (const { leaves } of made)
    for (const { rows, word, level } of leaves)
      for (const row of rows) patterns[row] = patternLoss(series[row], reconstructed(word, level, length));
  const values = made.flatMap(({ rows, lower, upper }) =>
    rows.map(() => valueLoss(lower.slice(0, length), upper.slice(0, length))),
  );
  return { value: mean(values), pattern: mean(patterns), patterns };
};

describe("Naive on the paper's Table 1", () => {
  const input = inputOf(tableOne, { segments: 6 });
  const made = plain(naive(input), input);
  const [low, high] = made;

  it('forms the groups {1,2,3,4} and {5,6,7,8}, each with one pattern that took in its bad leaf', () => {
    expect(made.map(({ rows }) => fromOne(rows))).toEqual([
      [5, 6, 7, 8],
      [1, 2, 3, 4],
    ]);
    expect(made.map(({ leaves }) => leaves.map(({ rows, word, level }) => `${fromOne(rows)} ${spelt(word)}@${level}`))).toEqual([
      ['5,6,7,8 bbbaaa@2'],
      ['1,2,3,4 aaabbb@2'],
    ]);
  });

  it('says the same at every finer maximum level', () => {
    for (const maxLevel of [2, 3, 10, 20, 26]) expect(naive({ ...input, maxLevel })).toEqual(naive({ ...input, maxLevel: 2 }));
  });

  it('publishes the least and largest value of each group at each instant', () => {
    expect(low.lower).toEqual([32, 54, 47, 38, 20, 20]);
    expect(low.upper).toEqual([117, 107, 87, 74, 96, 101]);
    expect(high.lower).toEqual([98, 120, 125, 132, 125, 112]);
    expect(high.upper).toEqual([176, 181, 188, 197, 213, 221]);
  });

  it('loses 79.1875 and 64.8935 in value', () => {
    expect(valueLoss(high.lower, high.upper)).toBeCloseTo(79.1875, 4);
    expect(valueLoss(low.lower, low.upper)).toBeCloseTo(64.8935, 4);
    expect(losses(made, tableOne).value).toBeCloseTo(72.0405, 4);
  });

  it('loses these shares of pattern, by the pairwise differences of the paper', () => {
    const { pattern, patterns } = losses(made, tableOne);
    expect(patterns.map((loss) => Number(loss.toFixed(4)))).toEqual([
      0.1211, 0.12, 1.8732, 0.183, 0.1125, 1.8275, 0.1219, 0.1979,
    ]);
    expect(pattern).toBeCloseTo(0.56962, 5);
  });
});

describe('Naive on the five records', () => {
  for (const badLeaf of ['raw', 'paper'] as const)
    it(`forms one group of two patterns without loss of pattern, by the rule ${badLeaf}`, () => {
      const input = inputOf(fiveRecords, { segments: 2, badLeaf });
      const [group, ...others] = plain(naive(input), input);
      expect(others).toEqual([]);
      expect([group.lower, group.upper]).toEqual([
        [10, 10],
        [45, 45],
      ]);
      expect(group.leaves.map(({ rows, word, level }) => `${fromOne(rows)} ${spelt(word)}@${level}`)).toEqual([
        '1,2,5 ae@5',
        '3,4 ea@5',
      ]);
      expect(losses([group], fiveRecords).value).toBeCloseTo(35, 12);
      expect(losses([group], fiveRecords).pattern).toBeCloseTo(0, 12);
    });

  it('groups by department and seniority too', () => {
    const twice = [...fiveRecords, ...fiveRecords];
    const space = spaceOf(tableOf(columnsOf(twice), [[0, 1, 0, 1, 0, 1, 0, 1, 0, 1], Array(10).fill(0)]));
    const input = inputOf(twice, { space: { ...space, scales: [0.01, 0.01, 1, 1] }, segments: 2 });
    expect(plain(naive(input), input).map(({ rows }) => fromOne(rows))).toEqual([
      [1, 3, 5, 7, 9],
      [2, 4, 6, 8, 10],
    ]);
  });
});

describe('Naive, asked for its trees', () => {
  it('names every node in input rows, and no node otherwise', () => {
    const input = inputOf(tableOne, { segments: 6 });
    const rows = Uint32Array.from([2, 0, 5, 7, 6, 4, 3, 1]).sort();
    expect(naive(input).nodes).toBeUndefined();
    const { nodes = [] } = naive({ ...input, rows, trace: true });
    const roots = nodes.filter(({ parent }) => parent === -1);
    expect(roots.map(({ group, members }) => [group, inOrder(members)])).toEqual([
      [0, [4, 5, 6, 7]],
      [1, [0, 1, 2, 3]],
    ]);
    const bad = nodes.filter(({ label }) => label === 'bad-leaf');
    expect(bad.map(({ members, word, level }) => [...members, spelt(word), level])).toEqual([
      [5, 'aaaabb', 2],
      [2, 'bbbaaa', 2],
    ]);
  });

  it('makes the same release', () => {
    const input = inputOf(tableOne, { segments: 6 });
    const { nodes: _, ...release } = naive({ ...input, trace: true });
    expect(release).toEqual(naive(input));
  });
});

const lengths = fc.oneof({ arbitrary: fc.integer({ min: 1, max: 9 }), weight: 20 }, { arbitrary: fc.constant(300), weight: 1 });
const sizes = [1, 1, 1, 1e-200, 1e150, 1e290]; // deviations beyond numbers must lose nobody either

interface Case {
  readonly input: NaiveInput;
  readonly columns: readonly Float64Array[];
}

/** Ties, flat series, exact twins, n < 2k, n % k != 0, k = P, negatives, decimals, one column, 300 columns, odd segments, categories. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.nat(),
    length: lengths,
    k: fc.integer({ min: 2, max: 9 }),
    more: fc.nat(70),
    part: fc.nat(),
    split: fc.nat(),
    numbers: fc.nat(2),
    codes: fc.nat(2),
    maxLevel: fc.integer({ min: 1, max: 26 }),
    badLeaf: fc.constantFrom('raw', 'paper'),
    twins: fc.boolean(),
    flats: fc.boolean(),
    size: fc.constantFrom(...sizes),
  })
  .map(
    madeOnceOf(({ seed, length, k, more, part, split, numbers, codes, maxLevel, badLeaf, twins, flats, size }) => {
      const random = randomFrom(seed);
      const rows = k + more;
      const series = Array.from({ length }, () => numbersFrom(random, rows).map((value) => value * size));
      if (flats)
        for (let row = 0; row < rows; row++) if (random.below(3) === 0) for (const column of series) column[row] = series[0][row];
      const quasi = Array.from({ length: numbers }, () => numbersFrom(random, rows));
      const categories = Array.from({ length: codes }, () => codesFrom(random, rows));
      const columns = [...series, ...quasi, ...categories];
      if (twins) twinned(columns, random);
      const input: NaiveInput = {
        space: spaceOf(tableOf([...series, ...quasi], categories)),
        seriesLength: length,
        decimals: [...series, ...quasi].map(() => random.below(5)),
        rows: ascending(rows),
        k,
        p: part % 4 === 0 ? k : 2 + (part % (k - 1)),
        segments: 1 + (split % length),
        maxLevel,
        badLeaf,
        trace: false,
      };
      return { input, columns };
    }),
  );

describe('Naive on any table', () => {
  const groupsOf = madeOnceOf((input: NaiveInput) => plain(naive(input), input), itself);
  const forEveryCase = (
    check: (input: NaiveInput, made: readonly PlainGroup[], columns: readonly Float64Array[]) => void,
    numRuns = draws(40),
  ) =>
    fc.assert(
      fc.property(anyCase, ({ input, columns }) => {
        const groupsMade = groupsOf(input);
        expect(groupsMade).not.toEqual([]);
        check(input, groupsMade, columns);
      }),
      { numRuns },
    );

  it('keeps at least k subjects in every group', () => {
    forEveryCase(({ k }, made) => {
      for (const { rows } of made) expect(rows.length).toBeGreaterThanOrEqual(k);
    });
  });

  it('keeps at least P subjects in every leaf, inside one group', () => {
    forEveryCase(({ p }, made) => {
      for (const { rows, leaves } of made) {
        expect(leaves.flatMap((leaf) => leaf.rows)).toEqual(rows);
        for (const leaf of leaves) expect(leaf.rows.length).toBeGreaterThanOrEqual(p);
      }
    });
  });

  it('loses nobody and doubles nobody', () => {
    forEveryCase((input, made) => {
      expect(inOrder(made.flatMap(({ rows }) => rows))).toEqual([...input.rows]);
    });
  });

  it('publishes intervals that hold every value of their group', () => {
    forEveryCase(({ decimals }, made, columns) => {
      for (const { rows, lower, upper } of made)
        for (const c of decimals.keys()) {
          expect(rows.filter((row) => columns[c][row] < lower[c] || columns[c][row] > upper[c])).toEqual([]);
        }
    });
  });

  it('rounds intervals to the grid, outward by less than one step', () => {
    forEveryCase(({ decimals }, made, columns) => {
      for (const { rows, lower, upper } of made)
        for (const [c, places] of decimals.entries()) {
          const [least, largest] = [
            Math.min(...rows.map((row) => columns[c][row])),
            Math.max(...rows.map((row) => columns[c][row])),
          ];
          const step = 10 ** -places * (1 + 1e-9);
          const onGrid = (bound: number) => Math.abs(bound) >= 1e15 || Number(bound.toFixed(places)) === bound;
          const rounded = onGrid(lower[c]) && onGrid(upper[c]) && least - lower[c] < step && upper[c] - largest < step;
          const signed = Object.is(lower[c], -0) || Object.is(upper[c], -0);
          if (!rounded || signed)
            expect({ places, least, largest, lower: lower[c], upper: upper[c] }).toBe('rounded to the grid');
        }
    });
  });

  it('writes words with symbols below their level, and levels no higher than allowed', () => {
    forEveryCase(({ maxLevel }, made) => {
      for (const { word, level } of made.flatMap(({ leaves }) => leaves)) {
        expect(level).toBeGreaterThanOrEqual(1);
        expect(level).toBeLessThanOrEqual(maxLevel);
        for (const symbol of word) expect(symbol).toBeLessThan(level);
      }
    });
  });

  it('is the same every time', () => {
    forEveryCase((input, made) => {
      expect(plain(naive(input), input)).toEqual(made);
    }, draws(25));
  });

  it('says of rows that stand anywhere what it says of the same rows in a table of their own', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(), ({ input, columns }, seed) => {
        const random = randomFrom(seed);
        const some = input.rows.filter(() => random.below(4) > 0);
        fc.pre(some.length >= input.k);
        const codes = columns.slice(input.decimals.length).map((column) => Float64Array.from(some, (row) => column[row]));
        const numbers = columns.slice(0, input.decimals.length).map((column) => Float64Array.from(some, (row) => column[row]));
        const space = { ...spaceOf(tableOf(numbers, codes)), scales: input.space.scales };
        const { rows: places, ...apart } = naive({ ...input, space, rows: ascending(some.length) });
        const { rows, ...inPlace } = naive({ ...input, rows: some });
        expect([...rows]).toEqual([...places].map((place) => some[place]));
        expect(inPlace).toEqual(apart);
      }),
      { numRuns: draws(25) },
    );
  });

  it('keeps every promise block by block', () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 1, max: 30 }), ({ input }, largest) => {
        const parts = [...groups(blocks(input.space, input.rows, input.k, largest))].map((rows) => ({ ...input, rows }));
        const made = parts.flatMap((part) => plain(naive(part), part));
        expect(inOrder(made.flatMap(({ rows }) => rows))).toEqual([...input.rows]);
        for (const { rows, leaves } of made) {
          expect(rows.length).toBeGreaterThanOrEqual(input.k);
          for (const leaf of leaves) expect(leaf.rows.length).toBeGreaterThanOrEqual(input.p);
        }
      }),
    );
  });

  it('gives flat series the word that says no shape, and loses nothing by it, where P of them share a group', () => {
    const series = Array.from({ length: 8 }, (_, row) => Array(5).fill(row) as number[]);
    const input = inputOf(series, { segments: 3, maxLevel: 20 });
    const made = plain(naive(input), input);
    expect(made.flatMap(({ leaves }) => leaves.map(({ word, level }) => `${spelt(word)}@${level}`))).toEqual([
      'kkk@20',
      'kkk@20',
    ]);
    expect(losses(made, series).pattern).toBe(0);
  });
});

const fixture = (name: string, from: number, to: number): Series =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(from, to).map(Number));

describe('Naive on 3,000 working days', () => {
  const series = fixture('work8.csv', 3, 11);
  const lossesAt = (k: number, p: number) => {
    const input = inputOf(series, { k, p, maxLevel: 20 });
    return losses(plain(naive(input), input), series);
  };

  it.each([
    [5, 4.55],
    [10, 6.25],
    [20, 8.14],
  ])('loses at k = %i at most %d in value', (k, most) => {
    expect(lossesAt(k, 2).value).toBeLessThanOrEqual(most);
  });

  it.each([
    [2, 0.227],
    [3, 0.293],
    [5, 0.351],
  ])('loses at k = 5 and P = %i at most %d in pattern', (p, most) => {
    expect(lossesAt(5, p).pattern).toBeLessThanOrEqual(most);
  });
});

describe('Naive on 1,096 days of power demand, with decimals and negatives', () => {
  const series = fixture('../../examples/italy24.csv', 1, 25);

  it.each([
    [5, 0.49],
    [10, 0.665],
    [20, 0.889],
  ])('loses at k = %i at most %d in value and keeps every promise', (k, most) => {
    const input = inputOf(series, { k, segments: 8, maxLevel: 20, decimals: series[0].map(() => 4) });
    const made = plain(naive(input), input);
    expect(losses(made, series).value).toBeLessThanOrEqual(most);
    expect(inOrder(made.flatMap(({ rows }) => rows))).toEqual([...input.rows]);
    for (const { rows, lower, upper, leaves } of made) {
      expect(rows.length).toBeGreaterThanOrEqual(k);
      for (const row of rows) expect(series[row].every((value, t) => lower[t] <= value && value <= upper[t])).toBe(true);
      for (const leaf of leaves) expect(leaf.rows.length).toBeGreaterThanOrEqual(2);
    }
  });
});
