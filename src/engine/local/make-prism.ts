import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import type { Plan } from '../../plan/plan.ts';
import type { PrismPolicy } from '../../policy/policy.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { prismKernel } from '../../series/prism.ts';
import type { CommonWork } from './common-work.ts';
import { gathered } from './gathered.ts';
import type { SeriesTable } from './series-table.ts';

/** PRISM over a table. */
export async function makePrism(
  table: SeriesTable,
  space: ValueSpace,
  { k, segments, maxLevel, pattern }: PrismPolicy,
  _plan: Plan,
  pool: Pool,
  onProgress: OnProgress,
  _common: CommonWork | undefined,
): Promise<SeriesRelease> {
  const { rows, seriesLength, decimals } = table;
  const block = await pool.run(prismKernel, { space, seriesLength, decimals, rows, k, segments, maxLevel });
  onProgress({ phase: 'group', done: rows.length, total: rows.length, unit: 'rows', finished: true });
  return gathered([block], table, segments, pattern);
}
