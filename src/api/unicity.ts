import type { Problem } from '../base/problem.ts';
import type { Random } from '../base/random.ts';
import type { WrittenEvents } from '../engine/local/write-events.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import type { Unicity } from '../report/events-summary.ts';
import { unicityOf } from '../risk/unicity.ts';
import { tooUnicity } from './problems.ts';

/** How many subjects a few of their own events single out, in the file as it was written; nothing where no id leaves. */
export async function measuredUnicity(
  folder: string,
  { pseudonym, subject, quasi, format }: EventsPolicy,
  { file }: WrittenEvents,
  random: Random,
  limits: { readonly threads: number; readonly memoryBytes?: number | undefined },
): Promise<readonly Unicity[] | undefined> {
  if (pseudonym === 'drop') return undefined;
  return unicityOf({ path: `${folder}/${file.name}`, format, subject, columns: quasi, delimiter: ';' }, random, limits);
}

/** A public release must not carry an id by which four known events lead to one person. */
export function tooUnique(
  { release, maxUnicity, pseudonym }: EventsPolicy,
  unicity: readonly Unicity[] | undefined,
): Problem | undefined {
  const four = unicity?.find(({ points }) => points === 4);
  if (release !== 'public' || four === undefined || four.share <= maxUnicity) return undefined;
  return tooUnicity(four.share, maxUnicity, pseudonym);
}
