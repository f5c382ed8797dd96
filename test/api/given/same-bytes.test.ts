import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { type Input, type PolicyInput, run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeInput } from '../../../src/api/given/input.ts';
import { openWorkspace } from '../../../src/base/workspace.ts';
import { draws } from '../../suite/draws.ts';
import { csvOf, doors, type Row } from './doors.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-doors-'));
});
afterAll(() => rmSync(home, { recursive: true }));

/** What the engine is given to read. */
async function spooledBytes(input: Input): Promise<string> {
  const taken = takeInput({ input });
  const workspace = openWorkspace();
  try {
    const spooled = taken.ok ? await taken.value.given?.spool(workspace) : taken;
    return spooled?.ok ? readFileSync(spooled.value.path, 'utf8') : JSON.stringify(spooled);
  } finally {
    workspace.dispose();
  }
}

const anyText = fc
  .oneof(
    fc.constantFrom('a', 'Ljubljana', ' b ', 'x,y', '"', 'two\nlines', '007', '1e3'),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  )
  .filter((text) => !/[\0\uFEFF]/.test(text));
const anyName = fc.constantFrom('id', 'a', 'B b', 'x"y', 'two\nlines', 'č', '__proto__', 'constructor', 'GroupID', 'toString');
const anyRows: fc.Arbitrary<readonly Row[]> = fc
  .tuple(fc.uniqueArray(anyName, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 20 }))
  .chain(([names, count]) =>
    fc
      .tuple(
        ...names.map((name) => {
          const kinds = [
            fc.array(fc.option(anyText), { minLength: count, maxLength: count }),
            fc.array(
              fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
              { minLength: count, maxLength: count },
            ),
            fc.array(fc.integer(), { minLength: count, maxLength: count }),
            fc.array(fc.boolean(), { minLength: count, maxLength: count }),
            fc.array(fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })), {
              minLength: count,
              maxLength: count,
            }),
          ];
          return fc.oneof(...kinds).map((values) => [name, values] as const);
        }),
      )
      .map((columns) =>
        Array.from({ length: count }, (_, row) => Object.fromEntries(columns.map(([name, values]) => [name, values[row]]))),
      ),
  );

describe('rows by any door become the bytes of the CSV file:', () => {
  it.each(Object.entries(doors))('%s', async (name, open) => {
    const isEmpty = (rows: readonly Row[], column: string) => rows.every((row) => row[column] === null);
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const names = Object.keys(rows[0]);
        fc.pre(!name.includes('flechette') || !names.some((column) => isEmpty(rows, column))); // it has no type to give such a column
        fc.pre(!name.includes('apache') || !names.includes('__proto__')); // its columns are keys of an object
        expect(await spooledBytes(open(rows))).toBe(csvOf(rows));
      }),
      { numRuns: draws(30) },
    );
  });
});

const days: readonly Row[] = Array.from({ length: 60 }, (_, i) => ({
  id: `p${i}`,
  mon: i % 9,
  tue: ((7 * i) % 11) / 4,
  wed: i % 5,
  age: 20 + (i % 40),
  job: ['nurse', 'baker, "free"', 'smith'][i % 3],
  illness: i % 7 === 0 ? 'flu' : 'none',
}));
const log: readonly Row[] = Array.from({ length: 240 }, (_, i) => ({
  user: `u${i % 12}`,
  at: new Date(Date.UTC(2024, 2, 1 + (i % 14), 8 + (i % 3))),
  code: ['door', 'bed'][i % 2],
}));

const families: Readonly<Record<string, readonly [PolicyInput, readonly Row[]]>> = {
  series: [
    {
      method: 'naive',
      subject: 'id',
      series: 'mon..wed',
      segments: 3,
      drop: ['age', 'job'],
      sensitive: 'illness',
      k: 5,
      seed: 7,
    },
    days,
  ],
  table: [
    {
      family: 'table',
      subject: 'id',
      quasi: 'age:number,job:category',
      sensitive: 'illness',
      drop: ['mon', 'tue', 'wed'],
      k: 5,
      seed: 7,
    },
    days,
  ],
  events: [{ family: 'events', subject: 'user', time: 'at', event: 'code', k: 5, seed: 7 }, log],
};

describe('a release is the same by any door:', () => {
  describe.each(Object.entries(families))('%s', (family, [policy, rows]) => {
    const released = async (name: string, input: Input): Promise<string> => {
      const out = join(home, `${family}-${name.replaceAll(/\W+/g, '-')}`);
      const made = await run({ ...policy, input, out });
      if (!made.ok) throw new Error(JSON.stringify(made.problems));
      return readFileSync(join(out, made.value.files[0]), 'utf8');
    };
    let file: string;
    beforeAll(async () => {
      writeFileSync(join(home, `${family}.csv`), csvOf(rows));
      file = await released('file', join(home, `${family}.csv`));
      expect(file.split('\n').length).toBeGreaterThan(40);
    });

    it.each(['async generator', 'stream of text', 'stream of Arrow, by flechette', 'table of apache-arrow'])(
      '%s',
      async (name) => {
        expect(await released(name, doors[name](rows))).toBe(file);
      },
    );

    it('a query on a connection', async () => {
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      await connection.run(`CREATE TABLE t AS SELECT * FROM read_csv('${join(home, `${family}.csv`)}')`);
      expect(await released('query', { connection, query: 'SELECT * FROM t; -- all of it' })).toBe(file);
      expect((await connection.runAndReadAll('SELECT count(*) FROM t')).getRows()).toEqual([[BigInt(rows.length)]]); // it is still open
    });

    it('bytes of NDJSON and of Parquet', async () => {
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      expect(await released('ndjson', Buffer.from(lines))).toBe(file);
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      await connection.run(`COPY (FROM read_csv('${join(home, `${family}.csv`)}')) TO '${join(home, `${family}.parquet`)}'`);
      expect(await released('parquet', { bytes: readFileSync(join(home, `${family}.parquet`)), format: 'parquet' })).toBe(file);
    });
  });
});
