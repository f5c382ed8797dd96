import type { Problem } from '../base/problem.ts';
import { duplicateColumn } from './input-problems.ts';

/** What is wrong where two columns have one name, and where they are. */
export function repeatedName(names: readonly string[]): Problem | undefined {
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice === undefined) return undefined;
  return duplicateColumn(
    twice,
    names.flatMap((name, place) => (name === twice ? [place + 1] : [])),
  );
}
