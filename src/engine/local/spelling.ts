import type { DuckDBConnection } from '@duckdb/node-api';
import { normalForm } from '../../frame/normal-form.ts';
import type { SpelledSource } from '../engine.ts';
import type { Signs } from '../relation.ts';
import type { SubjectSpelling } from '../tables.ts';
import { numbers } from './numbers.ts';
import type { Source } from './source.ts';

/** How subjects are told apart in the rows of a table. */
export interface Spelling {
  /** SQL of the normal form of a subject; empty where there is nothing but blanks. */
  readonly sql: string;
  /** Ids, as they are written, that share their normal form with another: so many fewer subjects there are. */
  readonly joined: number;
}

/** Aggregates that answer the signs of a text, in their order. */
export const signsSql = (text: string): string =>
  [`${text} <> lower(${text})`, `${text} <> upper(${text})`, `regexp_matches(${text}, '[^!-~]')`, isForeign(text)]
    .map((sign) => `coalesce(bool_or(${sign}), false)`)
    .join(', ');

export const signsIn = (cells: readonly unknown[]): Signs => {
  const [capitals, smallLetters, unusual, foreign] = cells.map((cell) => cell === true);
  return { capitals, smallLetters, unusual, foreign };
};

const isForeign = (text: string): string => `strlen(${text}) <> length(${text})`;

interface SpellingAsked {
  readonly subject: string | undefined;
  readonly spelling: SubjectSpelling;
}

/** The source with its subjects by their normal form, in place of their text, or without ids of blanks. A number has one spelling. */
export async function normaliseSubjects(
  source: Source,
  { subject, spelling }: SpellingAsked,
  connection: DuckDBConnection,
): Promise<SpelledSource & { readonly source: Source }> {
  const column = source.columns.find(({ name }) => name === subject);
  if (column === undefined || column.numeric === true) return { source, joined: 0 };
  const text = `CAST(${column.sql} AS VARCHAR)`;
  const { sql, joined } =
    spelling === 'exact'
      ? { sql: orNobody(text), joined: 0 }
      : await spellingOf({ rows: source.scan(new Set()), text }, connection);
  return {
    source: { ...source, columns: source.columns.map((other) => (other === column ? { ...column, sql } : other)) },
    joined,
  };
}

/** SQL of an id as it is written; empty where there is nothing but blanks. */
const orNobody = (text: string): string => `CASE WHEN trim(${text}) = '' THEN '' ELSE ${text} END`;

/** What stands after FROM, and SQL for a text in it. */
interface TextIn {
  readonly rows: string;
  readonly text: string;
}

/** The same where the signs are not known from another pass over the rows. */
export async function spellingOf({ rows, text }: TextIn, connection: DuckDBConnection): Promise<Spelling> {
  const found = await connection.runAndReadAll(`SELECT ${signsSql(text)} FROM ${rows}`);
  return settleSpelling({ rows, text }, signsIn(found.getRows()[0]), connection);
}

/**
 * The normal form of a text in SQL. Small letters and digits without blanks are their own. What else ASCII has is folded by DuckDB. It knows no
 * NFKC, so distinct texts beyond ASCII come out once; those whose form is not what DuckDB makes of them go back as a list that an enum numbers.
 * An expression, as a join would not keep the order of the rows.
 */
export async function settleSpelling(
  { rows, text }: TextIn,
  { capitals, smallLetters, unusual, foreign }: Signs,
  connection: DuckDBConnection,
): Promise<Spelling> {
  if (!unusual && !capitals) return { sql: text, joined: 0 };
  const plain = (sql: string) => `lower(${unusual ? tidiedSql(sql) : sql})`;
  if (!unusual && !smallLetters) return { sql: plain(text), joined: 0 };
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE spelled AS SELECT DISTINCT ${text} AS text FROM ${rows} WHERE ${text} <> ''`,
  );
  await foldForeign(foreign, connection);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE forms AS SELECT text, ${plain('text')} AS plain, coalesce(form, plain) AS form
    FROM spelled LEFT JOIN foreigners USING (text)`,
  );
  const [joined] = await numbers(connection, "SELECT count(*) - count(DISTINCT form) FROM forms WHERE form <> ''");
  const listed = foreign && (await listOdd(connection));
  await connection.run('DROP TABLE spelled; DROP TABLE foreigners; DROP TABLE forms');
  const odd = `getvariable('odd_forms')[enum_code(TRY_CAST(${text} AS odd_spellings)) + 1]`;
  const found = `(CASE WHEN ${isForeign(text)} THEN coalesce(${odd}, ${plain(text)}) ELSE ${plain(text)} END)`;
  return { sql: listed ? found : plain(text), joined };
}

/** Blanks trimmed and collapsed, other controls gone; asked only of the few rows that have any. */
const tidiedSql = (text: string): string => {
  const seen = `regexp_replace(${text}, '[\\x00-\\x08\\x0E-\\x1F\\x7F]', '', 'g')`;
  return `CASE WHEN regexp_matches(${text}, '[^!-~]') THEN trim(regexp_replace(${seen}, '[\\x09-\\x0D ]+', ' ', 'g')) ELSE ${text} END`;
};

/** The table `foreigners`: every text of `spelled` beyond ASCII, and its form. */
async function foldForeign(any: boolean, connection: DuckDBConnection): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE foreigners (text VARCHAR, form VARCHAR)');
  if (!any) return;
  const appender = await connection.createAppender('foreigners');
  const found = await connection.stream(`SELECT text FROM spelled WHERE ${isForeign('text')}`);
  for (let chunk = await found.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await found.fetchChunk()) {
    const vector = chunk.getColumnVector(0);
    for (let i = 0; i < chunk.rowCount; i++) {
      const text = String(vector.getItem(i));
      appender.appendVarchar(text);
      appender.appendVarchar(normalForm(text));
      appender.endRow();
    }
  }
  appender.closeSync();
}

/** Texts whose form DuckDB does not come to by itself, as an enum, and their forms in its order. Answers whether there are any. */
async function listOdd(connection: DuckDBConnection): Promise<boolean> {
  await connection.run('CREATE OR REPLACE TEMP TABLE odd AS SELECT text, form FROM forms WHERE form <> plain');
  const [texts] = await numbers(connection, 'SELECT count(*) FROM odd');
  if (texts > 0) {
    await connection.run('DROP TYPE IF EXISTS odd_spellings');
    await connection.run('CREATE TYPE odd_spellings AS ENUM (SELECT text FROM odd ORDER BY text)');
    await connection.run('SET VARIABLE odd_forms = (SELECT list(form ORDER BY text) FROM odd)');
  }
  await connection.run('DROP TABLE odd');
  return texts > 0;
}
