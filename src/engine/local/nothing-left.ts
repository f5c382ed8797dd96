import type { DuckDBConnection } from '@duckdb/node-api';
import { nothingLeft } from '../../families/events/event-problems.ts';
import { numbers } from './numbers.ts';

/** Too few subjects have an event of a class that stays. */
export const afterClasses = (k: number, subjects: number, events: number) =>
  nothingLeft(
    subjects === 0
      ? 'Every event is of a class that is removed before anything is counted.'
      : `After classes are removed ${events} events of ${subjects} ${subjects === 1 ? 'subject' : 'subjects'} are left, fewer than k = ${k}.`,
    subjects < 2
      ? 'Remove fewer classes with --remove-classes.'
      : `Remove fewer classes with --remove-classes, or set k to ${subjects} or less.`,
    { k, subjects, events },
  );

/** No combination has k subjects, flattened or not: says the largest k that would keep something, and how much. */
export async function afterFlattening(k: number, connection: DuckDBConnection) {
  const [largest, events, all] = await numbers(
    connection,
    'SELECT max(subjects), coalesce(sum(events) FILTER (subjects = (SELECT max(subjects) FROM combos)), 0), sum(events) FROM combos',
  );
  return nothingLeft(
    `No combination has k = ${k} subjects, flattened or not.`,
    largest < 2
      ? 'Flatten more columns, --flatten sweep tries all of them, or publish fewer columns with --quasi.'
      : `k = ${largest} would keep at least ${events} of ${all} events; or flatten more columns: --flatten sweep tries all of them.`,
    { k, largest, events, all },
  );
}

/** Removing subjects took everyone: says what removing events would keep. */
export const afterUsers = (k: number, subjects: number, otherwise: number) =>
  nothingLeft(
    `Each subject removed takes others below k = ${k}, until all ${subjects} are gone.`,
    otherwise > 0
      ? `--reduce events keeps ${otherwise} events at the same k; a smaller k keeps more.`
      : '--flatten sweep makes more combinations hold; a smaller k keeps more.',
    { k, subjects, otherwise },
  );
