import type { PrismPolicy } from '../../../policy/policy.ts';
import { kapra } from '../kapra/method.ts';
import type { MethodMade, SeriesMaking } from '../method.ts';
import { naive } from '../naive/method.ts';
import { releaseLosses } from './published-losses.ts';

/** Means over records. */
export interface MeanLosses {
  readonly value: number;
  readonly pattern: number;
}

/** The least that Naive and KAPRA lose of the same table under the same promise, each loss by itself. */
export async function rivalLosses(making: SeriesMaking<PrismPolicy>): Promise<MeanLosses> {
  const { matrix, seriesLength } = making.table;
  const { policy } = making;
  const quiet = { ...making, common: undefined, onProgress: () => {} };
  const least = { value: Number.POSITIVE_INFINITY, pattern: Number.POSITIVE_INFINITY };
  const add = ({ release }: MethodMade) => {
    const { value, pattern, records } = releaseLosses(release, matrix, seriesLength);
    if (records === 0) return;
    least.value = Math.min(least.value, value / records);
    least.pattern = Math.min(least.pattern, pattern / records);
  };
  add(await naive.make({ ...quiet, policy: { ...policy, method: 'naive', badLeaf: 'raw' } }));
  for (const grouping of ['hash', 'tree'] as const) {
    const own = { method: 'kapra', grouping, presplit: 'on', residue: 'generic', exact: false } as const;
    add(await kapra.make({ ...quiet, policy: { ...policy, ...own } }));
  }
  return least;
}
