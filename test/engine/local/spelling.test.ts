import type { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRow } from '../../../src/engine/local/row-place.ts';
import { spellingOf } from '../../../src/engine/local/spelling.ts';
import { sqlName, sqlText } from '../../../src/engine/postgres/sql.ts';
import { normalForm } from '../../../src/frame/normal-form.ts';
import { draws } from '../../suite/draws.ts';
import { lentDuckDB } from '../../verify/lent-duckdb.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await lentDuckDB()).connect();
});
afterAll(() => connection.closeSync());

/** Ids as people write them: other case, blanks, wide letters, ligatures, signs that nobody sees. */
const anyId = fc
  .array(
    fc.constantFrom('a', 'B', 'ß', 'ẞ', 'İ', 'ﬁ', 'Ａ', '１', 'σ', 'ς', 'é', 'e\u0301', ' ', '\u00a0', '\u200b', '\t', '7', '-'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((letters) => letters.join(''));
const rowsOf = (ids: readonly string[]) => `(SELECT unnest([${ids.map((id) => `${sqlText(id)}`).join(', ')}]::VARCHAR[]) AS id)`;

describe('the normal form of subjects in SQL', () => {
  it('is that of the program for any id, and joined ids are those that share one', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyId, { minLength: 1, maxLength: 12 }), async (ids) => {
        const rows = rowsOf(ids);
        const { sql, joined } = await spellingOf({ rows, text: 'id' }, connection);
        const reader = await connection.runAndReadAll(`SELECT id, ${sql} FROM ${rows}`);
        for (const [id, form] of reader.getRows()) expect(form, JSON.stringify(id)).toBe(normalForm(String(id)));
        const told = ids.filter((id) => normalForm(id) !== '');
        expect(joined).toBe(told.length - new Set(told.map(normalForm)).size);
      }),
      { numRuns: draws(60) },
    ));

  it('is the text itself where all are small letters and digits, at no cost', async () => {
    expect(await spellingOf({ rows: rowsOf(['a1', 'b2']), text: 'id' }, connection)).toEqual({ sql: 'id', joined: 0 });
  });

  it('only folds the case where there are capitals alone', async () => {
    expect(await spellingOf({ rows: rowsOf(['A1', 'B2']), text: 'id' }, connection)).toEqual({ sql: 'lower(id)', joined: 0 });
  });
});

describe('the first row for which something holds', () => {
  it('is counted from 1, and there is none where nothing holds', async () => {
    const rows = rowsOf(['x', 'y', 'z', 'y']);
    expect(await firstRow("id = 'y'", rows, connection)).toBe(2);
    expect(await firstRow("id = 'none'", rows, connection)).toBeUndefined();
  });
});

describe('a text and a name in SQL', () => {
  it('are read back as they are, whatever quotes they hold', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 12 }), async (text) => {
        fc.pre(!text.includes('\0'));
        const reader = await connection.runAndReadAll(`SELECT ${sqlText(text)} AS ${sqlName(text)}`);
        expect([reader.columnNames(), reader.getRows()]).toEqual([[text], [[text]]]);
      }),
      { numRuns: draws(100) },
    ));
});
