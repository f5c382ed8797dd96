import type { PrismPolicy } from '../../../policy/policy.ts';
import { kapra } from '../kapra/method.ts';
import type { MethodMade, SeriesMaking } from '../method.ts';
import { naive } from '../naive/method.ts';
import { askCounts, type CountError, type CountQuestions, countErrorOf } from './count-error.ts';
import { releaseLosses } from './published-losses.ts';

/** Means over records. */
export interface MeanLosses {
  readonly value: number;
  readonly pattern: number;
}

/** What others make of the same table under the same promise. */
export interface Rivals {
  /** The least they lose, each loss by itself. */
  readonly least: MeanLosses;
  /** How far off counts are by the bands of whoever is best in that; by how much those of others are is asked the same way. */
  readonly counts: number;
  readonly countError: CountError;
  /** Others to better bands by: by the same ones whatever was fitted to them would look better than it is. */
  readonly questions: CountQuestions;
}

export async function rivalsOf(making: SeriesMaking<PrismPolicy>): Promise<Rivals> {
  const { matrix, seriesLength, rows } = making.table;
  const { policy } = making;
  const quiet = { ...making, common: undefined, onProgress: () => {} };
  const least = { value: Number.POSITIVE_INFINITY, pattern: Number.POSITIVE_INFINITY };
  const isCounted = rows.length <= mostCounted;
  const ask = (purpose: 'choose' | 'polish') =>
    askCounts({ matrix, instants: seriesLength, rows: isCounted ? rows : noRows, whole: making.table.whole }, purpose);
  const countError = countErrorOf(ask('choose'), matrix, rows.length);
  let counts = Number.POSITIVE_INFINITY;
  const add = ({ release }: MethodMade) => {
    const { value, pattern, records } = releaseLosses(release, matrix, seriesLength);
    if (records === 0) return;
    least.value = Math.min(least.value, value / records);
    least.pattern = Math.min(least.pattern, pattern / records);
    const { groups, envelope } = release;
    if (isCounted) counts = Math.min(counts, countError({ rows: groups.rows, groupStarts: groups.starts, ...envelope }));
  };
  const isSmall = rows.length <= mostCompared;
  for (const badLeaf of isSmall ? (['raw', 'paper'] as const) : (['raw'] as const))
    add(await naive.make({ ...quiet, policy: { ...policy, method: 'naive', badLeaf } }));
  for (const grouping of ['hash', 'tree'] as const)
    for (const presplit of isSmall ? (['on', 'off'] as const) : (['on'] as const)) {
      const own = { method: 'kapra', grouping, presplit, residue: 'generic', exact: false } as const;
      add(await kapra.make({ ...quiet, policy: { ...policy, ...own } }));
    }
  return { least, counts, countError, questions: ask('polish') };
}

const noRows = new Uint32Array(0);

/** Beyond so many records each is made by its usual settings alone. */
const mostCompared = 5000;

/** Beyond so many records bands are narrow enough for any count. */
export const mostCounted = 1000;
