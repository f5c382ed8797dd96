import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLent } from './lent-duckdb.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal census '));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows of a small release, cell by cell; none of its cells is quoted. */
const rowsOf = (out: string, file: string, delimiter: string): string[][] =>
  readFileSync(join(out, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(delimiter));

const countBy = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

describe('the census of a release', () => {
  it('of series counts groups, leaves and patterns as anyone can in the file', async () => {
    const input = join(folder, 'work.csv');
    const out = join(folder, 'series');
    expect((await generate('work', { rows: 200, seed: 3, out: input })).ok).toBe(true);
    expect(
      (await run({ method: 'naive', subject: 'ID', series: 'H1..H8', drop: 'Name,Surname,Performance_SD', input, out, seed: 1 }))
        .ok,
    ).toBe(true);
    const verdict = await verifyLent(out, { census: true });
    if (!verdict.ok || verdict.value.census?.kind !== 'series') throw new Error('a release of series has a census of series');
    const { groups, leaves, patterns } = verdict.value.census;
    const rows = rowsOf(out, 'naive_anonymized.csv', ',');
    const sizes = (keys: readonly string[]) =>
      [...countBy([...countBy(keys).values()].map(String))].map(([size, n]) => [Number(size), n]).sort((a, b) => a[0] - b[0]);
    expect(groups).toEqual(sizes(rows.map(([id]) => id)));
    expect(leaves).toEqual(sizes(rows.map((row) => [row[0], ...row.slice(-2)].join(' '))));
    const shapes = countBy(rows.map((row) => row.slice(-2).join(' ')));
    for (const { pattern, level, subjects } of patterns) expect(subjects).toBe(shapes.get(`${pattern} ${level}`));
    expect(patterns[0].subjects).toBe(Math.max(...shapes.values()));
  });

  it('of events counts subjects of a combination and events of a place in time, also where no id leaves', async () => {
    const input = join(folder, 'events.csv');
    expect((await generate('events', { rows: 8000, seed: 3, out: input })).ok).toBe(true);
    for (const pseudonym of ['random', 'drop'] as const) {
      const out = join(folder, `events-${pseudonym}`);
      expect((await run({ method: 'events', k: 4, pseudonym, input, out, seed: 1 })).ok).toBe(true);
      const verdict = await verifyLent(out, { census: true });
      if (!verdict.ok || verdict.value.census?.kind !== 'events') throw new Error('a release of events has a census of events');
      const { combinations, calendar } = verdict.value.census;
      const rows = rowsOf(out, 'anonymized_events.csv', ';').map((row) => row.slice(-4));
      expect(combinations.reduce((sum, [, count]) => sum + count, 0)).toBe(new Set(rows.map((row) => row.join(' '))).size);
      expect(combinations[0][0]).toBeGreaterThanOrEqual(4);
      expect(calendar?.columns).toEqual(['week_number', 'weekday', 'time_period']);
      const places = countBy(rows.map(([, ...place]) => place.join(' ')));
      expect(new Map(calendar?.cells.map(({ labels, events }) => [labels.join(' '), events]))).toEqual(places);
    }
  });

  it('of transactions tells subjects and records of a combination, and its labels', async () => {
    const input = join(folder, 'tolls.csv');
    const out = join(folder, 'tolls');
    expect((await generate('tolls', { rows: 1500, seed: 3, out: input })).ok).toBe(true);
    const roles = { subject: 'vehicle_id', quasi: 'section_id:prefix,exit_time:time', drop: 'vehicle_class,toll_money' };
    expect(
      (await run({ method: 'kaca', k: 4, ...roles, clustering: 'hierarchy', aggregate: 'count', input, out, seed: 1 })).ok,
    ).toBe(true);
    const verdict = await verifyLent(out, { census: true });
    if (!verdict.ok || verdict.value.census?.kind !== 'table') throw new Error('a release of transactions has a census of them');
    const { combinations, crowd, labels, flow } = verdict.value.census;
    const rows = rowsOf(out, 'kaca_anonymized.csv', ',');
    const counts = countBy(rows.map((row) => row[2]));
    expect(new Map(combinations)).toEqual(new Map([...counts].map(([size, n]) => [Number(size), n])));
    expect(crowd.reduce((sum, one) => sum + one.combinations, 0)).toBe(rows.length);
    for (const { subjects, records } of crowd) expect(records).toBeGreaterThanOrEqual(subjects);
    expect(labels.map(({ kind }) => kind)).toEqual(['prefix']);
    const hours = rows.map(([, period, count]) => {
      const [from, to] = (/(\d\d)-(\d\d)\)$/.exec(period) ?? []).slice(1).map(Number);
      return { from, length: to > from ? to - from : to - from + 24, count: Number(count) };
    });
    for (const [hour, { after, least, most }] of (flow?.bins ?? []).entries()) {
      const there = hours.filter(({ from, length }) => (hour - from + 24) % 24 < length);
      const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
      expect(Math.abs(after - sum(there.map(({ count, length }) => count / length)))).toBeLessThan(0.5 + 1e-9);
      expect(most).toBe(sum(there.map(({ count }) => count)));
      expect(least).toBe(sum(there.filter(({ length }) => length === 1).map(({ count }) => count)));
    }
    expect([flow?.kind, flow?.bins.length]).toEqual(['clock', 24]);
    expect(new Map(labels[0].labels)).toEqual(countBy(rows.map(([region]) => region)));
  });

  it('is taken only where it is asked for', async () => {
    const verdict = await verifyLent(join(folder, 'series'));
    expect(verdict.ok && verdict.value.census).toBeUndefined();
  });
});
