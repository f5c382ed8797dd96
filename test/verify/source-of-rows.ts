import type { Counter } from '../../src/base/counting.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import type { Source } from '../../src/verify/source.ts';
import { lentDuckDB } from './lent-duckdb.ts';

/** Rows of texts as a source, with what each column is declared to be. */
export async function sourceOf(
  counter: Counter,
  declared: readonly (readonly [name: string, role: string])[],
  rows: readonly (readonly string[])[],
): Promise<Source> {
  const names = declared.map((_, c) => `c${c}`);
  await counter.ask(
    `CREATE TEMP TABLE r AS FROM (VALUES ${rows.map((row) => `(${row.map(text).join(', ')})`).join(', ')}) AS all_(${names.join(', ')})`,
  );
  const columns = declared.map(([name, role], c) => ({
    sql: names[c],
    declared: { name, role } as ManifestColumn,
    type: 'text' as const,
  }));
  return { table: 'r', scan: (alias: string) => `r AS ${alias}`, columns } as unknown as Source;
}

/** Counts on a connection of its own. */
export const counted = async <Value>(use: (counter: Counter) => Promise<Value>): Promise<Value> =>
  countingOn(await lentDuckDB()).withCounter(use);
