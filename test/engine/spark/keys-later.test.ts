import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  call,
  column,
  type Expression,
  filter,
  group,
  number,
  type Relation,
  same,
  select,
  source,
  table,
  text,
} from '../../../src/engine/relation.ts';
import { keysLater } from '../../../src/engine/spark/keys-later.ts';
import { draws } from '../../suite/draws.ts';

const key = (of: Expression) => call('key', of);
const who: Expression = { kind: 'cell', column: 'who' };

describe('keys that are made of different rows', () => {
  it('are texts in the rows, however many tables they pass on their way', () => {
    const made = select(source, ['u', key(who)], ['t', text('x')]);
    const rows = select(
      filter(select(made, ['v', column('u')], same('t')), call('isMissing', column('t'))),
      ['w', column('v')],
      same('t'),
    );
    const later = keysLater(rows);
    expect([...later.keyed]).toEqual(['w']);
    expect(JSON.stringify(later.rows)).toBe(JSON.stringify(rows).replace(JSON.stringify(key(who)), JSON.stringify(who)));
  });

  it.each<[string, Relation]>([
    ['asked for by a filter', filter(select(source, ['u', key(who)]), call('isMissing', column('u')))],
    [
      'asked for by a column',
      select(select(source, ['u', key(who)]), same('u'), ['even', call('remainder', column('u'), number(2))]),
    ],
    ['wanted twice', select(select(source, ['u', key(who)]), same('u'), ['v', column('u')])],
    ['made before rows are counted', select(group(select(source, ['u', key(who)]), [same('u')]), same('u'))],
    ['of a table', select(table('log'), same('u'))],
    ['part of something', select(source, ['u', call('add', key(who), number(1))])],
  ])('are made where they stand when they are %s', (_, rows) => {
    expect(keysLater(rows)).toEqual({ rows, keyed: new Set() });
  });

  it('lose nothing: with the keys put back the rows are as they were', () => {
    const names = ['a', 'b', 'c'];
    const expression = fc.constantFrom<Expression>(
      ...names.map((name) => column(name)),
      ...names.map((name) => key(column(name))),
      text('x'),
    );
    const layer = fc.record({ columns: fc.tuple(expression, expression, expression), filtered: fc.option(expression) });
    fc.assert(
      fc.property(fc.array(layer, { minLength: 1, maxLength: 4 }), (layers) => {
        const rows = layers.reduce<Relation>((below, { columns, filtered }) => {
          const selected = select(below, ...columns.map((of, c) => [names[c], of] as const));
          return filtered === null ? selected : filter(selected, filtered);
        }, table('log'));
        const later = keysLater(rows);
        const told = (values: Values) =>
          readRows(later.rows, values).map((value, c) => (later.keyed.has(names[c]) ? `key(${value})` : value));
        for (const values of [
          ['p', 'q', 'r'],
          ['p', 'p', 'r'],
        ] as const)
          expect(told(values)).toEqual(readRows(rows, values));
      }),
      { numRuns: draws(400) },
    );
  });
});

type Values = readonly string[];

/** One row of what a relation makes of one row, by columns a, b and c; what a filter asked for is told beside it. */
function readRows(rows: Relation, values: Values): Values {
  const cellOf = (of: Expression, row: Values): string => {
    if (of.kind === 'column') return row[['a', 'b', 'c'].indexOf(of.name)];
    return of.kind === 'call' ? `${of.name}(${cellOf(of.of[0], row)})` : 'x';
  };
  switch (rows.kind) {
    case 'select': {
      const below = readRows(rows.rows, values);
      return [...rows.columns.map(([, of]) => cellOf(of, below)), ...below.slice(3)];
    }
    case 'filter': {
      const below = readRows(rows.rows, values);
      return [...below, cellOf(rows.where, below)];
    }
    default:
      return values;
  }
}
