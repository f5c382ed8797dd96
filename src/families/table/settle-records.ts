import type { Engine, Source } from '../../engine/engine.ts';
import type { RecordsRequest } from '../../engine/tables.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import type { TableRoles } from '../../policy/table-roles.ts';

/** What of a table of records is read, and as what: kinds that the policy leaves open are those that the data shows. */
export async function settleRecords(
  engine: Engine,
  source: Source,
  policy: TablePolicy,
  { subject, quasi, averaged, kept }: TableRoles,
): Promise<RecordsRequest> {
  const open = quasi.filter(({ kind }) => kind === undefined).map(({ name }) => name);
  const kinds = await engine.kindsOf(source, open);
  const { missing, onBadTime, onEmptySubject, timeZone, subjectSpelling, aggregate } = policy;
  return {
    subject,
    quasi: quasi.map(({ name, kind }) => ({ name, kind: kind ?? kinds[open.indexOf(name)] })),
    averaged,
    kept,
    missing,
    onBadTime,
    onEmptySubject,
    timeZone,
    subjectSpelling,
    oneSpelling: aggregate.length > 0,
  };
}
