import { ok, type Result, refused } from '../../base/result.ts';
import type { RecordsTable } from '../../engine/tables.ts';
import { modelColumn, modelMethod } from '../../plan/model-problems.ts';
import { lWithoutSensitive } from '../../plan/problems.ts';
import { modelsOf } from '../../policy/model-keys.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { type OwedValues, owedValues } from '../owed-values.ts';

/** What groups of records owe in sensitive columns; nothing where a policy asks for nothing. */
export function owedByGroups(policy: TablePolicy, { kept, crowd }: RecordsTable): Result<OwedValues | undefined> {
  const { l = 1, t, method, hierarchy } = policy;
  if (kept.length === 0 && l > 1) return refused(lWithoutSensitive(l));
  if (kept.length === 0 && t !== undefined) return refused(modelColumn('t', undefined));
  const promises = modelsOf(
    policy,
    kept.map(({ name }) => name),
  );
  if (promises.length > 0 && crowd.subjects.length > 0 && method === 'disjoint') return refused(modelMethod(method));
  return crowd.subjects.length === 0 ? ok(undefined) : owedValues(promises, hierarchy, { columns: kept, crowd });
}
