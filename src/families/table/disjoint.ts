import type { QuasiData } from '../../engine/tables.ts';
import { cannotBeDisjoint } from '../../plan/problems.ts';
import { mostDisjointColumns } from '../../policy/family.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { isTimeKind } from '../../policy/table-kinds.ts';
import { isInWords } from './columns.ts';

/** Why rows of these columns cannot be promised never to overlap: every label must tell by itself what it has in common with another. */
export function disjointProblem(policy: TablePolicy, quasi: readonly QuasiData[]) {
  if (policy.method !== 'disjoint') return undefined;
  if (quasi.length > mostDisjointColumns)
    return cannotBeDisjoint(undefined, `${quasi.length} columns are more than ${mostDisjointColumns}`);
  for (const one of quasi) {
    const reason = reasonAgainst(policy, one);
    if (reason !== undefined) return cannotBeDisjoint(one.name, reason);
  }
  return undefined;
}

function reasonAgainst(policy: TablePolicy, { name, kind, texts }: QuasiData): string | undefined {
  if (isInWords(policy)) return 'the names of tolls have periods of the day that may cross each other';
  if (isTimeKind(kind)) return undefined;
  switch (kind) {
    case 'number':
      return 'ranges of numbers are rounded outward, so that neighbours share their ends';
    case 'prefix':
      return texts.some((code) => code.endsWith('*')) ? 'a code ends with a star, as what codes begin with does' : undefined;
    case 'category':
      if (Object.hasOwn(policy.hierarchy, name)) return 'only its hierarchy file could tell which names have something in common';
      return texts.some((value) => value === '*' || /[|{}]/.test(value))
        ? 'a value is a star, or holds | { or }, as lists of values do'
        : undefined;
    default:
      return kind satisfies never;
  }
}
