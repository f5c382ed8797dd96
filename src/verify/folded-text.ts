import type { Manifest } from '../release/manifest.ts';
import { type Counter, text as quoted } from './counter.ts';
import { normalForm } from './normal-form.ts';
import type { Source, SourceColumn } from './source.ts';

/** Whether subjects are told apart by the normal form of their ids; a row that is one by itself has a number. */
export const isNormal = ({ unit, subjectSpelling }: Manifest): boolean => unit !== 'row' && subjectSpelling !== 'exact';

/** How SQL tells the normal form of a text: what is joined to the rows that have it, and the form. */
export interface FoldedText {
  readonly join: string;
  readonly form: string;
}

/**
 * The normal form of a text in every row of a table. Of plain text it is the small letters; what else there is comes out of the database once
 * for each distinct text, and its form goes back into a table `forms_` with this name.
 */
export async function foldText(counter: Counter, table: string, text: string, name: string): Promise<FoldedText> {
  const form = `lower(${text})`;
  const unusual = `regexp_matches(${text}, '[^ -~]|^ | $|  ')`;
  const found = await counter.ask(`SELECT DISTINCT ${text} FROM ${table} WHERE ${unusual}`);
  if (found.length === 0) return { join: '', form };
  const forms = `forms_${name}`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE ${forms} (text VARCHAR, form VARCHAR)`);
  for (let from = 0; from < found.length; from += atOnce) {
    const pairs = found
      .slice(from, from + atOnce)
      .map(([cell]) => [String(cell), normalForm(String(cell))].map(quoted).join(', '));
    await counter.ask(`INSERT INTO ${forms} VALUES (${pairs.join('), (')})`);
  }
  return { join: `LEFT JOIN ${forms} ON ${forms}.text = ${text}`, form: `coalesce(${forms}.form, ${form})` };
}

const atOnce = 4096;

/** The same rows with a column by its normal form; the bare scan stays as it is in the file. A number has one spelling. */
export async function foldColumn(counter: Counter, source: Source, { sql, type }: SourceColumn): Promise<Source> {
  if (type !== 'text') return source;
  const { join, form } = await foldText(counter, source.table, sql, sql);
  const cells = source.columns.map((column) => (column.sql === sql ? `${form} AS ${sql}` : column.sql));
  return { ...source, table: `(SELECT ${cells.join(', ')} FROM ${source.table} ${join})` };
}
