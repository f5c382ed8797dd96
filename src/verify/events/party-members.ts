import type { Counter } from '../../base/counting.ts';
import { firstRow } from '../first-row.ts';
import { list } from '../layout.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import type { Combined } from './judge-combinations.ts';

/** Rows with the published cells, and SQL for the member of the second party behind each, NULL where that is nobody. */
export interface PartyRows {
  readonly table: string;
  readonly member: string;
}

/** Every combination has k different members of the second party. */
export async function checkMembers(
  counter: Counter,
  { source, quasi, file, k }: Combined,
  { table, member }: PartyRows,
): Promise<readonly CombinationBreach[]> {
  const few = `SELECT ${list(quasi)}, count(DISTINCT ${member}) AS members FROM ${table} GROUP BY ${list(quasi)} HAVING members < ${k}`;
  const [combinations, fewest] = await counter.numbers(`SELECT count(*), coalesce(min(members), 0) FROM (${few})`);
  if (combinations === 0) return [];
  const row = await firstRow(counter, source, quasi, `SELECT ${list(quasi)} FROM (${few})`);
  return [{ kind: 'few-members', file, combinations, fewest, k, ...(row === undefined ? {} : { row }) }];
}
