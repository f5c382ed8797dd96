import type { Problem } from '../../base/problem.ts';
import { eventNameTaken } from '../../plan/problems.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { plainName } from '../taken-name.ts';

/** Names of columns in the evidence that stays: a subject of such a name would be taken for one of them. */
const ofEvidence = ['_subject', '_row'];

/** An id is published under the name of the subject's column, beside columns that Shoal names itself. */
export function takenEventName({ pseudonym, quasi, subject }: EventsPolicy): Problem | undefined {
  if (pseudonym === 'drop') return undefined;
  return [...quasi, ...ofEvidence].map(plainName).includes(plainName(subject)) ? eventNameTaken(subject) : undefined;
}
