import type { Problem } from '../../base/problem.ts';
import { nameTaken } from '../../plan/problems.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import type { TableRoles } from '../../policy/table-roles.ts';
import { plainName, takenName } from '../taken-name.ts';
import { namedColumns } from './columns.ts';

/** Why a release of records cannot have the names it would publish; the evidence beside it has two names of its own. */
export function takenTableName(policy: TablePolicy, roles: TableRoles): Problem | undefined {
  const names = namedColumns(policy, roles).map(({ name }) => name);
  const taken = takenName(names, roles.dropped);
  if (taken !== undefined) return taken;
  const reserved = names.find((name) => ['_subject', '_row'].includes(plainName(name)));
  return reserved === undefined ? undefined : nameTaken(reserved, 'published');
}
