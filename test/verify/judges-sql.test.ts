import { describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import { languages } from '../../src/base/languages.ts';
import { labelWords } from '../../src/release/label-words.ts';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { calendarColumn } from '../../src/verify/events/event-calendar.ts';
import { wallClockOf } from '../../src/verify/events/event-time.ts';
import { countCheck, meanCheck, quasiChecks } from '../../src/verify/label-checks.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { counted } from './source-of-rows.ts';

/** What a question answers of each of some texts, called `c`. */
const eachOf = (
  counter: Counter,
  texts: readonly string[],
  sql: string,
  derived: readonly string[] = [],
): Promise<readonly unknown[]> =>
  counter
    .ask(
      `SELECT ${sql} FROM (SELECT ${['*', ...derived].join(', ')} FROM (VALUES ${texts.map((one, i) => `(${i}, ${text(one)})`).join(', ')}) AS all_(i, c)) ORDER BY i`,
    )
    .then((rows) => rows.map(([answer]) => answer));

describe('the calendar of the verifier', () => {
  const calendar = { periods: { night: 22, morning: 6, daytime: 8, afternoon: 17 }, hourBlock: 5 };
  const times = Array.from({ length: 420 }, (_, i) => new Date(Date.UTC(2019, 11, 20) + i * 23 * 3_600_000));
  const isoWeek = (time: Date): readonly [year: number, week: number] => {
    const thursday = new Date(time.getTime() + (3 - ((time.getUTCDay() + 6) % 7)) * 86_400_000);
    const year = thursday.getUTCFullYear();
    return [year, Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) + 1];
  };
  const two = (value: number) => String(value).padStart(2, '0');
  const weekday = (time: Date) => (time.getUTCDay() + 6) % 7;
  const cellsOf: Readonly<Record<string, (time: Date) => string>> = {
    year: (time) => String(time.getUTCFullYear()),
    iso_year: (time) => String(isoWeek(time)[0]),
    month: (time) => String(time.getUTCMonth() + 1),
    day: (time) => String(time.getUTCDate()),
    hour: (time) => String(time.getUTCHours()),
    quantized_hour: (time) => String(5 * Math.floor(time.getUTCHours() / 5)),
    week_number: (time) => String(isoWeek(time)[1]),
    iso_year_week: (time) => `${isoWeek(time)[0]}-W${two(isoWeek(time)[1])}`,
    weekday: (time) => String(weekday(time)),
    workday_weekend: (time) => (weekday(time) > 4 ? 'weekend' : 'workday'),
    time_period: (time) => {
      const hour = time.getUTCHours();
      return hour >= 22 || hour < 6 ? 'night' : hour < 8 ? 'morning' : hour < 17 ? 'daytime' : 'afternoon';
    },
  };
  const stamps = (cells: readonly string[]) =>
    `(VALUES ${times.map((time, i) => `(${i}, TIMESTAMP '${time.toISOString().slice(0, 19).replace('T', ' ')}', ${text(cells[i])})`).join(', ')}) AS all_(i, t, c)`;

  it.each(Object.entries(cellsOf))('tells of %s what it is, and refuses what it is not', async (name, cellOf) => {
    const column = calendarColumn(name, calendar);
    const own = times.map(cellOf);
    const others = own.map((_, i) => own[(i + 1) % own.length]);
    await counted(async (counter) => {
      const ask = (cells: readonly string[], sql = '') =>
        counter.ask(`SELECT ${sql} FROM ${stamps(cells)} ORDER BY i`).then((rows) => rows.map(([answer]) => answer));
      expect(await ask(own, column?.truth('c', 't'))).toEqual(own.map(() => true));
      expect(await ask(others, column?.truth('c', 't'))).toEqual(own.map((cell, i) => cell === others[i]));
      expect(await ask(own, column?.finest('c'))).toEqual(own.map(() => true));
      expect(await ask(own, column?.coarser('c'))).toEqual(own.map(() => false));
    });
  });

  it('knows the coarser cells of weeks and days, and of what they are true', async () => {
    const within = (cell: string, week: number) => {
      const [from, to] = cell
        .split('-')
        .slice(-2)
        .map((part) => Number(part.replace('W', '')));
      return week >= from && week <= to;
    };
    const holds: readonly (readonly [name: string, cell: string, isTrue: (time: Date) => boolean])[] = [
      ...['1-4', '5-8', '45-48', '49-53', '1-13', '14-26', '40-53'].flatMap((cell) => [
        ['week_number', cell, (time: Date) => within(cell, isoWeek(time)[1])] as const,
        ['iso_year_week', `2020-W${cell}`, (time: Date) => isoWeek(time)[0] === 2020 && within(cell, isoWeek(time)[1])] as const,
      ]),
      ['weekday', 'workday', (time) => weekday(time) < 5],
      ['weekday', 'weekend', (time) => weekday(time) > 4],
      ['time_period', 'day', (time) => time.getUTCHours() >= 6 && time.getUTCHours() < 22],
    ];
    await counted(async (counter) => {
      for (const [name, cell, isTrue] of holds) {
        const column = calendarColumn(name, calendar);
        const [[coarser, finest]] = await counter.ask(`SELECT ${column?.coarser(text(cell))}, ${column?.finest(text(cell))}`);
        expect([coarser, finest], `${name} ${cell}`).toEqual([true, false]);
        const told = await counter.ask(`SELECT ${column?.truth('c', 't')} FROM ${stamps(times.map(() => cell))} ORDER BY i`);
        expect(
          told.map(([answer]) => answer),
          `${name} ${cell}`,
        ).toEqual(times.map(isTrue));
      }
    });
  });

  it.each([
    ['year', ['2020', '-44', '0'], ['20 20', '', '2020.0', 'x']],
    ['month', ['1', '12'], ['0', '13', '01', '']],
    ['day', ['1', '31'], ['0', '32']],
    ['hour', ['0', '23'], ['24', '-1']],
    ['quantized_hour', ['0', '5', '20'], ['1', '25', '23']],
    ['week_number', ['1', '53'], ['0', '54', '1-4', '01']],
    ['iso_year_week', ['2020-W01', '2020-W53', '-1-W10'], ['2020-W00', '2020-W54', '2020-W1', '2020W01', '2020-W1-4']],
    ['weekday', ['0', '6'], ['7', 'workday']],
    ['workday_weekend', ['workday', 'weekend'], ['day', '0']],
    ['time_period', ['night', 'morning', 'daytime', 'afternoon'], ['day', 'evening']],
  ])('takes cells of %s in their finest form for such', async (name, fine, others) => {
    const column = calendarColumn(name, calendar);
    await counted(async (counter) => {
      expect(await eachOf(counter, [...fine, ...others], column?.finest('c') ?? '')).toEqual([
        ...fine.map(() => true),
        ...others.map(() => false),
      ]);
      const blocks = [
        '1-4',
        '4-8',
        '2-5',
        '49-52',
        '49-53',
        '1-13',
        '13-26',
        '40-52',
        '40-53',
        'workday',
        'night',
        'not_night',
        'day',
      ];
      const coarse = await eachOf(counter, blocks, column?.coarser('c') ?? '');
      const known: Readonly<Record<string, readonly string[]>> = {
        week_number: ['1-4', '49-53', '1-13', '40-53'],
        weekday: ['workday'],
        time_period: ['day'],
      };
      expect(blocks.filter((_, i) => coarse[i] === true)).toEqual(known[name] ?? []);
    });
  });

  it('has another word for what is not night where a part is called day, and none where there are two parts', async () => {
    const coarser = (periods: Readonly<Record<string, number>>, cell: string) =>
      counted((counter) => eachOf(counter, [cell], calendarColumn('time_period', { periods, hourBlock: 1 })?.coarser('c') ?? ''));
    expect(await coarser({ night: 22, day: 6, noon: 12 }, 'not_night')).toEqual([true]);
    expect(await coarser({ night: 22, day: 6, noon: 12 }, 'day')).toEqual([false]);
    expect(await coarser({ night: 22, light: 6 }, 'day')).toEqual([false]);
    expect(await coarser({ early: 0, noon: 12, late: 18 }, 'day')).toEqual([false]);
    expect(calendarColumn('town', calendar)).toBeUndefined();
    const parts = calendarColumn('time_period', { periods: { early: 0, noon: 12, late: 18 }, hourBlock: 1 });
    const noon = "TIMESTAMP '2024-03-01 13:00:00'";
    expect(await counted((counter) => eachOf(counter, ['noon', 'day', 'not_night'], parts?.truth('c', noon) ?? ''))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the clock of the verifier', () => {
  const told = (cells: readonly string[], zone?: string, days = false) =>
    counted((counter) =>
      eachOf(counter, cells, `CAST(${wallClockOf({ sql: 'c', type: 'VARCHAR' }, zone, days)} AS VARCHAR)`, ['1 AS piece']),
    );

  it('reads ISO 8601 piece by piece, by its own clock where no zone is given', async () => {
    const cells: readonly (readonly [cell: string, clock: string | null])[] = [
      ['2024-03-01T05:06:07', '2024-03-01 05:06:07'],
      [' 2024-03-01 05:06 ', '2024-03-01 05:06:00'],
      ['2024-03-01T05:06:07.5', '2024-03-01 05:06:07.5'],
      ['2024-03-01T05:06:07.1234567', '2024-03-01 05:06:07.123456'],
      ['2024-03-01T05:06:07Z', '2024-03-01 05:06:07'],
      ['2024-03-01T05:06:07 +02:00', '2024-03-01 05:06:07'],
      ['2024-03-01T05:06:07+0230', '2024-03-01 05:06:07'],
      ['2024-03-01T25:06:07', null],
      ['2024-02-30T05:06:07', null],
      ['2024-03-01', null],
      ['2024-03-01T05', null],
      ['2024-03-01T05:06:60', null],
      ['2024-03-01T05:06:07+16:00', null],
      ['yesterday', null],
      ['', null],
    ];
    expect(await told(cells.map(([cell]) => cell))).toEqual(cells.map(([, clock]) => clock));
  });

  it('tells an instant in the zone that is given, and a text without an offset as it is', async () => {
    const cells = [
      '2024-03-01T05:06:07Z',
      '2024-07-01T05:06:07z',
      '2024-03-01T05:06:07+02',
      '2024-03-01T05:06:07.25-0230',
      '2024-03-01T05:06:07',
      '2024-02-30T05:06:07Z',
    ];
    expect(await told(cells, 'Europe/Ljubljana')).toEqual([
      '2024-03-01 06:06:07',
      '2024-07-01 07:06:07',
      '2024-03-01 04:06:07',
      '2024-03-01 08:36:07.25',
      '2024-03-01 05:06:07',
      null,
    ]);
  });

  it('takes a date alone for its midnight where days are meant', async () => {
    expect(await told([' 2024-03-01 ', '2024-03-01T05:06', '2024-02-30', '2024-3-1'], undefined, true)).toEqual([
      '2024-03-01 00:00:00',
      '2024-03-01 05:06:00',
      null,
      null,
    ]);
    const date = (sql: string, days: boolean, type = 'DATE') =>
      counted((counter) => eachOf(counter, ['x'], `CAST(${wallClockOf({ sql, type }, undefined, days)} AS VARCHAR)`));
    expect(await date("DATE '2024-03-01'", true)).toEqual(['2024-03-01 00:00:00']);
    expect(await date("DATE '2024-03-01'", false)).toEqual([null]);
    expect(await date("CAST('infinity' AS DATE)", true)).toEqual([null]);
    expect(await date("TIMESTAMP '2024-03-01 05:06:07'", true, 'TIMESTAMP')).toEqual(['2024-03-01 05:06:07']);
    expect(await date("CAST('infinity' AS TIMESTAMP)", false, 'TIMESTAMP')).toEqual([null]);
    expect(await date("TIMESTAMPTZ '2024-03-01 05:06:07+02'", false, 'TIMESTAMP WITH TIME ZONE')).toEqual([
      '2024-03-01 03:06:07',
    ]);
    expect(await date("TIMESTAMP_S '2024-03-01 05:06:07'", false, 'TIMESTAMP_S')).toEqual(['2024-03-01 05:06:07']);
    const zoned = wallClockOf(
      { sql: "TIMESTAMPTZ '2024-03-01 05:06:07+02'", type: 'TIMESTAMP WITH TIME ZONE' },
      'Europe/Ljubljana',
    );
    expect(await counted((counter) => eachOf(counter, ['x'], `CAST(${zoned} AS VARCHAR)`))).toEqual(['2024-03-01 04:06:07']);
    const alone = wallClockOf({ sql: 'c', type: 'VARCHAR' }, undefined);
    expect(await counted((counter) => eachOf(counter, ['2024-03-01'], `CAST(${alone} AS VARCHAR)`))).toEqual([null]);
    expect(await date('7', true, 'INTEGER')).toEqual([null]);
  });
});

describe('labels of quasi-identifiers', () => {
  const column = (declared: object): SourceColumn =>
    ({ declared: { name: 'c', role: 'quasi', ...declared } as ManifestColumn, sql: 'c', type: 'text' }) as SourceColumn;
  const faults = (declared: object, cells: readonly string[], language: (typeof languages)[number] = 'en') => {
    const checks = quasiChecks([column(declared)], language);
    expect(checks).toHaveLength(1);
    return counted((counter) => eachOf(counter, cells, checks[0].fault, checks[0].derived));
  };
  const two = (hour: number) => String(hour).padStart(2, '0');

  it.each([...languages])('of hours have one word for each range, in %s', async (language) => {
    const { periods, hours, overnight, allDay } = labelWords[language];
    const wordOf = (from: number, to: number): string | undefined => {
      if (from === 0 && to === 24) return allDay;
      if (from < 24 && from < to && to <= 24) return from % 6 === 0 && to - from === 6 ? periods[from / 6] : hours;
      return from < 24 && to >= 1 && to < from ? overnight : undefined;
    };
    const words = [...new Set([...periods, hours, overnight, allDay])];
    const all = words.flatMap((word) =>
      Array.from({ length: 26 * 26 }, (_, i) => [Math.floor(i / 26), i % 26] as const).map(([from, to]) => ({ word, from, to })),
    );
    const found = await faults(
      { kind: 'period' },
      all.map(({ word, from, to }) => `${word}(${two(from)}-${two(to)})`),
      language,
    );
    expect(all.filter((_, i) => found[i] === null)).toEqual(all.filter(({ word, from, to }) => word === wordOf(from, to)));
    expect(await faults({ kind: 'period' }, ['', `${hours}(07-08) `, `${hours}(7-8)`], language)).toEqual([
      'empty-cell',
      'malformed-period',
      'malformed-period',
    ]);
  });

  it('of regions are in words, of codes whatever they are, and of sets sorted and each once', async () => {
    const { region, allRegions } = labelWords.en;
    const named = `${region[0]}G5${region[1]}`;
    expect(await faults({ kind: 'prefix' }, [named, allRegions, '', 'G5', `${region[0]}${region[1]}`, `${named}x`])).toEqual([
      null,
      null,
      'empty-cell',
      'malformed-prefix',
      'malformed-prefix',
      'malformed-prefix',
    ]);
    expect(await faults({ kind: 'code' }, ['G5*', '', '}'])).toEqual([null, 'empty-cell', null]);
    expect(
      await faults({ kind: 'label' }, ['a', '{a|b}', '', '{b|a}', '{a|a}', '{a|b', '{a}', 'a|b', '{a||b}', '{a|b}c', '{a\nb|c}']),
    ).toEqual([
      null,
      null,
      'empty-cell',
      'malformed-set',
      'malformed-set',
      'malformed-set',
      null,
      null,
      'malformed-set',
      'malformed-set',
      null,
    ]);
  });

  it('of numbers are intervals, open where they are not told apart', async () => {
    const coded = { kind: 'interval', decimals: 0, top: 20 };
    const found = await faults(coded, ['[1-2]', '>= 20', '[2-1]', 'x']);
    expect(found.map((fault) => fault === null)).toEqual([true, true, false, false]);
    const plain = await faults({ kind: 'interval', decimals: 0 }, ['[1-2]', '>= 20', '*']);
    expect(plain.map((fault) => fault === null)).toEqual([true, false, false]);
  });

  it('of parts of the week are bins with a name', async () => {
    expect(await faults({ kind: 'weekday' }, ['Mon', 'Moon', '', 'Sun-Mon'])).toEqual([
      null,
      'malformed-period',
      'empty-cell',
      'malformed-period',
    ]);
    expect(await faults({ kind: 'month' }, ['2024-03', '2024-Q1', '', '2024-13'])).toEqual([
      null,
      null,
      'empty-cell',
      'malformed-period',
    ]);
  });

  it('of means are numbers on their grid, or blank', async () => {
    const declared = { name: 'c', role: 'mean', kind: 'number', decimals: 2 } as ManifestColumn;
    const asText = meanCheck({ declared, sql: 'c', type: 'text' });
    const asDouble = meanCheck({ declared, sql: 'd', type: 'double' });
    await counted(async (counter) => {
      const read = (cells: readonly string[], { fault, derived }: typeof asText, more: readonly string[] = []) =>
        eachOf(counter, cells, `(${fault}) IS NULL`, [...more, ...derived]);
      expect(await read(['1.25', '', '-0.50', '1.2', 'x'], asText)).toEqual([true, true, true, false, false]);
      const double = ["CASE c WHEN '' THEN NULL ELSE CAST(c AS DOUBLE) END AS d"];
      expect(await read(['1.25', '', '-0.5', '0', '-0'], asDouble, double)).toEqual([true, true, true, true, false]);
    });
  });

  it('of counts are whole numbers from one on', async () => {
    const check = countCheck(column({ kind: 'integer' }));
    expect(
      await counted((counter) =>
        eachOf(counter, ['1', '999999999999999', '', '0', '01', '1000000000000000', '-1', '1.0'], check.fault),
      ),
    ).toEqual([null, null, 'empty-cell', ...Array.from({ length: 5 }, () => 'malformed-count')]);
  });
});
