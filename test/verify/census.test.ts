import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import { type ShownBands, seriesCensus } from '../../src/verify/census.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { lentDuckDB, verifyLent } from './lent-duckdb.ts';

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

describe('the bands that a report shows', () => {
  const column = (name: string, declared: Omit<ManifestColumn, 'name'>, type: SourceColumn['type'] = 'text') =>
    ({ sql: name, declared: { name, ...declared }, type }) satisfies SourceColumn;
  const ends = [
    column('id', { role: 'group', kind: 'id' }),
    column('word', { role: 'pattern', kind: 'word' }),
    column('depth', { role: 'level', kind: 'integer' }),
  ];
  const interval = (name: string) => [column(name, { role: 'series', kind: 'interval' })];
  const bounds = (name: string) => [
    column(`${name}_lower`, { role: 'series', kind: 'lower', of: name }),
    column(`${name}_upper`, { role: 'series', kind: 'upper', of: name }),
  ];
  /** Groups 1 and 2 have the same bands, of two and of three; group 3 has others. */
  const forms = [
    ['in one cell', interval, "'[-2-3]', '[4-5]'", "'[0-1]', '[4-5]'"],
    ['in two cells', bounds, "'-2', '3', '4', '5'", "'0', '1', '4', '5'"],
  ] as const;

  it.each(forms)(
    'are found by their bounds and the size of a group, two of which may be alike: %s',
    async (_, of, alike, other) => {
      const columns = [...of('A'), ...of('B'), ...ends];
      const rows = [`${alike}, '1', 'ab', '2', 2`, `${alike}, '2', 'ab', '2', 3`, `${other}, '3', 'ab', '2', 2`];
      const layout = layoutOf({ table: 'leaves', columns, scan: () => 'leaves' });
      const strange = (...bands: ShownBands['bands']) =>
        countingOn(instance).withCounter(async (counter) => {
          const names = [...columns.map(({ sql }) => sql), 'n'].join(', ');
          await counter.ask(
            `CREATE TEMP TABLE leaves AS SELECT * FROM (VALUES ${rows.map((row) => `(${row})`).join(', ')}) AS t(${names})`,
          );
          await counter.ask('CREATE TEMP TABLE classes AS SELECT rowid AS leaf, n AS rows FROM leaves');
          const shown = { instants: ['A', 'B'], bands };
          return (await seriesCensus(counter, layout, { groups: [], leaves: [] }, shown)).strangeBands;
        });
      const instance = await lentDuckDB();
      const band = { size: 2, lower: [-2, 4], upper: [3, 5] };
      expect(await strange(band, { ...band, size: 3 }, band, { ...band, lower: [0, 4], upper: [1, 5] })).toBe(0);
      expect(await strange({ ...band, size: 5 })).toBe(1); // what both groups have together is no group
      expect(await strange(band, { ...band, lower: [0, 4] })).toBe(1); // the one bound of one group, the other of another
      expect(await strange({ ...band, lower: [4, -2], upper: [5, 3] })).toBe(1); // at the wrong instants
      expect(await strange({ ...band, lower: [-2], upper: [3] }, { ...band, lower: [Number.NaN, 4] })).toBe(2);
      expect(
        await strange(...Array.from({ length: 2500 }, (_, i) => ({ ...band, size: 2 + (i % 2), lower: [i < 2499 ? -2 : 7, 4] }))),
      ).toBe(1);
    },
  );
});
