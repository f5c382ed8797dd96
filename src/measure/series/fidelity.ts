import type { Kernel, Pool } from '../../base/pool.ts';
import { shareArray } from '../../frame/share-array.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { type Block, blocksOf } from './blocks.ts';
import { centre, centredOn, squaresInside } from './centred.ts';
import type { MeasureInput } from './measure.ts';

/**
 * How alike the shapes are that each leaf puts under one pattern: the length of the sum of its members' unit shapes on the segments,
 * over the sum of their lengths. 1 where all point one way, near 0 where they cancel out; 1 where no member has a shape to lose.
 */
export async function fidelities(
  { matrix, seriesLength, release }: Pick<MeasureInput, 'matrix' | 'seriesLength' | 'release'>,
  pool: Pool,
): Promise<Float64Array> {
  const { groups, leafStarts, segments, levels } = release;
  const common = {
    values: matrix.values,
    rowStep: matrix.rowStep,
    instants: seriesLength,
    rows: shareArray(groups.rows, pool),
    leafStarts: shareArray(leafStarts, pool),
    segments,
  };
  const parts = await pool.map(
    leafFidelities,
    blocksOf(levels.length, leavesToABlock).map((block) => ({ ...block, ...common })),
  );
  const all = new Float64Array(levels.length);
  for (const [b, part] of parts.entries()) all.set(part, b * leavesToABlock);
  return all;
}

const leavesToABlock = 8192;

export interface LeavesBlock extends Block {
  /** The series of row r starts at values[r * rowStep]. */
  readonly values: Float64Array;
  readonly rowStep: number;
  readonly instants: number;
  readonly rows: Uint32Array;
  readonly leafStarts: Uint32Array;
  readonly segments: number;
}

export const leafFidelities: Kernel<LeavesBlock, Float64Array> = {
  name: 'leafFidelities',
  perform({ values, rowStep, instants, rows, leafStarts, segments, from, to }) {
    const centred = centredOn(instants, segments);
    const { starts, sums } = centred;
    const together = new Float64Array(segments);
    const found = new Float64Array(to - from);
    for (let leaf = from; leaf < to; leaf++) {
      together.fill(0);
      let apart = 0;
      for (let i = leafStarts[leaf]; i < leafStarts[leaf + 1]; i++) {
        const squares = centre(values, rows[i] * rowStep, centred);
        if (squares === 0) continue;
        for (let s = 0; s < segments; s++) together[s] += sums[s] / Math.sqrt((starts[s + 1] - starts[s]) * squares);
        apart += Math.sqrt(squaresInside(centred) / squares);
      }
      found[leaf - from] = apart > noise ? Math.min(1, Math.hypot(...together) / apart) : 1;
    }
    return found;
  },
};

/** What rounding leaves of shapes that the segments do not show. */
const noise = 1e-9;

/** Over records, so that a large leaf counts for as many as it has; and the least of all leaves. */
export function fidelityOf({ leafStarts }: SeriesRelease, perLeaf: Float64Array): { mean: number; least: number } {
  let sum = 0;
  let least = 1;
  for (let leaf = 0; leaf < perLeaf.length; leaf++) {
    sum += perLeaf[leaf] * (leafStarts[leaf + 1] - leafStarts[leaf]);
    least = Math.min(least, perLeaf[leaf]);
  }
  return { mean: sum / leafStarts[leafStarts.length - 1], least };
}
