/** How often one thing comes right after another. */
export interface Arc {
  readonly from: number;
  readonly to: number;
  readonly events: number;
}

/**
 * How much of the weight of a directly-follows graph is wrong in a release, from 0 to 1: half the sum, over all arcs, of how far the share of an arc in all of the original is
 * from its share in all of the release. A release that tells no arc has it all wrong.
 */
export function followsError(original: readonly Arc[], released: readonly Arc[]): number | undefined {
  const all = sumOf(original);
  const told = sumOf(released);
  if (all === 0) return undefined;
  if (told === 0) return 1;
  const keyOf = ({ from, to }: Arc): string => JSON.stringify([from, to]);
  const shares = new Map(original.map((arc) => [keyOf(arc), arc.events / all]));
  for (const arc of released) shares.set(keyOf(arc), (shares.get(keyOf(arc)) ?? 0) - arc.events / told);
  let wrong = 0;
  for (const difference of shares.values()) wrong += Math.abs(difference);
  return wrong / 2;
}

const sumOf = (arcs: readonly Arc[]): number => arcs.reduce((sum, { events }) => sum + events, 0);
