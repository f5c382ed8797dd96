import { describe, expect, it } from 'vitest';
import { call, column, type Relation, same, select, table, tell, text } from '../../../src/engine/relation.ts';
import { type CompileContext, compileRows } from '../../../src/engine/spark/compile.ts';
import { type Mover, settlePlace } from '../../../src/engine/spark/placement.ts';
import { alsoForSpark } from '../../../src/engine/spark/rendered-sql.ts';
import { sqlName, sqlText } from '../../../src/engine/spark/sql.ts';
import { type Event, madeOf } from '../../families/events/logs.ts';

/** Cells that are found again wherever they go. */
const log: readonly Event[] = Array.from({ length: 120 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 2, 1 + (i % 21), (i * 5) % 24, 17)).toISOString().slice(0, 19),
  subject: `Zaupni-${i % 9}`,
  code: ['SEKRET_ALFA', 'SEKRET_BETA', "SEKRET'GAMA"][i % 3],
}));

const modes = [
  {},
  { flatten: ['sweep'] },
  { flatten: ['none'], reduce: 'users' },
  { pseudonym: 'random' },
  { pseudonym: 'drop' },
  { pseudonym: 'rotate:week' },
  { pseudonym: 'shared' },
  { subjectSpelling: 'exact', unmapped: 'other' },
] as const;

/** What gives other rows when a task is tried again, or on another number of partitions. */
const forbidden =
  /\b(rand|randn|random|uuid|monotonically_increasing_id|spark_partition_id|input_file_name|first|first_value|any_value|current_\w+|now)\s*\(|TABLESAMPLE|\bLIMIT\b|REPARTITION/i;

describe('the SQL of an event log', () => {
  it.each(modes)('holds no cell, no key and nothing that chance decides: %j', async (mode) => {
    const sql: string[] = [];
    const made = await madeOf(
      log,
      { k: 2, quasi: ['generalized_event', 'week_number', 'weekday'], mapping: { '*': 'alarm' }, ...mode },
      (engine) => alsoForSpark(engine, (said) => void sql.push(said)),
    );
    expect(made).toHaveProperty('rows');
    expect(sql.length).toBeGreaterThan(10);
    const said = sql.join('\n');
    expect(said).not.toMatch(/zaupni|sekret|alarm|2024|[0-9a-f]{32}/i);
    expect(said).not.toMatch(forbidden);
    for (const [, order] of said.matchAll(/row_number\(\) OVER \(PARTITION BY [^)]* ORDER BY ([^)]*)\)/g))
      expect(order).toContain('`place`'); // another number for each row: no tie is left to chance
  });
});

const nothing: CompileContext = {
  source: { scan: 'input', columns: new Map(), cell: ({ kind }) => ({ sql: `the ${kind}`, type: 'text' }) },
  table: (name) => ({
    sql: sqlName(name),
    columns: new Map([
      ['u', 'uint64'],
      ['n', 'int32'],
      ['name', 'text'],
    ]),
  }),
  list: () => 'list',
  numbering: () => 'list',
};

describe('a relation for Spark', () => {
  it('has names and texts that end where they should', () => {
    expect(sqlName('a`b`; DROP')).toBe('`a``b``; DROP`');
    expect(sqlText(`o'clock \\ \n`)).toBe(`'o\\'clock \\\\ \\n'`);
  });

  it('counts in 64 bits, and in more where a key or a sum is among the numbers', () => {
    const rows = select(
      table('t'),
      ['a', call('multiply', column('n'), column('n'))],
      ['b', call('multiply', column('u'), column('n'))],
    );
    const { sql, columns } = compileRows(rows, nothing);
    expect([...columns.values()]).toEqual(['int64', 'int128']);
    expect(sql).toContain('CAST(r.`n` AS BIGINT) * CAST(r.`n` AS BIGINT)');
    const sum: Relation = { kind: 'group', rows: table('t'), by: [same('name')], tell: [['s', tell('sum', column('n'))]] };
    expect(compileRows(sum, nothing).columns.get('s')).toBe('int128');
  });

  it('refuses to draw an order: a key never travels', () => {
    expect(() => compileRows(select(table('t'), ['o', { kind: 'drawn', key: 'ids', of: text('x') }]), nothing)).toThrow(/driver/);
  });
});

describe('where steps are done', () => {
  const brought: Relation[] = [];
  const mover: Mover = {
    placeOf: (name) => (({ log: 'there', small: 'here', both: 'either', huge: 'here' }) as const)[name] ?? 'here',
    bring: async (rows) => {
      brought.push(rows);
      return table('brought');
    },
    send: async (rows) => (rows.kind === 'table' && rows.name === 'huge' ? undefined : rows),
  };
  const join = (right: string): Relation => ({ kind: 'join', how: 'inner', left: table('log'), right: table(right), on: ['u'] });

  it('is the cluster for what meets its rows, unless that is too much to send', async () => {
    expect(await settlePlace(join('small'), mover)).toEqual({ at: 'there', rows: join('small') });
    expect((await settlePlace(join('both'), mover)).at).toBe('there');
    const home = await settlePlace(join('huge'), mover);
    expect(home).toEqual({ at: 'here', rows: { ...join('huge'), left: table('brought') } });
    expect(brought.splice(0)).toEqual([table('log')]);
  });

  it('is beside the driver for an order of all rows, and for every key', async () => {
    for (const of of [
      { kind: 'rowNumber', within: [], order: [column('u')] },
      { kind: 'rowNumber', within: [column('u')], order: [{ kind: 'drawn', key: 'ids', of: column('u') }] },
      { kind: 'rank', order: [column('u')] },
    ] as const) {
      const placed = await settlePlace(select(table('log'), ['x', of]), mover);
      expect(placed).toEqual({ at: 'here', rows: select(table('brought'), ['x', of]) });
    }
    expect((await settlePlace(select(table('log'), same('u')), mover)).at).toBe('there');
  });
});
