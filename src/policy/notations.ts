import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Notated, NotatedColumn, Notation, SettledNotations } from '../formats/notation.ts';
import { longRolesOf } from './long-roles.ts';
import { type NotationSettings, namesIn, numberOf, settingOf } from './notation-settings.ts';
import type { Policy, TablePolicy } from './policy.ts';
import { badValue, missingColumn } from './problems.ts';
import { rolesOf } from './roles.ts';
import { tableRolesOf } from './table-roles.ts';

/** How the table of a policy is written: what was set for a column by its name, and what was set for the file, by what its columns are read as. */
export function notatedBy(policy: Policy): Notated {
  return { encoding: policy.encoding, settle: isPlain(policy) ? undefined : (names) => settleNotations(policy, names) };
}

/** How a table beside the input is written, that has its subject and quasi-identifiers and is written alike; what is said of other columns is not about it. */
export function notatedAlike(policy: TablePolicy): Notated {
  return {
    encoding: policy.encoding,
    settle: isPlain(policy) ? undefined : (names) => settleNotations(policyOver(policy, joinedNames(names, policy)), names),
  };
}

/** The same settings for a table with other columns. */
function policyOver(policy: TablePolicy, names: readonly string[]): TablePolicy {
  const here = <Setting>(setting: Setting): Setting =>
    (typeof setting === 'object' && setting !== null && !Array.isArray(setting)
      ? Object.fromEntries(Object.entries(setting).filter(([name]) => names.includes(name)))
      : setting) as Setting; // with fewer keys
  const whole = {
    ...policy,
    sensitive: [],
    aggregate: [],
    drop: [],
    closeness: [],
    weights: {},
    hierarchy: here(policy.hierarchy),
  };
  const roles = new Set([policy.subject, ...policy.quasi.flatMap((text) => [text, text.replace(/:[^:]*$/, '')])]);
  return {
    ...whole,
    drop: names.filter((name) => !roles.has(name)),
    decimal: here(policy.decimal),
    thousands: here(policy.thousands),
    unit: here(policy.unit),
    timeFormat: here(policy.timeFormat),
  };
}

const isPlain = ({ decimal, thousands, unit, timeFormat, join }: NotationSettings): boolean =>
  [decimal, thousands, unit, timeFormat, join].every((setting) => setting === undefined);

/** Columns after joins. */
export const joinedNames = (names: readonly string[], { join = {} }: NotationSettings): readonly string[] => {
  const gone = new Set(Object.values(join).flat());
  return [...names.filter((name) => !gone.has(name)), ...Object.keys(join)];
};

function settleNotations(policy: Policy, present: readonly string[]): Result<SettledNotations> {
  const wrong = joinProblem(policy, present);
  if (wrong !== undefined) return refused(wrong);
  const names = joinedNames(present, policy);
  const stray = strayColumn(policy, names);
  if (stray !== undefined) return refused(stray);
  const roles = readingRoles(policy, names);
  return ok({
    join: policy.join ?? {},
    columns: names.flatMap((column) => notatedColumn(policy, column, roles.get(column)) ?? []),
  });
}

const flagOf = { decimal: '--decimal', thousands: '--thousands', unit: '--unit', timeFormat: '--time-format' } as const;

/** A column that something is said of and that is not there. */
export function strayColumn(settings: NotationSettings, names: readonly string[]): Problem | undefined {
  for (const key of ['decimal', 'thousands', 'unit', 'timeFormat'] as const) {
    const stray = namesIn(settings[key]).find((name) => !names.includes(name));
    if (stray !== undefined) return missingColumn(stray, flagOf[key], names);
  }
  return undefined;
}

export function joinProblem({ join = {} }: NotationSettings, present: readonly string[]): Problem | undefined {
  const parts = Object.values(join).flat();
  const stray = parts.find((part) => !present.includes(part));
  if (stray !== undefined) return missingColumn(stray, '--join', present);
  if (new Set(parts).size < parts.length) return badValue('join', 'a column is part of two');
  const taken = Object.keys(join).find((name) => present.includes(name) && !parts.includes(name));
  return taken === undefined ? undefined : badValue('join', `the input has a column "${taken}" already`);
}

/** What a column is read as; `either` where its cells decide whether it is a time, a number or text. */
type ReadAs = 'number' | 'time' | 'droppable-time' | 'either';

/** Empty where the roles are not sound: whoever settles them says so. */
function readingRoles(policy: Policy, names: readonly string[]): ReadonlyMap<string, ReadAs> {
  const read = new Map<string, ReadAs>();
  const time = 'onBadTime' in policy && policy.onBadTime === 'drop' ? 'droppable-time' : 'time';
  const take = (columns: readonly string[], as: ReadAs) => {
    for (const column of columns) read.set(column, as);
  };
  const takeQuasi = (quasi: readonly { readonly name: string; readonly kind?: string }[]) => {
    for (const { name, kind } of quasi)
      if (kind !== 'category' && kind !== 'prefix') take([name], kind === undefined ? 'either' : kind === 'number' ? kind : time);
  };
  if (policy.family === 'events') take([policy.time], time);
  else if (policy.family === 'table') {
    const roles = tableRolesOf(policy, names);
    if (!roles.ok) return read;
    takeQuasi(roles.value.quasi);
    take(roles.value.averaged, 'number');
  } else {
    const roles = policy.long === undefined ? rolesOf(policy, names) : longRolesOf(policy, policy.long, names);
    if (!roles.ok) return read;
    takeQuasi(roles.value.quasi);
    if ('series' in roles.value) take(roles.value.series, 'number');
    else {
      take([roles.value.value], 'number');
      take([roles.value.time], 'time');
    }
  }
  return read;
}

function notatedColumn(policy: NotationSettings, column: string, as: ReadAs | undefined): NotatedColumn | undefined {
  const isNamed = (key: keyof typeof flagOf): boolean => namesIn(policy[key]).includes(column);
  const number = numberOf(policy, column);
  const format = settingOf<string>(policy.timeFormat, column);
  const time: Notation | undefined = format === undefined ? undefined : { kind: 'time', format };
  const drop = as === 'droppable-time' ? 'mark' : 'refuse';
  if (isNamed('timeFormat') && time !== undefined) return { column, notations: [time], unfit: drop };
  if (isNamed('decimal') || isNamed('thousands') || isNamed('unit'))
    return number === undefined ? undefined : { column, notations: [number], unfit: 'refuse' };
  switch (as) {
    case 'number':
      return number === undefined ? undefined : { column, notations: [number], unfit: 'refuse' };
    case 'time':
    case 'droppable-time':
      return time === undefined ? undefined : { column, notations: [time], unfit: drop };
    case 'either': {
      const notations = [time, number].filter((notation) => notation !== undefined);
      return notations.length === 0 ? undefined : { column, notations, unfit: 'keep' };
    }
    case undefined:
      return undefined;
    default:
      return as satisfies never;
  }
}
