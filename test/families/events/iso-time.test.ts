import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isoDateSql,
  isoInstantSql,
  isoLocalSql,
  isoMomentSql,
  isoOffsetSql,
  isoZonedSql,
} from '../../../src/engine/local/iso-time.ts';
import { draws } from '../../suite/draws.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** What each text is read as, by the SQL of one reading. */
async function readAs(reading: (sql: string) => string, texts: readonly string[]): Promise<readonly (string | null)[]> {
  const list = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');
  const reader = await connection.runAndReadAll(`SELECT CAST(${reading('t')} AS VARCHAR) FROM (SELECT unnest([${list}]) AS t)`);
  return reader.getRows().map(([value]) => value as string | null);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Calendars and clocks, also with days and hours that no calendar has. */
const parts = fc.record({
  year: fc.integer({ min: 1900, max: 2100 }),
  month: fc.integer({ min: 0, max: 13 }),
  day: fc.integer({ min: 0, max: 32 }),
  hour: fc.integer({ min: 0, max: 25 }),
  minute: fc.integer({ min: 0, max: 61 }),
  second: fc.option(fc.integer({ min: 0, max: 61 }), { nil: undefined }),
  between: fc.constantFrom('T', ' '),
});

describe('A text that is a time', () => {
  it('is read as what it says where a calendar has that day and a day that hour, and never as anything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 60 }), async (all) => {
        const texts = all.map(
          ({ year, month, day, hour, minute, second, between }) =>
            `${year}-${two(month)}-${two(day)}${between}${two(hour)}:${two(minute)}${second === undefined ? '' : `:${two(second)}`}`,
        );
        const owed = all.map(({ year, month, day, hour, minute, second = 0 }) => {
          const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
          const text = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
          return date.toISOString().slice(0, 19).replace('T', ' ') === text ? text : null;
        });
        expect(await readAs(isoLocalSql, texts)).toEqual(owed);
        expect(await readAs(isoMomentSql, texts)).toEqual(owed);
      }),
      { numRuns: draws(20) },
    );
  });

  it('with an offset is the instant that JavaScript finds in it', async () => {
    const offset = fc.record({
      sign: fc.constantFrom('+', '-'),
      hours: fc.integer({ min: 0, max: 15 }),
      minutes: fc.integer({ min: 0, max: 59 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000_000 }), offset), { minLength: 1, maxLength: 60 }),
        async (all) => {
          const texts = all.map(([minute, { sign, hours, minutes }]) => {
            const wall = new Date(minute * 60_000).toISOString().slice(0, 19);
            return `${wall}${sign}${two(hours)}:${two(minutes)}`;
          });
          const owed = texts.map((text) => new Date(text).toISOString().slice(0, 19).replace('T', ' '));
          expect(await readAs(isoInstantSql, texts)).toEqual(owed);
          expect(await readAs(isoZonedSql, texts)).toEqual(texts.map((text) => text.slice(0, 19).replace('T', ' ')));
          expect((await readAs(isoLocalSql, texts)).every((time) => time === null)).toBe(true);
        },
      ),
      { numRuns: draws(20) },
    );
  });

  it('may leave out seconds, have a fraction, a Z, and an offset of hours alone', async () => {
    const texts = [
      '2024-03-01T10:00Z',
      '2024-03-01 10:00:00.5z',
      '2024-03-01T10:59:59.999999999+00',
      '2024-03-01T10:00 -0330',
      '2024-03-01T10:00',
    ];
    expect(await readAs(isoOffsetSql, texts)).toEqual(['0', '0', '0', '-210', null]);
    expect(await readAs((sql) => `hour(${isoMomentSql(sql)})`, texts)).toEqual(['10', '10', '10', '10', '10']);
    expect(await readAs(isoLocalSql, ['\t2024-03-01T10:00', ' 2024-03-01T10:00:00.5\t\r'])).toEqual([
      '2024-03-01 10:00:00',
      '2024-03-01 10:00:00.5',
    ]);
    expect(await readAs(isoDateSql, ['2024-02-29', '2023-02-29', '2024-3-1', ' 2024-03-01 '])).toEqual([
      '2024-02-29',
      null,
      null,
      '2024-03-01',
    ]);
  });

  it.each([
    ['12/1/10 8:26'],
    ['10-1-12'],
    ['10-1-12 08:26'],
    ['2024-3-1 10:00:00'],
    ['1.3.2024 10:00'],
    ['2024/03/01 10:00:00'],
    ['20240301T100000'],
    ['2024-03-01T8:26'],
    ['2024-03-01T 8:26:00'],
    ['2024-03-01T24:00:00'],
    ['2024-03-01T23:59:60'],
    ['2024-02-30T10:00:00'],
    ['2024-13-01T10:00:00'],
    ['infinity'],
    ['epoch'],
    ['now'],
    ['today'],
    ['2024-03-01 10:00:00 UTC'],
    ['2024-03-01 10:00:00 (BC)'],
    ['2024-03-01T10:00:00+16:00'],
    ['2024-03-01T10:00:00+2'],
    ['2024-W09-5T10:00'],
    ['2024-061'],
    ['10:00'],
    ['1709287200'],
    ["2024-03-01T10:00:00'"],
    ['2024-03-01T-1:00:00'],
    ['2024-03-01T10:05:1Z'],
    ['٢٠٢٤-03-01T10:00:00'],
    ['2024-03-01T10:00:00+02:00+02:00'],
    ['March 1, 2024 10:00:00'],
    [''],
  ])('is not %s', async (text) => {
    for (const reading of [isoLocalSql, isoZonedSql, isoMomentSql, isoOffsetSql, isoInstantSql])
      expect(await readAs(reading, [text])).toEqual([null]);
  });
});
