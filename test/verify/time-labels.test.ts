import { expect, it } from 'vitest';
import { labelWords } from '../../src/release/label-words.ts';
import { truthOf } from '../../src/verify/label-truth.ts';
import { type BinKind, isBin } from '../../src/verify/time-labels.ts';
import { lentDuckDB } from './lent-duckdb.ts';

const moment = '2024-02-05T07:03:00'; // a Monday

/** Labels of each kind: true of that moment, false of it, and no labels at all. */
const labels: Readonly<Record<BinKind, readonly [holds: string[], fails: string[], malformed: string[]]>> = {
  time: [
    ['07:00-07:15', '07:00-08:00', '06:00-12:00', '00:00-24:00'],
    ['07:15-07:30', '18:00-24:00'],
    ['07:00-07:30', '07:05-07:20', '7:00-7:15'],
  ],
  hour: [
    ['07:00-08:00', '06:00-09:00', '00:00-24:00'],
    ['08:00-09:00', '00:00-06:00'],
    ['07:00-07:15', '06:00-08:00', '05:00-08:00', '23:00-01:00', '24:00-25:00', ''],
  ],
  weekday: [
    ['Mon', 'Mon-Fri', 'Mon-Sun'],
    ['Tue', 'Sat-Sun'],
    ['Mon-Wed', 'lun', 'mon', '1'],
  ],
  date: [
    ['2024-02-05', '2024-02-05/2024-02-11', '*'],
    ['2024-02-06', '2024-02-12/2024-02-18'],
    ['2024-02-05/2024-02-05', '2024-02-04/2024-02-10', '2024-02-30', '2024-02-05/', '2024-2-5', '2024-02-11/2024-02-05'],
  ],
  week: [
    ['2024-W06', '2024-W03/2024-W06', '*'],
    ['2024-W07', '2020-W53'],
    ['2024-W53', '2024-W00', '2024-W05/2024-W06', '2024-W05/2024-W08', '2024-06'],
  ],
  month: [
    ['2024-02', '2024-Q1', '2024', '*'],
    ['2024-03', '2024-Q2', '2025'],
    ['2024-13', '2024-00', '2024-Q5', '24-02'],
  ],
};

it.each(Object.entries(labels))(
  'labels of the kind %s are told from what is none, and true ones from false ones',
  async (kind, [holds, fails, malformed]) => {
    const bin = kind as BinKind; // a key of the list
    const connection = await (await lentDuckDB()).connect();
    const column = { sql: 'label', declared: { name: 'x', role: 'quasi', kind: bin }, type: 'text' } as const;
    const of = async (texts: readonly string[]) => {
      const rows = texts.map((text) => `('${text}', '${moment}')`).join(', ');
      const read = await connection.runAndReadAll(
        `SELECT ${isBin(bin, 'label', labelWords.en)}, ${truthOf(column, 'value', { language: 'en' })} FROM (VALUES ${rows}) AS t(label, value)`,
      );
      return read.getRows();
    };
    expect(await of(holds)).toEqual(holds.map(() => [true, true]));
    expect(await of(fails)).toEqual(fails.map(() => [true, false]));
    const [soundOnes] = [
      await connection.runAndReadAll(`SELECT ${malformed.map((text) => isBin(bin, `'${text}'`, labelWords.en)).join(', ')}`),
    ];
    expect(soundOnes.getRows()[0]).toEqual(malformed.map(() => false));
    connection.closeSync();
  },
);
