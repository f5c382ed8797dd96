import { ok, type Result, refused, refusedFirst } from '../base/result.ts';
import { hierarchiesOfLabels } from './model-keys.ts';
import type { TablePolicy } from './policy.ts';
import { badValue, noQuasi, noSubject, unknownWeight } from './problems.ts';
import { roleProblems } from './roles.ts';
import { isTimeKind, type TableKind, tableKinds } from './table-kinds.ts';
import { averagedColumns } from './table-policy.ts';

export interface TableQuasi {
  readonly name: string;
  /** Left out where the data decides. */
  readonly kind?: TableKind;
}

/** Which column of a table of transactions does what. Every input column has exactly one role. */
export interface TableRoles {
  /** Undefined when each row is one subject. */
  readonly subject: string | undefined;
  readonly quasi: readonly TableQuasi[];
  /** Published unchanged, record by record. */
  readonly kept: readonly string[];
  readonly averaged: readonly string[];
  readonly dropped: readonly string[];
}

/** Settles the policy's names against the columns there are. Of an aggregated release nothing leaves that is not named, so the rest is dropped. */
export function tableRolesOf(policy: TablePolicy, columns: readonly string[]): Result<TableRoles> {
  if (policy.subject === undefined) return refused(noSubject(columns));
  const quasi = policy.quasi.map((text) => tableQuasi(text, columns, policy.hierarchy));
  if (quasi.length === 0) return refused(noQuasi(columns));
  const subject = policy.subject === 'row' && !columns.includes('row') ? undefined : policy.subject;
  const averaged = averagedColumns(policy.aggregate);
  const named: (readonly [string, string])[] = [
    ...(subject === undefined ? [] : [[subject, '--subject'] as const]),
    ...withoutFurtherParts(quasi).map(({ name }) => [name, '--quasi'] as const),
    ...averaged.map((name) => [name, '--aggregate'] as const),
    ...policy.sensitive.map((name) => [name, '--sensitive'] as const),
    ...policy.drop.map((name) => [name, '--drop'] as const),
  ];
  const spoken = new Set(named.map(([name]) => name));
  const rest = policy.aggregate.length > 0 ? columns.filter((name) => !spoken.has(name)) : [];
  const problems = roleProblems(
    [...named, ...rest.map((name) => [name, '--drop'] as const)],
    quasi,
    hierarchiesOfLabels(policy),
    columns,
  );
  const weighed = new Set(quasi.flatMap(weightKeys));
  const stray = Object.keys(policy.weights).find((text) => !weighed.has(text));
  if (problems.length === 0 && stray !== undefined) problems.push(unknownWeight(stray));
  if (problems.length === 0) problems.push(...codingProblems(policy, quasi));
  if (problems.length > 0) return refusedFirst(problems);
  const dropped = [...new Set([...(subject === undefined ? [] : [subject]), ...policy.drop, ...rest])];
  return ok({ subject, quasi, kept: policy.sensitive, averaged, dropped });
}

/** Top and bottom belong to numbers, one below the other; a kind that the data will show is asked then. */
function codingProblems({ top, bottom }: TablePolicy, quasi: readonly TableQuasi[]) {
  const isNumber = (column: string) =>
    quasi.some(({ name, kind }) => name === column && (kind === undefined || kind === 'number'));
  const stray = (['top', 'bottom'] as const).filter((key) => !Object.keys({ top, bottom }[key]).every(isNumber));
  const crossed = Object.entries(bottom).some(([column, least]) => Object.hasOwn(top, column) && top[column] <= least);
  return [
    ...stray.map((key) => badValue(key, 'each column is a quasi-identifier of kind number')),
    ...(crossed ? [badValue('top', 'it is above "bottom" of the same column')] : []),
  ];
}

/** The columns whose role means that they are read. */
export const columnsRead =
  (policy: TablePolicy) =>
  (columns: readonly string[]): Result<readonly string[]> => {
    const roles = tableRolesOf(policy, columns);
    if (!roles.ok) return roles;
    const { subject, quasi, kept, averaged } = roles.value;
    return ok([...(subject === undefined ? [] : [subject]), ...new Set(quasi.map(({ name }) => name)), ...averaged, ...kept]);
  };

/** `COL` or `COL:kind`; what has a hierarchy is a category. */
function tableQuasi(text: string, columns: readonly string[], hierarchy: TablePolicy['hierarchy']): TableQuasi {
  const kind = columns.includes(text) ? null : kindAtEnd.exec(text);
  if (kind !== null) return { name: kind[1], kind: kind[2] as TableKind }; // the expression vouches
  return { name: text, ...(Object.hasOwn(hierarchy, text) ? { kind: 'category' } : {}) };
}

const kindAtEnd = new RegExp(`^(.*):(${tableKinds.join('|')})$`, 's');

/** A timestamp may be told by several of its parts, each once; any other column that is named again stays, to be refused. */
function withoutFurtherParts(quasi: readonly TableQuasi[]): readonly TableQuasi[] {
  const told = new Map<string, Set<TableKind | undefined>>();
  return quasi.filter(({ name, kind }) => {
    const before = told.get(name);
    if (before === undefined) {
      told.set(name, new Set([kind]));
      return true;
    }
    const isAnotherPart = isTimeKind(kind) && !before.has(kind) && [...before].every(isTimeKind);
    before.add(kind);
    return !isAnotherPart;
  });
}

/** The names by which weights speak of a quasi-identifier: one part of a timestamp, or its column. */
export const weightKeys = ({ name, kind }: TableQuasi): readonly string[] => [
  ...(kind === undefined ? [] : [`${name}:${kind}`]),
  name,
];
