import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { type EventsInput, run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import { localTimeSql } from '../../src/engine/local/local-time.ts';
import { classesOf } from '../../src/families/events/mapping.ts';
import { readClassesOf } from '../../src/verify/events/event-classes.ts';
import { wallClockOf } from '../../src/verify/events/event-time.ts';
import { draws, madeOnceOf } from '../suite/draws.ts';
import { eventOriginalTamperings, logLines, mappingLines } from './event-original-tamperings.ts';
import { expectBreaches } from './expect-breaches.ts';
import { verifyLent } from './lent-duckdb.ts';

let home = '';
const at = (name: string): string => join(home, name);

const make = async (out: string, given: Partial<EventsInput> = {}): Promise<string> => {
  const policy = { method: 'events', input: at('log.csv'), out: at(out), mapping: at('mapping.csv'), k: 2, seed: 5, ...given };
  const made = await run(policy as EventsInput, { force: true }); // run refuses what does not fit
  expect(made.ok ? [] : made.problems).toEqual([]);
  return at(out);
};

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-event-original-'));
  writeFileSync(at('log.csv'), `${logLines.join('\n')}\n`);
  writeFileSync(at('mapping.csv'), mappingLines);
  for (const [out, pseudonym] of [
    ['random', 'random'],
    ['keep', 'keep'],
    ['drop', 'drop'],
    ['rotate', 'rotate:week'],
  ] as const)
    await make(out, { pseudonym, onBadTime: 'drop', unmapped: 'drop', removeClasses: 'power_event' });
  for (const [out, durations] of [
    ['order', undefined],
    ['durations', '8h,1d'],
  ] as const)
    await make(out, {
      pseudonym: 'shared',
      order: 'position',
      durations,
      onBadTime: 'drop',
      unmapped: 'drop',
      removeClasses: 'power_event',
    });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const originalOf = (path: string) => ({
  name: path,
  table: `read_csv('${path}', header = true, auto_detect = false, delim = ';', columns = {c0: 'VARCHAR', c1: 'VARCHAR', c2: 'VARCHAR'})`,
  columns: ['GUID', 'OD_ISO', 'dogodek'].map((name, i) => ({ name, sql: `c${i}` })),
  hierarchy: {},
  events: {
    ...{ subject: 'GUID', time: 'OD_ISO', event: 'dogodek' },
    ...{ mapping: at('mapping.csv'), unmapped: undefined, removed: ['power_event'] },
  },
});

/** The verdict on a release before anything is changed in it, asked for once. */
const goodVerdictOf = madeOnceOf((of: string) => verifyLent(at(of), { threads: 1, original: originalOf(at('log.csv')) }));

describe('a release of events beside its original', () => {
  it.each(eventOriginalTamperings)('is caught with $says', async ({ of = 'random', release, original, breach }) => {
    const folder = mkdtempSync(at('spoilt-'));
    cpSync(at(of), folder, { recursive: true });
    expect(await goodVerdictOf(of)).toMatchObject({ ok: true, value: { holds: true } });
    release?.(folder);
    const lines = [...logLines];
    original?.(lines);
    const path = `${folder}.csv`;
    writeFileSync(path, `${lines.join('\n')}\n`);
    const options = { threads: 1, original: originalOf(path) };
    expectBreaches(await verifyLent(folder, options), breach, ['home-', 'fall_', 'night', 'kitchen']);
  });

  const zones = ['Europe/Ljubljana', 'America/St_Johns', 'Australia/Lord_Howe', undefined] as const;
  const columns = ['generalized_event', 'event', 'year', 'iso_year', 'month', 'day', 'hour', 'quantized_hour'];
  const coarse = ['week_number', 'iso_year_week', 'weekday', 'workday_weekend', 'time_period'];

  it('is true of every event, whatever is published, in any zone, with any id and in any format', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const anyCase = fc.record({
      seed: fc.nat(1_000_000),
      quasi: fc.subarray([...columns, ...coarse], { minLength: 1, maxLength: 4 }),
      flatten: fc.constantFrom('sweep', 'none', 'first'),
      pseudonym: fc.constantFrom(
        'random',
        'keep',
        'drop',
        'rotate:day',
        'rotate:week',
        'rotate:month',
        'shared',
        'shared:day',
        'shared:week',
      ),
      format: fc.constantFrom('csv', 'parquet'),
      input: fc.constantFrom('csv', 'ndjson', 'parquet', 'native', 'zoned'),
      offset: fc.constantFrom('', 'Z', '+02:00', '-0330', ' +05', 'mixed'),
      zone: fc.constantFrom(...zones),
      unmapped: fc.constantFrom('other', 'drop'),
      reduce: fc.constantFrom('events', 'users'),
      subjectSpelling: fc.constantFrom('normal', 'exact'),
      periods: fc.constantFrom(
        { night: 22, morning: 6, daytime: 8, afternoon: 17 },
        { night: 0, day: 7 },
        { night: 21, day: 5, dusk: 18 },
        { all: 3 },
      ),
    });
    try {
      await fc.assert(
        fc.asyncProperty(anyCase, async ({ seed, input, offset, zone, flatten, periods, ...policy }) => {
          fc.pre(offset !== 'mixed' || zone !== undefined);
          const told = offset === 'mixed' ? "CASE h % 2 WHEN 0 THEN '+02:00' ELSE '-05' END" : `'${offset}'`;
          const clock = "strftime(t, '%Y-%m-%dT%H:%M') || CASE h % 3 WHEN 0 THEN ':59.999999999' ELSE '' END";
          const time =
            { native: 't', zoned: "timezone('UTC', t)" }[input as string] ??
            `${clock.replace("ELSE ''", "ELSE ':00'")} || ${told}`;
          const rows = `SELECT CASE h % 3 WHEN 0 THEN upper('p' || h % 9) ELSE 'p' || h % 9 END AS "GUID", ${time} AS "OD_ISO", ['fall', 'smoke.kitchen', 'power.low', 'what?', '', 'fall'][1 + h % 6] AS dogodek
            FROM (SELECT CAST(hash(i + ${seed}) % 997 AS BIGINT) AS h, [TIMESTAMP '2024-03-30 22:30:00', TIMESTAMP '2020-12-27 00:00:00', TIMESTAMP '1899-12-31 23:30:00'][1 + ${seed % 3}] + CAST(hash(i * 7 + ${seed}) % 9 AS BIGINT) * INTERVAL 6 HOUR + (i % 7) * INTERVAL 1 DAY AS t FROM range(120) r(i))`;
          const file = at(`any.${{ csv: 'csv', ndjson: 'ndjson' }[input as string] ?? 'parquet'}`);
          const form = { csv: "FORMAT csv, DELIMITER ';'", ndjson: 'FORMAT json' }[input as string] ?? 'FORMAT parquet';
          await connection.run(`COPY (${rows}) TO '${file}' (${form})`);
          const made = await run(
            {
              ...{
                method: 'events',
                input: file,
                out: at('any'),
                mapping: at('mapping.csv'),
                k: 2,
                seed,
                removeClasses: 'power_event',
              },
              ...{
                ...policy,
                periods,
                flatValue: 'any',
                flatten: flatten === 'first' ? policy.quasi[0] : flatten,
                quasi: [
                  ...new Set([...policy.quasi, ...(policy.pseudonym.startsWith('shared') ? ['weekday', 'week_number'] : [])]),
                ].join(),
              },
              ...(zone === undefined ? {} : { timeZone: zone }),
            } as unknown as EventsInput, // as a policy file has it
            { force: true },
          );
          if (!made.ok) {
            expect(made.problems.map(({ code }) => code).join()).toMatch(/^(?!bug)/);
            fc.pre(false);
          }
          const verdict = await verify(at('any'), { original: { file } });
          expect(verdict.ok ? verdict.value.breaches : verdict.problems).toEqual([]);
          expect(verdict.ok && verdict.value.checks.some((check) => check.startsWith('original:'))).toBe(true);
        }),
        { numRuns: draws(4) },
      );
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });

  it('gives a code the class that a maker gives it, by another way', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', '.', '*', '\n', 'č', '(', '\\', '%', '_', ' '), maxLength: 5 });
    await localCounting({ threads: 1 }).withCounter((counter) =>
      fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(word, { minLength: 1 }),
          fc.uniqueArray(
            word.filter((code) => code !== '' && code === code.trim() && !/[\n]/.test(code)),
            { minLength: 1 },
          ),
          async (codes, lines) => {
            const mapping = lines.map((code, i) => ({ code, class: `class ${i}` }));
            writeFileSync(
              at('any mapping.json'),
              JSON.stringify(Object.fromEntries(mapping.map((line) => [line.code, line.class]))),
            );
            const wanted = classesOf(codes, mapping);
            const values = codes.map((code) => `('${code}')`).join(', ');
            await readClassesOf(counter, `SELECT * FROM (VALUES ${values}) AS v(code)`, {
              mapping: at('any mapping.json'),
              unmapped: undefined,
            });
            const found = new Map((await counter.ask('SELECT code, class FROM classes')) as [string, string | null][]);
            expect(codes.map((code) => found.get(code) ?? undefined)).toEqual(wanted);
          },
        ),
        { numRuns: draws(15) },
      ),
    );
  });

  it('reads every time that a maker reads, as the same one', async () => {
    const piece = (...texts: string[]) => fc.constantFrom(...texts);
    const anyTime = fc
      .tuple(
        piece('', ' ', '\t'),
        piece('2024-03-31', '2024-02-30', '0000-01-01', '9999-12-31', ' 024-03-01', '2024-3-1', '12/1/10'),
        piece('T', ' ', 't'),
        piece('02:30', '24:00', '23:59:59', '23:59:60', '10:00:00.123456789', '1:00', '10:00:0 '),
        piece('', 'Z', 'z', '+02', ' +0200', '-03:30', '+15:59', '+16:00', '-'),
        piece('', ' ', '\n'),
      )
      .map((pieces) => pieces.join(''));
    await localCounting({ threads: 1 }).withCounter((counter) =>
      fc.assert(
        fc.asyncProperty(anyTime, piece('Europe/Ljubljana', 'America/St_Johns', ''), async (time, named) => {
          const zone = named || undefined;
          const table = `(SELECT '${time}' AS x)`;
          const maker = localTimeSql({ sql: 'x', kind: 'text', offsets: true }, zone);
          const own = wallClockOf({ sql: 'x', type: 'VARCHAR' }, zone);
          const [[made, read]] = await counter.ask(`SELECT CAST(${maker} AS VARCHAR), CAST(${own} AS VARCHAR) FROM ${table}`);
          if (made !== null) expect(read).toBe(made);
        }),
        { numRuns: draws(400) },
      ),
    );
  });

  it('needs the note of the run, or its policy', async () => {
    cpSync(at('random'), at('unnoted'), { recursive: true });
    rmSync(join(at('unnoted'), 'internal', 'manifest.json'));
    const file = at('log.csv');
    expect(await verify(at('unnoted'), { original: { file } })).toMatchObject({
      ok: false,
      problems: [{ code: 'verify/policy-needed', exit: Exit.usage }],
    });
    const { policy } = JSON.parse(readFileSync(join(at('random'), 'internal', 'manifest.json'), 'utf8')).internal;
    expect(await verify(at('unnoted'), { original: { file, policy } })).toMatchObject({ ok: true, value: { holds: true } });
  });

  it('needs the mapping, and is proved by the one that is given', async () => {
    writeFileSync(at('moved.csv'), mappingLines);
    const out = await make('moved', {
      mapping: at('moved.csv'),
      onBadTime: 'drop',
      unmapped: 'drop',
      removeClasses: 'power_event',
    });
    rmSync(at('moved.csv'));
    const file = at('log.csv');
    expect(await verify(out, { original: { file } })).toMatchObject({ ok: false, problems: [{ code: 'verify/mapping-needed' }] });
    const mapping = at('mapping.csv');
    expect(await verify(out, { original: { file, mapping } })).toMatchObject({ ok: true, value: { holds: true } });
  });

  it('needs row numbers, and without the internal folder there are none', async () => {
    cpSync(at('drop'), at('public'), { recursive: true });
    rmSync(at('public/internal'), { recursive: true });
    expect(await verify(at('public'), { original: { file: at('log.csv') } })).toMatchObject({
      ok: false,
      problems: [{ code: 'verify/no-row-numbers', exit: Exit.usage }],
    });
  });
});
