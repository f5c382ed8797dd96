import type { Problem } from '../base/problem.ts';
import { nameTaken } from '../plan/problems.ts';
import { plainName, takenName } from '../plan/taken-name.ts';
import type { TablePolicy } from '../policy/policy.ts';
import type { TableRoles } from '../policy/table-roles.ts';
import { tableColumns } from '../release/table-columns.ts';

/** Why a release of transactions cannot have the names it would publish; the evidence beside it has two names of its own. */
export function takenTableName({ aggregate }: TablePolicy, { quasi, kept, averaged, dropped }: TableRoles): Problem | undefined {
  const columns = tableColumns({
    quasi: quasi.map(({ name }) => ({ name, kind: 'category', decimals: 0 })),
    kept,
    averaged: averaged.map((name) => ({ name, decimals: 0 })),
    shape: aggregate.length > 0 ? 'groups' : 'records',
  });
  const names = columns.map(({ name }) => name);
  const taken = takenName(names, dropped);
  if (taken !== undefined) return taken;
  const reserved = names.find((name) => ['_subject', '_row'].includes(plainName(name)));
  return reserved === undefined ? undefined : nameTaken(reserved, 'published');
}
