import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../families/events/by-hand.ts';
import { csvOf, type Event, releasedCells, releaseOf } from '../families/events/logs.ts';
import { draws } from '../suite/draws.ts';

/**
 * The attacker knows what days a log spans and how ids rotate. All rows of one id lie in one window, so of each row they keep the windows
 * that every row of its id leaves open, and of these the days.
 */
const dayMs = 86_400_000;
const first = Date.UTC(2024, 0, 22);
const days = Array.from({ length: 42 }, (_, i) => new Date(first + i * dayMs));

const windows = {
  'rotate:day': (day: Date) => day.getTime(),
  'rotate:week': (day: Date) => Math.floor((day.getTime() / dayMs + 3) / 7),
  'rotate:month': (day: Date) => day.getUTCMonth(),
} as const;
type Rotation = keyof typeof windows;

const anyEvent: fc.Arbitrary<Event> = fc
  .record({
    day: fc.nat(days.length - 1),
    hour: fc.constantFrom(0, 7, 12, 23),
    subject: fc.integer({ min: 1, max: 7 }),
    code: fc.constantFrom('FALL_DETECTOR.FALL', 'SMOKE_DETECTOR.SMOKE'),
  })
  .map(({ day, hour, subject, code }) => ({
    time: new Date(first + day * dayMs + hour * 3_600_000).toISOString().slice(0, 19),
    subject: `home-${subject}`,
    code,
  }));

/** Whether a day fits what a cell says; `100` fits all. */
function fits(column: string, cell: string, day: Date): boolean {
  const [, , week, weekday] = rowOf({ time: day.toISOString().slice(0, 19), subject: '', code: '' });
  const [from, to = from] = cell.split('-').map(Number);
  if (cell === '100') return true;
  if (column === 'week_number') return Number(week) >= from && Number(week) <= to;
  if (column === 'month') return day.getUTCMonth() + 1 === from;
  if (column !== 'weekday') return true;
  return cell === weekday || cell === (Number(weekday) < 5 ? 'workday' : 'weekend');
}

const dateOf = (day: Date): string => day.toISOString().slice(0, 10);

type Row = Readonly<Record<string, string>>;

const daysOf = (row: Row, span: readonly Date[]): Date[] =>
  span.filter((day) => Object.entries(row).every(([column, cell]) => fits(column, cell, day)));

const anyColumns = fc.constantFrom<string[]>(
  ['generalized_event', 'week_number', 'weekday', 'time_period'],
  ['generalized_event', 'week_number'],
  ['generalized_event', 'month', 'weekday'],
  ['generalized_event', 'weekday', 'time_period'],
);

describe('an attacker who lays the rows of one rotating id over each other', () => {
  it('learns no day, week or month that a row does not tell by itself, and finds k subjects behind every row', async () => {
    let linked = 0;
    let coarser = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEvent, { minLength: 40, maxLength: 160 }),
        fc.constantFrom<Rotation>('rotate:day', 'rotate:week', 'rotate:month'),
        anyColumns,
        fc.constantFrom('sweep', 'columns'),
        async (log, pseudonym, quasi, how) => {
          const flatten = how === 'sweep' ? ['sweep'] : quasi.filter((name) => !name.includes('event')).reverse();
          const settings = { k: 3, pseudonym, quasi, flatten };
          const made = await releaseOf(csvOf(log), settings, (_, out) => ({
            rows: releasedCells(`${out}/anonymized_events.csv`),
            truth: releasedCells(`${out}/internal/evidence.csv`).map(({ _row }) => log[Number(_row) - 1]),
          }));
          if ('code' in made) return;
          const times = log.map(({ time }) => time.slice(0, 10)).sort();
          const span = days.filter((day) => dateOf(day) >= times[0] && dateOf(day) <= (times.at(-1) ?? ''));
          const windowOf = windows[pseudonym];
          const alone = made.rows.map(({ GUID, ...cells }) => ({
            id: GUID,
            key: JSON.stringify(cells),
            days: daysOf(cells, span),
          }));
          const open = alone.map((row) => new Set(row.days.map(windowOf)));
          const told = new Map<string, Set<string>>();
          for (const [r, row] of alone.entries()) {
            const together = alone.flatMap(({ id }, other) => (id === row.id ? [other] : []));
            if (together.length > 1) linked++;
            if (row.key.includes('"100"')) coarser++;
            const left = row.days.filter((day) => together.every((other) => open[other].has(windowOf(day))));
            expect(left).toEqual(row.days);
            const dates = new Set(left.map(dateOf));
            const learned = `${row.key} ${[...dates].join()}`;
            const behind = told.get(learned) ?? new Set();
            told.set(learned, behind);
            if (dates.has(made.truth[r].time.slice(0, 10))) behind.add(made.truth[r].subject);
          }
          for (const behind of told.values()) expect(behind.size).toBeGreaterThanOrEqual(3);
        },
      ),
      { numRuns: draws(12), endOnFailure: true },
    );
    expect(linked).toBeGreaterThan(20); // ids still link what may be linked
    expect(coarser).toBeGreaterThan(20);
  });

  it.each([
    ['ids of days that read the same', ['generalized_event'], ['none']],
    ['ids of single events that lost their week', ['generalized_event', 'week_number'], ['week_number']],
  ])('does not find the ids of one subject side by side: %s', async (_, quasi, flatten) => {
    const log = Array.from({ length: 120 }, (_, i) => ({
      time: new Date(first + 3 * i * dayMs).toISOString().slice(0, 19),
      subject: `home-${Math.floor(i / 20)}`,
      code: 'FALL_DETECTOR.FALL',
    }));
    const settings = { k: 2, pseudonym: 'rotate:day', quasi, flatten } as const;
    const made = await releaseOf(csvOf(log), settings, (_, out) => releasedCells(`${out}/internal/evidence.csv`));
    if ('code' in made) throw new Error(made.code);
    const whose = made.toSorted((a, b) => Number(a.GUID) - Number(b.GUID)).map(({ _subject }) => _subject);
    const beside = whose.filter((subject, i) => subject === whose[i + 1]).length / whose.length;
    expect(beside).toBeLessThan(0.4); // by chance a sixth
  });
});
