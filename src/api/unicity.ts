import type { Counting } from '../base/counting.ts';
import type { Problem } from '../base/problem.ts';
import type { Random } from '../base/random.ts';
import type { WrittenEvents } from '../engine/local/write-events.ts';
import type { Unicity } from '../figures/judged.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import { unicityOf } from '../risk/events/unicity.ts';
import { tooUnicity } from './problems.ts';

/** How many subjects a few of their own events single out, in the file as it was written; nothing where no id leaves. */
export async function measuredUnicity(
  folder: string,
  { pseudonym, subject, quasi, format }: EventsPolicy,
  written: WrittenEvents,
  random: Random,
  counting: Counting,
): Promise<readonly Unicity[] | undefined> {
  if (pseudonym === 'drop') return undefined;
  const file = pseudonym.startsWith('rotate')
    ? { path: `${folder}/${written.evidence}`, owner: '_subject' }
    : { path: `${folder}/${written.file.name}` };
  return unicityOf({ ...file, format, subject, columns: quasi, delimiter: ';' }, random, { counting });
}

/** A public release must not carry an id by which a few known events lead to one person; what is not known does not pass either. */
export function tooUnique(
  { release, maxUnicity, pseudonym }: EventsPolicy,
  unicity: readonly Unicity[] | undefined,
): Problem | undefined {
  if (release !== 'public' || unicity === undefined) return undefined;
  const [worst] = unicity.toSorted((a, b) => b.share - a.share || a.points - b.points);
  if (worst !== undefined && worst.share <= maxUnicity) return undefined;
  return tooUnicity(worst, maxUnicity, pseudonym);
}
