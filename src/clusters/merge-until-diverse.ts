import { invariant } from '../base/problem.ts';

/** The distinct codes of a unit in each sensitive column, at most l of each: more are not needed to know that there are l. */
export type Values = readonly (readonly number[])[];

export interface Unit {
  readonly values: Values;
}

export const isDiverse = ({ values }: Unit, l: number): boolean => values.every((codes) => codes.length >= l);

export const unionOf = (some: Values, others: Values, l: number): Values =>
  some.map((codes, c) => [...new Set([...codes, ...others[c]])].slice(0, l));

type CostOf<Some> = (unit: Some, other: Some, limit: number) => number;

/**
 * Merges units until each has l distinct values in every column: one that lacks some joins, again and again, the one that costs least of
 * those that have what it lacks. All units together must have l. O(units²) at most; ties go to the earlier unit. A cost that cannot be below
 * `limit` may be told as infinite.
 */
export function mergeUntilDiverse<Some extends Unit>(
  units: readonly Some[],
  l: number,
  costOf: CostOf<Some>,
  join: (unit: Some, other: Some) => Some,
): Some[] {
  const left: (Some | undefined)[] = [...units];
  for (let u = 0; u < left.length; u++)
    for (let unit = left[u]; unit !== undefined && !isDiverse(unit, l); unit = left[u]) {
      const { place, partner } = cheapestPartner(left, u, l, costOf);
      left[u] = join(unit, partner);
      left[place] = undefined;
    }
  return left.filter((unit) => unit !== undefined);
}

function cheapestPartner<Some extends Unit>(
  left: readonly (Some | undefined)[],
  own: number,
  l: number,
  costOf: CostOf<Some>,
): { place: number; partner: Some } {
  const unit = left[own];
  invariant(unit !== undefined, 'a unit that is left looks for a partner');
  let best: { place: number; partner: Some } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < left.length; place++) {
    const partner = left[place];
    if (place === own || partner === undefined || !adds(unit.values, partner.values, l)) continue;
    const cost = costOf(unit, partner, least);
    if (best !== undefined && !(cost < least)) continue; // the first where costs are beyond numbers
    best = { place, partner };
    least = cost;
  }
  invariant(best !== undefined, 'all units together have l distinct values in every column');
  return best;
}

/** Whether a column that lacks values gets one. Loops: it is asked of every pair. */
function adds(values: Values, others: Values, l: number): boolean {
  for (let c = 0; c < values.length; c++) {
    if (values[c].length >= l) continue;
    for (const code of others[c]) if (!values[c].includes(code)) return true;
  }
  return false;
}
