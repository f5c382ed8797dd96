import type { Matrix } from '../../frame/matrix.ts';
import type { TableRelease } from '../../release/table-release.ts';
import { type ClassFigures, classFigures } from './class-sizes.ts';
import { entropyLoss, type LabelledValues } from './entropy-loss.ts';
import { classify } from './naive-bayes.ts';

/** More records do not change in three digits how well a classifier does. */
const mostTaught = 100_000;

/** Records as they were read, before labels. */
export interface ReadRecords {
  readonly inputRows: number;
  readonly matrix: Matrix;
  /** How much of a quasi-identifier's cells is one value: 3,600 seconds of a clock, 1 of anything else. */
  readonly units: readonly number[];
  readonly kept: readonly { readonly name: string; readonly codes: Uint32Array }[];
  readonly crowd: { readonly subjects: Uint32Array };
}

export interface TableUtility {
  readonly classes: ClassFigures;
  readonly entropyLoss?: number;
  readonly classified?: { readonly release: ByColumn; readonly original: ByColumn };
}

type ByColumn = Readonly<Record<string, number>>;

/** What a release of records is still good for, beside what each label lost. */
export function tableUtility(input: ReadRecords, release: TableRelease): TableUtility {
  const { groups, labels } = release;
  const classes = classFigures(groups.starts, input.inputRows);
  const entropy = labels.reduce((sum, _, q) => sum + entropyLoss(labelledValues(input, release, q, 1)), 0);
  return {
    classes,
    ...(labels.length === 0 ? {} : { entropyLoss: entropy / labels.length }),
    ...classifiedIn(input, release),
  };
}

/** Every n-th released record: the place of its value in a column, and its label. */
function labelledValues(
  { matrix, units }: ReadRecords,
  { groups, labels }: TableRelease,
  q: number,
  nth: number,
): LabelledValues {
  const { values: cells, rowStep, columnStep } = matrix;
  const count = Math.ceil(groups.rows.length / nth);
  const found = { values: new Uint32Array(count), labels: new Uint32Array(count) };
  for (let g = 0, at = 0; g + 1 < groups.starts.length; g++) {
    for (; at * nth < groups.starts[g + 1]; at++) {
      found.values[at] = cells[groups.rows[at * nth] * rowStep + q * columnStep] / units[q];
      found.labels[at] = labels[q].codes[g];
    }
  }
  return found;
}

function classifiedIn(input: ReadRecords, release: TableRelease): Pick<TableUtility, 'classified'> {
  const { kept, crowd } = input;
  const { rows } = release.groups;
  if (kept.length === 0 || rows.length === 0) return {};
  const nth = Math.ceil(rows.length / mostTaught);
  const taught = Uint32Array.from({ length: Math.ceil(rows.length / nth) }, (_, i) => rows[i * nth]);
  const columns = release.labels.map((_, q) => labelledValues(input, release, q, nth));
  const subjects = taught.map((row) => crowd.subjects[row]);
  const told = kept.flatMap(({ name, codes }) => {
    const found = classify({ columns, classes: taught.map((row) => codes[row]), subjects });
    return found === undefined ? [] : [{ name, ...found }];
  });
  if (told.length === 0) return {};
  const byName = (of: 'release' | 'original') => Object.fromEntries(told.map((one) => [one.name, one[of]]));
  return { classified: { release: byName('release'), original: byName('original') } };
}
