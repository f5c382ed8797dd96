import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import { eventNameTaken, kTooLarge } from './problems.ts';
import { plainName } from './taken-name.ts';

/** What a run over an event log will do, settled before it does anything; plain enough to print. */
export interface EventsPlan {
  readonly method: 'events';
  readonly input: { readonly rows: number; readonly subjects: number; readonly joinedIds?: number };
  readonly threads: number;
  readonly memoryBytes: number;
  readonly steps: readonly EventsStep[];
}

export type EventsStep =
  | { readonly step: 'scan'; readonly rows: number; readonly time: string; readonly timeZone?: string }
  | { readonly step: 'classify'; readonly codes: number; readonly unmapped: number; readonly removed: readonly string[] }
  | { readonly step: 'combine'; readonly columns: readonly string[]; readonly k: number }
  | { readonly step: 'flatten'; readonly columns: readonly string[]; readonly value: string }
  | { readonly step: 'reduce'; readonly by: EventsPolicy['reduce'] }
  | { readonly step: 'write-events'; readonly file: string; readonly pseudonym: EventsPolicy['pseudonym'] }
  | { readonly step: 'verify'; readonly promises: readonly string[] }
  | { readonly step: 'publish'; readonly folder: string };

export interface EventsCounts {
  readonly rows: number;
  readonly subjects: number;
  /** Ids that are another spelling of a subject's. */
  readonly joined?: number;
  readonly codes: number;
  readonly unmapped: number;
  readonly threads: number;
}

/** Names of columns in the evidence that stays: a subject of such a name would be taken for one of them. */
const ofEvidence = ['_subject', '_row'];

/** An id is published under the name of the subject's column, beside columns that Shoal names itself. */
export function takenEventName({ pseudonym, quasi, subject }: EventsPolicy): Problem | undefined {
  if (pseudonym === 'drop') return undefined;
  return [...quasi, ...ofEvidence].map(plainName).includes(plainName(subject)) ? eventNameTaken(subject) : undefined;
}

/** Policy and counts become steps; what cannot be met is refused here, for a run as well. */
export function planEvents(
  policy: EventsPolicy,
  { rows, subjects, joined = 0, codes, unmapped, threads }: EventsCounts,
): Result<EventsPlan> {
  const taken = takenEventName(policy);
  if (taken !== undefined) return refused(taken);
  if (policy.k > subjects) return refused(kTooLarge(policy.k, subjects));
  return ok({
    method: 'events',
    input: { rows, subjects, ...(joined > 0 ? { joinedIds: joined } : {}) },
    threads,
    memoryBytes: Math.round(1.6e8 + rows * (16 + 20 + 24)), // log, pairs and the shuffled rows; more than --memory allows is spilled
    steps: [
      { step: 'scan', rows, time: policy.time, ...(policy.timeZone === undefined ? {} : { timeZone: policy.timeZone }) },
      { step: 'classify', codes, unmapped, removed: policy.removeClasses },
      { step: 'combine', columns: policy.quasi, k: policy.k },
      { step: 'flatten', columns: policy.flatten, value: String(policy.flatValue) },
      { step: 'reduce', by: policy.reduce },
      { step: 'write-events', file: `anonymized_events.${policy.format}`, pseudonym: policy.pseudonym },
      { step: 'verify', promises: [`k = ${policy.k} distinct subjects in every published combination`] },
      { step: 'publish', folder: policy.out ?? 'release' },
    ],
  });
}
