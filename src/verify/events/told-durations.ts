import type { Counter } from '../../base/counting.ts';
import { binsOf, secondsOf } from '../../policy/durations.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { text } from '../counter.ts';
import type { Source } from '../source.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import type { EventLog } from './event-log.ts';

type Promises = EventsManifest['promises'];

/** SQL for the cell that tells a duration, and for whether the cells under a number, with `position` and `since`, tell all or none. */
export function sinceForms(source: Source, { durations }: Promises) {
  const cell = source.columns.find(({ declared }) => declared.role === 'duration')?.sql;
  if (cell === undefined || durations === undefined)
    return { told: false, cell: "''", isTimed: 'false', isUntimed: 'true' } as const;
  const bins = binsOf(durations).map(text).join(', ');
  return {
    told: true,
    cell,
    isTimed: `bool_and(CASE position WHEN '1' THEN since = 'first' ELSE since IN (${bins}) END)`,
    isUntimed: "count(*) > 1 AND bool_and(since = '*')",
  } as const;
}

/** A duration that is told is the time since the event before it under its number, in whole seconds of the local clock; the first has none before it. */
export async function checkDurations(
  counter: Counter,
  { source, subject, file }: EventLog,
  { durations }: Promises,
): Promise<readonly CombinationBreach[]> {
  const cell = source.columns.find(({ declared }) => declared.role === 'duration')?.sql;
  if (cell === undefined || subject === undefined || durations === undefined) return [];
  const seconds = `epoch(date_trunc('second', happened))`;
  const passed = `${seconds} - lag(${seconds}) OVER (PARTITION BY ${subject.sql} ORDER BY happened, input)`;
  const bins = binsOf(durations);
  const ends = durations.map((edge, i) => `WHEN passed < ${secondsOf(edge)} THEN ${text(bins[i])}`);
  const own = `CASE WHEN passed IS NULL THEN 'first' ${ends.join(' ')} ELSE ${text(bins[bins.length - 1])} END`;
  const told = `SELECT place, ${cell} AS told, ${passed} AS passed FROM beside`;
  const [cells, row] = await counter.numbers(
    `SELECT count(*), coalesce(min(place), 0) FROM (${told}) WHERE told <> '*' AND told <> ${own}`,
  );
  return cells > 0 ? [{ kind: 'false-duration', file, cells, row }] : [];
}
