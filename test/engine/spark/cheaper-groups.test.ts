import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../src/base/workspace.ts';
import { openTablesBeside } from '../../../src/engine/local/tables-beside.ts';
import {
  type Aggregate,
  call,
  column,
  count,
  create,
  type Expression,
  filter,
  group,
  join,
  number,
  type Relation,
  repeat,
  same,
  select,
  table,
  tell,
} from '../../../src/engine/relation.ts';
import { cheaperGroups, countColumn } from '../../../src/engine/spark/cheaper-groups.ts';
import type { TablesBeside } from '../../../src/engine/tables-beside.ts';
import { draws } from '../../suite/draws.ts';

const different = (name: string) => (name === 'log' ? 'different' : undefined);
const cheaper = (rows: Relation) => cheaperGroups(rows, different);
const said = (rows: Relation) => JSON.stringify(rows);

let workspace: Workspace;
let beside: TablesBeside;
beforeAll(async () => {
  workspace = openWorkspace();
  beside = await openTablesBeside(workspace, { threads: 1 });
});
afterAll(() => {
  beside.close();
  workspace.dispose();
});

const row = fc.record({
  a: fc.constantFrom<number | null>(-1, 0, 1, 2, null),
  b: fc.constantFrom<number | null>(0, 5, 9, null),
  rows: fc.integer({ min: 1, max: 4 }),
});

const value: fc.Arbitrary<Expression> = fc.constantFrom(
  column('a'),
  column('b'),
  number(3),
  call('add', column('a'), column('b')),
  call('firstKnown', column('a'), number(7)),
);
const truth: fc.Arbitrary<Expression> = fc.oneof(
  value.map((of) => call('isMissing', of)),
  fc.tuple(value, value).map(([one, other]) => call('less', one, other)),
);
const aggregate: fc.Arbitrary<Aggregate> = fc
  .record({
    what: fc.constantFrom('count', 'distinct', 'sum', 'least', 'greatest', 'any'),
    of: value,
    holds: truth,
    where: fc.option(truth, { nil: undefined }),
  })
  .map(({ what, of, holds, where }) =>
    what === 'count' ? count(where) : tell(what as 'sum', what === 'any' ? holds : of, where),
  );
const distincts: fc.Arbitrary<readonly Aggregate[]> = fc
  .tuple(value, fc.array(fc.option(truth, { nil: undefined }), { minLength: 1, maxLength: 3 }))
  .map(([of, conditions]) => conditions.map((where) => tell('distinct', of, where)));
const layer = fc.oneof(
  truth.map((where) => (rows: Relation) => filter(rows, where)),
  fc.tuple(value, value).map(
    ([a, b]) =>
      (rows: Relation) =>
        select(rows, ['a', a], ['b', b]),
  ),
);
const question = fc
  .record({
    layers: fc.array(layer, { maxLength: 3 }),
    by: fc.array(value, { maxLength: 2 }),
    tell: fc.oneof<fc.Arbitrary<readonly Aggregate[]>[]>(fc.array(aggregate, { minLength: 1, maxLength: 4 }), distincts),
  })
  .map(({ layers, by, tell: told }) =>
    group(
      layers.reduce<Relation>((rows, lay) => lay(rows), table('log')),
      by.map((of, at) => [`by${at}`, of] as const),
      ...told.map((of, at) => [`told${at}`, of] as const),
    ),
  );

describe('groups of a log that holds equal rows once', () => {
  it('tell of different rows what they would tell of all', async () => {
    const rows = fc.uniqueArray(row, { selector: ({ a, b }) => `${a} ${b}`, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, question, async (stored, asked) => {
        await beside.make('different', [
          { name: 'a', type: 'int64' },
          { name: 'b', type: 'int64' },
          { name: countColumn, type: 'uint32' },
        ]);
        const cells = (name: 'a' | 'b') => ({
          name,
          type: 'int64' as const,
          values: stored.map((one) => one[name] ?? 0),
          missing: Uint8Array.from(stored, (one) => (one[name] === null ? 1 : 0)),
        });
        await beside.add('different', [
          cells('a'),
          cells('b'),
          { name: countColumn, type: 'uint32', values: stored.map((one) => one.rows) },
        ]);
        await beside.run([
          create('log', select(repeat(table('different'), countColumn, 'place'), ...['place', 'a', 'b'].map(same))),
        ]);
        const names = [...(asked.kind === 'group' ? [...asked.by, ...asked.tell].map(([name]) => column(name)) : [])];
        const told = (of: Relation) =>
          beside.ask({ rows: of, columns: names.map((of) => [of.kind === 'column' ? of.name : '', of]), order: names });
        expect(said(cheaper(asked))).not.toContain('"log"');
        expect(await told(cheaper(asked))).toEqual(await told(asked));
      }),
      { numRuns: draws(120) },
    );
  });

  const pairs = group(table('log'), [same('a')], ['n', count()]);

  it.each<[string, Relation]>([
    ['of a place', group(table('log'), [], ['last', tell('greatest', column('place'))])],
    ['behind a condition on a place', group(filter(table('log'), call('less', column('place'), number(3))), [], ['n', count()])],
    [
      'of rows that were numbered',
      group(select(table('log'), ['i', { kind: 'rowNumber', within: [column('a')], order: [column('b')] }]), [], ['n', count()]),
    ],
    ['of joined rows', group(join(table('log'), table('other'), ['a']), [], ['n', count()])],
    ['of another table', group(table('other'), [same('a')], ['n', count()])],
  ])('are left as they are where something is asked %s', (_, rows) => {
    expect(cheaper(rows)).toEqual(rows);
  });

  it('are found wherever they stand', () => {
    const wanted = said(cheaper(pairs));
    expect(wanted).toContain('different');
    for (const rows of [
      join(pairs, table('other'), ['a']),
      { kind: 'union', rows: [table('other'), pairs] },
      filter(select(pairs, same('n')), call('isMissing', column('n'))),
    ] satisfies Relation[])
      expect(said(cheaper(rows))).toContain(wanted);
  });
});
