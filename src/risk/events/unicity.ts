import type { Counting } from '../../base/counting.ts';
import type { Random } from '../../base/random.ts';
import { withCounter } from '../counter.ts';
import { knownPoints, type NumberOfPoints, numbersOfPoints } from './known-points.ts';
import { type EventLog, type Links, linksOf } from './links.ts';
import { type CodedEvents, linksInLines } from './links-in-lines.ts';
import { inPortions } from './portions.ts';
import { pointsToSingleOut } from './singled-out.ts';
import { wilson } from './wilson.ts';

/** How many of the sampled subjects are alone with `points` of their own distinct combinations, and where the true share likely lies. */
export interface Unicity {
  readonly points: NumberOfPoints;
  readonly share: number;
  /** Bounds of the 95 % interval (Wilson 1927). */
  readonly low: number;
  readonly high: number;
  readonly sampled: number;
}

export interface UnicityOptions {
  readonly counting: Counting;
  /** Most subjects to look at for each number of points. */
  readonly sample?: number;
  /** The events of the log, where somebody has read them already. */
  readonly read?: CodedEvents | undefined;
}

/**
 * Share of subjects that nobody else can be mistaken for by somebody who knows a few of their events as published: unicity, after
 * de Montjoye, Hidalgo, Verleysen and Blondel, Scientific Reports 3, 2013. For each sampled subject some of its own distinct combinations
 * are drawn, all where it has fewer, and it is singled out where no other id has them all. Exact for the drawn ones; the same for a seed on
 * any number of threads. Empty where there was nobody to sample: of nobody no share is known.
 */
export const unicityOf = (
  log: EventLog,
  random: Random,
  { sample, counting, read }: UnicityOptions,
): Promise<readonly Unicity[]> =>
  withCounter(counting, log, async (counter) =>
    unicityAmong(await (read === undefined ? linksOf(counter, log) : linksInLines(counter, read)), random, sample),
  );

/** The same of links that are read already. */
export async function unicityAmong(links: Links, random: Random, sample = 2000): Promise<readonly Unicity[]> {
  const needed: number[] = [];
  const targets = await knownPoints(links, sample, random);
  for (const some of inPortions(targets, links.ids)) {
    const bitmaps = await links.subjectsWith(new Set(some.flatMap(({ points }) => [...points])));
    for (const { points } of some) needed.push(pointsToSingleOut(points, bitmaps));
  }
  const sampled = needed.length;
  if (sampled === 0) return [];
  return numbersOfPoints.map((points) => {
    const alone = needed.filter((count) => count <= points).length;
    return { points, share: alone / sampled, ...wilson(alone, sampled), sampled };
  });
}
