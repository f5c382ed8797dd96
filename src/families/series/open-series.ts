import { ok, type Result } from '../../base/result.ts';
import type { OpenRequest, Source } from '../../engine/engine.ts';
import { longRolesOf } from '../../policy/long-roles.ts';
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

/** Opens the policy's input and settles its roles, whether it has a column per instant or a row. */
export async function openSeries(
  policy: SeriesPolicy & { readonly input: string },
  { openEngine, given, onProgress, onNotice }: Reading,
): Promise<Result<SeriesSource>> {
  const { input, sql, delimiter, subjectSpelling } = policy;
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
  const spell = async (subject: string | undefined) =>
    subjectSpelling === 'exact' ? ok({ source: source.value, joined: 0 }) : engine.normaliseSubjects(source.value, subject);
  if (policy.long === undefined) {
    const roles = rolesOf(policy, columns, source.value.implied);
    if (!roles.ok) return roles;
    const spelled = await spell(roles.value.subject);
    return spelled.ok ? ok({ ...spelled.value, roles: roles.value }) : spelled;
  }
  const roles = longRolesOf(policy, policy.long, columns);
  if (!roles.ok) return roles;
  const spelled = await spell(roles.value.subject);
  if (!spelled.ok) return spelled;
  const pivoted = await engine.pivot(spelled.value.source, roles.value, policy.segments);
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
