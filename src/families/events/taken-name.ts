import type { Problem } from '../../base/problem.ts';
import { eventNameTaken } from '../../plan/problems.ts';
import { durationColumn } from '../../policy/durations.ts';
import { tellsOrder } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { plainName } from '../taken-name.ts';

/** Names of columns in the evidence that stays: a subject of such a name would be taken for one of them. */
const ofEvidence = ['_subject', '_row', '_other'];

/** An id is published under the name of the subject's column, beside columns that Shoal names itself. */
export function takenEventName(policy: EventsPolicy): Problem | undefined {
  const { pseudonym, quasi, subject } = policy;
  const told = [...(tellsOrder(policy) ? ['position'] : []), ...(policy.durations === undefined ? [] : [durationColumn])];
  const own = [...ofEvidence, ...told];
  const names = quasi.map(plainName);
  const twice = quasi.find((name, place) => [...own, ...names.slice(0, place)].includes(plainName(name)));
  if (twice !== undefined) return eventNameTaken(twice);
  if (pseudonym === 'drop') return undefined;
  return [...names, ...own].includes(plainName(subject)) ? eventNameTaken(subject) : undefined;
}
