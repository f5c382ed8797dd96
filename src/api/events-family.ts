import type { Counting } from '../base/counting.ts';
import { type EventsWork, events as maker, type WrittenEvents } from '../families/events/family.ts';
import type { MadeEvents } from '../families/events/make.ts';
import type { PreparedEvents } from '../families/events/prepare.ts';
import { leftBy } from '../families/family.ts';
import type { Unicity } from '../figures/judged.ts';
import { measureEvents } from '../measure/events/measure.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import { unicityOf } from '../risk/events/unicity.ts';
import { eventsSections } from './events-sections.ts';
import { eventsSummary } from './events-summary-of.ts';
import type { JudgedFamily } from './judged-family.ts';

/** What judges find of a release of events; nothing where no id leaves. */
type FoundEvents = readonly Unicity[] | undefined;

export const events: JudgedFamily<EventsPolicy, PreparedEvents, MadeEvents, WrittenEvents, FoundEvents> = {
  ...maker,
  judging: 'unicity',
  judge: measureUnicity,
  figures: (unicity) => (unicity === undefined ? {} : { unicity }),
  summarise({ work: { plan, made, written }, verdict, found }) {
    const policy = { ...plan.policy, out: plan.policy.out ?? 'release' };
    const log = leftBy('write-events', written);
    const measure = measureEvents(log.losses.columns, log.losses.cells);
    return eventsSummary(policy, leftBy('reduce', made), log, { measure, unicity: found, verdict });
  },
  sections: ({ work: { plan, written }, verdict }) =>
    eventsSections(plan.policy, verdict, leftBy('write-events', written).original),
};

/** How many subjects a few of their own events single out, in the file as it was written. */
async function measureUnicity({ plan, written, random, folder }: EventsWork, counting: Counting): Promise<FoundEvents> {
  const { pseudonym, subject, quasi, format } = plan.policy;
  if (pseudonym === 'drop') return undefined;
  const { file, evidence } = leftBy('write-events', written);
  const data = pseudonym.startsWith('rotate')
    ? { path: `${folder}/${evidence}`, owner: '_subject' }
    : { path: `${folder}/${file.name}` };
  return unicityOf({ ...data, format, subject, columns: quasi, delimiter: ';' }, random.fork('unicity'), { counting });
}
