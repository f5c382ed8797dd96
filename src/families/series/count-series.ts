import { ok, type Result, refused } from '../../base/result.ts';
import type { Engine, Source } from '../../engine/engine.ts';
import { emptySubject, noRows, repeatedSubject } from '../../formats/input-problems.ts';
import { valueForm } from '../../frame/normal-form.ts';

/** Rows and subjects of an input of series; each subject must be one row. */
export async function countSeries(
  engine: Engine,
  source: Source,
  subject: string | undefined,
): Promise<Result<{ readonly rows: number; readonly subjects: number }>> {
  if (source.counted !== undefined) return ok(source.counted);
  const counts = await engine.countSubjects(source, subject);
  if (!counts.ok) return counts;
  const { rows, subjects, repeated, repeatedRows, withoutSubject } = counts.value;
  if (rows === 0) return refused(noRows(source.name));
  if (withoutSubject > 0) return refused(emptySubject(subject ?? '', undefined, withoutSubject));
  return repeated > 0 ? refused(repeatedSubject(subject ?? '', repeated, repeatedRows, undefined)) : ok({ rows, subjects });
}

/** The column with the fewest distinct values, an empty cell being none; undefined where there are no columns. */
export async function fewestInSource(
  engine: Engine,
  source: Source,
  columns: readonly string[],
): Promise<{ readonly column: string; readonly values: number } | undefined> {
  const counts: { readonly column: string; readonly values: number }[] = [];
  for (const column of inTableOrder(source, columns)) {
    const forms = new Set((await engine.distinctTexts(source, column)).map(valueForm));
    forms.delete('');
    counts.push({ column, values: forms.size });
  }
  return counts.sort((a, b) => a.values - b.values)[0];
}

/** Columns of which more than half of the rows have a value that no crowd shares: as good as a name, where they are published unchanged. */
export async function nearlyUnique(
  engine: Engine,
  source: Source,
  columns: readonly string[],
  k: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const column of inTableOrder(source, columns)) {
    const { rare, rows } = await engine.countRare(source, column, k);
    if (2 * rare > rows) found.push(column);
  }
  return found;
}

const inTableOrder = ({ columns }: Source, some: readonly string[]): readonly string[] =>
  columns.map(({ name }) => name).filter((name) => some.includes(name));
