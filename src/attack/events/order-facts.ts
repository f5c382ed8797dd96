import type { Counter } from '../../base/counting.ts';
import { binsOf, secondsOf } from '../../policy/durations.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { text } from '../../verify/counter.ts';
import type { EventRules } from '../../verify/events/event-classes.ts';
import { wallClockOf } from '../../verify/events/event-time.ts';
import type { Source, SourceColumn } from '../../verify/source.ts';
import type { Attacker } from '../attacker.ts';
import type { Fact } from '../fact.ts';
import { readTruth } from '../read-facts.ts';

/** Columns that tell the order of events under a number, and the time between them. */
export const orderColumns = ({ columns }: Source): readonly SourceColumn[] =>
  columns.filter(({ declared: { role } }) => role === 'position' || role === 'duration');

/** What the true place of a known event under its number, and the time since the one before it, say of these columns. A star contradicts nothing. */
export async function readOrderFacts(
  counter: Counter,
  columns: readonly SourceColumn[],
  { promises: { durations = [] } }: EventsManifest,
  { rules, by: { original, timeZone } }: { readonly rules: EventRules; readonly by: Attacker },
): Promise<readonly Fact[]> {
  const time = original.columns.find(({ name }) => name === rules.time)?.sql ?? 'NULL';
  const t = wallClockOf({ sql: `CAST(${time} AS VARCHAR)`, type: 'VARCHAR' }, timeZone, true);
  const passed = "epoch(date_trunc('second', t)) - epoch(lag(date_trunc('second', t)) OVER under)";
  const bins = binsOf(durations);
  const ends = durations.map((edge, i) => `WHEN passed < ${secondsOf(edge)} THEN ${text(bins[i])}`);
  const since =
    durations.length === 0
      ? "''"
      : `CASE WHEN passed IS NULL THEN 'first' ${ends.join(' ')} ELSE ${text(bins[bins.length - 1])} END`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE people AS SELECT people.*, place, since FROM people JOIN chosen USING (person) JOIN
    (SELECT row, CAST(place AS VARCHAR) AS place, ${since} AS since FROM
      (SELECT row, row_number() OVER under AS place, ${passed} AS passed
      FROM standing JOIN (SELECT row_number() OVER () AS row, ${t} AS t FROM ${original.table}) USING (row) WINDOW under AS (PARTITION BY id ORDER BY t, row)))
    ON row = number`,
  );
  const facts: Fact[] = [];
  for (const { sql, declared } of columns)
    facts.push(
      await readTruth(counter, {
        label: sql,
        value: declared.role === 'position' ? 'place' : 'since',
        truth: "(label = '*' OR label = value)",
      }),
    );
  return facts;
}
