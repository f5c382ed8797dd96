import type { PreparedTable } from '../families/table/prepare.ts';
import type { MadeTable } from '../families/table/work.ts';
import type { JudgedTable } from '../figures/judged.ts';
import { classFigures } from '../measure/table/class-sizes.ts';
import { entropyLoss, type LabelledValues } from '../measure/table/entropy-loss.ts';
import { classify } from '../measure/table/naive-bayes.ts';

/** More records do not change in three digits how well a classifier does. */
const mostTaught = 100_000;

/** What a release of records is still good for, beside what each label lost. */
export function utilityOf(
  input: PreparedTable,
  { release }: Pick<MadeTable, 'release'>,
): Pick<JudgedTable, 'classes' | 'entropyLoss' | 'classified'> {
  const { groups, labels } = release;
  const classes = classFigures(groups.starts, input.table.inputRows);
  const entropy = labels.reduce((sum, _, q) => sum + entropyLoss(labelledValues(input, release, q, 1)), 0);
  return {
    classes,
    ...(labels.length === 0 ? {} : { entropyLoss: entropy / labels.length }),
    ...classifiedIn(input, release),
  };
}

/** Every n-th released record: the place of its value in a column, and its label. */
function labelledValues(
  { table, encoded }: PreparedTable,
  { groups, labels }: MadeTable['release'],
  q: number,
  nth: number,
): LabelledValues {
  const { values: cells, rowStep, columnStep } = table.matrix;
  const inHours = encoded[q].attribute.kind === 'circle' ? 3600 : 1;
  const count = Math.ceil(groups.rows.length / nth);
  const found = { values: new Uint32Array(count), labels: new Uint32Array(count) };
  for (let g = 0, at = 0; g + 1 < groups.starts.length; g++) {
    for (; at * nth < groups.starts[g + 1]; at++) {
      found.values[at] = cells[groups.rows[at * nth] * rowStep + q * columnStep] / inHours;
      found.labels[at] = labels[q].codes[g];
    }
  }
  return found;
}

function classifiedIn(input: PreparedTable, release: MadeTable['release']): Pick<JudgedTable, 'classified'> {
  const { kept, crowd } = input.table;
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
