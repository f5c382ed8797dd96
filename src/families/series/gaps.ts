import type { Problem } from '../../base/problem.ts';
import type { TableRead } from '../../engine/tables.ts';
import { emptyCells, emptyQuasi } from '../../formats/input-problems.ts';
import { sharedIndices } from '../../frame/columns.ts';
import type { Matrix } from '../../frame/matrix.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';

/** Columns of numbers; those of the series come first. */
interface NumberColumns {
  readonly names: readonly string[];
  readonly seriesLength: number;
}

/** Empty cells the policy does not allow. */
export function emptyCellProblems(
  { empty }: TableRead,
  { names, seriesLength }: NumberColumns,
  missing: SeriesPolicy['missing'],
  counting: 'row' | 'subject',
): Problem[] {
  const problems: Problem[] = [];
  for (let c = seriesLength; c < names.length; c++) {
    const rows = empty[c];
    if (rows !== undefined && missing !== 'drop') problems.push(emptyQuasi(names[c], rows[0] + 1, rows.length, counting));
  }
  const inSeries = empty.slice(0, seriesLength);
  const first = inSeries.findIndex((rows) => rows !== undefined);
  if (first >= 0 && missing === 'fail') {
    const all = inSeries.flatMap((rows) => (rows === undefined ? [] : [rows]));
    const cells = all.reduce((sum, rows) => sum + rows.length, 0);
    const rows = new Set(all.flatMap((some) => [...some])).size;
    problems.push(emptyCells({ column: names[first], row: (inSeries[first]?.[0] ?? 0) + 1 }, cells, rows, counting));
  }
  return problems;
}

/** Leaves rows with gaps out, or fills them; answers the rows that go on. Filled values lie on the grid: nobody measured more digits. */
export function settleGaps(
  { rowCount, matrix, empty }: TableRead,
  seriesLength: number,
  missing: SeriesPolicy['missing'],
  decimals: number,
): { rows: Uint32Array; interpolated: number } {
  const left = new Set<number>();
  let interpolated = 0;
  for (const [c, rows] of empty.entries())
    if (missing === 'drop' || c >= seriesLength) for (const row of rows ?? []) left.add(row);
  const filling = { matrix, length: seriesLength, power: 10 ** decimals };
  if (missing === 'interpolate')
    for (const [row, holes] of holesByRow(empty.slice(0, seriesLength))) {
      if (holes.size === seriesLength) left.add(row);
      else interpolated += fillHoles(filling, row, holes);
    }
  const rows = sharedIndices(rowCount - left.size);
  for (let row = 0, place = 0; row < rowCount; row++) if (!left.has(row)) rows[place++] = row;
  return { rows, interpolated };
}

function holesByRow(empty: TableRead['empty']): ReadonlyMap<number, ReadonlySet<number>> {
  const holes = new Map<number, Set<number>>();
  for (const [c, rows] of empty.entries())
    for (const row of rows ?? []) {
      const own = holes.get(row) ?? new Set();
      holes.set(row, own.add(c));
    }
  return holes;
}

interface Filling {
  readonly matrix: Matrix;
  /** Of a series. */
  readonly length: number;
  /** Steps of the grid to a unit. */
  readonly power: number;
}

/** Straight lines between the neighbours there are; before the first and after the last, their value. */
function fillHoles({ matrix, length, power }: Filling, row: number, holes: ReadonlySet<number>): number {
  const { values, rowStep, columnStep } = matrix;
  const at = (c: number) => row * rowStep + c * columnStep;
  for (const c of holes) {
    let before = c - 1;
    while (before >= 0 && holes.has(before)) before--;
    let after = c + 1;
    while (after < length && holes.has(after)) after++;
    const a = values[at(before < 0 ? after : before)];
    const b = values[at(after >= length ? before : after)];
    const share = before < 0 || after >= length ? 0 : (c - before) / (after - before);
    values[at(c)] = Math.round((a + (b - a) * share) * power) / power;
  }
  return holes.size;
}
