import { rowsFormat } from '../../policy/asked-format.ts';
import { coarsenedColumns } from '../../policy/events-policy.ts';
import { methodsOf } from '../../policy/family.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { type Family, leftBy, type Work, withALaterStep } from '../family.ts';
import { type OriginalCalendar, originalCalendar } from './calendar.ts';
import { draftEvents } from './draft.ts';
import { countLosses, type LossCounts } from './loss-counts.ts';
import { type MadeEvents, makeEvents } from './make.ts';
import { type PreparedEvents, prepareEvents } from './prepare.ts';
import { writeEventReports } from './reports.ts';
import { type WrittenEvents as WrittenLog, writeEvents } from './write.ts';

export type EventsWork = Work<EventsPolicy, PreparedEvents, MadeEvents, WrittenEvents>;

/** What was written, and what only the tables of the engine can tell of it. */
export interface WrittenEvents extends WrittenLog {
  readonly losses: LossCounts;
  readonly original: OriginalCalendar | undefined;
}

/** The events of many subjects: k of them in every published combination. */
export const events: Family<EventsPolicy, PreparedEvents, MadeEvents, WrittenEvents> = {
  name: 'events',
  methods: methodsOf.events,
  prepare: prepareEvents,
  draft: draftEvents,
  rowsWorthThreads: () => 0, // rows stay in the engine, which has threads of its own
  perform: {
    scan: withALaterStep, // the plan hangs on these two, so they were done before
    classify: withALaterStep,
    combine: withALaterStep,
    flatten: withALaterStep,
    reduce: make,
    'write-events': write,
  },
  phases: { reduce: 'make', 'write-events': 'write' },
  manifest: eventsManifest,
};

async function make(work: EventsWork): Promise<void> {
  const { plan, input, tools } = work;
  work.made = await makeEvents(plan.policy, input, tools.onProgress);
  const { users } = work.made;
  if (users !== undefined && users.removed < input.loaded.subjects) tools.onNotice?.(costOfUsers(users));
}

/** Removing people is the dearer way, and nobody should learn it only afterwards. */
const costOfUsers = ({ removed, events, otherwise }: NonNullable<MadeEvents['users']>): string =>
  `--reduce users takes subjects away: ${removed}, with ${events} events; --reduce events would take none, and of the events ${otherwise}.`;

async function write(work: EventsWork): Promise<void> {
  const { plan, input, tools, random, folder } = work;
  const { policy } = plan;
  const { engine } = input;
  const { pool, onProgress, common } = tools;
  const keepLog = common !== undefined;
  const made = leftBy('reduce', work.made);
  const written = await writeEvents(made, { folder, policy, engine, random: random.fork('write'), pool, onProgress, keepLog });
  await writeEventReports(`${folder}/internal`, policy, made, engine);
  work.written = {
    ...written,
    losses: await countLosses(made, engine),
    original: await originalCalendar(made, engine),
  };
}

/** What the data file claims, for the verifier to test. */
function eventsManifest({ plan: { policy }, input, written }: EventsWork, version: string): EventsManifest {
  const coarsened = coarsenedColumns(policy);
  const { columns, file, xes, rows } = leftBy('write-events', written);
  return {
    shoal: version,
    format: 1,
    method: 'events',
    promises: promisesOf(policy),
    ...(policy.subjectSpelling === 'exact' ? { subjectSpelling: 'exact' } : {}),
    unit: `one subject per "${policy.subject}", however many events`,
    pseudonym: declaredPseudonym(policy.pseudonym),
    calendar: { periods: policy.periods, hourBlock: policy.hourBlock },
    flat: { value: String(policy.flatValue), columns: policy.quasi.filter((name) => coarsened.includes(name)) },
    data: {
      file: file.name,
      format: rowsFormat(policy),
      rows,
      delimiter: ';',
      ...(xes === undefined ? {} : { xes: 'anonymized_events.xes' }),
    },
    columns: [...columns],
    dropped: droppedColumns(input, policy),
    files: [file, ...(xes === undefined ? [] : [xes])],
  };
}

const promisesOf = ({ k, confidence, traces, alsoProtect, durations }: EventsPolicy): EventsManifest['promises'] => ({
  k,
  ...(confidence === undefined ? {} : { confidence }),
  ...(traces === undefined ? {} : { traces }),
  ...(alsoProtect === undefined ? {} : { alsoProtect }),
  ...(durations === undefined ? {} : { durations: [...durations] }),
});

/** What a reader can check: that an id rotates, not how often; and the window that a shared number never leaves. */
function declaredPseudonym(pseudonym: EventsPolicy['pseudonym']): EventsManifest['pseudonym'] {
  switch (pseudonym) {
    case 'rotate:day':
    case 'rotate:week':
    case 'rotate:month':
      return 'rotate';
    case 'shared':
      return 'shared:week';
    default:
      return pseudonym;
  }
}

/** Every input column that is not published under its own name. */
function droppedColumns({ source: { columns } }: PreparedEvents, { quasi, subject, pseudonym }: EventsPolicy): string[] {
  const published = new Set([...quasi, ...(pseudonym === 'drop' ? [] : [subject])].map((name) => name.toLowerCase()));
  return columns.map(({ name }) => name).filter((name) => !published.has(name.toLowerCase()));
}
