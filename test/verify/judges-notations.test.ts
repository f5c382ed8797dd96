import { describe, expect, it } from 'vitest';
import { text } from '../../src/verify/counter.ts';
import { monthWords } from '../../src/verify/month-words.ts';
import { plainOf } from '../../src/verify/written-cells.ts';
import type { Written } from '../../src/verify/written-columns.ts';
import { counted } from './source-of-rows.ts';

/** What each of some cells is in plain form; null where it does not fit. The table has columns that are called as what the SQL itself has names for. */
const plainForms = (cells: readonly string[], written: Written): Promise<readonly unknown[]> =>
  counted(async (counter) => {
    const rows = cells.map((cell, i) => `(${i}, ${text(cell)})`).join(', ');
    const table = `(SELECT *, 1 AS c, 1 AS d, 1 AS e, 1 AS g, 1 AS t FROM (VALUES ${rows}) AS given(i, x))`;
    const found = await counter.ask(`SELECT ${plainOf('x', written)} FROM ${table} ORDER BY i`);
    return found.map(([plain]) => plain);
  });

/** Cells and their plain forms, and cells that do not fit. */
interface Case {
  readonly written: Written;
  readonly plain: Readonly<Record<string, string>>;
  readonly unfit: readonly string[];
}
const judge = async ({ written, plain, unfit }: Case) => {
  const cells = [...Object.keys(plain), ...unfit];
  const found = await plainForms(cells, written);
  expect(Object.fromEntries(cells.map((cell, i) => [cell, found[i]]))).toEqual({
    ...plain,
    ...Object.fromEntries(unfit.map((cell) => [cell, null])),
  });
};

describe('numbers in notations of their own', () => {
  const number = (decimal: string, thousands?: string, units: readonly string[] = []): Written => ({ kind: 'number', decimal, thousands, units }); // biome-ignore format: a line

  it('have a comma, or a point, and no other sign', () =>
    judge({
      written: number(','),
      plain: { '1,5': '1.5', '12': '12', '0,50': '0.50', ',5': '0.5', '-1,5': '-1.5', '+1,5': '1.5', '1,5-': '-1.5', '1,5e3': '1.5e3', '2E-10': '2E-10', ' 7 ': '7', '−3': '-3', '1234567': '1234567' }, // biome-ignore format: a line
      unfit: [
        '- 5',
        '+ 5',
        '',
        'x',
        '1,',
        ',',
        '1,5,5',
        '1.5',
        '1,x',
        'x,1',
        '--1',
        '1 5',
        '1,5e',
        '1,5e1234',
        'e3',
        '-',
        '+',
        '1;5',
      ],
    }));

  it('have their digits in threes, or all together', () =>
    judge({
      written: number(',', '.'),
      plain: { '1.234,5': '1234.5', '1.234.567': '1234567', '12.345': '12345', '123.456,7': '123456.7', '1234,5': '1234.5', '123': '123', ',5': '0.5', '-1.000': '-1000' }, // biome-ignore format: a line
      unfit: ['1.23', '1234.567', '1.2345', '.123', '1..234', '1.234.56', '1,234.5', '1.234,', 'x.123', '1.x23', '12.34.567'],
    }));

  it('may be parted by a blank of any kind, or by an apostrophe', async () => {
    await judge({
      written: number(',', ' '),
      plain: { '1 234,5': '1234.5', '1\u00a0234': '1234', '1\u202f234\u2009567': '1234567' },
      unfit: ['1 23', '1  234'],
    });
    await judge({ written: number('.', "'"), plain: { "1'234.5": '1234.5', '1’234': '1234' }, unfit: ["1'23", '1,234'] });
  });

  it('may have a unit before or behind them, and only one of those named', () =>
    judge({
      written: number('.', undefined, ['kWh', '€', '%', '$ (US)']),
      plain: { '5 kWh': '5', '5KWH': '5', '€ 5': '5', '€5.5': '5.5', '-€ 5': '-5', '- € 5': '-5', '+€5': '5', '5%': '5', '$ (US) 7': '7', '7 $ (US)': '7', '5': '5', '€ 5 %': '5' }, // biome-ignore format: a line
      unfit: ['5 W', 'kW 5', '5 kWh x', '$ 7', '5 € €', 'kWh', '5 k.h'],
    }));
});

describe('times in notations of their own', () => {
  const time = (format: string): Written => ({ kind: 'time', format });

  it('are of the calendar, day by day', async () => {
    await judge({
      written: time('dd.MM.yyyy'),
      plain: { '01.02.2024': '2024-02-01', '29.02.2024': '2024-02-29', ' 31.12.1999 ': '1999-12-31' },
      unfit: ['', '1.2.2024', '29.02.2023', '00.01.2024', '01.13.2024', '01.00.2024', '32.01.2024', '01.02.24', '01-02-2024', '01.02.2024 x', 'x01.02.2024'], // biome-ignore format: a line
    });
    await judge({ written: time('d.M.yyyy'), plain: { '1.2.2024': '2024-02-01', '01.12.2024': '2024-12-01' }, unfit: ['001.2.2024', '1.2.024', '1x2.2024'] }); // biome-ignore format: a line
    await judge({ written: time('MM/yyyy'), plain: { '02/2024': '2024-02' }, unfit: ['2/2024', '13/2024'] });
    await judge({ written: time('yyyy'), plain: { '2024': '2024-01' }, unfit: ['24'] });
  });

  it('may have years of two digits, within a hundred of them', () =>
    judge({
      written: time('dd.MM.yy(1950)'),
      plain: { '01.02.50': '1950-02-01', '01.02.99': '1999-02-01', '01.02.00': '2000-02-01', '01.02.49': '2049-02-01' },
      unfit: ['01.02.1950', '01.02.5'],
    }));

  it('may have such years from the middle of a hundred on', () =>
    judge({ written: time('yy(1985)'), plain: { '85': '1985-01', '84': '2084-01', '00': '2000-01' }, unfit: ['x'] }));

  it('may have months by their names, whole or cut, in any case', async () => {
    await judge({
      written: time('d MMM yyyy'),
      plain: {
        '1 Jan 2024': '2024-01-01',
        '2 FEBRUARY 2024': '2024-02-02',
        '3 mär. 2024': '2024-03-03',
        '4 Dez 2024': '2024-12-04',
      },
      unfit: ['1 Foo 2024', '1 1 2024', '1  2024'],
    });
    const words = monthWords.flatMap((all, month) => all.split(' ').map((word) => [word, month + 1] as const));
    const found = await plainForms(words.map(([word]) => `${word} 2024`), time('MMM yyyy')); // biome-ignore format: a line
    expect(found).toEqual(words.map(([, month]) => `2024-${String(month).padStart(2, '0')}`));
  });

  it('may have a clock, with seconds and parts of them, of 24 hours', async () => {
    await judge({
      written: time('yyyy-MM-dd HH:mm'),
      plain: { '2024-02-01 00:00': '2024-02-01T00:00', '2024-02-01 23:59': '2024-02-01T23:59' },
      unfit: ['2024-02-01 24:00', '2024-02-01 23:60', '2024-02-01 7:00', '2024-02-01'],
    });
    await judge({
      written: time('yyyy-MM-dd HH:mm:ss'),
      plain: { '2024-02-01 07:08:09': '2024-02-01T07:08:09', '2024-02-01 00:00:59': '2024-02-01T00:00:59' },
      unfit: ['2024-02-01 07:08:60', '2024-02-01 07:60:00', '2024-02-01 24:00:00', '2024-02-01 07:08'],
    });
    await judge({
      written: time('yyyyMMddHHmmss.S'),
      plain: { '20240201070809.5': '2024-02-01T07:08:09.5', '20240201070809.123456789': '2024-02-01T07:08:09.123456789' },
      unfit: ['20240201070809', '20240201070809.'],
    });
    await judge({ written: time('H:mm d.M.yyyy'), plain: { '7:05 1.2.2024': '2024-02-01T07:05', '17:05 1.2.2024': '2024-02-01T17:05' }, unfit: ['25:05 1.2.2024'] }); // biome-ignore format: a line
  });

  it('may have a clock of twelve hours', () =>
    judge({
      written: time('M/d/yyyy h:mm a'),
      plain: { '2/1/2024 12:00 AM': '2024-02-01T00:00', '2/1/2024 12:30 pm': '2024-02-01T12:30', '2/1/2024 1:05 p.m.': '2024-02-01T13:05', '2/1/2024 11:59 a.m.': '2024-02-01T11:59' }, // biome-ignore format: a line
      unfit: ['2/1/2024 0:00 AM', '2/1/2024 13:00 PM', '2/1/2024 1:05', '2/1/2024 1:60 PM', '2/1/2024 1:05 xm'],
    }));

  it('may have two digits of each, and an offset', async () => {
    await judge({
      written: time('dd/MM/yyyy hh:mm a'),
      plain: { '01/02/2024 01:05 PM': '2024-02-01T13:05' },
      unfit: ['01/02/2024 1:05 PM'],
    });
    await judge({
      written: time("yyyy-MM-dd'T'HH:mm:ssX"),
      plain: { '2024-02-01T07:08:09Z': '2024-02-01T07:08:09Z', '2024-02-01T07:08:09+02:00': '2024-02-01T07:08:09+02:00', '2024-02-01T07:08:09-0230': '2024-02-01T07:08:09-0230' }, // biome-ignore format: a line
      unfit: ['2024-02-01T07:08:09', '2024-02-01 07:08:09Z', '2024-02-01T07:08:09+2'],
    });
  });

  it('may have signs of any kind between, as they are', async () => {
    await judge({
      written: time("d'(of)'M[yyyy]"),
      plain: { '1(of)2[2024]': '2024-02-01' },
      unfit: ['1of2[2024]', '1(of)22024'],
    });
    await judge({ written: time("'T'yyyy"), plain: { T2024: '2024-01' }, unfit: ["'T'2024", '2024'] });
  });
});
