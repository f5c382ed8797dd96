import type { Problem } from '../base/problem.ts';
import { mostTold, ok, type Result, refused, refusedFirst } from '../base/result.ts';
import { badHierarchy } from '../formats/input-problems.ts';
import type { ImpliedRoles } from '../formats/series-reader.ts';
import { columnPattern } from './column-pattern.ts';
import { hierarchiesOfLabels } from './model-keys.ts';
import type { SeriesPolicy } from './policy.ts';
import { badPattern, columnsWithoutRole, missingColumn, noSeries, noSubject, tooManySegments, twoRoles } from './problems.ts';

export interface QuasiColumn {
  readonly name: string;
  /** Left out where the column's own type decides. */
  readonly kind?: 'number' | 'category';
}

/** Which column does what. Every input column has exactly one role. */
export interface Roles {
  /** Undefined when each row is one subject. */
  readonly subject: string | undefined;
  readonly series: readonly string[];
  /** The instants of a long table as it wrote them; left out where the names of the columns are all there is. */
  readonly instants?: readonly string[];
  readonly quasi: readonly QuasiColumn[];
  readonly sensitive: readonly string[];
  readonly dropped: readonly string[];
}

/** Settles the policy's names against the columns there are; a column without a role is refused, never guessed. */
export function rolesOf(asked: SeriesPolicy, columns: readonly string[], implied?: ImpliedRoles): Result<Roles> {
  const policy = implied === undefined ? asked : withImplied(asked, implied, columns);
  if (policy.subject === undefined) return refused(noSubject(columns));
  const series = seriesColumns(policy.series, columns);
  if (!series.ok) return series;
  const quasi = policy.quasi.map((text) => quasiColumn(text, columns, policy.hierarchy));
  const subject = policy.subject === 'row' && !columns.includes('row') ? undefined : policy.subject;
  const named: readonly (readonly [string, string])[] = [
    ...(subject === undefined ? [] : [[subject, '--subject'] as const]),
    ...series.value.map((name) => [name, '--series'] as const),
    ...quasi.map(({ name }) => [name, '--quasi'] as const),
    ...policy.sensitive.map((name) => [name, '--sensitive'] as const),
    ...policy.drop.map((name) => [name, '--drop'] as const),
  ];
  const problems = roleProblems(named, quasi, hierarchiesOfLabels(policy), columns);
  if (problems.length === 0 && policy.segments > series.value.length)
    problems.push(tooManySegments(policy.segments, series.value.length));
  if (problems.length > 0) return refusedFirst(problems);
  const dropped = [...new Set([...(subject === undefined ? [] : [subject]), ...policy.drop])];
  return ok({ subject, series: series.value, quasi, sensitive: policy.sensitive, dropped });
}

/** Names that no column has, columns with two roles or none, hierarchies of nothing. */
export function roleProblems(
  named: readonly (readonly [name: string, by: string])[],
  quasi: readonly { readonly name: string; readonly kind?: string }[],
  { hierarchy }: Pick<SeriesPolicy, 'hierarchy'>,
  columns: readonly string[],
): Problem[] {
  const role = new Map<string, string>();
  const present = new Set(columns);
  const problems: Problem[] = [];
  for (const [name, by] of named) {
    if (problems.length >= mostTold) return problems; // each looks for the nearest name: many would take minutes
    const before = role.get(name);
    if (!present.has(name)) problems.push(missingColumn(name, by, columns));
    else if (before === undefined) role.set(name, by);
    else if (!(before === '--subject' && by === '--drop')) problems.push(twoRoles(name, before, by)); // a subject never leaves anyway
  }
  for (const [name, file] of Object.entries(hierarchy).slice(0, mostTold + columns.length)) {
    const of = quasi.find((column) => column.name === name);
    if (of === undefined) problems.push(badHierarchy(file, name, `No quasi-identifier is named "${name}".`));
    else if (of.kind === 'number')
      problems.push(badHierarchy(file, name, `"${name}" is published as a range, which has no hierarchy.`));
    else if (of.kind !== undefined && of.kind !== 'category')
      problems.push(badHierarchy(file, name, `"${name}" is of the kind ${of.kind}, which has a hierarchy of its own.`));
  }
  const without = columns.filter((name) => !role.has(name));
  if (problems.length === 0 && without.length > 0) problems.push(columnsWithoutRole(without));
  return problems;
}

/** What the policy says nothing about is as the format says. */
function withImplied(policy: SeriesPolicy, { series, sensitive }: ImpliedRoles, columns: readonly string[]): SeriesPolicy {
  const spoken = new Set([
    ...policy.quasi.map((text) => quasiColumn(text, columns, policy.hierarchy).name),
    ...policy.sensitive,
    ...policy.drop,
    ...(policy.subject === undefined ? [] : [policy.subject]),
  ]);
  return {
    ...policy,
    series: policy.series.length > 0 ? policy.series : series.filter((name) => !spoken.has(name)),
    sensitive: [...policy.sensitive, ...sensitive.filter((name) => !spoken.has(name))],
  };
}

/** A range of columns as they stand in the input, a regular expression, or names. */
function seriesColumns(named: readonly string[], columns: readonly string[]): Result<readonly string[]> {
  if (named.length === 0) return refused(noSeries(columns));
  const place = new Map(columns.map((name, c) => [name, c]));
  const found: string[][] = [];
  for (const text of named) {
    const range = place.has(text) ? null : /^(.+?)\.\.(.+)$/.exec(text);
    const pattern = place.has(text) ? null : /^\/(.*)\/(i?)$/.exec(text);
    if (range !== null) {
      const [, first, last] = range;
      const from = place.get(first);
      const to = place.get(last);
      if (from === undefined) return refused(missingColumn(first, '--series', columns));
      if (to === undefined) return refused(missingColumn(last, '--series', columns));
      found.push(from <= to ? columns.slice(from, to + 1) : columns.slice(to, from + 1).reverse());
    } else if (pattern !== null) {
      const matches = columnPattern(pattern[1], pattern[2]);
      const matching = matches === undefined ? [] : columns.filter(matches);
      if (matching.length === 0) return refused(badPattern(text));
      found.push(matching);
    } else found.push([text]);
    if (found.length > columns.length) break; // then one is named twice or missing, which is told below
  }
  return ok(found.flat());
}

/** `COL`, `COL:number` or `COL:category`; what has a hierarchy is a category. */
export function quasiColumn(text: string, columns: readonly string[], hierarchy: SeriesPolicy['hierarchy']): QuasiColumn {
  const kind = columns.includes(text) ? null : /^(.*):(number|category)$/.exec(text);
  if (kind !== null) return { name: kind[1], kind: kind[2] as 'number' | 'category' };
  return { name: text, ...(Object.hasOwn(hierarchy, text) ? { kind: 'category' } : {}) };
}
