import type { Counter } from '../../src/base/counting.ts';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import type { Source } from '../../src/verify/source.ts';
import { sourceOf } from './source-of-rows.ts';

/** A column of series as a manifest declares it; the cells of some are doubles, and an empty one is missing. */
export type Told = Partial<ManifestColumn> & Pick<ManifestColumn, 'name' | 'role'> & { readonly isDouble?: boolean };

export const group: Told = { name: 'GroupID', role: 'group', kind: 'id' };
export const pattern: Told = { name: 'Pattern', role: 'pattern', kind: 'word' };
export const level: Told = { name: 'Level', role: 'level', kind: 'integer' };
export const band = (name: string, more: Partial<ManifestColumn> = {}): Told => ({ name, role: 'series', kind: 'interval', of: name, ...more }); // biome-ignore format: a line
export const curve = (of: string, more: Partial<Told> = {}): Told => ({ name: `${of}_curve`, role: 'curve', kind: 'number', of, ...more }); // biome-ignore format: a line

/** Rows of texts as a source of series. */
export async function seriesSource(
  counter: Counter,
  told: readonly Told[],
  rows: readonly (readonly string[])[],
): Promise<Source> {
  const source = await sourceOf(
    counter,
    told.map(({ name, role }) => [name, role] as const),
    rows,
  );
  const cells = told.map(({ isDouble }, c) => (isDouble ? `CAST(nullif(c${c}, '') AS DOUBLE) AS c${c}` : `c${c}`));
  const columns = told.map(({ isDouble, ...declared }, c) => ({
    sql: `c${c}`,
    declared: declared as ManifestColumn, // what a test leaves out is not asked for
    type: isDouble ? ('double' as const) : ('text' as const),
  }));
  return { ...source, table: `(SELECT ${cells.join(', ')} FROM r)`, columns };
}
