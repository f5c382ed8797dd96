import type { Result } from '../base/result.ts';
import { eventColumns } from '../families/events/look.ts';
import { columnsNeeded } from '../families/series/open-series.ts';
import type { Policy } from '../policy/policy.ts';
import { columnsRead } from '../policy/table-roles.ts';

/** The columns that a policy has read, of those that are there. */
export function columnsReadBy(policy: Policy): (columns: readonly string[]) => Result<readonly string[]> {
  switch (policy.family) {
    case 'series':
      return columnsNeeded(policy);
    case 'events':
      return eventColumns(policy);
    case 'table':
      return columnsRead(policy);
    default:
      return policy satisfies never;
  }
}
