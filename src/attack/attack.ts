import { type Counting, sumOfKnown } from '../base/counting.ts';
import { randomFrom } from '../base/random.ts';
import type { EventsManifest, Manifest, SeriesManifest, TableManifest } from '../release/manifest.ts';
import type { EventRules } from '../verify/events/event-classes.ts';
import type { Original } from '../verify/original.ts';
import { plainOriginal } from '../verify/written-cells.ts';
import type { Attacker } from './attacker.ts';
import { attackEvents } from './events/attack-events.ts';
import type { Intrusion } from './intrusion.ts';
import { type OpenedRelease, withRelease } from './open-release.ts';
import { attackWithSecond, type SecondRelease } from './second.ts';
import { attackSeries } from './series/attack-series.ts';
import { attackTable } from './table/attack-table.ts';

/** What attacks are made with. */
export interface AttackBy {
  readonly original: Original;
  /** People who are not in the release. */
  readonly control?: Original | undefined;
  /** Another release of the same original. */
  readonly second?: SecondRelease | undefined;
  readonly sample: number;
  readonly seed: number | string;
}

/** Attacks a release as whoever has its files, and scores it by the original and the evidence, which they do not have. */
export function attackRelease(
  folder: string,
  manifest: Manifest,
  counting: Counting,
  { original, control, second, sample, seed }: AttackBy,
): Promise<readonly Intrusion[]> {
  const needs = { bytes: sumOfKnown([original.bytes, ...(control === undefined ? [] : [control.bytes])]) };
  return counting.withCounter(async (counter) => {
    await counter.ask("SET TimeZone = 'UTC'"); // zoned times print the same on every machine
    const plain = await plainOriginal(counter, original);
    const by: Attacker = {
      ...{ sample, random: randomFrom(`attack ${seed}`), language: 'en' },
      ...{ original: plain, hierarchy: original.hierarchy, timeZone: original.timeZone },
      control: control === undefined ? undefined : await plainOriginal(counter, control),
    };
    return withRelease(counter, folder, manifest, async (release) => [
      ...(await attackFamily(release, by, original.events)),
      ...(second === undefined ? [] : await attackWithSecond(release, second, by)),
    ]);
  }, needs);
}

function attackFamily(release: OpenedRelease, by: Attacker, rules: EventRules | undefined): Promise<readonly Intrusion[]> {
  const { manifest } = release;
  switch (manifest.method) {
    case 'events':
      return attackEvents({ ...release, manifest } satisfies OpenedRelease<EventsManifest>, by, rules);
    case 'kaca':
      return attackTable({ ...release, manifest } satisfies OpenedRelease<TableManifest>, by);
    default:
      return attackSeries({ ...release, manifest } satisfies OpenedRelease<SeriesManifest>, by);
  }
}
