import type { Random } from '../base/random.ts';
import { type DatabaseLimits, withDatabase } from './database.ts';
import { knownPoints, type NumberOfPoints, numbersOfPoints } from './known-points.ts';
import { type EventLog, linksOf } from './links.ts';
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

export interface UnicityOptions extends DatabaseLimits {
  /** Most subjects to look at for each number of points. */
  readonly sample?: number;
}

/**
 * Share of subjects that nobody else can be mistaken for by somebody who knows a few of their events as published: unicity, after
 * de Montjoye, Hidalgo, Verleysen and Blondel, Scientific Reports 3, 2013. For each sampled subject some of its own distinct combinations
 * are drawn, and it is singled out where no other subject has them all. Exact for the drawn ones; the same for a seed on any number of threads.
 */
export async function unicityOf(
  log: EventLog,
  random: Random,
  { sample = 2000, ...limits }: UnicityOptions = {},
): Promise<readonly Unicity[]> {
  const sampled = new Map<NumberOfPoints, number>();
  const alone = new Map<NumberOfPoints, number>();
  await withDatabase(limits, async (database) => {
    const links = await linksOf(database, log);
    const targets = await knownPoints(links, sample, random);
    for (const some of inPortions(targets, links.events.length)) {
      const bitmaps = await links.subjectsWith(new Set(some.flatMap(({ points }) => [...points])));
      for (const { points, counts } of some) {
        const needed = pointsToSingleOut(points, bitmaps);
        for (const known of counts) {
          sampled.set(known, (sampled.get(known) ?? 0) + 1);
          if (needed <= known) alone.set(known, (alone.get(known) ?? 0) + 1);
        }
      }
    }
  });
  return numbersOfPoints.map((points) => {
    const [trials, hits] = [sampled.get(points) ?? 0, alone.get(points) ?? 0];
    return { points, share: trials === 0 ? 0 : hits / trials, ...wilson(hits, trials), sampled: trials };
  });
}
