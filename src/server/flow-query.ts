import * as z from 'zod';
import { datesReversed, kNotDeclared, notEnded, offGrid } from './flow-problems.ts';
import { Denial } from './http-problem.ts';
import { kBelowFloor } from './problems.ts';

/** Parameters of the seed's endpoint: all may be left out. */
export const flowQuery = z.strictObject({
  start_date: z.iso
    .date('expected a day such as 2023-01-02')
    .optional()
    .describe('First day, YYYY-MM-DD; from the first record on when left out'),
  end_date: z.iso
    .date('expected a day such as 2023-01-04')
    .optional()
    .describe('Last day, which counts too; to the last record when left out'),
  k: z.coerce
    .number('expected a whole number')
    .int('expected a whole number')
    .min(2)
    .max(1_000_000_000)
    .optional()
    .meta({ default: 5 })
    .describe(
      'Least number of different vehicles behind each row; 5 when left out, in mode public the least the server declares',
    ),
});

export interface Period {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** What a server answers at all. */
export interface FlowRules {
  readonly minK: number;
  readonly mode: 'internal' | 'public';
  /** Every k that is answered, ascending; any from the floor on where there is no such list. */
  readonly ks: readonly number[] | undefined;
  /** Of the data; where it is not known, a day is over when it is over everywhere. */
  readonly timeZone: string | undefined;
  /** Days after a week until it is answered, for records that come late. */
  readonly settle: number;
  readonly now: () => Date;
}

export interface Question {
  readonly period: Period;
  readonly k: number;
}

/** What a server may be asked, decided without a look at the data: a refusal that depends on counts would tell counts. */
export function allowedQuestion(
  { start_date: start, end_date: end, k: asked }: z.infer<typeof flowQuery>,
  rules: FlowRules,
): Question {
  const { minK, mode, ks } = rules;
  const k = asked ?? ks?.[0] ?? 5;
  if (start !== undefined && end !== undefined && start > end) throw new Denial(datesReversed(start, end));
  if (k < minK) throw new Denial(kBelowFloor(k, minK, '/query/k'));
  if (ks !== undefined && !ks.includes(k)) throw new Denial(kNotDeclared(k, ks));
  if (mode === 'public') checkWeek(start, end, rules);
  return { period: { start, end }, k };
}

/** One week from Monday to Sunday that is over: weeks share no record, so that no two answers can be laid over each other or subtracted. */
function checkWeek(start: string | undefined, end: string | undefined, { now, timeZone, settle }: FlowRules): void {
  const day = start ?? end ?? shiftDay(today(now(), timeZone), -7 - settle);
  const monday = shiftDay(day, -daysSinceMonday(day));
  const sunday = shiftDay(monday, 6);
  if (start !== monday || end !== sunday || monday < firstWeek) {
    const told = [start === undefined ? '' : `start_date=${start}`, end === undefined ? '' : `end_date=${end}`];
    const week =
      monday < firstWeek
        ? `start_date=${firstWeek}&end_date=${shiftDay(firstWeek, 6)}`
        : `start_date=${monday}&end_date=${sunday}`;
    throw new Denial(
      offGrid(told.filter(Boolean).join('&') || 'all days', start === monday ? '/query/end_date' : '/query/start_date', week),
    );
  }
  const from = shiftDay(sunday, 1 + settle);
  if (today(now(), timeZone) < from) throw new Denial(notEnded(from));
}

/** Earlier ones would only fill the folder of answers. */
const firstWeek = '1970-01-05';

/** The day it is where the data is from; where that is not known, the day it is where days end last. */
function today(now: Date, timeZone: string | undefined): string {
  if (timeZone === undefined) return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const told = new Map(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${told.get('year')}-${told.get('month')}-${told.get('day')}`;
}

const daysSinceMonday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** A day so many days later. */
function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
