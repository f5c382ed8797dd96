import type { Counter } from '../../src/base/counting.ts';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import type { Source } from '../../src/verify/source.ts';

/** Rows of texts as the table `name`, for columns that say all a manifest says of them; doubles are those that `doubles` names, and empty cells of these are missing. */
export async function typedSource(
  counter: Counter,
  name: string,
  columns: readonly ManifestColumn[],
  rows: readonly (readonly string[])[],
  doubles: readonly string[] = [],
): Promise<Source> {
  const isDouble = (column: ManifestColumn) => doubles.includes(column.name);
  const texts = columns.map((_, c) => `c${c}`).join(', ');
  const cells = columns.map((column, c) => (isDouble(column) ? `CAST(nullif(c${c}, '') AS DOUBLE) AS c${c}` : `c${c}`));
  const values =
    rows.length > 0 ? rows.map((row) => `(${row.map(text).join(', ')})`) : [`(${columns.map(() => "''").join(', ')})`];
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE ${name} AS SELECT ${cells.join(', ')} FROM (VALUES ${values.join(', ')}) AS all_(${texts})${rows.length > 0 ? '' : ' LIMIT 0'}`,
  );
  return {
    table: name,
    scan: (alias) => `${name} AS ${alias}`,
    columns: columns.map((declared, c) => ({ sql: `c${c}`, declared, type: isDouble(declared) ? 'double' : 'text' })),
  };
}
