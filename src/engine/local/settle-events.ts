import type { DuckDBConnection } from '@duckdb/node-api';
import { ok, type Result, refused } from '../../base/result.ts';
import { derivedColumn } from '../../families/events/derived-columns.ts';
import { flatValueTaken, tooManyCombinations, unmappedEvents } from '../../families/events/event-problems.ts';
import { classesOf } from '../../families/events/mapping.ts';
import { type Packing, packingOf } from '../../families/events/packing.ts';
import { quasiColumn, realValues } from '../../families/events/quasi-column.ts';
import { takenEventName } from '../../families/events/taken-name.ts';
import type { EventColumnName } from '../../policy/event-columns.ts';
import { coarsenedColumns, unlessNone } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { sqlText } from './duckdb.ts';
import { readMapping } from './event-mapping.ts';
import { type EventsLook, lookAtEvents } from './look-at-events.ts';
import { firstRow, placeOf } from './row-place.ts';
import type { Source } from './source.ts';

/** What is known of a log before its events are counted. */
export interface SettledEvents {
  readonly look: EventsLook;
  /** The class of each event code; none where its events are left out. */
  readonly classes: readonly (string | undefined)[];
  /** Codes whose class is neither removed nor missing. */
  readonly keptCodes: readonly string[];
  readonly unmapped: { readonly rows: number; readonly codes: readonly string[] };
  readonly packing: Packing;
}

/** One look at the input, for a plan and a run alike: what it refuses is refused by both. */
export async function settleEvents(
  source: Source,
  policy: EventsPolicy,
  connection: DuckDBConnection,
): Promise<Result<SettledEvents>> {
  const taken = takenEventName(policy);
  if (taken !== undefined) return refused(taken);
  const mapping = readMapping(policy.mapping);
  if (!mapping.ok) return mapping;
  const look = await lookAtEvents(source, policy, connection);
  if (!look.ok) return look;
  const { codes, counts } = look.value;
  const found = classesOf(codes, mapping.value);
  const without = codes.flatMap((code, e) => (found[e] === undefined ? [{ code, events: counts[e] }] : []));
  const unmapped = { rows: without.reduce((sum, { events }) => sum + events, 0), codes: without.map(({ code }) => code) };
  if (without.length > 0 && policy.unmapped === 'fail') {
    const condition = `${look.value.code} IN (${unmapped.codes.map(sqlText).join(', ')})`;
    const row = await firstRow(condition, source.scan(new Set()), connection);
    return refused(unmappedEvents(policy.event, placeOf(source, row), without.length, unmapped.rows));
  }
  const classes = found.map((name) => name ?? (policy.unmapped === 'other' ? 'other_event' : undefined));
  const packing = packingFor(policy, look.value, classes);
  if (!packing.ok) return packing;
  const removed = new Set(unlessNone(policy.removeClasses));
  const keptCodes = codes.filter((_, e) => classes[e] !== undefined && !removed.has(classes[e]));
  return ok({ look: look.value, classes, keptCodes, unmapped, packing: packing.value });
}

function packingFor(
  policy: EventsPolicy,
  { codes, years }: EventsLook,
  classOf: readonly (string | undefined)[],
): Result<Packing> {
  const removed = new Set(unlessNone(policy.removeClasses));
  const classes = [...new Set(classOf.filter((name) => name !== undefined && !removed.has(name)))].sort() as string[]; // the filter leaves texts
  const of = {
    years,
    hourBlock: policy.hourBlock,
    periods: policy.periods,
    classes: classes.length === 0 ? ['none'] : classes,
    codes: codes.map((code) => code || '(empty)'), // an empty cell would read as a missing one
    classSql: 'c',
  };
  const flat = String(policy.flatValue);
  const columns = policy.quasi.map((name) => quasiColumn(derivedColumn(name as EventColumnName, of), flat)); // the policy's door vouches
  const coarsened = coarsenedColumns(policy);
  const taken = columns.find((column) => coarsened.includes(column.name) && realValues(column).includes(flat));
  if (taken !== undefined) return refused(flatValueTaken(taken.name));
  const packing = packingOf(columns);
  return packing === undefined ? refused(tooManyCombinations(policy.quasi)) : ok(packing);
}
