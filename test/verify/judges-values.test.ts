import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManifestModel } from '../../src/release/manifest.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import { checkModels } from '../../src/verify/models/check-models.ts';
import { checkDiversity } from '../../src/verify/series/diversity.ts';
import { draws } from '../suite/draws.ts';
import { counted, sourceOf } from './source-of-rows.ts';

describe('promises about sensitive values, group by group', () => {
  /** Rows of a group, a value and whose it is. */
  const found = (models: readonly object[], rows: readonly (readonly string[])[], hasSubject = true) =>
    counted(async (counter) => {
      const source = await sourceOf(
        counter,
        [
          ['place', 'quasi'],
          ['ill', 'kept'],
          ['who', 'subject'],
        ],
        rows,
      );
      const [place, , who] = source.columns;
      const one = { counter, source, alike: [place], subject: hasSubject ? who : undefined, file: 'data.csv' };
      return checkModels(models.map((model) => ({ column: 'ill', ...model })) as unknown as readonly ManifestModel[], one);
    });
  const rows = (text_: string) => text_.split(' ').map((row) => row.split('/'));

  it('are counted in every group: how many fall short, by how much the worst, and where the first stands', async () => {
    const some = rows('A/x/1 B/y/2 A/y/3 B/y/4 A/z/5 C/x/6 C//7 D//8');
    expect(await found([{ model: 'distinct', l: 2 }], some)).toEqual([
      {
        kind: 'few-different-values',
        file: 'data.csv',
        column: 'ill',
        groups: 3,
        worst: 0,
        promised: 2,
        counted: 'records',
        row: expect.any(Number),
      },
    ]);
    expect(await found([{ model: 'distinct', l: 2 }], rows('A/x/1 A/y/2 B/y/3 B/X/4'))).toEqual([]);
    expect(await found([{ model: 'distinct', l: 2 }], rows('A/x/1 A/X/2 A/x/3'))).toMatchObject([{ worst: 1 }]); // one value in two spellings
    expect(await found([{ model: 'distinct', l: 2, column: 'none' }], some)).toEqual([]);
    expect(await found([], some)).toEqual([]);
    const [first] = await found([{ model: 'distinct', l: 2 }], rows('A/x/1 A/y/2 B/y/3 B/y/4'));
    expect(first).toMatchObject({ groups: 1, worst: 1, row: 3 });
  });

  it('have their worst group whatever its place, in the direction of each promise', async () => {
    const some = rows('A/x/1 A/x/2 A/x/3 A/y/4 B/x/5 B/x/6 B/x/7 B/x/8 B/x/9 B/y/10 C/x/11 C/x/12 C/y/13');
    const worst = async (model: object) =>
      (await found([model], some)).map((breach) => ('worst' in breach ? [breach.groups, Number(breach.worst.toFixed(6))] : []));
    expect(await worst({ model: 'alpha', share: 0.6 })).toEqual([[3, 0.833333]]);
    expect(await worst({ model: 'alpha', share: 0.7 })).toEqual([[2, 0.833333]]);
    expect(await worst({ model: 'alpha', share: 0.84 })).toEqual([]);
    expect(await worst({ model: 'entropy', l: 1.8 })).toEqual([[2, 1.569193]]);
    expect(await worst({ model: 'recursive', l: 2, c: 3 })).toEqual([[1, 5]]);
    expect(await worst({ model: 'recursive', l: 2, c: 2.9 })).toEqual([[2, 5]]);
    expect(await worst({ model: 'recursive', l: 3, c: 3 })).toEqual([[3, Number.POSITIVE_INFINITY]]);
    expect(await worst({ model: 'closeness', t: 0.01, distance: 'equal' })).toEqual([[3, 0.102564]]);
  });

  it('are counted by subjects too, each with one place, where these are told', async () => {
    const often = rows('A/x/1 A/y/2 A/y/2 A/y/2 A/z/3 B/x/4 B/y/5 B/z/6');
    const by = async (model: object, hasSubject: boolean) =>
      (await found([model], often, hasSubject)).map((breach) => ('counted' in breach ? [breach.counted, breach.groups] : []));
    expect(await by({ model: 'alpha', share: 0.5 }, true)).toEqual([['records', 1]]);
    expect(await by({ model: 'alpha', share: 0.6 }, true)).toEqual([]);
    const few = rows('A/x/1 A/x/1 A/y/1 A/y/1 A/y/1 A/x/2 A/y/3 A/y/3 A/x/4 A/y/4 A/y/5 A/x/5');
    expect(await found([{ model: 'alpha', share: 0.58 }], few)).toMatchObject([{ counted: 'records', groups: 1 }]);
    const one = rows('A/x/1 A/y/1 A/y/1 A/y/1 A/x/2');
    expect(await found([{ model: 'alpha', share: 0.61 }], one)).toMatchObject([{ counted: 'subjects', worst: 0.625 }]);
    expect(await found([{ model: 'alpha', share: 0.61 }], one, false)).toEqual([]);
    expect(await found([{ model: 'distinct', l: 2 }], one)).toEqual([]);
  });

  it('go by numbers where these have an order, and by a tree of as many paths as values', async () => {
    const numbers = rows('A/100/3 B/10/6 A/9/1 A/10/2 B/9/4 B/9/5');
    const closeness = async (t: number, more: object) =>
      (await found([{ model: 'closeness', t, ...more }], numbers)).map((breach) =>
        'worst' in breach ? Number(breach.worst.toFixed(6)) : breach.kind,
      );
    expect(await closeness(0.1, { distance: 'ordered' })).toEqual([0.166667]); // 9, 10, 100: 3, 2 and 1 of 6
    expect(await closeness(0.1, { distance: 'hierarchy', tree: [[0], [0], [0]] })).toEqual([0.166667]);
    const branches = [
      [1, 0],
      [0, 0],
      [0, 0],
    ]; // in the order of texts: 10, 100, 9
    expect(await closeness(0.05, { distance: 'hierarchy', tree: branches })).toEqual([0.083333]);
    expect(await closeness(0.9, { distance: 'hierarchy', tree: [[0], [0]] })).toEqual(['unfit-tree']);
    expect(await closeness(0.2, { distance: 'ordered' })).toEqual([]);
  });

  it('fall short where nobody of a group has a value, by as much as can be', async () => {
    const nobody = rows('A/x/1 A/y/2 B//3 B/?/4').map((row) => row.map((cell) => (cell === '?' ? ' ' : cell)));
    const worst = async (model: object) =>
      (await found([model], nobody, false)).map((breach) => ('worst' in breach ? [breach.groups, breach.worst] : []));
    expect(await worst({ model: 'distinct', l: 2 })).toEqual([[1, 0]]);
    expect(await worst({ model: 'entropy', l: 1.5 })).toEqual([[1, 0]]);
    for (const model of [{ model: 'alpha', share: 1 }, { model: 'recursive', l: 2, c: 9 }, { model: 'closeness', t: 1, distance: 'equal' }]) // biome-ignore format: a line
      expect(await worst(model), model.model).toEqual([[1, Number.POSITIVE_INFINITY]]);
  });

  it('go by the order of numbers, however they come and whatever their signs', async () => {
    const drawn = [7, -3, 110, 20, -12, 9, 1000, 45, 0.5, -0.25, 33, 8];
    const ordered = [...drawn].sort((a, b) => a - b);
    const all = drawn.flatMap((value, i) => [['A', String(value), String(i)], ...(i % 3 === 0 ? [['B', String(value), `b${i}`]] : [])]); // biome-ignore format: a line
    const shareOf = (values: readonly number[], value: number) => values.filter((one) => one === value).length / values.length;
    const [whole, own] = [all.map(([, value]) => Number(value)), drawn.filter((_, i) => i % 3 === 0)];
    let [carried, sum] = [0, 0];
    for (const value of ordered.slice(0, -1)) {
      carried += shareOf(own, value) - shareOf(whole, value);
      sum += Math.abs(carried);
    }
    const [breach] = await found([{ model: 'closeness', t: 0.001, distance: 'ordered' }], all, false);
    expect('worst' in breach && breach.worst).toBeCloseTo(sum / (ordered.length - 1), 9);
  });

  it('are counted in each of very many groups', () =>
    counted(async (counter) => {
      const groups = 20_003;
      await counter.ask(
        `CREATE TEMP TABLE many AS SELECT CAST(i // 2 AS VARCHAR) AS c0, CASE WHEN i // 2 IN (5, 20000, 20001) THEN 'x' ELSE CAST(i % 2 AS VARCHAR) END AS c1 FROM range(${2 * groups}) AS t(i)`,
      );
      const columns = ['place', 'ill'].map((name, c) => ({ sql: `c${c}`, type: 'text' as const, declared: { name, role: 'kept' as const, kind: 'text' as const } })); // biome-ignore format: a line
      const source = { table: 'many', scan: () => 'many', columns };
      const one = { counter, source, alike: columns.slice(0, 1), subject: undefined, file: 'data.csv' };
      expect(await checkModels([{ model: 'distinct', column: 'ill', l: 2 }], one)).toMatchObject([{ groups: 3, worst: 1 }]);
    }));

  it('go by all columns that records are published alike by', async () => {
    await counted(async (counter) => {
      const source = await sourceOf(
        counter,
        [
          ['place', 'quasi'],
          ['size', 'quasi'],
          ['ill', 'kept'],
        ],
        rows('A/1/x A/1/y A/2/x B/1/y B/2/x B/2/y'),
      );
      const alike = source.columns.slice(0, 2);
      const models = [
        { model: 'distinct', column: 'ill', l: 2 },
        { model: 'alpha', column: 'other', share: 0.1 },
      ] as unknown as readonly ManifestModel[];
      expect(await checkModels(models, { counter, source, alike, subject: undefined, file: 'data.csv' })).toMatchObject([
        { groups: 2, worst: 1, row: 3 },
      ]);
    });
  });

  it('are what a plain count finds', async () => {
    const anyRow = fc.tuple(
      fc.constantFrom('A', 'B', 'C'),
      fc.constantFrom('x', 'y', 'z', ''),
      fc.constantFrom('1', '2', '3', '4'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 25 }), async (all) => {
        const groups = [...new Set(all.map(([place]) => place))].map((place) =>
          all.filter((row) => row[0] === place && row[1] !== ''),
        );
        const sizes = groups.map((members) => new Set(members.map(([, value]) => value)).size);
        const short = sizes.filter((size) => size < 3);
        const told = await found([{ model: 'distinct', l: 3 }], all);
        expect(told).toMatchObject(short.length === 0 ? [] : [{ groups: short.length, worst: Math.min(...short) }]);
        const shares = groups
          .filter((members) => members.length > 0)
          .map(
            (members) =>
              Math.max(...members.map(([, value]) => members.filter((row) => row[1] === value).length)) / members.length,
          );
        const frequent = [
          ...shares.filter((share) => share > 0.5),
          ...groups.filter((members) => members.length === 0).map(() => Number.POSITIVE_INFINITY),
        ];
        expect(await found([{ model: 'alpha', share: 0.5 }], all, false)).toMatchObject(
          frequent.length === 0 ? [] : [{ groups: frequent.length, worst: Math.max(...frequent) }],
        );
      }),
      { numRuns: draws(60) },
    );
  });
});

describe('different values of sensitive columns behind a pattern', () => {
  const declared = [
    ['GroupID', 'group'],
    ['H1', 'series'],
    ['ill', 'sensitive'],
    ['mood', 'sensitive'],
    ['Pattern', 'pattern'],
    ['Level', 'level'],
  ] as const;
  const found = (rows: readonly string[], l: number, split = false) =>
    counted(async (counter) => {
      const layout = layoutOf(
        await sourceOf(
          counter,
          declared,
          rows.map((row) => row.split('/')),
        ),
      );
      return checkDiversity(counter, layout, { l, split }, 'data.csv');
    });

  it('are counted in each leaf and each column, without empty cells and other spellings', async () => {
    const rows = ['1/a/x/u/ab/2', '1/a/y/v/ab/2', '1/a/x/u/ba/2', '1/a/X/v/ba/2', '2/b/z/u/ab/2', '2/b//v/ab/2', '2/b/z/w/ab/2'];
    expect(await found(rows, 2)).toEqual([
      { kind: 'few-values', column: 'ill', classes: 2, fewest: 1, l: 2, file: 'data.csv', row: 3 },
    ]);
    expect(await found(rows, 1)).toEqual([]);
    expect(await found(rows, 3)).toEqual([
      { kind: 'few-values', column: 'ill', classes: 3, fewest: 1, l: 3, file: 'data.csv', row: 1 },
      { kind: 'few-values', column: 'mood', classes: 2, fewest: 2, l: 3, file: 'data.csv', row: 1 },
    ]);
    expect(await found(['1/a//u/ab/2', '1/a//v/ab/2'], 1)).toMatchObject([{ column: 'ill', fewest: 0 }]);
  });

  it('are counted for each level, and for each envelope where a group has several', async () => {
    const levels = ['1/a/x/u/ab/2', '1/a/y/v/ab/3'];
    expect(await found(levels, 2)).toMatchObject([
      { column: 'ill', classes: 2 },
      { column: 'mood', classes: 2 },
    ]);
    const several = ['1/a/x/u/ab/2', '1/b/y/v/ab/2'];
    expect(await found(several, 2)).toEqual([]);
    expect(await found(several, 2, true)).toMatchObject([
      { column: 'ill', classes: 2 },
      { column: 'mood', classes: 2 },
    ]);
  });
});
