import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompileContext, expressionSql, querySql, stepSql } from '../../../src/engine/local/compile.ts';
import {
  call,
  column,
  create,
  type Expression,
  filter,
  group,
  number,
  pick,
  type Query,
  same,
  select,
  table,
  tell,
  text,
} from '../../../src/engine/relation.ts';
import { anyCharacter } from '../../any-character.ts';

const context: CompileContext = {
  source: { scan: 'nowhere', cell: ({ kind }) => `the ${kind}` },
  keys: { ids: 'abc123' },
  placed: new Set(['log']),
};

const hostile = [
  `'; DROP TABLE kept; --`,
  `"; DROP TABLE kept; --`,
  `"" ' " ''`,
  '\\',
  `\\'`,
  'a\nb\r\tc',
  '$1 ? :name',
  '/* */ --',
  'ž 😀 \u202E',
  'select',
  'R',
  'rowid',
];

const oneRow = { kind: 'range', column: 'i', from: 0, to: 0 } as const;
const anyText = fc.oneof(
  fc.constantFrom(...hostile, 'a\0b', '\0', `\0'; DROP TABLE kept; --`),
  fc.string({ unit: anyCharacter }),
);
/** A name that SQL can hold at all. */
const anyName = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ unit: anyCharacter, minLength: 1 }))
  .filter((name) => !name.includes('\0') && name !== '');

describe('SQL for DuckDB', () => {
  let instance: DuckDBInstance;
  let ask: (query: Query) => Promise<unknown[][]>;
  let run: (sql: readonly string[]) => Promise<void>;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    run = async (statements) => {
      for (const sql of statements) await connection.run(sql);
    };
    ask = async (query) => (await connection.runAndReadAll(querySql(query, context))).getRows() as unknown[][]; // rows of cells
    await run(['CREATE TABLE kept AS SELECT 1 AS n']);
  });
  afterAll(() => instance.closeSync());

  const told = async (of: Expression) => (await ask({ rows: oneRow, columns: [['told', of]] }))[0][0];

  it('reads every text back as it was, NUL too', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (one) => {
        expect(await told(text(one))).toBe(one);
        expect(await told(pick(['other', one], number(1)))).toBe(one);
        expect(await told({ kind: 'among', of: text(one), texts: ['other', one] })).toBe(true);
      }),
    );
    expect(await ask({ rows: table('kept') })).toEqual([[1]]);
  });

  it('numbers every text, NUL too', async () => {
    const texts = [...hostile, 'a\0b'];
    await run(stepSql({ step: 'number', name: `its "words"`, texts }, context));
    for (const [place, one] of texts.entries())
      expect(await told({ kind: 'numbered', by: `its "words"`, of: text(one) })).toBe(BigInt(place));
  });

  it('takes every name for a name, of tables and columns alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyName.filter((one) => one.toLowerCase() !== 'kept'),
        async (name) => {
          await run(stepSql(create(name, select(oneRow, [name, text('cell')])), context));
          const rows = filter(table(name), call('equal', column(name), text('cell')));
          expect(
            await ask({ rows: group(rows, [same(name)], ['n', tell('least', column(name))]), order: [column(name)] }),
          ).toEqual([['cell', 'cell']]);
          await run(stepSql({ step: 'drop', tables: [name] }, context));
        },
      ),
    );
    expect(await ask({ rows: table('kept') })).toEqual([[1]]);
  });

  it('refers to what rows have, even where what is told bears the same name', async () => {
    await run(stepSql(create('named', select(oneRow, ['f', number(5)], ['id', number(7)])), context));
    const columns = [['f', column('id')] as const, ['id', column('f')] as const];
    expect(await ask({ rows: table('named'), columns, order: [column('f'), column('id')] })).toEqual([[7n, 5n]]);
  });

  it('counts places as DuckDB stores rows, and keeps nothing twice', () => {
    expect(querySql({ rows: table('log') }, context)).toBe('SELECT * FROM (SELECT rowid + 1 AS place, * FROM "log") AS r');
    expect(querySql({ rows: table('pairs') }, context)).toBe('SELECT * FROM "pairs" AS r');
  });

  it('asks the source for its own cells', () => {
    expect(expressionSql({ kind: 'cell', column: 'who' }, context)).toBe('the cell');
  });

  it('lets no digits through that are none, and no key that is not given', () => {
    expect(() => expressionSql({ kind: 'number', digits: '1; DROP TABLE kept' }, context)).toThrow('a number has digits');
    expect(() => expressionSql({ kind: 'drawn', key: 'other', of: text('a') }, context)).toThrow('the key "other" is given');
    expect(expressionSql({ kind: 'drawn', key: 'ids', of: text('a') }, context)).toContain("'abc123/'");
  });
});
