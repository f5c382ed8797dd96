import type { Event } from './logs.ts';

/** An event by what it may be published by: subject, class, week, weekday, part of day. */
export type Row = readonly [subject: string, event: string, week: string, weekday: string, period: string];

const classes: Readonly<Record<string, string>> = {
  'FALL_DETECTOR.FALL': 'fall_detected',
  'SMOKE_DETECTOR.SMOKE': 'smoke_detected',
  'PULL_CORD.PULLED': 'emergency_button',
  'CONTROL_PANEL.ONLINE': 'system_event',
};

/** The documented pipeline in the plainest way there is: no packing, no SQL, every set built anew. */
export function byHand(log: readonly Event[], k: number, flatten: readonly number[], reduce: 'events' | 'users'): Row[] {
  let rows = log.map(rowOf).filter(([, event]) => event !== 'system_event');
  for (const column of flatten) {
    const failing = failingRows(rows, k);
    rows = rows.map((row) => (failing.has(row) ? flattened(row, column) : row));
  }
  if (reduce === 'events') {
    const failing = failingRows(rows, k);
    return rows.filter((row) => !failing.has(row));
  }
  for (let failing = failingRows(rows, k); failing.size > 0; failing = failingRows(rows, k)) {
    const gone = new Set([...failing].map(([subject]) => subject));
    rows = rows.filter(([subject]) => !gone.has(subject));
  }
  return rows;
}

export const keyOf = (row: readonly string[]): string => JSON.stringify(row.slice(1));

export function subjectsPerKey(rows: readonly (readonly string[])[]): Map<string, Set<string>> {
  const subjects = new Map<string, Set<string>>();
  for (const row of rows) subjects.set(keyOf(row), (subjects.get(keyOf(row)) ?? new Set()).add(row[0]));
  return subjects;
}

export function rowOf({ time, subject, code }: Event): Row {
  const at = new Date(`${time}Z`);
  const weekday = (at.getUTCDay() + 6) % 7;
  const thursday = new Date(at.getTime() + (3 - weekday) * 86_400_000);
  const firstDay = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week =
    1 + Math.floor((Date.UTC(thursday.getUTCFullYear(), thursday.getUTCMonth(), thursday.getUTCDate()) - firstDay) / 604_800_000);
  const hour = at.getUTCHours();
  const period = hour < 6 || hour >= 22 ? 'night' : hour < 8 ? 'morning' : hour < 17 ? 'daytime' : 'afternoon';
  return [subject, classes[code], String(week), String(weekday), period];
}

function failingRows(rows: readonly Row[], k: number): Set<Row> {
  const subjects = subjectsPerKey(rows);
  return new Set(rows.filter((row) => (subjects.get(keyOf(row))?.size ?? 0) < k));
}

const flattened = (row: Row, column: number): Row => row.map((cell, c) => (c === column ? '100' : cell)) as unknown as Row; // as long as it was
