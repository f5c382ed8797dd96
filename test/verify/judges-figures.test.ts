import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { ManifestColumn, TableManifest } from '../../src/release/manifest.ts';
import { bandsAsked, eventsCensus, type ShownBands, seriesCensus, sizesIn, topPatterns } from '../../src/verify/census.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import { answerOf, placesAsked, seriesAnswers } from '../../src/verify/series/answers.ts';
import type { Source, SourceColumn } from '../../src/verify/source.ts';
import { tableCensus } from '../../src/verify/table/table-census.ts';
import { tableFlow } from '../../src/verify/table/table-flow.ts';
import { draws } from '../suite/draws.ts';
import { counted } from './source-of-rows.ts';

const column = (sql: string, declared: object): SourceColumn =>
  ({ sql, type: 'text', declared: { name: sql, ...declared } as ManifestColumn }) as SourceColumn;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const valuesOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `(VALUES ${rows.map((row) => `(${row.map((cell) => (typeof cell === 'number' ? cell : `'${cell}'`)).join(', ')})`).join(', ')})`;

describe('what bands answer', () => {
  const doubles = (values: readonly number[]) => Float64Array.from(values);
  const instant = column('H1', { role: 'series', kind: 'interval' });
  const anyBands = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.nat(6), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 9,
  });
  const ask = (bands: readonly (readonly [low: number, high: number, size: number])[]) =>
    answerOf(instant, doubles(bands.map(([low]) => low)), doubles(bands.map(([, high]) => high)), doubles(bands.map(([, , size]) => size))); // biome-ignore format: a line

  it('is counted from a middle that half of the subjects lie up to: for certain, possibly, and by shares', () =>
    fc.assert(
      fc.property(anyBands, (drawn) => {
        const bands = drawn.map(([low, wide, size]) => [low, low + wide, size] as const);
        const all = sum(bands.map(([, , size]) => size));
        const middles = bands.map(([low, high]) => (low + high) / 2);
        const upTo = (middle: number) => sum(bands.flatMap(([, , size], g) => (middles[g] <= middle ? [size] : [])));
        const from = Math.min(...middles.filter((middle) => upTo(middle) >= all / 2));
        const sizesWhere = (holds: (low: number, high: number) => boolean) =>
          sum(bands.flatMap(([low, high, size]) => (holds(low, high) ? [size] : [])));
        const drawnShares = bands.map(([low, high, size]) =>
          low >= from ? size : high < from ? 0 : (size * (high - from)) / (high - low),
        );
        expect(ask(bands)).toEqual({
          instant: 'H1',
          from,
          least: sizesWhere((low) => low >= from),
          most: sizesWhere((_, high) => high >= from),
          published: Math.round(Number(sum(drawnShares).toFixed(6))),
        });
      }),
      { numRuns: draws(400) },
    ));

  it('is asked in three digits, and does not depend on the order of groups, however large one is', () => {
    expect(ask([[123_456, 123_456, 1]]).from).toBe(123_000);
    expect(ask([]).from).toBe(0);
    const large = [7, 7, 2 ** 53] as const;
    const small = Array.from({ length: 8 }, () => [7, 7, 1] as const);
    expect(ask([large, ...small]).published).toBe(2 ** 53 + 8);
    const thirds = [
      [6, 6, 4],
      ...Array.from({ length: 3 }, () => [0, 6, 1] as const),
      ...Array.from({ length: 6 }, () => [-6, 6, 1] as const),
    ] as const;
    expect(ask(thirds)).toMatchObject({ from: 3, published: 4 + 3 }); // 3 halves and 6 quarters are 3
    expect(answerOf(column('H1_lower', { role: 'series', kind: 'lower', of: 'H1' }), doubles([1]), doubles([2]), doubles([3]))).toMatchObject({ instant: 'H1' }); // biome-ignore format: a line
  });

  const bounds = (name: string) => [
    column(`${name}_lower`, { role: 'series', kind: 'lower', of: name }),
    column(`${name}_upper`, { role: 'series', kind: 'upper', of: name }),
  ];
  const ends = [column('id', { role: 'group' }), column('word', { role: 'pattern' }), column('depth', { role: 'level' })];
  const laidOut = (columns: readonly SourceColumn[]) =>
    layoutOf({ table: 'leaves', columns: [...columns, ...ends], scan: () => 'leaves' } as unknown as Source);

  it('is asked at five instants, or at all where they are fewer, and of no other column', () => {
    const named = (count: number) => Array.from({ length: count }, (_, i) => `H${i + 1}`);
    const asked = (columns: readonly SourceColumn[]) => placesAsked(laidOut(columns)).map(({ sql }) => sql);
    const intervals = (count: number) => named(count).map((name) => column(name, { role: 'series', kind: 'interval' }));
    const age = column('age', { role: 'quasi', kind: 'interval' });
    expect(asked([...intervals(10), age])).toEqual(['H2', 'H4', 'H6', 'H8', 'H10']);
    expect(asked([...intervals(24), age])).toEqual(['H3', 'H8', 'H13', 'H17', 'H22']);
    expect(asked([age, ...intervals(3)])).toEqual(['H1', 'H2', 'H3']);
    expect(asked([...named(3).flatMap(bounds), age])).toEqual(['H1_lower', 'H2_lower', 'H3_lower']);
    expect(asked([age])).toEqual([]);
  });

  it('is read from bounds in one cell or in two, each group with its subjects', () =>
    counted(async (counter) => {
      await counter.ask(`CREATE TEMP TABLE leaves AS FROM ${valuesOf([['[1-3]', '5', '9'], ['[2-4]', '6', '7']])} AS t(H1, H2_lower, H2_upper)`); // biome-ignore format: a line
      await counter.ask(`CREATE TEMP TABLE classes AS FROM ${valuesOf([[0, 3], [1, 5]])} AS t(leaf, rows)`); // biome-ignore format: a line
      expect(await seriesAnswers(counter, laidOut([instant, ...bounds('H2')]))).toEqual([
        { instant: 'H1', from: 3, least: 0, most: 8, published: 3 },
        { instant: 'H2', from: 6.5, least: 0, most: 8, published: Math.round((3 * 2.5) / 4 + 5 / 2) },
      ]);
      expect(await seriesAnswers(counter, laidOut([column('age', { role: 'quasi', kind: 'interval' })]))).toEqual([]);
    }));
});

describe('what a report shows of series', () => {
  it('are the twelve most frequent patterns, of equally frequent ones the first by their texts', () => {
    const told = (pattern: string, level: number, subjects: number) => ({ pattern, level, subjects });
    const ranked = [told('c', 2, 5), told('a', 20, 4), told('a', 3, 4), told('b', 2, 4)];
    for (const first of [0, 1, 2, 3])
      for (const second of [0, 1, 2])
        for (const isTurned of [false, true]) {
          const others = ranked.toSpliced(first, 1);
          const last = others.toSpliced(second, 1);
          expect(topPatterns([ranked[first], others[second], ...(isTurned ? last.reverse() : last)])).toEqual(ranked); // in whatever order they come
        }
    const many = Array.from({ length: 14 }, (_, i) => told('ab', 2, i + 1));
    expect(topPatterns(many).map(({ subjects }) => subjects)).toEqual(Array.from({ length: 12 }, (_, i) => 14 - i));
    expect(topPatterns([told('a', 2, 1), told('a', 2, 1)])).toHaveLength(2);
  });

  it('are bands of instants that there are, with a bound for each', () => {
    const columns = [
      column('H1', { role: 'series', kind: 'interval' }),
      column('low', { role: 'series', kind: 'lower', of: 'H2' }),
      column('high', { role: 'series', kind: 'upper', of: 'H3' }),
      column('age', { role: 'quasi', kind: 'interval' }),
      ...[column('id', { role: 'group' }), column('word', { role: 'pattern' }), column('depth', { role: 'level' })],
    ];
    const layout = layoutOf({ table: 'r', columns, scan: () => 'r' } as unknown as Source);
    const asked = (instants: readonly string[], ...bands: readonly (readonly [readonly number[], readonly number[]])[]) => {
      const found = bandsAsked(layout, { instants, bands: bands.map(([lower, upper]) => ({ size: 2, lower, upper })) });
      return [found.columns.map(({ sql }) => sql), found.bands.length];
    };
    const both = [[1, 2], [3, 4]] as const; // biome-ignore format: a band
    expect(asked(['H1', 'H2'], both)).toEqual([['H1', 'low'], 1]);
    expect(asked(['H1', 'H2'], [[1], [3, 4]], [[1, 2], [3]], [[1], [3]])).toEqual([['H1', 'low'], 0]); // biome-ignore format: bands
    expect(asked(['H1', 'H3'], both)).toEqual([['H1'], 0]); // an upper bound is no instant
    expect(asked(['H1', 'age'], both)).toEqual([['H1'], 0]);
    expect(asked(['low'], [[1], [2]])).toEqual([[], 0]);
    expect(asked([], [[], []])).toEqual([[], 0]);
  });
});

describe('the census of a series', () => {
  const columns = [
    column('c0', { role: 'series', kind: 'lower', of: 'A' }),
    column('c1', { role: 'series', kind: 'upper', of: 'A' }),
    column('B', { role: 'series', kind: 'interval' }),
    ...[column('id', { role: 'group' }), column('word', { role: 'pattern' }), column('depth', { role: 'level' })],
  ];
  const layout = layoutOf({ table: 'leaves', columns, scan: () => 'leaves' } as unknown as Source);
  const sizes = { groups: [], leaves: [] };
  /** Groups 1 and 2 are of the same band and size, group 3 of the same band and another size. */
  const leaves = [
    ['-2', '3', '[4-5]', '1', 'ab', '2', 3],
    ['-2', '3', '[4-5]', '1', 'aa', '1', 2],
    ['-2', '3', '[4-5]', '2', 'ab', '2', 5],
    ['-2', '3', '[4-5]', '3', 'ab', '12', 4],
    ['0', '1', '[4-5]', '4', 'aa', '1', 7],
  ] as const;
  const censusOf = (shown?: ShownBands) =>
    counted(async (counter) => {
      const names = [...columns.map(({ sql }) => sql), 'n'].join(', ');
      await counter.ask(`CREATE TEMP TABLE leaves AS FROM ${valuesOf(leaves)} AS t(${names})`);
      await counter.ask('CREATE TEMP TABLE classes AS SELECT rowid AS leaf, n AS rows FROM leaves');
      return seriesCensus(counter, layout, sizes, shown);
    });

  it('tells patterns by how many have them, and who has one that says nothing', async () => {
    expect(await censusOf()).toMatchObject({
      ...sizes,
      kind: 'series',
      patterns: [
        { pattern: 'aa', level: 1, subjects: 9 },
        { pattern: 'ab', level: 2, subjects: 8 },
        { pattern: 'ab', level: 12, subjects: 4 },
      ],
      flat: 9,
      strangeBands: 0,
    });
  });

  it('knows the bands that a report may show, of as many groups as have them', async () => {
    const strange = async (...bands: ShownBands['bands']) => (await censusOf({ instants: ['A', 'B'], bands })).strangeBands;
    const band = { size: 5, lower: [-2, 4], upper: [3, 5] };
    expect(await strange()).toBe(0);
    expect(await strange(band)).toBe(0);
    expect(await strange(band, { ...band, lower: [-2, 4], upper: [3, 6] })).toBe(1); // nor does a second group make up for it
    expect(await strange({ ...band, size: 4 }, { ...band, size: 7 }, { ...band, size: 9 })).toBe(2);
    expect(await strange({ size: 7, lower: [0, 4], upper: [1, 5] }, { size: 7, lower: [0, 4], upper: [3, 5] })).toBe(1);
    const many = Array.from({ length: 1001 }, (_, i) => ({ ...band, size: i === 500 ? 9 : 4 + (i % 2) }));
    expect(await strange(...many)).toBe(1);
  });
});

describe('what a report shows of events and tables', () => {
  const withCombinations = <Value>(names: readonly string[], rows: readonly (readonly (string | number)[])[], use: (counter: Counter) => Promise<Value>) => counted(async (counter) => { await counter.ask(`CREATE TEMP TABLE combinations AS FROM ${valuesOf(rows)} AS t(${names.join(', ')})`); return use(counter); }); // biome-ignore format: two lines

  it('are sizes of combinations, and events by their place in time where two cycles are told', () =>
    withCombinations(
      ['what', 'week', 'day', 'n', 'size'],
      [
        ['fall', '10', '1', 4, 3],
        ['fall', '10', '2', 5, 3],
        ['door', '10', '1', 6, 2],
      ],
      async (counter) => {
        const [what, week, day] = ['what', 'week', 'day'].map((sql, i) => column(sql, { name: ['generalized_event', 'week_number', 'weekday'][i], role: 'quasi' })); // biome-ignore format: a line
        expect(await eventsCensus(counter, [what, day, week])).toEqual({
          kind: 'events',
          combinations: [
            [2, 1],
            [3, 2],
          ],
          calendar: {
            columns: ['week_number', 'weekday'],
            cells: [
              { labels: ['10', '1'], events: 10 },
              { labels: ['10', '2'], events: 5 },
            ],
          },
        });
        expect(await eventsCensus(counter, [what, day])).toEqual({ kind: 'events', combinations: await sizesIn(counter, 'combinations') }); // biome-ignore format: a line
      },
    ));

  it('are labels of places, the most frequent first, crowds in two digits and a few rows as they are', () =>
    withCombinations(
      ['code', 'kind', 'n', 'size', 'toll', 'id'],
      [
        ['A1', 'ore', 7, 5, '1.5', 'x'],
        ['A1', 'sand', 9, 6, '', 'y'],
        ['B2', 'ore', 1249, 1151, '2.5', 'z'],
        ['C3', 'ore', 104, 99, '2.5', 'z'],
      ],
      async (counter) => {
        const columns = [
          column('code', { role: 'quasi', kind: 'code' }),
          column('kind', { role: 'quasi', kind: 'label' }),
          column('size', { role: 'count', kind: 'integer' }),
          column('toll', { role: 'mean', kind: 'number' }),
          column('id', { role: 'kept', kind: 'prefix' }),
        ];
        const source = { table: 'combinations', columns } as unknown as Source;
        const manifest = { promises: { k: 6 }, labels: 'en', shape: 'groups' } as unknown as TableManifest;
        const found = await tableCensus(counter, 'combinations', source, manifest);
        expect(found).toMatchObject({
          kind: 'table',
          combinations: [[5, 1], [6, 1], [99, 1], [1151, 1]], // biome-ignore format: pairs
          labels: [{ column: 'code', kind: 'code', labels: [['A1', 2], ['B2', 1], ['C3', 1]] }], // biome-ignore format: pairs
          rows: [
            { code: 'A1', kind: 'ore', size: '5', toll: '1.5' },
            { code: 'A1', kind: 'sand', size: '6', toll: '' },
            { code: 'B2', kind: 'ore', size: '1151', toll: '2.5' },
          ],
        });
        expect(found.labels).toHaveLength(1);
        expect(Object.keys(found.rows[0])).toEqual(['code', 'kind', 'size', 'toll']);
        expect(found.crowd).toEqual([
          { subjects: 5, records: 7, combinations: 1 },
          { subjects: 6, records: 9, combinations: 1 },
          { subjects: 99, records: 100, combinations: 1 },
          { subjects: 1200, records: 1200, combinations: 1 },
        ]);
        expect(found.flow).toMatchObject({ column: 'code', kind: 'place' });
        expect(found.flow?.bins).toEqual([
          { name: 'A1', after: 11, least: 11, most: 11 },
          { name: 'B2', after: 1151, least: 1151, most: 1151 },
          { name: 'C3', after: 99, least: 99, most: 99 },
          { name: '', after: 0, least: 0, most: 0 },
        ]);
        const records = await tableCensus(counter, 'combinations', source, { ...manifest, shape: 'records' });
        expect(records.flow?.bins[0]).toEqual({ name: 'A1', after: 16, least: 16, most: 16 });
        const kinds = await tableCensus(counter, 'combinations', { ...source, columns: columns.slice(2) } as Source, manifest);
        expect([kinds.labels, 'flow' in kinds]).toEqual([[], false]);
      },
    ));

  it('are drawn over the first column of labels that tells two bins apart, and over no other column', () =>
    withCombinations(
      ['code', 'kind', 'note', 'n', 'size'],
      [
        ['A1', 'ore', 'x', 3, 3],
        ['A1', 'sand', 'y', 4, 4],
      ],
      async (counter) => {
        const code = column('code', { role: 'quasi', kind: 'code' });
        const kind = column('kind', { role: 'quasi', kind: 'label' });
        const note = column('note', { role: 'kept', kind: 'code' });
        const of = (...columns: readonly SourceColumn[]) => tableFlow(counter, 'combinations', { columns } as unknown as Source, { labels: 'en', shape: 'records' }); // biome-ignore format: a line
        expect((await of(code, kind))?.column).toBe('kind');
        expect((await of(kind, note))?.column).toBe('kind');
        expect(await of(code, note)).toBeUndefined();
      },
    ));

  it('are shares of a label in each of the bins that it spans, drawn over time before places', () =>
    withCombinations(
      ['code', 'hours', 'n', 'size'],
      [
        ['A1', '06:00-09:00', 30, 9],
        ['B2', '07:00-08:00', 5, 4],
      ],
      async (counter) => {
        const columns = [column('code', { role: 'quasi', kind: 'code' }), column('hours', { role: 'quasi', kind: 'hour' })];
        const manifest = { promises: { k: 2 }, labels: 'en', shape: 'records' } as unknown as TableManifest;
        const { flow } = await tableCensus(
          counter,
          'combinations',
          { table: 'combinations', columns } as unknown as Source,
          manifest,
        );
        expect([flow?.column, flow?.bins.slice(5, 10)]).toEqual([
          'hours',
          [
            { name: '5', after: 0, least: 0, most: 0 },
            { name: '6', after: 10, least: 0, most: 30 },
            { name: '7', after: 15, least: 5, most: 35 },
            { name: '8', after: 10, least: 0, most: 30 },
            { name: '9', after: 0, least: 0, most: 0 },
          ],
        ]);
      },
    ));
});
