import { type PlainFile, readPlainRows } from '../../formats/plain-rows.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { Roles } from '../../policy/roles.ts';
import type { Tools } from '../family.ts';
import { checkTable, type SeriesInput } from './series-table.ts';

interface PlainSeries {
  readonly input: SeriesInput;
  /** Of the bytes that were read. */
  readonly sha256: string;
}

/** A table of nothing but numbers and ids, read from its plain lines; undefined where an engine has to read it, or has to say what is wrong with it. */
export async function readPlainSeries(
  file: PlainFile,
  roles: Roles,
  policy: SeriesPolicy,
  { pool, workspace: { signal }, onProgress }: Tools,
): Promise<PlainSeries | undefined> {
  const quasi = roles.quasi.map(({ name }) => ({ name, kind: 'number' as const }));
  const numbers = [...roles.series, ...quasi.map(({ name }) => name)];
  const read = await readPlainRows(file, { numbers, subject: roles.subject }, { pool, signal, onProgress });
  if (read === undefined) return undefined;
  const { rows: rowCount, matrix, marks, sha256 } = read;
  const subjects = read.subjects && { ...read.subjects, empty: undefined };
  const table = { rowCount, matrix, marks, subjects, texts: [], empty: numbers.map(() => undefined) };
  const input = checkTable(table, { ...roles, quasi }, policy, 0); // nobody has two spellings where each id is its own normal form
  return input.ok ? { input: input.value, sha256 } : undefined;
}
