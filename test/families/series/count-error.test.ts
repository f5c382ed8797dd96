import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { askCounts, countErrorOf } from '../../../src/families/series/prism/count-error.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { made } from './made.ts';

const pool = createPool(0);
const fractions = (columns: readonly unknown[]) => columns.map(() => false);
const bandsOf = ({ groups, envelope }: SeriesRelease) => ({ rows: groups.rows, groupStarts: groups.starts, ...envelope });

/** Days that rise and fall about a level of their own. */
function days(rows: number, length: number, seed: number): Float64Array[] {
  const random = randomFrom(seed);
  const series = Array.from({ length }, () => new Float64Array(rows));
  for (let row = 0; row < rows; row++) {
    const [level, size, peak] = [100 + 30 * random.normal(), 40 * random.unit(), length * random.unit()];
    for (let t = 0; t < length; t++)
      series[t][row] = Math.round(10 * (level + size * Math.cos((6.3 * (t - peak)) / length) + 15 * random.normal())) / 10;
  }
  return series;
}

describe('counts by bands', () => {
  const series = Array.from({ length: 3 }, (_, t) => Float64Array.from({ length: 12 }, (_, row) => (row >> 2) * (t + 1)));
  const matrix = matrixOf(series);
  const groupsOf = (size: number, widen: number) => {
    const groupStarts = Uint32Array.from({ length: 12 / size + 1 }, (_, g) => g * size);
    const ends = (of: typeof Math.min, more: number) =>
      Float64Array.from({ length: (12 / size) * 3 }, (_, at) => {
        const [g, c] = [Math.floor(at / 3), at % 3];
        return of(...series[c].subarray(g * size, (g + 1) * size)) + more;
      });
    return { rows: ascending(12), groupStarts, columns: 3, lower: ends(Math.min, -widen), upper: ends(Math.max, widen) };
  };

  it('are right where bands are values, and further off the wider bands are', () => {
    for (const whole of [true, false]) {
      const questions = askCounts({ matrix, instants: 3, rows: ascending(12), whole: series.map(() => whole) }, 'choose');
      const errorOf = countErrorOf(questions, matrix, 12);
      expect(errorOf(groupsOf(4, 0))).toBe(0);
      expect(errorOf(groupsOf(6, 0))).toBeGreaterThan(0);
      expect(errorOf(groupsOf(4, 1))).toBeGreaterThan(0);
      expect(errorOf(groupsOf(12, 0))).toBeGreaterThan(errorOf(groupsOf(6, 0)));
    }
  });

  it('settle between arrangements of PRISM that are ahead: that of the truest counts is taken', async () => {
    const table = days(110, 12, 2); // the first found is further off
    const questions = askCounts(
      { matrix: matrixOf(table), instants: 12, rows: ascending(110), whole: fractions(table) },
      'choose',
    );
    const errorOf = countErrorOf(questions, matrixOf(table), 110);
    const by = async (method: 'naive' | 'kapra' | 'prism') => {
      const given = { series: table, decimals: table.map(() => 1) };
      return errorOf(bandsOf(await made(given, { method, k: 20, p: 2, segments: 4, maxLevel: 20 }, pool)));
    };
    expect(await by('prism')).toBeLessThanOrEqual(Math.min(await by('naive'), await by('kapra')));
  });
});
