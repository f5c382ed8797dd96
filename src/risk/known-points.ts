import type { Random } from '../base/random.ts';

/** A subject, and what is known of it. */
export interface Target {
  readonly subject: number;
  /** Distinct combinations of its own, in the order they become known: two points are the first two of three. */
  readonly points: Uint32Array;
  /** The numbers of points for which this subject is in the sample. */
  readonly counts: readonly NumberOfPoints[];
}

export const numbersOfPoints = [1, 2, 3, 4] as const;
export type NumberOfPoints = (typeof numbersOfPoints)[number];

/** What every subject did. */
export interface Histories {
  /** Events of each subject: at least as many as distinct combinations. */
  readonly events: Uint32Array;
  /** Distinct combinations of some subjects, ascending, in the order of the subjects. */
  readonly combinationsOf: (subjects: readonly number[]) => Promise<readonly Uint32Array[]>;
}

const mostAtOnce = 20_000; // subjects asked for in one statement

/**
 * Subjects in one random order; the sample for a number of points is the first `sample` of them that have as many. Samples so share most of
 * their subjects, and a subject's points only add up, which keeps figures for different numbers of points comparable. What is drawn of a
 * subject hangs on the subject alone.
 */
export async function knownPoints(
  { events, combinationsOf }: Histories,
  sample: number,
  random: Random,
): Promise<readonly Target[]> {
  const left = new Map<NumberOfPoints, number>(sample > 0 ? numbersOfPoints.map((points) => [points, sample]) : []);
  const order = Uint32Array.from(events.keys());
  const drawing = random.fork('subjects');
  const targets: Target[] = [];
  for (let next = 0, size = sample; next < order.length && left.size > 0; size = Math.min(4 * size, mostAtOnce)) {
    const fewest = Math.min(...left.keys());
    const drawn: number[] = [];
    for (; next < order.length && drawn.length < size; next++) {
      const subject = take(order, next, drawing);
      if (events[subject] >= fewest) drawn.push(subject);
    }
    const own = await combinationsOf(drawn);
    for (const [i, subject] of drawn.entries()) {
      const counts = [...left.keys()].filter((points) => own[i].length >= points);
      for (const points of counts) countDown(left, points);
      if (counts.length === 0) continue;
      const points = firstOf(own[i], Math.max(...counts), random.fork(`points of subject ${subject}`));
      targets.push({ subject, points, counts });
    }
  }
  return targets;
}

function countDown(left: Map<NumberOfPoints, number>, points: NumberOfPoints): void {
  const rest = (left.get(points) ?? 0) - 1;
  if (rest > 0) left.set(points, rest);
  else left.delete(points);
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
