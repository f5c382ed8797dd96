import type { Pool } from '../../base/pool.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { call, type Expression, type Relation, type Relational, select, source } from '../../engine/relation.ts';
import { readMapping } from '../../formats/mapping-file.ts';
import { sortTexts } from '../../frame/text-order.ts';
import { type EventColumnName, furtherColumns } from '../../policy/event-columns.ts';
import { coarsenedColumns, tellsOrder, unlessNone } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { spellings } from './coded-look.ts';
import { derivedColumn } from './derived-columns.ts';
import { flatValueTaken, orderNeedsRows, tooManyCombinations, unmappedEvents } from './event-problems.ts';
import { furtherDraft } from './further-columns.ts';
import { type EventsLook, lookAtEvents } from './look.ts';
import { classesOf } from './mapping.ts';
import { type Packing, packingOf } from './packing.ts';
import { quasiColumn, realValues } from './quasi-column.ts';
import { takenEventName } from './taken-name.ts';

/** What is known of a log before its events are counted. */
export interface SettledEvents {
  readonly look: EventsLook;
  /** The class of each event code; none where its events are left out. */
  readonly classes: readonly (string | undefined)[];
  readonly unmapped: { readonly rows: number; readonly codes: readonly string[] };
  readonly packing: Packing;
}

/** One look at the input, for a plan and a run alike: what it refuses is refused by both. */
export async function settleEvents(policy: EventsPolicy, engine: Relational, pool: Pool): Promise<Result<SettledEvents>> {
  if (tellsOrder(policy) && !engine.numbersRows) return refused(orderNeedsRows());
  const mapping = readMapping(policy.mapping);
  if (!mapping.ok) return mapping;
  const look = await lookAtEvents(policy, engine, pool);
  if (!look.ok) return look;
  const { codes, counts } = look.value;
  const found = classesOf(codes, mapping.value);
  const without = codes.flatMap((code, e) => (found[e] === undefined ? [{ code, events: counts[e] }] : []));
  const unmapped = { rows: without.reduce((sum, { events }) => sum + events, 0), codes: without.map(({ code }) => code) };
  if (without.length > 0 && policy.unmapped === 'fail') {
    const first = await engine.findRow({ kind: 'among', of: look.value.code, texts: unmapped.codes });
    return refused(unmappedEvents(policy.event, first?.place, without.length, unmapped.rows));
  }
  const classes = found.map((name) => name ?? (policy.unmapped === 'other' ? 'other_event' : undefined));
  const packing = packingFor(policy, look.value, classes);
  if (!packing.ok) return packing;
  const settled = { look: look.value, classes, unmapped, packing: packing.value };
  const clash = nameClash(policy, settled);
  return clash === undefined ? ok(settled) : refused(clash);
}

/** Why the names and values that a policy would publish cannot be told apart; a sweep asks it for every setting of one log. */
export function nameClash(policy: EventsPolicy, { packing: { columns } }: Pick<SettledEvents, 'packing'>): Problem | undefined {
  const coarsened = coarsenedColumns(policy);
  const flat = String(policy.flatValue);
  const taken = columns.find((column) => coarsened.includes(column.name) && realValues(column).includes(flat));
  return takenEventName(policy) ?? (taken === undefined ? undefined : flatValueTaken(taken.name));
}

function packingFor(
  policy: EventsPolicy,
  { codes, years, further }: EventsLook,
  classOf: readonly (string | undefined)[],
): Result<Packing> {
  const removed = new Set(unlessNone(policy.removeClasses));
  const classes = sortTexts([...new Set(classOf)].filter((name) => name !== undefined).filter((name) => !removed.has(name)));
  const of = {
    years,
    hourBlock: policy.hourBlock,
    periods: policy.periods,
    classes: classes.length === 0 ? ['none'] : classes,
    codes: codes.map((code) => code || '(empty)'), // an empty cell would read as a missing one
  };
  const flat = String(policy.flatValue);
  const own = furtherColumns(policy.quasi);
  const columns = policy.quasi.map((name) =>
    quasiColumn(own.includes(name) ? furtherDraft(name, further) : derivedColumn(name as EventColumnName, of), flat),
  );
  const packing = packingOf(columns);
  return packing === undefined ? refused(tooManyCombinations(policy.quasi)) : ok(packing);
}

/** The key of a subject: 64 bits of the MD5 of its normal form, which every engine works out alike. */
export const subjectKey = ({ subject }: Pick<EventsLook, 'subject'>): Expression => call('key', subject);

/** Every way a subject is written, under its key; a way may stand there several times. */
export const spelledSubjects = (look: EventsLook): Relation =>
  look.coded === undefined ? select(source, ['u', subjectKey(look)], ['name', look.spelled]) : spellings;
