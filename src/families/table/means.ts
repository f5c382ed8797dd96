import type { Crowd } from '../../clusters/crowd.ts';
import type { Partition } from '../../frame/partition.ts';
import type { Dominance } from '../../policy/table-policy.ts';
import { roundTo } from '../../release/grid.ts';

/**
 * The mean of a column in each group, on the grid of `decimals`; NaN where it is not told: fewer than k subjects have a value, or by the rule of
 * dominance a few of them hold nearly all of its sum, so that it would be their own value told again. `values` is NaN where a record has none.
 */
export function meansOf(
  { rows, starts }: Partition,
  values: Float64Array,
  { subjects, size }: Crowd,
  { k, dominance, decimals }: { readonly k: number; readonly dominance: Dominance | undefined; readonly decimals: number },
): Float64Array {
  const means = new Float64Array(starts.length - 1);
  const parts = new Float64Array(size).fill(-1); // of each subject of the group; below 0 for those not met in it
  for (let g = 0; g < means.length; g++) {
    const met: number[] = [];
    let sum = 0;
    let count = 0;
    for (let i = starts[g]; i < starts[g + 1]; i++) {
      const value = values[rows[i]];
      if (Number.isNaN(value)) continue;
      const subject = subjects[rows[i]];
      if (parts[subject] < 0) {
        met.push(subject);
        parts[subject] = 0;
      }
      parts[subject] += Math.abs(value);
      sum += value;
      count++;
    }
    const untold = met.length < k || (dominance !== undefined && isDominated(met, parts, dominance));
    means[g] = untold ? Number.NaN : roundTo(sum / count, decimals);
    for (const subject of met) parts[subject] = -1;
  }
  return means;
}

/** The (n, k) rule of official statistics. */
function isDominated(met: readonly number[], parts: Float64Array, { largest, share }: Dominance): boolean {
  const sorted = Float64Array.from(met, (subject) => parts[subject]).sort();
  const total = sorted.reduce((sum, part) => sum + part, 0);
  return sorted.subarray(-largest).reduce((sum, part) => sum + part, 0) > share * total;
}
