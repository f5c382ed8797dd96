import { ok, type Result, refused } from '../../base/result.ts';
import { atLeast, atMost, attackGates, type GateStep } from '../../plan/gates.ts';
import { planNotes } from '../../plan/plan-notes.ts';
import { kTooLarge, tooFewAfterClasses } from '../../plan/problems.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import { durationColumn } from '../../policy/durations.ts';
import { tellsOrder } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { Drafted } from '../family.ts';
import type { PreparedEvents } from './prepare.ts';
import { nameClash } from './settle.ts';

/** Policy and counts become steps; what cannot be met is refused here. */
export function draftEvents(policy: EventsPolicy, { counts, settled, loaded }: PreparedEvents): Result<Drafted> {
  const { rows, subjects } = counts;
  const { kept, subjects: left } = loaded;
  const clash = nameClash(policy, settled);
  if (clash !== undefined) return refused(clash);
  if (policy.k > subjects) return refused(kTooLarge(policy.k, subjects));
  if (left < policy.k) return refused(tooFewAfterClasses(policy.k, left, kept));
  return ok({
    memoryBytes: Math.round(1.6e8 + rows * (16 + 20 + 24)), // log, pairs and the shuffled rows; more than --memory allows is spilled
    steps: [
      { step: 'scan', rows, time: policy.time, ...(policy.timeZone === undefined ? {} : { timeZone: policy.timeZone }) },
      {
        step: 'classify',
        codes: settled.look.codes.length,
        unmapped: settled.unmapped.codes.length,
        removed: policy.removeClasses,
      },
      { step: 'combine', columns: policy.quasi, k: policy.k },
      { step: 'flatten', columns: policy.flatten, value: String(policy.flatValue) },
      { step: 'reduce', by: policy.reduce },
      atLeast('combinations', 1),
      { step: 'write-events', file: `anonymized_events.${rowsFormat(policy)}`, pseudonym: policy.pseudonym },
      { step: 'verify', promises: promisesOf(policy) },
      ...gatesOf(policy),
      ...attackGates(policy),
      { step: 'publish', folder: policy.out ?? 'release' },
    ],
    columns: [
      ...(policy.pseudonym === 'drop' ? [] : [policy.subject]),
      ...policy.quasi,
      ...(tellsOrder(policy) ? ['position'] : []),
      ...(policy.durations === undefined ? [] : [durationColumn]),
    ],
    ...notesOn(policy),
  });
}

const promisesOf = ({ k, confidence, order, traces, durations }: EventsPolicy): readonly string[] => [
  `k = ${k} distinct subjects in every published combination`,
  ...(confidence === undefined ? [] : [`confidence = ${confidence}: no event tells another of more of its subjects`]),
  ...(tellsOrder({ order, traces }) ? [`k = ${k} subjects with every order that is told`] : []),
  ...(traces === undefined ? [] : [`traces = ${traces} subjects with every trace that is told whole`]),
  ...(durations === undefined
    ? []
    : [`k = ${k} subjects with every row of durations that is told, in bins at ${durations.join(', ')}`]),
];

/** What durations tell beside the times that are published. */
const notesOn = ({ durations }: EventsPolicy): Pick<Drafted, 'notes' | 'toldNotes'> =>
  durations === undefined ? {} : { notes: [planNotes['durations-add-up']], toldNotes: [{ code: 'durations-add-up', facts: {} }] };

/** A public release must not carry an id by which a few known events lead to one person. */
const gatesOf = ({ release, pseudonym, maxUnicity }: EventsPolicy): readonly GateStep[] =>
  release === 'public' && pseudonym !== 'drop' ? [atMost('unicity', maxUnicity)] : [];
