import { instants, onGrid, subjectNumbers } from './columns.ts';
import type { Recipe } from './recipe.ts';

const startSpread = 5; // about what 24 steps add, so that series differ as much in level as in shape

/** Random walks: a normal start, then steps of unit variance. */
export function walks(length = 24): Recipe {
  return {
    columns: [{ name: 'id', kind: 'integer' }, ...instants(length, 3)],
    rows(random, first, count) {
      const series = Array.from({ length }, () => new Float64Array(count));
      for (let row = 0; row < count; row++) {
        let level = startSpread * random.normal();
        series[0][row] = onGrid(level, 1000);
        for (let t = 1; t < length; t++) {
          level += random.normal();
          series[t][row] = onGrid(level, 1000);
        }
      }
      return [subjectNumbers(first, count), ...series];
    },
  };
}
