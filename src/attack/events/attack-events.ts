import { Refusal } from '../../base/problem.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import type { EventRules } from '../../verify/events/event-classes.ts';
import { linksEvents } from '../../verify/events/link-window.ts';
import { policyNeeded } from '../../verify/problems.ts';
import type { Attacker } from '../attacker.ts';
import type { Fact } from '../fact.ts';
import { type Intrusion, intrusionOf } from '../intrusion.ts';
import { linkByFacts, stepsUpTo } from '../link.ts';
import type { OpenedRelease } from '../open-release.ts';
import { inferEvents } from './infer-events.ts';
import { type LinkedLog, linkByEvents, linkByHistory, steps } from './link-events.ts';
import { seekEvents } from './presence-events.ts';
import { type Log, readLog, readOrderedLog } from './read-log.ts';

/** Every attack on a log. */
export async function attackEvents(
  release: OpenedRelease<EventsManifest>,
  by: Attacker,
  rules: EventRules | undefined,
): Promise<readonly Intrusion[]> {
  if (rules === undefined) throw new Refusal(policyNeeded());
  const { manifest } = release;
  const log = await readLog(release, by, rules);
  const { ids } = log;
  const alone = [...linkByLabels(log, manifest, by), ...seekEvents(log)];
  if (ids === undefined) return alone;
  const byEvents = [...linkById({ ...log, ids }, manifest), ...inferEvents({ ...log, ids })];
  const ordered = await readOrderedLog(release, by, rules);
  return [...alone, ...byEvents, ...(ordered === undefined ? [] : linkByOrder(ordered, manifest))];
}

/** Whoever also knows the places of events under an id, and the time before each, where the release tells of them. */
function linkByOrder(log: LinkedLog, { promises: { k } }: EventsManifest): readonly Intrusion[] {
  const of = steps[steps.length - 1];
  const told = { of, control: 1 / log.ids.count, bound: 1 / k }; // an order is told only of what k share
  return [
    ...linkByEvents(log).map((chances, i) => intrusionOf({ intruder: 'ordered-events', knows: steps[i], ...told }, chances)),
    intrusionOf({ intruder: 'ordered-history', knows: of, ...told }, linkByHistory(log)),
  ];
}

/** The very event, by some of what is published of it. */
function linkByLabels(
  { board, facts, known }: Log,
  { promises: { k } }: EventsManifest,
  { random }: Attacker,
): readonly Intrusion[] {
  const firsts = known.starts.subarray(0, -1);
  const ofFirst = facts.map((fact): Fact => ({ keep: (person, open, count) => fact.keep(firsts[person], open, count) }));
  const places = Uint32Array.from(firsts, (event) => known.cells[event]);
  const parts = stepsUpTo(facts.length);
  return linkByFacts(board, ofFirst, parts, { places, random: random.fork('link') }).map((chances, i) =>
    intrusionOf({ intruder: 'event', knows: parts[i], of: facts.length, control: 1 / board.total, bound: 1 / k }, chances),
  );
}

/** The id, by some events under it. One event is shared by k subjects; more are bounded only where numbers link what k share. */
function linkById(log: LinkedLog, manifest: EventsManifest): readonly Intrusion[] {
  const { k } = manifest.promises;
  const always = linksEvents(manifest);
  const control = 1 / log.ids.count;
  const boundAt = (events: number) => (always || events === 1 ? { bound: 1 / k } : {});
  const of = steps[steps.length - 1];
  const byEvents = linkByEvents(log);
  const alone = byEvents[byEvents.length - 1].map((chance) => (chance === 1 ? 1 : 0));
  return [
    ...byEvents.map((chances, i) =>
      intrusionOf({ intruder: 'events', knows: steps[i], of, control, ...boundAt(steps[i]) }, chances),
    ),
    intrusionOf({ intruder: 'history', knows: of, of, control, ...boundAt(of) }, linkByHistory(log)),
    intrusionOf({ intruder: 'single-out', knows: of, of }, alone),
  ];
}
