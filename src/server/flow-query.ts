import * as z from 'zod';
import { Denial } from './http-problem.ts';
import { datesReversed, kBelowFloor, offGrid } from './problems.ts';

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
    .default(5)
    .describe('Least number of different vehicles behind each row'),
});

export interface Period {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** What a server may be asked, decided without a look at the data: a refusal that depends on counts would tell counts. */
export function allowedPeriod(
  { start_date: start, end_date: end, k }: z.infer<typeof flowQuery>,
  { minK, mode }: { readonly minK: number; readonly mode: 'internal' | 'public' },
): Period {
  if (start !== undefined && end !== undefined && start > end) throw new Denial(datesReversed(start, end));
  if (k < minK) throw new Denial(kBelowFloor(k, minK, '/query/k'));
  if (mode === 'public') checkGrid(start, end);
  return { start, end };
}

/** Weeks from Monday to Sunday: two answers can then be subtracted only down to a week, which may be asked for anyway. */
function checkGrid(start: string | undefined, end: string | undefined): void {
  const monday = start === undefined ? undefined : shifted(start, -daysSinceMonday(start));
  const sunday = end === undefined ? undefined : shifted(end, 6 - daysSinceMonday(end));
  if (monday === start && sunday === end) return;
  const told = (from: string | undefined, to: string | undefined) =>
    [from === undefined ? '' : `start_date=${from}`, to === undefined ? '' : `end_date=${to}`].filter(Boolean).join('&');
  throw new Denial(offGrid(told(start, end), monday === start ? '/query/end_date' : '/query/start_date', told(monday, sunday)));
}

const daysSinceMonday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** A day so many days later. */
export function shifted(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
