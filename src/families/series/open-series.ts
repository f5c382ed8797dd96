import { ok, type Result } from '../../base/result.ts';
import type { OpenRequest, Source } from '../../engine/engine.ts';
import { type LongRoles, longRolesOf } from '../../policy/long-roles.ts';
import { notatedBy } from '../../policy/notations.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import { type Roles, rolesOf } from '../../policy/roles.ts';
import type { Tools } from '../family.ts';

/** A table with one row per subject, and what each of its columns does. */
export interface SeriesSource {
  readonly source: Source;
  readonly roles: Roles;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined: number;
}

type Reading = Pick<Tools, 'openEngine'> & Pick<OpenRequest, 'given' | 'onProgress' | 'onNotice'>;

/** A table as it lies there: with a column for each instant, or a row. */
export type OpenedSeries =
  | { readonly source: Source; readonly wide: Roles }
  | { readonly source: Source; readonly long: LongRoles };

/** Opens the policy's input and settles its roles, whether it has a column per instant or a row. */
export async function openSeries(policy: OpenedPolicy, tools: Reading): Promise<Result<SeriesSource>> {
  const opened = await openColumns(policy, tools);
  return opened.ok ? tellSubjectsApart(opened.value, policy, tools) : opened;
}

type OpenedPolicy = SeriesPolicy & { readonly input: string };

/** Opens the policy's input; no row is read. */
export async function openColumns(
  policy: OpenedPolicy,
  { openEngine, given, onProgress, onNotice }: Reading,
): Promise<Result<OpenedSeries>> {
  const { input, sql, delimiter } = policy;
  const engine = await openEngine();
  const source = await engine.open({
    given,
    onProgress,
    onNotice,
    input,
    sql,
    delimiter,
    needed: columnsNeeded(policy),
    notated: notatedBy(policy),
  });
  if (!source.ok) return source;
  const columns = source.value.columns.map(({ name }) => name);
  if (policy.long === undefined) {
    const roles = rolesOf(policy, columns, source.value.implied);
    return roles.ok ? ok({ source: source.value, wide: roles.value }) : roles;
  }
  const roles = longRolesOf(policy, policy.long, columns);
  return roles.ok ? ok({ source: source.value, long: roles.value }) : roles;
}

/** The same with its subjects by their normal form, one in each row. */
export async function tellSubjectsApart(
  opened: OpenedSeries,
  { subjectSpelling, segments }: SeriesPolicy,
  { openEngine }: Pick<Reading, 'openEngine'>,
): Promise<Result<SeriesSource>> {
  const engine = await openEngine();
  const { subject } = 'wide' in opened ? opened.wide : opened.long;
  const spelled = await engine.normaliseSubjects(opened.source, subject, subjectSpelling);
  if (!spelled.ok) return spelled;
  if ('wide' in opened) return ok({ ...spelled.value, roles: opened.wide });
  const pivoted = await engine.pivot(spelled.value.source, opened.long, segments);
  return pivoted.ok ? ok({ ...pivoted.value, joined: spelled.value.joined }) : pivoted;
}

/** The columns whose role means that they are read, where every column has one. */
export const columnsNeeded =
  (policy: SeriesPolicy) =>
  (columns: readonly string[]): Result<readonly string[]> => {
    const roles = policy.long === undefined ? rolesOf(policy, columns) : longRolesOf(policy, policy.long, columns);
    if (!roles.ok) return roles;
    const { subject, quasi, sensitive } = roles.value;
    const instants = 'series' in roles.value ? roles.value.series : [roles.value.time, roles.value.value];
    return ok([...(subject === undefined ? [] : [subject]), ...instants, ...quasi.map(({ name }) => name), ...sensitive]);
  };
