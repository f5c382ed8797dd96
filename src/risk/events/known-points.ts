import type { Random } from '../../base/random.ts';

/** Whoever is looked for, by the id its events stand under, and what is known of it. */
export interface Target {
  readonly subject: number;
  /** Distinct combinations of its own, in the order they become known: two points are the first two of three. */
  readonly points: Uint32Array;
}

export const numbersOfPoints = [1, 2, 3, 4] as const;
export type NumberOfPoints = (typeof numbersOfPoints)[number];

const most = numbersOfPoints[numbersOfPoints.length - 1];

/** What every subject did. */
export interface Histories {
  /** One id of each subject: the only one, or the one with most combinations. */
  readonly candidates: Uint32Array;
  /** Distinct combinations of some ids, ascending, in the order of the ids. */
  readonly combinationsOf: (ids: readonly number[]) => Promise<readonly Uint32Array[]>;
}

const mostAtOnce = 20_000; // subjects asked for in one statement

/**
 * The first `sample` subjects of a random order, each with as many points as it has, up to four: those who have fewer are known by all of
 * them. So every figure is about the same people, and a point more never singles out fewer. What is drawn of a subject hangs on it alone.
 */
export async function knownPoints(
  { candidates, combinationsOf }: Histories,
  sample: number,
  random: Random,
): Promise<readonly Target[]> {
  const order = candidates.slice();
  const drawing = random.fork('subjects');
  const drawn = Array.from({ length: Math.min(sample, order.length) }, (_, i) => take(order, i, drawing));
  const targets: Target[] = [];
  for (let from = 0; from < drawn.length; from += mostAtOnce) {
    const some = drawn.slice(from, from + mostAtOnce);
    const own = await combinationsOf(some);
    for (const [i, subject] of some.entries()) {
      const points = firstOf(own[i], Math.min(most, own[i].length), random.fork(`points of subject ${subject}`));
      targets.push({ subject, points });
    }
  }
  return targets;
}

function firstOf(combinations: Uint32Array, count: number, random: Random): Uint32Array {
  const order = combinations.slice();
  for (let i = 0; i < count; i++) take(order, i, random);
  return order.slice(0, count);
}

/** One step of Fisher and Yates: a random one of those not yet taken comes to place i. */
function take(items: Uint32Array, i: number, random: Random): number {
  const j = i + random.below(items.length - i);
  const taken = items[j];
  items[j] = items[i];
  items[i] = taken;
  return taken;
}
