/** How a table is cut into cells, which kernels group one by one: a tree of halves, and numbers of cells at its ends. */
export type CutTree =
  | { readonly column: number; readonly below: number; readonly left: CutTree; readonly right: CutTree }
  | { readonly cell: number };

/**
 * Halves space along its widest column, at the median of a sample, until a cell is expected to hold at most `largest` rows: Mondrian's own first cuts,
 * so that groups lose next to nothing by staying in their cell. Columns that are 0 wide are not cut.
 */
export function cutCells(sample: readonly Float64Array[], scales: readonly number[], rows: number, largest: number): CutTree {
  let cells = 0;
  const cut = (members: Uint32Array, expected: number): CutTree => {
    const half = expected > largest ? halfOf(sample, scales, members) : undefined;
    if (half === undefined) return { cell: cells++ };
    const { column, below } = half;
    const isLeft = (row: number) => sample[column][row] < below;
    const left = members.filter(isLeft);
    const share = left.length / members.length;
    return {
      column,
      below,
      left: cut(left, expected * share),
      right: cut(
        members.filter((row) => !isLeft(row)),
        expected * (1 - share),
      ),
    };
  };
  return cut(
    Uint32Array.from({ length: sample[0].length }, (_, row) => row),
    rows,
  );
}

/** The widest column, from the 2nd to the 98th of a hundred, as single rows must not decide; and its median, where it parts anything. */
function halfOf(sample: readonly Float64Array[], scales: readonly number[], members: Uint32Array) {
  if (members.length < 2) return undefined;
  const sorted = sample.map((values) => Float64Array.from(members, (row) => values[row]).sort());
  const at = (values: Float64Array, share: number) => values[Math.floor(share * (values.length - 1))];
  const widths = sorted.map((values, c) => (at(values, 0.98) - at(values, 0.02)) * scales[c]);
  const column = widths.indexOf(Math.max(...widths));
  const values = sorted[column];
  const middle = values[values.length >> 1];
  const below = middle > values[0] ? middle : values.find((value) => value > middle); // many equal ones at the lower end
  return widths[column] > 0 && below !== undefined ? { column, below } : undefined;
}

/** The cell of a row, as SQL. */
export function cellSql(tree: CutTree, columns: readonly string[]): string {
  if ('cell' in tree) return String(tree.cell);
  const { column, below, left, right } = tree;
  return `CASE WHEN ${columns[column]} < ${doubleSql(below)} THEN ${cellSql(left, columns)} ELSE ${cellSql(right, columns)} END`;
}

/** Every digit that makes it this double and no other. */
const doubleSql = (value: number): string => `${value.toExponential().replace('e+', 'E').replace('e', 'E')}D`;

/** The same tree, where an end with fewer than `least` rows is joined with all that lies beside it. */
export function joinSmallCells(tree: CutTree, counts: ReadonlyMap<number, number>, least: number): CutTree {
  if ('cell' in tree) return tree;
  const [left, right] = [joinSmallCells(tree.left, counts, least), joinSmallCells(tree.right, counts, least)];
  const isSmall = (half: CutTree) => 'cell' in half && rowsIn(half === left ? tree.left : tree.right, counts) < least;
  return isSmall(left) || isSmall(right) ? { cell: firstCell(tree) } : { ...tree, left, right };
}

const rowsIn = (tree: CutTree, counts: ReadonlyMap<number, number>): number =>
  'cell' in tree ? (counts.get(tree.cell) ?? 0) : rowsIn(tree.left, counts) + rowsIn(tree.right, counts);

const firstCell = (tree: CutTree): number => ('cell' in tree ? tree.cell : firstCell(tree.left));

export const cellsIn = (tree: CutTree): number => ('cell' in tree ? 1 : cellsIn(tree.left) + cellsIn(tree.right));
