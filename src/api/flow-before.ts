import { invariant } from '../base/problem.ts';
import { shapeOf } from '../families/table/columns.ts';
import type { PreparedTable } from '../families/table/prepare.ts';
import type { WrittenTable } from '../families/table/work.ts';
import { countByBin } from '../measure/table/count-by-bin.ts';
import type { TablePolicy } from '../policy/policy.ts';
import type { TableRelease } from '../release/table-release.ts';
import { axisOf, type LabelAxis } from '../verify/table/label-axis.ts';
import type { Flow } from '../verify/table/table-flow.ts';

/** A flow as it was in all records that were read: each lies where the finest label of its own value does. */
export function flowBefore(
  policy: TablePolicy,
  { table, encoded }: PreparedTable,
  { release, columns }: { readonly release: TableRelease; readonly columns: WrittenTable['columns'] },
  { column, bins }: Flow,
): readonly number[] {
  const q = columns.filter(({ role }) => role === 'quasi').findIndex(({ name }) => name === column);
  const counts = weighLabels(policy, release, q);
  const axis = axisOf(columns[q], counts, policy.labels);
  invariant(axis !== undefined && axis.names.length === bins.length, 'what the verifier laid out in bins is what was written');
  const { matrix, crowd, quasi } = table;
  const { values, rows, rowStep, columnStep } = matrix;
  const binOfRow = new Int32Array(rows);
  const known = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const cell = values[row * rowStep + q * columnStep];
    let bin = known.get(cell);
    if (bin === undefined) {
      const { attribute, labeller } = encoded[q];
      bin = attribute.kind === 'circle' ? Math.floor(cell / 3600) : binOf(axis, labeller.label(cell, cell, Uint32Array.of(row)));
      known.set(cell, bin);
    }
    binOfRow[row] = bin;
  }
  const once = { subjects: crowd.subjects, cells: matrix, columns: quasi.length };
  return countByBin(binOfRow, bins.length, shapeOf(policy) === 'groups' ? once : undefined);
}

/** Each label with what the release counts behind it; of records that were left out a label may be there that nobody has. */
function weighLabels(policy: TablePolicy, { groups, labels, subjects }: TableRelease, q: number) {
  const { codes, labels: texts } = labels[q];
  const totals = new Float64Array(texts.length);
  for (let g = 0; g < codes.length; g++)
    totals[codes[g]] += shapeOf(policy) === 'groups' ? subjects[g] : groups.starts[g + 1] - groups.starts[g];
  return texts.flatMap((label, i) => (totals[i] === 0 ? [] : [[label, totals[i]] as const]));
}

/** A value lies in one bin, or beyond all. */
const binOf = ({ partsOf }: LabelAxis, label: string): number =>
  partsOf(label).reduce((best, part) => (part.share > best.share ? part : best), { bin: -1, share: 0 }).bin;
