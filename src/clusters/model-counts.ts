import { noValue } from '../frame/value-codes.ts';
import type { ValueModel } from './value-models.ts';

/** How often each class of a search has each value of one sensitive column: class g from g * model.values on. */
export interface ModelCounts {
  readonly model: ValueModel;
  counts: Uint32Array;
  totals: Uint32Array;
}

export const openCounts = (models: readonly ValueModel[], most: number): readonly ModelCounts[] =>
  models.map((model) => ({ model, counts: new Uint32Array(most * model.values), totals: new Uint32Array(most) }));

/** Room for so many classes. */
export function growCounts(models: readonly ModelCounts[], most: number): void {
  for (const one of models) {
    const counts = new Uint32Array(most * one.model.values);
    counts.set(one.counts);
    one.counts = counts;
    const totals = new Uint32Array(most);
    totals.set(one.totals);
    one.totals = totals;
  }
}

/** One row more in a class, or one less. */
export function countRow(models: readonly ModelCounts[], g: number, row: number, step: 1 | -1): void {
  for (const { model, counts, totals } of models) {
    const code = model.codes[row];
    if (code === noValue) continue;
    counts[g * model.values + code] += step;
    totals[g] += step;
  }
}
