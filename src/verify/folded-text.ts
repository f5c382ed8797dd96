import type { Counter } from '../base/counting.ts';
import type { Manifest } from '../release/manifest.ts';
import { text as quoted } from './counter.ts';
import { numberedRows } from './first-row.ts';
import { normalForm, valueForm } from './normal-form.ts';
import type { Source, SourceColumn } from './source.ts';

/** Whether subjects are told apart by the normal form of their ids; a row that is one by itself has a number. */
export const isNormal = ({ unit, subjectSpelling }: Manifest): boolean => unit !== 'row' && subjectSpelling !== 'exact';

/** How SQL tells the form of a text: what is joined to the rows that have it, and the form. */
export interface FoldedText {
  readonly join: string;
  readonly form: string;
}

/** A text in the rows of a table, and a name for what is found out about it. */
interface TextIn {
  readonly table: string;
  readonly text: string;
  readonly name: string;
}

/** The normal form of a text: of plain text its small letters; of anything else what `normalForm` makes of it, once for each distinct text. */
export async function foldText(counter: Counter, { table, text, name }: TextIn): Promise<FoldedText> {
  const unusual = `SELECT DISTINCT ${text} FROM ${table} WHERE regexp_matches(${text}, '[^ -~]|^ | $|  ')`;
  const forms = await nameForms(counter, unusual, name, normalForm);
  if (forms === undefined) return { join: '', form: `lower(${text})` };
  return { join: `LEFT JOIN ${forms} ON ${forms}.text = ${text}`, form: `coalesce(${forms}.form, lower(${text}))` };
}

/** What a text counts as among values, where numbers are the same however they are written; empty where it is no value. */
export async function foldValues(counter: Counter, { table, text, name }: TextIn): Promise<FoldedText> {
  const forms = await nameForms(counter, `SELECT DISTINCT ${text} FROM ${table}`, name, valueForm);
  return forms === undefined
    ? { join: '', form: "''" }
    : { join: `LEFT JOIN ${forms} ON ${forms}.text = ${text}`, form: `${forms}.form` };
}

/** A table of the texts that a query finds and their forms; answers what it is called, if there are any. */
async function nameForms(
  counter: Counter,
  query: string,
  name: string,
  formOf: (text: string) => string,
): Promise<string | undefined> {
  const found = await counter.ask(query);
  if (found.length === 0) return undefined;
  const forms = `forms_${name}`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE ${forms} (text VARCHAR, form VARCHAR)`);
  for (let from = 0; from < found.length; from += atOnce) {
    const texts = found.slice(from, from + atOnce).map(([cell]) => String(cell));
    const pairs = texts.map((text) => `(${quoted(text)}, ${quoted(formOf(text))})`);
    await counter.ask(`INSERT INTO ${forms} VALUES ${pairs.join(', ')}`);
  }
  return forms;
}

const atOnce = 4096;

/** The same rows with a column by its normal form, in whatever order but with their numbers; the bare scan stays as it is in the file. A number has one spelling. */
export async function foldColumn(counter: Counter, source: Source, { sql, type }: SourceColumn): Promise<Source> {
  if (type !== 'text') return source;
  const { join, form } = await foldText(counter, { table: source.table, text: sql, name: sql });
  const cells = source.columns.map((column) => (column.sql === sql ? `${form} AS ${sql}` : column.sql)).join(', ');
  const numbered = numberedRows(source, source.columns); // DuckDB joins those with a form first
  return {
    ...source,
    table: `(SELECT ${cells} FROM ${source.table} ${join})`,
    numbered: `(SELECT row, ${cells} FROM ${numbered} ${join})`,
  };
}
