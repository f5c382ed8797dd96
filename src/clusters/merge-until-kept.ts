import { invariant } from '../base/problem.ts';

/** What units hold of sensitive values, and when that is what they owe. Two that keep it keep it together too. */
export interface Holdings<Held> {
  join(held: Held, others: Held): Held;
  keeps(held: Held): boolean;
  /** Whether one that lacks something is nearer to what it owes with the others. */
  brings(held: Held, others: Held): boolean;
}

export interface Unit<Held> {
  readonly held: Held;
}

type CostOf<Some> = (unit: Some, other: Some, limit: number) => number;

/**
 * Merges units until each keeps what it owes: one that lacks something joins, again and again, the one that costs least of those that bring it nearer, or of all
 * where none does. All units together keep it. O(units²) at most; ties go to the earlier unit. A cost that cannot be below `limit` may be told as infinite.
 */
export function mergeUntilKept<Held, Some extends Unit<Held>>(
  units: readonly Some[],
  holdings: Holdings<Held>,
  costOf: CostOf<Some>,
  join: (unit: Some, other: Some) => Some,
): Some[] {
  const left: (Some | undefined)[] = [...units];
  for (let u = 0; u < left.length; u++)
    for (let unit = left[u]; unit !== undefined && !holdings.keeps(unit.held); unit = left[u]) {
      const found =
        cheapestPartner(left, u, costOf, (other) => holdings.brings(left[u]?.held as Held, other.held)) ?? // the unit is there: it is the one that looks
        cheapestPartner(left, u, costOf, () => true);
      invariant(found !== undefined, 'all units together keep what each of them owes');
      left[u] = join(unit, found.partner);
      left[found.place] = undefined;
    }
  return left.filter((unit) => unit !== undefined);
}

/** The cheapest of those that are fit; whether one is fit is asked only where it would be the cheapest. */
function cheapestPartner<Some>(
  left: readonly (Some | undefined)[],
  own: number,
  costOf: CostOf<Some>,
  isFit: (other: Some) => boolean,
): { place: number; partner: Some } | undefined {
  const unit = left[own];
  let best: { place: number; partner: Some } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < left.length; place++) {
    const partner = left[place];
    if (unit === undefined || place === own || partner === undefined) continue;
    const cost = costOf(unit, partner, least);
    if (best !== undefined && !(cost < least)) continue; // the first where costs are beyond numbers
    if (!isFit(partner)) continue;
    best = { place, partner };
    least = cost;
  }
  return best;
}
