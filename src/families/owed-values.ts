import { ok, type Result, refused } from '../base/result.ts';
import { lackOfRows, type Owed, type ValueModel, type ValueRule, type ValueTree, wholeOf } from '../clusters/value-models.ts';
import { readHierarchy } from '../formats/hierarchy.ts';
import { sharedIndices, type TextColumn } from '../frame/columns.ts';
import { ascending } from '../frame/gather.ts';
import { valueForm } from '../frame/normal-form.ts';
import { formedValues, noValue } from '../frame/value-codes.ts';
import { modelColumn, modelOrder, modelOutOfReach, modelValues, noModelHierarchy } from '../plan/model-problems.ts';
import { lTooLarge } from '../plan/problems.ts';
import type { ModelPromise } from '../policy/model-keys.ts';
import type { ManifestModel } from '../release/manifest.ts';

/** What every class owes in sensitive columns, as makers hold it and as the manifest tells it. */
export interface OwedValues {
  readonly owed: Owed;
  readonly told: readonly ManifestModel[];
}

/** Records whose sensitive values are promised of: the columns, and who stands in each row. */
export interface ValuedRecords {
  readonly columns: readonly TextColumn[];
  readonly crowd: { readonly subjects: Uint32Array; readonly size: number };
}

/** Values of a column that are compared with those of all records; counted for every group, so that more would be dear. */
const mostValues = 4096;

type Hierarchies = Readonly<Record<string, string>>;

/** What is owed where something is promised of records that are there; refused where not even all of them together keep it. */
export function owedValues(
  promises: readonly ModelPromise[],
  hierarchy: Hierarchies,
  records: ValuedRecords,
): Result<OwedValues | undefined> {
  const { columns, crowd } = records;
  const rows = ascending(crowd.subjects.length);
  if (promises.length === 0 || rows.length === 0) return ok(undefined);
  const repeats = crowd.size < rows.length;
  const models: ValueModel[] = [];
  const told: ManifestModel[] = [];
  for (const promise of promises) {
    const column = columns.find(({ name }) => name === promise.column);
    if (column === undefined) return refused(modelColumn(promise.model, promise.column));
    const made = modelOf(promise, column, hierarchy, crowd.subjects);
    if (!made.ok) return made;
    models.push(made.value.model);
    told.push(made.value.told);
    if (lackOfRows({ models: [made.value.model], repeats }, rows, crowd.subjects) > 0)
      return refused(outOfReach(promise, made.value.model));
  }
  return ok({ owed: { models, repeats }, told });
}

interface MadeModel {
  readonly model: ValueModel;
  readonly told: ManifestModel;
}

function modelOf(promise: ModelPromise, column: TextColumn, hierarchy: Hierarchies, subjects: Uint32Array): Result<MadeModel> {
  const { codes, forms } = formedValues(column);
  const plain = (rule: ValueRule): Result<MadeModel> =>
    ok({ model: { rule, codes, values: Math.max(1, forms.length) }, told: promise });
  if (promise.model === 'distinct') return plain({ kind: 'distinct', l: promise.l });
  if (promise.model === 'entropy') return plain({ kind: 'entropy', l: promise.l });
  if (promise.model === 'recursive') return plain({ kind: 'recursive', l: promise.l, c: promise.c });
  if (promise.model === 'alpha') return plain({ kind: 'alpha', share: promise.share });
  if (forms.length > mostValues) return refused(modelValues(promise.column, forms.length, mostValues));
  const { t, distance } = promise;
  const numbers = forms.map(Number);
  if (distance === 'ordered' && numbers.some((number, i) => forms[i] === '' || !Number.isFinite(number)))
    return refused(modelOrder(promise.column));
  const order = [...forms.keys()].sort((a, b) =>
    distance === 'ordered' ? numbers[a] - numbers[b] : forms[a] < forms[b] ? -1 : 1,
  );
  const ordered = renumber(codes, order);
  const values = Math.max(1, forms.length);
  const whole = wholeOf({ codes: ordered, values }, ascending(codes.length), subjects);
  if (distance !== 'hierarchy')
    return ok({ model: { rule: { kind: distance, t, whole }, codes: ordered, values }, told: promise });
  const paths = pathsOf(
    column,
    hierarchy,
    order.map((code) => forms[code]),
  );
  if (!paths.ok) return paths;
  const rule = { kind: 'tree' as const, t, whole, tree: treeOf(paths.value) };
  return ok({ model: { rule, codes: ordered, values }, told: { ...promise, tree: paths.value.map((path) => [...path]) } });
}

/** Codes as places in an order of them. */
function renumber(codes: Uint32Array, order: readonly number[]): Uint32Array {
  const placeOf = new Uint32Array(order.length);
  for (const [place, code] of order.entries()) placeOf[code] = place;
  const places = sharedIndices(codes.length);
  for (let row = 0; row < codes.length; row++) places[row] = codes[row] === noValue ? noValue : placeOf[codes[row]];
  return places;
}

/** Of each value, by its form, the numbers of its ancestors: each level counted as it turns up, so that no name of a level leaves. */
function pathsOf(column: TextColumn, hierarchies: Hierarchies, forms: readonly string[]): Result<readonly (readonly number[])[]> {
  if (!Object.hasOwn(hierarchies, column.name)) return refused(noModelHierarchy(column.name));
  const labels = column.labels.filter((label) => valueForm(label) !== '');
  const hierarchy = readHierarchy(hierarchies[column.name], column.name, labels);
  if (!hierarchy.ok) return hierarchy;
  const byForm = new Map(labels.toReversed().map((label) => [valueForm(label), hierarchy.value.get(label) ?? []])); // of two spellings the first
  const levels: Map<string, number>[] = [];
  return ok(
    forms.map((form) =>
      (byForm.get(form) ?? []).map((name, level) => {
        levels[level] ??= new Map();
        const number = levels[level].get(name) ?? levels[level].size;
        levels[level].set(name, number);
        return number;
      }),
    ),
  );
}

function treeOf(paths: readonly (readonly number[])[]): ValueTree {
  const height = paths[0]?.length ?? 0;
  const starts = [paths.length];
  for (let level = 0; level < height; level++) starts.push(starts[level] + 1 + Math.max(...paths.map((path) => path[level])));
  const nodes = starts[height];
  const parents = Uint32Array.from({ length: nodes }, (_, node) => node);
  const heights = new Float64Array(nodes);
  for (const [value, path] of paths.entries())
    for (let level = 0; level < height; level++) {
      const node = starts[level] + path[level];
      parents[level === 0 ? value : starts[level - 1] + path[level - 1]] = node;
      heights[node] = (level + 1) / height;
    }
  return { parents, heights };
}

/** What all records together reach. */
function outOfReach(promise: ModelPromise, { codes, values }: ValueModel) {
  const counts = new Float64Array(values);
  for (const code of codes) if (code !== noValue) counts[code]++;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const different = counts.filter((count) => count > 0).length;
  if (promise.model === 'distinct') return lTooLarge(promise.l, promise.column, different);
  const shares = counts
    .map((count) => count / (total || 1))
    .sort()
    .reverse();
  const entropy = shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);
  switch (promise.model) {
    case 'entropy':
      return modelOutOfReach(promise.column, `entropy l is ${promise.l}`, `${down(Math.exp(entropy))} or less`);
    case 'recursive': {
      const tail = shares.slice(promise.l - 1).reduce((sum, share) => sum + share, 0);
      return modelOutOfReach(
        promise.column,
        `c is ${promise.c} at l = ${promise.l}`,
        tail > 0 ? `a c above ${up(shares[0] / tail)}` : 'a smaller l',
      );
    }
    case 'alpha':
      return modelOutOfReach(promise.column, `alpha is ${promise.share}`, `${up(shares[0] ?? 1)} or more`);
    default:
      return modelOutOfReach(promise.column, `t is ${promise.t}`, 'a larger t');
  }
}

const down = (value: number): number => Math.floor(value * 1000) / 1000;
const up = (value: number): number => Math.ceil(value * 1000) / 1000;
