import type { Problem } from '../base/problem.ts';
import { nameTaken } from '../plan/problems.ts';
import type { TablePolicy } from '../policy/policy.ts';
import type { TableRoles } from '../policy/table-roles.ts';
import { tableColumns } from '../release/table-columns.ts';

/** A published name of transactions that would stand twice, or be that of a column that must not leave: nobody could tell whether it did. */
export function takenName({ aggregate }: TablePolicy, { quasi, kept, averaged, dropped }: TableRoles): Problem | undefined {
  const columns = tableColumns({
    quasi: quasi.map(({ name }) => ({ name, kind: 'category', decimals: 0 })),
    kept,
    averaged: averaged.map((name) => ({ name, decimals: 0 })),
    shape: aggregate.length > 0 ? 'groups' : 'records',
  });
  const names = columns.map(({ name }) => alike(name));
  const twice = columns.find((_, c) => names.indexOf(names[c]) < c);
  if (twice !== undefined) return nameTaken(twice.name, 'published');
  const out = dropped.find((name) => names.includes(alike(name)));
  if (out !== undefined) return nameTaken(out, 'dropped');
  const reserved = columns.find(({ name }) => ['_subject', '_row'].includes(alike(name)));
  return reserved === undefined ? undefined : nameTaken(reserved.name, 'published');
}

const alike = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
