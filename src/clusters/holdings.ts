import { noValue } from '../frame/value-codes.ts';
import { addValue } from './diversity.ts';
import type { Holdings } from './merge-until-kept.ts';
import { lackOf, type ValueModel, type Weighed } from './value-models.ts';

/** Holdings that are counted from rows. */
export interface RowHoldings<Held> extends Holdings<Held> {
  of(rows: ArrayLike<number>): Held;
}

/** The distinct codes of some rows in each sensitive column, at most l of each: more are not needed to know that there are l. */
export type DistinctCodes = readonly (readonly number[])[];

export const distinctHoldings = (sensitive: readonly Uint32Array[], l: number): RowHoldings<DistinctCodes> => ({
  of: (rows) => sensitive.map((codes) => firstDistinct(rows, codes, l)),
  join: (held, others) => held.map((codes, c) => [...new Set([...codes, ...others[c]])].slice(0, l)),
  keeps: (held) => held.every((codes) => codes.length >= l),
  brings: (held, others) => bringsCode(held, others, l),
});

function firstDistinct(rows: ArrayLike<number>, codes: Uint32Array, l: number): readonly number[] {
  const found = new Set<number>();
  for (let i = 0; i < rows.length && found.size < l; i++) addValue(found, codes[rows[i]]);
  return [...found];
}

/** Whether a column that lacks values gets one. Loops: it is asked of many pairs. */
function bringsCode(held: DistinctCodes, others: DistinctCodes, l: number): boolean {
  for (let c = 0; c < held.length; c++) {
    if (held[c].length >= l) continue;
    for (const code of others[c]) if (!held[c].includes(code)) return true;
  }
  return false;
}

/** How often some rows have each value of each model's column, by its own numbering; one row a subject. */
export function modelHoldings(models: readonly ValueModel[]): RowHoldings<readonly Weighed[]> {
  const lackIn = (held: readonly Weighed[]) =>
    held.reduce((sum, weighed, m) => sum + lackOf(models[m].rule, weighed, 'records'), 0);
  const join = (held: readonly Weighed[], others: readonly Weighed[]) => held.map((weighed, m) => bothOf(weighed, others[m]));
  return {
    of: (rows) => models.map((model) => weighRows(model, rows)),
    join,
    keeps: (held) => lackIn(held) === 0,
    brings: (held, others) => lackIn(join(held, others)) < lackIn(held),
  };
}

function weighRows({ codes, values }: ValueModel, rows: ArrayLike<number>): Weighed {
  const weights = new Uint32Array(values);
  let total = 0;
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]];
    if (code === noValue) continue;
    weights[code]++;
    total++;
  }
  return { weights, at: 0, values, total };
}

function bothOf(some: Weighed, others: Weighed): Weighed {
  const weights = Uint32Array.from(some.weights);
  for (let v = 0; v < weights.length; v++) weights[v] += others.weights[v];
  return { ...some, weights, total: some.total + others.total };
}
