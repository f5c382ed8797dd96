import type { Classes } from './member-classes.ts';
import { countRow, type ModelCounts } from './model-counts.ts';
import { lackBySubjects, lackOf, leastNeeded, type Weighed } from './value-models.ts';

/** How much class g would lack without row `out` and with row `into`; -1 for no row. */
export function lackAfter(classes: Classes, g: number, out: number, into: number): number {
  const { models } = classes;
  if (models.length === 0) return 0;
  if (out >= 0) countRow(models, g, out, -1);
  if (into >= 0) countRow(models, g, into, 1);
  let lack = 0;
  for (const one of models) lack += lackOf(one.model.rule, weighedIn(one, g), 'records');
  if (out >= 0) countRow(models, g, out, 1);
  if (into >= 0) countRow(models, g, into, -1);
  return lack + lackOfSubjects(classes, g, out, into);
}

/** Whether class g keeps what it owes, without row `out` and with row `into`. */
export const keepsValues = (classes: Classes, g: number, out: number, into: number): boolean =>
  lackAfter(classes, g, out, into) === 0;

/** The least number of records that class g needs to keep what it owes. */
export function rowsNeeded(classes: Classes, g: number): number {
  let needed = 0;
  for (const one of classes.models) {
    const group = weighedIn(one, g);
    if (lackOf(one.model.rule, group, 'records') > 0) needed = Math.max(needed, leastNeeded(one.model.rule, group));
  }
  return needed > 0 || lackOfSubjects(classes, g, -1, -1) === 0 ? needed : 1;
}

const weighedIn = ({ model: { values }, counts, totals }: ModelCounts, g: number): Weighed => ({
  weights: counts,
  at: g * values,
  values,
  total: totals[g],
});

/** The same by subjects, where somebody has several rows: looked up anew, as one row changes what the others of its subject weigh. */
function lackOfSubjects({ models, repeats, cells, members }: Classes, g: number, out: number, into: number): number {
  if (!repeats) return 0;
  const rows = Uint32Array.from([...members[g].filter((row) => row !== out), ...(into < 0 ? [] : [into])]);
  return lackBySubjects(
    models.map(({ model }) => model),
    rows,
    cells.subjects,
  );
}
