import type { Problem } from '../base/problem.ts';
import { nameTaken } from '../plan/problems.ts';

/**
 * A published name that would stand twice, or be that of a column that must not leave: nobody could tell whether it did. `origins` are
 * input columns that are published under other names.
 */
export function takenName(
  published: readonly string[],
  dropped: readonly string[],
  origins: readonly string[] = [],
): Problem | undefined {
  const seen = new Set<string>();
  const twice = published.find((name) => seen.size === seen.add(plainName(name)).size);
  if (twice !== undefined) return nameTaken(twice, 'published');
  const used = new Set([...published, ...origins].map(plainName));
  const out = dropped.find((name) => used.has(plainName(name)));
  return out === undefined ? undefined : nameTaken(out, 'dropped');
}

/** Names that are equal in this form are one name to people, or to a database. */
export const plainName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
