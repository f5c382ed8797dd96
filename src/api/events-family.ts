import type { Counting } from '../base/counting.ts';
import { type EventsWork, events as maker, type WrittenEvents } from '../families/events/family.ts';
import type { MadeEvents } from '../families/events/make.ts';
import type { PreparedEvents } from '../families/events/prepare.ts';
import { leftBy } from '../families/family.ts';
import type { KeptLinks, Unicity } from '../figures/judged.ts';
import { followsError } from '../measure/events/follows.ts';
import { type EventsMeasure, measureEvents } from '../measure/events/measure.ts';
import { rowsFormat } from '../policy/events-policy.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import { dataFilesOf } from '../release/data-files.ts';
import type { Manifest } from '../release/manifest.ts';
import { type ClassRisk, classRisk } from '../risk/class-risk.ts';
import { keptLinks } from '../risk/events/kept-links.ts';
import { unicityOf } from '../risk/events/unicity.ts';
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
      unicity: await measureUnicity(work, counting, manifest),
      links: await measureLinks(work, counting),
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

/** How many subjects a few of their own events single out, in the file as it was written. */
async function measureUnicity(
  { plan, written, random, folder }: EventsWork,
  counting: Counting,
  manifest: Manifest,
): Promise<FoundEvents['unicity']> {
  const { pseudonym, subject, quasi } = plan.policy;
  const format = rowsFormat(plan.policy);
  if (pseudonym === 'drop') return undefined;
  const { evidence } = leftBy('write-events', written);
  const data = /^(?:rotate|shared)/.test(pseudonym)
    ? { path: `${folder}/${evidence}`, owner: '_subject' }
    : { path: dataFilesOf(manifest).map(({ name }) => `${folder}/${name}`) };
  return unicityOf({ ...data, format, subject, columns: quasi, delimiter: ';' }, random.fork('unicity'), { counting });
}

async function measureLinks({ plan, written, folder }: EventsWork, counting: Counting): Promise<FoundEvents['links']> {
  const { pseudonym, subject, quasi } = plan.policy;
  const format = rowsFormat(plan.policy);
  if (!pseudonym.startsWith('shared')) return undefined;
  const path = `${folder}/${leftBy('write-events', written).evidence}`;
  return keptLinks({ path, format, number: subject, owner: '_subject', columns: quasi, delimiter: ';' }, { counting });
}
