import { ok, type Result } from '../../base/result.ts';
import type { ValueModel } from '../../clusters/value-models.ts';
import { sharedIndices, type TextColumn } from '../../frame/columns.ts';
import { ascending } from '../../frame/gather.ts';
import { noValue } from '../../frame/value-codes.ts';
import { type ModelSettings, modelsOf } from '../../policy/model-keys.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import { type OwedValues, owedValues } from '../owed-values.ts';

/** What a policy of series promises beside distinct l, which has a promise of its own. */
export const leafModels = (policy: Omit<ModelSettings, 'l'>, sensitive: readonly string[]) =>
  modelsOf({ ...policy, l: 1 }, sensitive);

/** What leaves of some rows of a table owe, where all that is published are these rows; each is one subject. */
export function owedByLeaves(
  policy: SeriesPolicy,
  sensitive: readonly TextColumn[],
  rows: Uint32Array,
): Result<OwedValues | undefined> {
  const promises = leafModels(
    policy,
    sensitive.map(({ name }) => name),
  );
  if (promises.length === 0) return ok(undefined);
  const columns = sensitive.map((column) => columnOfRows(column, rows));
  const found = owedValues(promises, policy.hierarchy, {
    columns,
    crowd: { subjects: ascending(rows.length), size: rows.length },
  });
  if (!found.ok || found.value === undefined) return found;
  const { owed, told } = found.value;
  const length = sensitive[0].codes.length;
  return ok({ told, owed: { ...owed, models: owed.models.map((model) => modelOfTable(model, rows, length)) } });
}

/** A column as if there were no other rows: values that nobody of them has do not exist. */
function columnOfRows({ name, codes, labels }: TextColumn, rows: Uint32Array): TextColumn {
  const used = new Uint8Array(labels.length);
  for (let i = 0; i < rows.length; i++) used[codes[rows[i]]] = 1;
  const placeOf = new Uint32Array(labels.length);
  const own = labels.filter((_, code) => used[code] === 1);
  for (let code = 0, place = 0; code < labels.length; code++) if (used[code] === 1) placeOf[code] = place++;
  return { name, labels: own, codes: Uint32Array.from(rows, (row) => placeOf[codes[row]]) };
}

/** Codes by rows of the table again. */
function modelOfTable(model: ValueModel, rows: Uint32Array, length: number): ValueModel {
  const codes = sharedIndices(length).fill(noValue);
  for (let i = 0; i < rows.length; i++) codes[rows[i]] = model.codes[i];
  return { ...model, codes };
}
