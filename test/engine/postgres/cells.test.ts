import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkspace } from '../../../src/base/workspace.ts';
import { openDatabase } from '../../../src/engine/local/duckdb.ts';
import { openSource } from '../../../src/engine/local/open-source.ts';
import { lendPostgres } from '../../lent-postgres.ts';
import type { TestServer } from '../../postgres.ts';
import { draws } from '../../suite/draws.ts';

let server: TestServer;
const before = process.env.PGPASSWORD;
beforeAll(async () => {
  server = await lendPostgres();
  process.env.PGPASSWORD = server.password;
  await server.sql('CREATE TABLE cells (place int, first text, number double precision, second text)');
});
afterAll(async () => {
  if (before === undefined) delete process.env.PGPASSWORD;
  else process.env.PGPASSWORD = before;
  await server?.stop();
});

/** Every column of the table as DuckDB has it after the way through COPY. */
async function arrived(columns: string): Promise<readonly (readonly unknown[])[]> {
  const workspace = openWorkspace();
  const database = await openDatabase(workspace, { threads: 2 });
  try {
    const source = await openSource({ input: server.url(`table=cells&columns=${columns}`) }, database.connection, workspace);
    if (!source.ok) throw new Error(source.problems[0]?.what);
    const names = source.value.columns.map(({ sql }) => sql).join(', ');
    const reader = await database.connection.runAndReadAll(`SELECT ${names} FROM ${source.value.scan(new Set(['number']))}`);
    return reader.getRows();
  } finally {
    database.close();
    workspace.dispose();
  }
}

const text = fc.option(
  fc
    .array(fc.constantFrom('"', ',', ';', '\n', '\r', '\r\n', '\\.', '\\N', "'", ' ', '\t', 'ž', '🐟', 'NULL', '0', 'a'), {
      maxLength: 6,
    })
    .map((parts) => parts.join('')),
);
const number = fc.double({ noDefaultInfinity: true, noNaN: true });

it('any texts and numbers arrive as they are; a missing and an empty text are both an empty cell', async () => {
  const rows = fc.array(fc.tuple(text, number, text), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      await server.sql('TRUNCATE cells');
      await server.sql('INSERT INTO cells SELECT * FROM unnest($1::int[], $2::text[], $3::double precision[], $4::text[])', [
        cells.map((_, place) => place),
        ...[0, 1, 2].map((column) => cells.map((row) => row[column])),
      ]);
      const empty = (cell: string | null) => (cell === '' ? null : cell);
      const expected = cells.map(([first, value, second]) => [empty(first), value === 0 ? 0 : value, empty(second)]);
      const found = await arrived('first,number,second');
      expect(found.map(([first, value, second]) => [first, value === 0 ? 0 : value, second])).toEqual(expected);
      expect((await arrived('second')).map(([second]) => second)).toEqual(expected.map(([, , second]) => second));
    }),
    { numRuns: draws(8) },
  );
});
