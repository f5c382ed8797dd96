import type { Counter } from '../../base/counting.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { calendarColumn } from '../../verify/events/event-calendar.ts';
import { type EventRules, readClassesOf } from '../../verify/events/event-classes.ts';
import { isFlat } from '../../verify/events/event-coarseness.ts';
import { wallClockOf } from '../../verify/events/event-time.ts';
import type { SourceColumn } from '../../verify/source.ts';
import type { Attacker } from '../attacker.ts';
import type { Fact } from '../fact.ts';
import { readTruth } from '../read-facts.ts';

interface EventReading {
  readonly manifest: EventsManifest;
  readonly rules: EventRules;
  readonly by: Attacker;
}

/** What a known event, its time as v0 and its code as v1, says of each published column; a flat cell contradicts nothing. */
export async function readEventFacts(
  counter: Counter,
  told: readonly SourceColumn[],
  { manifest, rules, by }: EventReading,
): Promise<readonly Fact[]> {
  await readClassesOf(counter, 'SELECT DISTINCT v1 AS code FROM people', rules);
  const t = wallClockOf({ sql: 'v0', type: 'VARCHAR' }, by.timeZone, true);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE known AS SELECT person, ${t} AS t, CASE v1 WHEN '' THEN '(empty)' ELSE v1 END AS code, class FROM people LEFT JOIN classes ON classes.code = v1`,
  );
  await counter.ask('CREATE OR REPLACE TEMP TABLE people AS SELECT * FROM known');
  const facts: Fact[] = [];
  for (const column of told) {
    const { name } = column.declared;
    const calendar = calendarColumn(name, manifest.calendar);
    const own = calendar?.truth('label', 'value') ?? 'label = value';
    const truth = `(${isFlat({ ...column, sql: 'label' }, manifest)} OR ${own})`;
    const value = calendar !== undefined ? 't' : name === 'event' ? 'code' : 'class';
    facts.push(await readTruth(counter, { label: column.sql, value, truth }));
  }
  return facts;
}
