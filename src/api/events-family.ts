import type { Counting } from '../base/counting.ts';
import { type EventsWork, events as maker, type WrittenEvents } from '../families/events/family.ts';
import type { MadeEvents } from '../families/events/make.ts';
import type { PreparedEvents } from '../families/events/prepare.ts';
import { leftBy } from '../families/family.ts';
import type { KeptLinks, Unicity } from '../figures/judged.ts';
import { followsError } from '../measure/events/follows.ts';
import { type EventsMeasure, measureEvents } from '../measure/events/measure.ts';
import { rowsFormat } from '../policy/asked-format.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import { dataFilesOf } from '../release/data-files.ts';
import type { Manifest } from '../release/manifest.ts';
import { type ClassRisk, classRisk } from '../risk/class-risk.ts';
import { linkFigures } from '../risk/events/link-figures.ts';
import { unicityOf } from '../risk/events/unicity.ts';
import type { EventLines } from '../verify/events/event-lines.ts';
import { eventsSections } from './events-sections.ts';
import { eventsSummary } from './events-summary-of.ts';
import type { JudgedFamily } from './judged-family.ts';

/** What judges find of a release of events. */
export interface FoundEvents {
  readonly measure: EventsMeasure;
  /** Nothing where no id leaves. */
  readonly unicity: readonly Unicity[] | undefined;
  /** Where numbers link what k subjects share. */
  readonly links: KeptLinks | undefined;
  /** Where an order is told. */
  readonly followsError: number | undefined;
  /** Of combinations; what a report shows. */
  readonly classRisk?: ClassRisk;
}

export const events: JudgedFamily<EventsPolicy, PreparedEvents, MadeEvents, WrittenEvents, FoundEvents> = {
  ...maker,
  judging: 'unicity',
  async judge(work, { census }, counting, manifest) {
    const { losses, follows } = leftBy('write-events', work.written);
    return {
      measure: measureEvents(losses.columns, losses.cells),
      ...(await measureLinks(work, counting, manifest, census?.kind === 'events' ? census.rows : undefined)),
      followsError: follows && followsError(follows.original, follows.released),
      ...(census?.kind === 'events' ? { classRisk: classRisk(census.combinations) } : {}),
    };
  },
  figures: ({ unicity }) => (unicity === undefined ? {} : { unicity }),
  summarise({ work: { plan, made, written }, verdict, found }) {
    const policy = { ...plan.policy, out: plan.policy.out ?? 'release' };
    return eventsSummary(policy, leftBy('reduce', made), leftBy('write-events', written), { ...found, verdict });
  },
  sections: ({ work: { plan, written }, verdict, found }) =>
    eventsSections(plan.policy, verdict, found.classRisk, leftBy('write-events', written).original),
};

/** How many subjects a few of their own events single out, in the file as it was written, and what shared numbers keep of links. */
async function measureLinks(
  { plan, written, random, folder }: EventsWork,
  counting: Counting,
  manifest: Manifest,
  rows: EventLines | undefined,
): Promise<Pick<FoundEvents, 'unicity' | 'links'>> {
  const { pseudonym, subject, quasi } = plan.policy;
  if (pseudonym === 'drop') return { unicity: undefined, links: undefined };
  const own = random.fork('unicity');
  const table = { format: rowsFormat(plan.policy), delimiter: ';', columns: quasi };
  const beside = { path: `${folder}/${leftBy('write-events', written).evidence}`, owner: '_subject' };
  if (pseudonym.startsWith('shared')) return linkFigures({ ...table, ...beside, number: subject }, own, { counting, read: rows });
  const data = pseudonym.startsWith('rotate') ? beside : { path: dataFilesOf(manifest).map(({ name }) => `${folder}/${name}`) };
  const read = pseudonym === 'random' && rows?.numbers !== undefined ? { ...rows, numbers: rows.numbers } : undefined;
  return { unicity: await unicityOf({ ...table, ...data, subject }, own, { counting, read }), links: undefined };
}
