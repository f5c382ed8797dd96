import { noValue } from '../frame/value-codes.ts';

/** What every group owes in one sensitive column: row r has the value codes[r] of `values`, or none. */
export interface ValueModel {
  readonly rule: ValueRule;
  readonly codes: Uint32Array;
  readonly values: number;
}

/**
 * How the values of a group must be spread. Machanavajjhala et al., ICDE 2006, §4: `distinct`, `entropy`, `recursive`. Wong et al., KDD 2006: `alpha`. Li, Li and
 * Venkatasubramanian, ICDE 2007, §4: the others, by the earth mover's distance to all records with equal steps, along the order of values, or over a tree.
 * Of two groups without a common subject that owe and keep one of these, their union keeps it too.
 */
export type ValueRule =
  | { readonly kind: 'distinct'; readonly l: number }
  | { readonly kind: 'entropy'; readonly l: number }
  | { readonly kind: 'recursive'; readonly l: number; readonly c: number }
  | { readonly kind: 'alpha'; readonly share: number }
  | { readonly kind: 'equal'; readonly t: number; readonly whole: Whole }
  | { readonly kind: 'ordered'; readonly t: number; readonly whole: Whole }
  | { readonly kind: 'tree'; readonly t: number; readonly whole: Whole; readonly tree: ValueTree };

/** The share of each value in all records, and among subjects whose records share one place. */
export interface Whole {
  readonly records: Float64Array;
  readonly subjects: Float64Array;
}

/** Values are nodes 0 and on, ancestors follow level by level; `heights` are 0 for values and 1 for the root, which is its own parent. */
export interface ValueTree {
  readonly parents: Uint32Array;
  readonly heights: Float64Array;
}

/** What is counted: records, or subjects whose records share one place. */
export type Measure = keyof Whole;

/** Rounding must not make two values that are as frequent as they may be too frequent; the verifier allows for a thousand times as much. */
const slip = 1e-12;

/** Weights of the values of a group: that of value v at [at + v]. */
export interface Weighed {
  readonly weights: Uint32Array | Float64Array;
  readonly at: number;
  readonly values: number;
  readonly total: number;
}

/** How much a group lacks of what it owes, 0 where nothing: less is nearer. */
export function lackOf(rule: ValueRule, group: Weighed, measure: Measure): number {
  if (group.total <= slip) return rule.kind === 'distinct' ? rule.l : 1; // nobody has a value
  switch (rule.kind) {
    case 'distinct':
      return Math.max(0, rule.l - differentValues(group));
    case 'entropy':
      return beyond(Math.log(rule.l) - entropyOf(group));
    case 'recursive':
      return recursiveLack(rule, group);
    case 'alpha':
      return beyond(mostOf(group) / group.total - rule.share);
    case 'equal':
      return beyond(equalDistance(group, rule.whole[measure]) - rule.t);
    case 'ordered':
      return beyond(orderedDistance(group, rule.whole[measure]) - rule.t);
    case 'tree':
      return beyond(treeDistance(group, rule.whole[measure], rule.tree) - rule.t);
    default:
      return rule satisfies never;
  }
}

/** The least number of further records that a group needs which lacks something. */
export const leastNeeded = (rule: ValueRule, group: Weighed): number =>
  'l' in rule ? Math.max(1, Math.ceil(rule.l) - differentValues(group)) : 1;

const beyond = (more: number): number => (more > slip ? more : 0);

function differentValues({ weights, at, values }: Weighed): number {
  let different = 0;
  for (let v = at; v < at + values; v++) if (weights[v] > 0) different++;
  return different;
}

function entropyOf({ weights, at, values, total }: Weighed): number {
  let sum = 0;
  for (let v = at; v < at + values; v++) if (weights[v] > 0) sum += weights[v] * Math.log(weights[v]);
  return Math.log(total) - sum / total;
}

function mostOf({ weights, at, values }: Weighed): number {
  let most = 0;
  for (let v = at; v < at + values; v++) if (weights[v] > most) most = weights[v];
  return most;
}

/** The most frequent value against c times what is left without the l - 1 most frequent ones; it must be below it. */
function recursiveLack({ l, c }: { readonly l: number; readonly c: number }, group: Weighed): number {
  const lack = (mostOf(group) - c * tailOf(l, group)) / group.total;
  return lack < -slip ? 0 : Math.max(lack, slip);
}

/** What is left without the l - 1 most frequent values. */
function tailOf(l: number, { weights, at, values, total }: Weighed): number {
  const ranked = Float64Array.from(weights.subarray(at, at + values)).sort();
  let tail = total;
  for (let i = 0; i < l - 1 && i < values; i++) tail -= ranked[values - 1 - i];
  return tail;
}

function equalDistance({ weights, at, values, total }: Weighed, whole: Float64Array): number {
  let distance = 0;
  for (let v = 0; v < values; v++) {
    const more = weights[at + v] / total - whole[v];
    if (more > 0) distance += more;
  }
  return distance;
}

function orderedDistance({ weights, at, values, total }: Weighed, whole: Float64Array): number {
  let distance = 0;
  let carried = 0;
  for (let v = 0; v + 1 < values; v++) {
    carried += weights[at + v] / total - whole[v];
    distance += Math.abs(carried);
  }
  return values < 2 ? 0 : distance / (values - 1);
}

/** What meets at an ancestor goes no further up. */
function treeDistance({ weights, at, values, total }: Weighed, whole: Float64Array, { parents, heights }: ValueTree): number {
  const extra = new Float64Array(parents.length);
  const over = new Float64Array(parents.length);
  const under = new Float64Array(parents.length);
  let distance = 0;
  for (let node = 0; node < parents.length; node++) {
    if (node < values) extra[node] = weights[at + node] / total - whole[node];
    else distance += heights[node] * Math.min(over[node], under[node]);
    const parent = parents[node];
    if (parent === node) break;
    extra[parent] += extra[node];
    if (extra[node] > 0) over[parent] += extra[node];
    else under[parent] -= extra[node];
  }
  return distance;
}

/** All that groups owe beside k; `repeats` where subjects of the table have several rows, so that subjects are weighed as well. */
export interface Owed {
  readonly models: readonly ValueModel[];
  readonly repeats: boolean;
}

/** How much rows lack of all that they owe, together; `subjects` says who stands in each row. */
export function lackOfRows({ models, repeats }: Owed, rows: Uint32Array, subjects: Uint32Array): number {
  let lack = 0;
  for (const model of models) lack += lackOf(model.rule, countRows(model, rows), 'records');
  return repeats ? lack + lackBySubjects(models, rows, subjects) : lack;
}

export function lackBySubjects(models: readonly ValueModel[], rows: Uint32Array, subjects: Uint32Array): number {
  let lack = 0;
  for (const model of models)
    if (model.rule.kind !== 'distinct') lack += lackOf(model.rule, weighSubjects(model, rows, subjects), 'subjects');
  return lack;
}

/** Models that leave rows less room: a share of what there is between what these rows have and what is asked of them, or of the distance to all records. */
export const tightenModels = (owed: Owed, rows: Uint32Array, share: number): Owed =>
  share === 1 ? owed : { ...owed, models: owed.models.map((model) => ({ ...model, rule: tightRule(model, rows, share) })) };

function tightRule(model: ValueModel, rows: Uint32Array, share: number): ValueRule {
  const { rule } = model;
  if (rule.kind === 'distinct') return rule;
  if ('t' in rule) return { ...rule, t: share * rule.t };
  const group = countRows(model, rows);
  if (lackOf(rule, group, 'records') > 0) return rule;
  const mixOf = (have: number, asked: number) => have + share * (asked - have);
  switch (rule.kind) {
    case 'entropy':
      return { ...rule, l: mixOf(Math.exp(entropyOf(group)), rule.l) };
    case 'alpha':
      return { ...rule, share: mixOf(mostOf(group) / group.total, rule.share) };
    case 'recursive':
      return { ...rule, c: mixOf(mostOf(group) / tailOf(rule.l, group), rule.c) };
    default:
      return rule satisfies never;
  }
}

/** Rules that compare with all records know values by their number; of the others it does not matter which value it is. */
const isNumbered = ({ rule }: ValueModel): boolean => 'whole' in rule;

function countRows(model: ValueModel, rows: Uint32Array): Weighed {
  const { numberOf, values } = numbering(model, rows);
  const weights = new Uint32Array(values);
  let total = 0;
  for (let i = 0; i < rows.length; i++) {
    const code = model.codes[rows[i]];
    if (code === noValue) continue;
    weights[numberOf(code)]++;
    total++;
  }
  return { weights, at: 0, values, total };
}

/** Every subject with a value has one place, which its records with a value share. */
function weighSubjects(model: ValueModel, rows: Uint32Array, subjects: Uint32Array): Weighed {
  const { numberOf, values } = numbering(model, rows);
  const held = new Map<number, number>();
  for (let i = 0; i < rows.length; i++)
    if (model.codes[rows[i]] !== noValue) held.set(subjects[rows[i]], (held.get(subjects[rows[i]]) ?? 0) + 1);
  const weights = new Float64Array(values);
  for (let i = 0; i < rows.length; i++) {
    const code = model.codes[rows[i]];
    if (code !== noValue) weights[numberOf(code)] += 1 / (held.get(subjects[rows[i]]) ?? 1);
  }
  return { weights, at: 0, values, total: held.size };
}

/** Values as they are numbered, or in a column of many as they turn up. */
function numbering(
  model: ValueModel,
  rows: Uint32Array,
): { readonly numberOf: (code: number) => number; readonly values: number } {
  if (isNumbered(model) || model.values <= 4 * rows.length) return { numberOf: (code) => code, values: model.values };
  const numbers = new Map<number, number>();
  const numberOf = (code: number) => {
    const number = numbers.get(code) ?? numbers.size;
    numbers.set(code, number);
    return number;
  };
  return { numberOf, values: rows.length };
}

/** The shares of values in all rows. */
export function wholeOf(model: Pick<ValueModel, 'codes' | 'values'>, rows: Uint32Array, subjects: Uint32Array): Whole {
  const all: ValueModel = { ...model, rule: { kind: 'equal', t: 1, whole: { records: noShares, subjects: noShares } } };
  const shares = ({ weights, total }: Weighed) => Float64Array.from(weights, (weight) => weight / (total || 1));
  return { records: shares(countRows(all, rows)), subjects: shares(weighSubjects(all, rows, subjects)) };
}

const noShares = new Float64Array(0);

/** The same of some rows, numbered as they come; values that nothing is compared by are numbered anew. */
export const owedByRows = (owed: Owed | undefined, rows: Uint32Array): Owed | undefined =>
  owed && { models: owed.models.map((model) => modelOfRows(model, rows)), repeats: owed.repeats };

function modelOfRows(model: ValueModel, rows: Uint32Array): ValueModel {
  const own = Uint32Array.from(rows, (row) => model.codes[row]);
  if (isNumbered(model)) return { ...model, codes: own };
  const numbers = new Map<number, number>();
  for (let i = 0; i < own.length; i++) {
    if (own[i] === noValue) continue;
    const number = numbers.get(own[i]) ?? numbers.size;
    numbers.set(own[i], number);
    own[i] = number;
  }
  return { ...model, codes: own, values: Math.max(1, numbers.size) };
}

/** What a block owes so that its groups can keep the rule: near all records, as a block that is barely close enough would be one group. */
export const owedByBlocks = (owed: Owed | undefined): Owed | undefined =>
  owed && {
    models: owed.models.map((model) => ('t' in model.rule ? { ...model, rule: { ...model.rule, t: model.rule.t / 2 } } : model)),
    repeats: owed.repeats,
  };
