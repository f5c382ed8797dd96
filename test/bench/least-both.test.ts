import { describe, expect, it } from 'vitest';
import { leastShapeWithin } from '../../bench/least-both.ts';
import { onSegments } from '../../bench/least-shape.ts';
import { randomFrom } from '../../src/base/random.ts';

const length = 6;
const segments = 3;

function anyCurves(rows: number, seed: number): Float64Array[] {
  const random = randomFrom(seed);
  const still = Array.from({ length: rows }, () => random.unit() < 0.2);
  return Array.from({ length }, (_, t) => Float64Array.from(still, (is) => (is && t > 0 ? Number.NaN : random.normal()))).map(
    (column, t, all) => (t === 0 ? column : column.map((value, row) => (Number.isNaN(value) ? all[0][row] : value))),
  );
}

/** All ways to part records so that each part has so many or more. */
function partings(records: readonly number[], least: number): number[][][] {
  if (records.length === 0) return [[]];
  const [first, ...others] = records;
  const found: number[][][] = [];
  for (let chosen = 0; chosen < 2 ** others.length; chosen++) {
    const part = [first, ...others.filter((_, i) => ((chosen >> i) & 1) === 1)];
    if (part.length < least) continue;
    const left = others.filter((_, i) => ((chosen >> i) & 1) === 0);
    for (const rest of partings(left, least)) found.push([part, ...rest]);
  }
  return found;
}

const widthOf = (columns: readonly Float64Array[], group: readonly number[]) =>
  Math.sqrt(
    columns.reduce((sum, column) => {
      const values = group.map((row) => column[row]);
      return sum + (Math.max(...values) - Math.min(...values)) ** 2;
    }, 0) / length,
  );

/** What a leaf loses with the best shape it can say, and what it loses at least, whatever becomes of its flat curves. */
function leafLosses(columns: readonly Float64Array[], leaf: readonly number[]): { least: number; real: number } {
  const curves = leaf.map((row) => columns.map((column) => column[row]));
  const shaped = curves.filter((curve) => curve.some((value) => value !== curve[0]));
  const sum = Array.from({ length: segments }, (_, i) =>
    shaped.reduce((total, curve) => total + onSegments(curve, segments)[i], 0),
  );
  return {
    least: shaped.length - Math.hypot(...sum),
    real: shaped.length === 0 ? 0 : leaf.length - Math.hypot(...sum),
  };
}

/** Whether a group has leaves of 2p or more, or can be split by its leaves into two of k. */
function canBeCut(leaves: readonly (readonly number[])[], k: number, p: number): boolean {
  const sizes = leaves.map((leaf) => leaf.length);
  const sums = sizes.reduce<number[]>((found, size) => found.flatMap((sum) => [sum, sum + size]), [0]);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.some((size) => size >= 2 * p) || sums.some((sum) => sum >= k && total - sum >= k);
}

const holdsTwo = (group: readonly number[], three: readonly number[]) => three.filter((row) => group.includes(row)).length > 1;

describe('the bound on both losses', () => {
  it('is below every arrangement there is, at whatever prices, by the lowest balance of a group that cannot be cut', () => {
    for (const [seed, k, p, rows] of [
      [1, 3, 2, 8],
      [2, 5, 3, 9],
      [3, 3, 3, 8],
      [4, 4, 2, 8],
    ]) {
      const columns = anyCurves(rows, seed);
      const random = randomFrom(seed).fork('prices');
      const all = partings(
        Array.from({ length: rows }, (_, row) => row),
        k,
      ).map((groups) => ({
        value: groups.reduce((sum, group) => sum + group.length * widthOf(columns, group), 0) / rows,
        shape:
          groups.reduce(
            (sum, group) =>
              sum +
              Math.min(
                ...partings(group, p).map((leaves) => leaves.reduce((total, leaf) => total + leafLosses(columns, leaf).real, 0)),
              ),
            0,
          ) / rows,
      }));
      const kinds = Array.from({ length: 2 ** rows }, (_, chosen) =>
        Array.from({ length: rows }, (_row, row) => row).filter((row) => ((chosen >> row) & 1) === 1),
      )
        .filter((group) => group.length >= k)
        .flatMap((group) => {
          const width = widthOf(columns, group);
          return partings(group, p)
            .filter((leaves) => !canBeCut(leaves, k, p))
            .map((leaves) => ({ group, width, loss: leaves.reduce((sum, leaf) => sum + leafLosses(columns, leaf).least, 0) }));
        });
      for (let draw = 0; draw < 4; draw++) {
        const limit = all[random.below(all.length)].value;
        const three = () => [random.below(3), 3 + random.below(2), 5 + random.below(rows - 5), 0.4 * random.unit()] as const;
        const prices = {
          value: random.unit(),
          records: Array.from({ length: rows }, () => 1.2 * random.unit()),
          threes: draw % 2 === 0 ? [] : [three(), three(), three()],
        };
        const bound = leastShapeWithin(columns, { segments, k, p, limit, prices });
        for (const { value, shape } of all) if (value <= limit) expect(shape).toBeGreaterThanOrEqual(bound);
        const brought = prices.records.reduce((sum, price) => sum + price, 0) - prices.threes.reduce((sum, t) => sum + t[3], 0);
        const balances = kinds.map(
          ({ group, width, loss }) =>
            loss +
            prices.value * group.length * width -
            group.reduce((sum, row) => sum + prices.records[row], 0) +
            prices.threes.reduce((sum, [a, b, c, price]) => sum + (holdsTwo(group, [a, b, c]) ? price : 0), 0),
        );
        expect(bound).toBeCloseTo(brought / rows + Math.min(0, ...balances) / k - prices.value * limit, 8);
      }
    }
  });
});
