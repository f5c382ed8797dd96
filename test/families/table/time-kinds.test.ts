import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run, type TableInput, verify } from 'shoal';
import { afterAll, describe, expect, it } from 'vitest';
import { draws } from '../../suite/draws.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-parts-'));
afterAll(() => rmSync(home, { recursive: true }));

interface Trip {
  readonly who: number;
  readonly place: string;
  /** Minutes after the first of January 2024, a Monday. */
  readonly minute: number;
}

const textOf = (minute: number): string => new Date(Date.UTC(2024, 0, 1) + 60_000 * minute).toISOString().slice(0, 19);

const anyTrips = fc.array(
  fc.record({
    who: fc.nat(11),
    place: fc.constantFrom('2271', '22715', '2299', '31'),
    minute: fc.oneof(
      fc.nat(60 * 24 * 400),
      fc.nat(24 * 14).map((hour) => 60 * hour),
    ),
  }),
  { minLength: 12, maxLength: 80 },
);

const kinds = ['time', 'hour', 'weekday', 'date', 'week', 'month'] as const;

async function release(name: string, trips: readonly Trip[], given: Partial<TableInput>) {
  const [input, out] = [join(home, `${name}.csv`), join(home, name)];
  writeFileSync(
    input,
    ['who,place,entered,paid', ...trips.map(({ who, place, minute }, i) => `w${who},${place},${textOf(minute)},${i % 7}`)].join(
      '\n',
    ),
  );
  rmSync(out, { recursive: true, force: true });
  const made = await run({ family: 'table', subject: 'who', drop: [], seed: 1, ...given, input, out });
  return { input, out, made };
}

const cellsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

describe('parts of a timestamp', () => {
  it('are published so that each label is true, k subjects share each combination, and labels lie within each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTrips,
        fc.shuffledSubarray([...kinds], { minLength: 1, maxLength: 3 }),
        fc.record({
          k: fc.integer({ min: 2, max: 4 }),
          method: fc.constantFrom(...(['local', 'hierarchy', 'kmeans', 'merge', 'disjoint', 'disjoint'] as const)),
          labels: fc.constantFrom('en' as const, 'it' as const, 'sl' as const, 'zh' as const),
          aggregate: fc.constantFrom(undefined, 'count', 'count,avg:paid'),
          format: fc.constantFrom('csv' as const, 'csv' as const, 'parquet' as const),
        }),
        async (trips, parts, { aggregate, ...settings }) => {
          const people = new Set(trips.map(({ who }) => who)).size;
          fc.pre(people >= settings.k);
          const shape = aggregate === undefined ? { sensitive: 'paid' } : { aggregate };
          const quasi = ['place:prefix', ...parts.map((part) => `entered:${part}`)];
          const { input, out, made } = await release('any', trips, { ...settings, ...shape, quasi });
          if (!made.ok) throw new Error(JSON.stringify(made.problems));
          const verdict = await verify(out, { original: { file: input } });
          expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
          if (settings.format !== 'csv') return;
          const [header, ...rows] = cellsOf(join(out, 'internal/evidence.csv'));
          expect(header.slice(1, 1 + parts.length)).toEqual(
            parts.map((part) => (part === 'time' ? 'entered' : `entered_${part}`)),
          );
          const behind = new Map<string, Set<string>>();
          for (const row of rows) {
            const key = JSON.stringify(row.slice(0, 1 + parts.length));
            behind.set(key, (behind.get(key) ?? new Set()).add(row[header.indexOf('_subject')]));
            expect(trips[Number(row.at(-1)) - 1].place.startsWith(row[0].replace(/\*$/, ''))).toBe(true);
          }
          for (const subjects of behind.values()) expect(subjects.size).toBeGreaterThanOrEqual(settings.k);
        },
      ),
      { numRuns: draws(6) },
    );
  });

  it('may be named in any order, the clock under the name of the timestamp after others', async () => {
    const trips = Array.from({ length: 24 }, (_, i) => ({ who: i % 8, place: '31', minute: 60 * 24 * i }));
    const { out, made } = await release('turned', trips, { quasi: 'entered:month,entered:time', aggregate: 'count', k: 3 });
    expect(made.ok).toBe(true);
    expect(await verify(out)).toMatchObject({ ok: true, value: { breaches: [] } });
  });

  it('give every combination that a plain count allows a row of its own', async () => {
    const trips = Array.from({ length: 2400 }, (_, i) => ({
      who: (i * 7) % 97,
      place: ['A1', 'A2', 'B7'][i % 3],
      minute: 60 * ((i * 5) % (24 * 14)) + (i % 60),
    }));
    const quasi = 'place:category,entered:hour,entered:weekday';
    const { made } = await release('cells', trips, { quasi, aggregate: 'count', k: 5 });
    const cells = new Map<string, Set<number>>();
    for (const { who, place, minute } of trips) {
      const key = `${place} ${Math.floor(minute / 60) % 24} ${Math.floor(minute / 1440) % 7}`;
      cells.set(key, (cells.get(key) ?? new Set()).add(who));
    }
    const allowed = [...cells.values()].filter((subjects) => subjects.size >= 5).length;
    expect(made.ok && made.value.release.rows).toBeGreaterThanOrEqual(0.9 * allowed);
  });

  it('read dates without a clock, and refuse a clock of them', async () => {
    const input = join(home, 'dates.csv');
    writeFileSync(
      input,
      ['who,day', ...Array.from({ length: 20 }, (_, i) => `w${i},2024-02-${String(10 + (i % 9)).padStart(2, '0')}`)].join('\n'),
    );
    const policy = {
      family: 'table',
      subject: 'who',
      aggregate: 'count',
      k: 3,
      seed: 1,
      input,
      out: join(home, 'dates'),
    } as const;
    expect(await run({ ...policy, quasi: 'day:date,day:weekday' })).toMatchObject({ ok: true });
    expect(await verify(policy.out, { original: { file: input } })).toMatchObject({ ok: true, value: { holds: true } });
    expect(await run({ ...policy, out: join(home, 'none'), quasi: 'day:hour' })).toMatchObject({
      ok: false,
      problems: [{ code: 'input/bad-time' }],
    });
  });

  it('refuses a part that is named twice, and a timestamp that is a category too', async () => {
    const twice = { quasi: 'entered:hour,entered:hour,place:category', sensitive: 'paid' };
    expect((await release('twice', [], twice)).made).toMatchObject({ ok: false, problems: [{ code: 'policy/two-roles' }] });
    const both = { quasi: 'entered:hour,entered:category,place:category', sensitive: 'paid' };
    expect((await release('both', [], both)).made).toMatchObject({ ok: false, problems: [{ code: 'policy/two-roles' }] });
  });
});

describe('a forged label', () => {
  const trips = Array.from({ length: 60 }, (_, i) => ({
    who: i % 10,
    place: i < 30 ? '2271' : '22715',
    minute: 7 * 60 + 1440 * 7 * 5,
  }));
  const quasi = ['place:prefix', ...kinds.map((part) => `entered:${part}`)];
  const labels = ['2271', '07:00-07:15', '07:00-08:00', 'Mon', '2024-02-05', '2024-W06', '2024-02'];

  it.each([
    [0, '22715', 'false-label'],
    [2, '08:00-09:00', 'false-label'],
    [2, '05:00-08:00', 'malformed-period'],
    [5, '2024-W53', 'malformed-period'],
    [3, 'Mon-Fri', undefined],
  ] as const)('in column %d that says %s is %s', async (column, label, breach) => {
    made ??= release('forged', trips, { quasi, sensitive: 'paid', k: 5 });
    const { input, out } = await made;
    const files = ['kaca_anonymized.csv', 'internal/evidence.csv', 'manifest.json'].map((file) => join(out, file));
    const before = files.map((file) => readFileSync(file));
    expect(cellsOf(files[0]).some((row) => row.slice(0, 7).join() === labels.join())).toBe(true);
    try {
      for (const file of files.slice(0, 2))
        writeFileSync(
          file,
          `${cellsOf(file)
            .map((row) => (row.slice(0, 7).join() === labels.join() ? row.with(column, label) : row).join())
            .join('\n')}\n`,
        );
      const bytes = readFileSync(files[0]);
      const [told] = JSON.parse(before[2].toString()).files;
      const hash = createHash('sha256').update(bytes).digest('hex');
      const manifest = before[2]
        .toString()
        .replace(told.sha256, hash)
        .replace(`"bytes": ${told.bytes}`, `"bytes": ${bytes.length}`);
      writeFileSync(files[2], manifest);
      const verdict = await verify(out, { original: { file: input } });
      if (!verdict.ok) throw new Error(JSON.stringify(verdict.problems));
      const found = verdict.value.breaches.map(({ kind }) => kind).filter((kind) => !kind.startsWith('report'));
      expect(found.filter((kind) => ['false-label', 'malformed-period'].includes(kind))).toEqual(
        breach === undefined ? [] : [breach],
      );
    } finally {
      for (const [i, file] of files.entries()) writeFileSync(file, before[i]);
    }
  });

  let made: ReturnType<typeof release> | undefined;
});
