import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../suite/draws.ts';
import { byHand, keyOf, rowOf, subjectsPerKey } from './by-hand.ts';
import { anyLog, madeOf } from './logs.ts';

const anyK = fc.integer({ min: 2, max: 5 });
const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(';')).toSorted();
const runs = { numRuns: draws(6) };

describe('a release of events', () => {
  it('is what the documented pipeline gives, column after column, by events or by users', async () => {
    const anyFlatten = fc.constantFrom<readonly number[]>([2], [3], [2, 3], [2, 4, 3], [4, 1]);
    await fc.assert(
      fc.asyncProperty(
        anyLog,
        anyK,
        anyFlatten,
        fc.constantFrom('events' as const, 'users' as const),
        async (log, k, columns, reduce) => {
          const names = ['', 'generalized_event', 'week_number', 'weekday', 'time_period'];
          const expected = byHand(log, k, columns, reduce);
          const made = await madeOf(log, { k, flatten: columns.map((column) => names[column]), reduce });
          if ('code' in made) {
            expect(expected).toEqual([]);
            expect(['policy/k-too-large', 'policy/nothing-left']).toContain(made.code);
          } else expect(sorted(made.rows)).toEqual(sorted(expected));
        },
      ),
      runs,
    );
  });

  it('has k distinct subjects in every combination of a sweep, touches none that had them, and leaves out fewer than k subjects', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, anyK, async (log, k) => {
        const made = await madeOf(log, { k, flatten: 'sweep', removeClasses: 'none' });
        if ('code' in made) return void expect(made.code).toBe('policy/k-too-large');
        for (const subjects of subjectsPerKey(made.rows).values()) expect(subjects.size).toBeGreaterThanOrEqual(k);
        const before = log.map(rowOf);
        const enough = subjectsPerKey(before);
        const kept = before.filter((row) => (enough.get(keyOf(row))?.size ?? 0) >= k);
        const published = new Map<string, number>();
        for (const row of made.rows) published.set(row.join(';'), (published.get(row.join(';')) ?? 0) + 1);
        const owed = new Map<string, number>();
        for (const row of kept) owed.set(row.join(';'), (owed.get(row.join(';')) ?? 0) + 1);
        for (const [row, times] of owed) expect(published.get(row)).toBe(times);
        const count = (rows: readonly (readonly string[])[], subject: string) => rows.filter(([name]) => name === subject).length;
        const lost = [...new Set(before.map(([subject]) => subject))].filter(
          (subject) => count(made.rows, subject) < count(before, subject),
        );
        expect(lost.length).toBeLessThan(k);
      }),
      runs,
    );
  });
});

describe('the example of the seed', () => {
  const at = (week: number, weekday: number, hour: number) =>
    new Date(Date.UTC(2024, 0, 1 + (week - 1) * 7 + weekday, hour)).toISOString().slice(0, 19);
  const log = [
    { subject: 'u1', code: 'FALL_DETECTOR.FALL', time: at(1, 0, 23) },
    { subject: 'u2', code: 'FALL_DETECTOR.FALL', time: at(1, 0, 2) },
    { subject: 'u1', code: 'FALL_DETECTOR.FALL', time: at(2, 0, 23) },
    { subject: 'u3', code: 'FALL_DETECTOR.FALL', time: at(3, 0, 23) },
    ...[9, 10, 11].map((hour) => ({ subject: 'u4', code: 'SMOKE_DETECTOR.SMOKE', time: at(5, 6, hour) })),
  ];

  it('keeps what two people share, flattens the week of what they share without it, and drops three rows of one person', async () => {
    const made = await madeOf(log, { k: 2 });
    expect('rows' in made && sorted(made.rows)).toEqual([
      'u1;fall_detected;100;0;night',
      'u1;fall_detected;1;0;night',
      'u2;fall_detected;1;0;night',
      'u3;fall_detected;100;0;night',
    ]);
  });
});
