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

/** Columns of the input that a log publishes as they are. */
export const furtherColumns = (told: readonly SourceColumn[]): readonly string[] =>
  told.flatMap(({ declared: { of } }) => (of === undefined ? [] : [of]));

const orEmpty = (cell: string): string => `CASE ${cell} WHEN '' THEN '(empty)' ELSE ${cell} END`;

interface EventReading {
  readonly manifest: EventsManifest;
  readonly rules: EventRules;
  readonly by: Attacker;
}

/** What a known event, its time as v0, its code as v1 and further columns behind, says of each published column; a flat cell contradicts nothing. */
export async function readEventFacts(
  counter: Counter,
  told: readonly SourceColumn[],
  { manifest, rules, by }: EventReading,
): Promise<readonly Fact[]> {
  await readClassesOf(counter, 'SELECT DISTINCT v1 AS code FROM people', rules);
  const further = furtherColumns(told).map((_, i) => `, ${orEmpty(`v${i + 2}`)} AS f${i}`);
  const t = wallClockOf({ sql: 'v0', type: 'VARCHAR' }, by.timeZone, true);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE known AS SELECT person, ${t} AS t, ${orEmpty('v1')} AS code, class${further.join('')} FROM people LEFT JOIN classes ON classes.code = v1`,
  );
  await counter.ask('CREATE OR REPLACE TEMP TABLE people AS SELECT * FROM known');
  const facts: Fact[] = [];
  for (const column of told) {
    const { name, of } = column.declared;
    const calendar = calendarColumn(name, manifest.calendar);
    const own = calendar?.truth('label', 'value') ?? 'label = value';
    const truth = `(${isFlat({ ...column, sql: 'label' }, manifest)} OR ${own})`;
    const other = of === undefined ? undefined : `f${furtherColumns(told).indexOf(of)}`;
    const value = calendar !== undefined ? 't' : (other ?? (name === 'event' ? 'code' : 'class'));
    facts.push(await readTruth(counter, { label: column.sql, value, truth }));
  }
  return facts;
}
