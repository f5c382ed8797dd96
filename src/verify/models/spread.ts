import type { ManifestModel } from '../../release/manifest.ts';

/** The values of a group, by their place among all values in order, each with its weight. */
export interface Spread {
  readonly places: readonly number[];
  readonly weights: readonly number[];
}

/** What a promise compares a group with. */
export interface AllValues {
  /** The share of each value in the whole release. */
  readonly shares: readonly number[];
  /** The share of all values up to each. */
  readonly upTo: readonly number[];
  /** Of closeness by hierarchy. */
  readonly tree: readonly (readonly number[])[] | undefined;
}

export const allValues = (weights: readonly number[], tree: AllValues['tree']): AllValues => {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = weights.map((weight) => weight / total);
  let sum = 0;
  return { shares, upTo: shares.map((share) => (sum += share)), tree };
};

/**
 * How a group stands to a promise, in the promise's own number: different values, the l that its entropy reaches, the c that it needs, the largest share, the
 * distance t. A judge's own formulas, from the definitions: no line of it is a maker's.
 */
export function reachedBy(model: ManifestModel, { places, weights }: Spread, all: AllValues): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => weight / total);
  switch (model.model) {
    case 'distinct':
      return places.length;
    case 'entropy':
      return Math.exp(-shares.reduce((sum, share) => sum + share * Math.log(share), 0));
    case 'recursive': {
      const ranked = weights.toSorted((a, b) => b - a);
      const rest = ranked.slice(model.l - 1).reduce((sum, weight) => sum + weight, 0);
      return ranked[0] / rest; // by nothing, where there are fewer: no c is so large
    }
    case 'alpha':
      return Math.max(...shares);
    case 'closeness':
      if (model.distance === 'equal') return equalDistance(places, shares, all);
      return model.distance === 'ordered' ? orderedDistance(places, shares, all) : treeDistance(places, shares, all);
    default:
      return model satisfies never;
  }
}

/** Half of what all shares differ by: a value that the group has not differs by its whole share. */
function equalDistance(places: readonly number[], shares: readonly number[], { shares: whole }: AllValues): number {
  let there = 0;
  let apart = 0;
  for (const [i, place] of places.entries()) {
    there += whole[place];
    apart += Math.abs(shares[i] - whole[place]);
  }
  return (apart + 1 - there) / 2;
}

/** What must be carried over each step between two neighbouring values, on the mean of all steps. */
function orderedDistance(places: readonly number[], shares: readonly number[], { upTo }: AllValues): number {
  const own = new Float64Array(upTo.length);
  for (const [i, place] of places.entries()) own[place] = shares[i];
  let held = 0;
  let carried = 0;
  for (let step = 0; step + 1 < upTo.length; step++) {
    held += own[step];
    carried += Math.abs(held - upTo[step]);
  }
  return upTo.length < 2 ? 0 : carried / (upTo.length - 1);
}

/**
 * Two values are as far apart as the ancestor they share is high, of a height of 1: half of the way along the branches between them. So the distance is half of
 * what must be carried over every branch, each one level long.
 */
function treeDistance(places: readonly number[], shares: readonly number[], { shares: whole, tree = [] }: AllValues): number {
  const height = tree[0]?.length ?? 0;
  const extra = Float64Array.from(whole, (share) => -share);
  for (const [i, place] of places.entries()) extra[place] += shares[i];
  let carried = 0;
  for (let level = -1; level < height - 1; level++) {
    const nodes = new Map<number, number>();
    for (const [value, more] of extra.entries()) {
      const node = level < 0 ? value : tree[value][level];
      nodes.set(node, (nodes.get(node) ?? 0) + more);
    }
    for (const more of nodes.values()) carried += Math.abs(more);
  }
  return height === 0 ? 0 : carried / (2 * height);
}

/** Sums of doubles hang on the order they are added in. */
const slip = 1e-9;

/** Whether what a group reaches is less than promised, and the number that was promised. */
export function falls(model: ManifestModel, reached: number): { readonly short: boolean; readonly promised: number } {
  switch (model.model) {
    case 'distinct':
      return { short: reached < model.l, promised: model.l };
    case 'entropy':
      return { short: reached < model.l * (1 - slip), promised: model.l };
    case 'recursive':
      return { short: reached >= model.c * (1 + slip), promised: model.c };
    case 'alpha':
      return { short: reached > model.share + slip, promised: model.share };
    case 'closeness':
      return { short: reached > model.t + slip, promised: model.t };
    default:
      return model satisfies never;
  }
}
