import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { plainSql as plainNear } from '../../src/engine/local/notation-sql.ts';
import { plainSql as plainFar } from '../../src/engine/spark/notation-sql.ts';
import { lettersOf } from '../../src/formats/encodings.ts';
import type { Notation } from '../../src/formats/notation.ts';
import { openSession, unwrap } from './cluster.ts';
import { leftBy } from './left-by.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-spark-reading-'));
  const draw = randomFrom(5).fork('rows');
  const one = <Value>(of: readonly Value[]): Value => of[draw.bits() % of.length];
  const high = (encoding: 'windows-1250' | 'windows-1252' | 'iso-8859-15') =>
    Buffer.from(Array.from({ length: 128 }, (_, at) => 128 + at).filter((_, at) => lettersOf(encoding)[at] !== ''));
  for (const encoding of ['windows-1250', 'windows-1252', 'iso-8859-15'] as const) {
    const letters = high(encoding);
    const rows = Array.from({ length: 900 }, (_, i) => {
      const id = Buffer.concat([Buffer.from(`p${i % 90}`), letters.subarray(i % 90, (i % 90) + 1)]);
      const what = Buffer.concat([letters.subarray(i % 3, (i % 3) + 2), Buffer.from(' "" ;')]);
      const time = `${1 + (i % 28)}.${1 + (i % 3)}.2024 ${i % 24}:0${i % 10}`;
      return Buffer.concat([id, Buffer.from(`;${time};"`), what, Buffer.from('"\n')]);
    });
    const name = letters.subarray(90, 92);
    writeFileSync(join(folder, `${encoding}.csv`), Buffer.concat([Buffer.from('kdo;cas;'), name, Buffer.from('\n'), ...rows]));
  }
  const numbers = Array.from({ length: 1200 }, (_, i) => {
    const cells = [3, 7, 11, 13].map(
      (n) =>
        `${one(['', '+'])}${((i * n) % 29) + 1}.${String((i * n * 37) % 1000).padStart(3, '0')},${(i * n) % 100}${one(['', ' kWh', ' KWH'])}`,
    );
    return `s${i};${1 + (i % 28)}.${1 + (i % 12)}.2024;${i % 24}:30;${cells.join(';')}\n`;
  });
  writeFileSync(join(folder, 'meters.csv'), `id;day;hour;t1;t2;t3;t4\n${numbers.join('')}`);
  const log = Array.from({ length: 3000 }, (_, i) => {
    const time = new Date(Date.UTC(2024, 2, 1 + (i % 20), (i * 7) % 24)).toISOString().slice(0, 19);
    return `m${i % 120},${time},${one(['a', 'b', 'C ', ''])},${(i * 31) % 400}.${i % 10}${i % 7},${i % 5 === 0 ? '' : i % 9}\n`;
  });
  writeFileSync(join(folder, 'log.csv'), `who,time,code,kwh,n\n${log.join('')}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const events = (input: string) => ({ family: 'events', input: join(folder, input), k: 3 });
const meters = () => ({ family: 'series', method: 'naive', input: join(folder, 'meters.csv'), subject: 'id', k: 4, p: 2 });

/** Both releases, which must be the same, and not be refused. */
async function expectSame(settings: Record<string, unknown>): Promise<void> {
  const near = await leftBy(folder, settings);
  expect(
    Object.keys(near).filter((name) => /csv$|parquet$/.test(name)),
    JSON.stringify(near).slice(0, 500),
  ).not.toEqual([]);
  const { 'internal/evidence.csv': _, ...owed } = near; // rows of a log in CSV or of a query have no numbers there
  expect(await leftBy(folder, settings, {})).toEqual(settings.family === 'events' ? owed : near);
}

describe('a file that is not written plainly is read as on one machine', () => {
  it.each(['windows-1250', 'windows-1252', 'iso-8859-15'] as const)('a log in %s, with times of its own', async (encoding) => {
    const event = nameIn(encoding);
    await expectSame({ ...events(`${encoding}.csv`), subject: 'kdo', time: 'cas', event, encoding, timeFormat: 'd.M.yyyy H:mm' });
  });

  it('curves with decimal commas, points between thousands and units', async () => {
    await expectSame({ ...meters(), series: 't1..t4', drop: ['day', 'hour'], decimal: ',', thousands: '.', unit: 'kWh' });
  });

  it('records with a time that is joined of two columns', async () => {
    const quasi = ['moment:hour', 't1:number'];
    const notations = {
      join: { moment: ['day', 'hour'] },
      timeFormat: { moment: 'd.M.yyyy H:mm' },
      decimal: ',',
      thousands: '.',
      unit: ['kWh'],
    };
    await expectSame({
      ...meters(),
      family: 'table',
      method: 'hierarchy',
      p: undefined,
      quasi,
      drop: ['t2', 't3', 't4'],
      ...notations,
    });
  });

  it('a log with a time that is joined of two columns', async () => {
    const roles = { subject: 'id', time: 'moment', event: 't1', quasi: ['weekday'], flatten: ['none'] };
    await expectSame({
      ...events('meters.csv'),
      ...roles,
      k: 2,
      join: { moment: ['day', 'hour'] },
      timeFormat: 'd.M.yyyy H:mm',
    });
  });

  it('and refused as there: a byte without a letter, a cell that does not fit', async () => {
    writeFileSync(
      join(folder, 'broken.csv'),
      Buffer.concat([
        Buffer.from('who;time;what\na;2024-01-01T00:00:00;x\nb'),
        Buffer.from([0x81]),
        Buffer.from(';2024-01-01T00:00:00;y\n'),
      ]),
    );
    writeFileSync(join(folder, 'unfit.csv'), 'who;time;what\na;1.2.2024 7:00;x\nb;2024-01-01T00:00:00;y\nc;30.2.2024 7:00;y\n');
    const roles = { subject: 'who', time: 'time', event: 'what' };
    for (const [name, setting] of [
      ['broken.csv', { encoding: 'windows-1252' }],
      ['unfit.csv', { timeFormat: 'd.M.yyyy H:mm' }],
    ] as const) {
      const settings = { ...events(name), ...roles, ...setting };
      const near = await leftBy(folder, settings);
      expect(Object.keys(await leftBy(folder, settings, {}))).toEqual(Object.keys(near));
      expect(Object.keys(near)).toEqual([name === 'unfit.csv' ? 'input/unfit-cells' : 'input/broken-encoding']);
    }
  });
});

describe('a cell that is not written plainly', () => {
  const number = { kind: 'number', decimal: ',', thousands: undefined, units: [] } as const;
  const notations: readonly Notation[] = [
    number,
    { ...number, thousands: '.' },
    { ...number, decimal: '.', thousands: ' ', units: ['€', 'kWh', 'a.b'] },
    { ...number, decimal: '.', thousands: "'" },
    ...[
      'd.M.yyyy',
      'dd.MM.yyyy HH:mm:ss',
      'M/d/yy(1970) h:mm a',
      'yyyyMMddHHmm',
      'd MMM yyyy',
      "yyyy-MM-dd'T'HH:mm:ss.SX",
      'MM.yyyy',
    ].map((format) => ({ kind: 'time', format }) as const),
  ];
  const pieces = [
    ...[
      '0',
      '1',
      '12',
      '29',
      '30',
      '02',
      '2024',
      '2023',
      '70',
      '69',
      '999',
      '1000',
      ',',
      '.',
      ' ',
      '\u00a0',
      '\u202f',
      "'",
      '\u2019',
      '-',
      '+',
      '\u2212',
      'e3',
      'E-2',
    ],
    ...[
      '€',
      'kWh',
      'KWH',
      'a.b',
      'axb',
      '/',
      ':',
      '29.2.2024',
      '30.2.2024',
      '01.12.2023 23:59:59',
      '2/29/72 12:05 am',
      '1/1/69 1:00 P.M.',
      '202402290730',
      '3 Okt. 2024',
    ],
    ...[
      '1 marec 2024',
      '2024-02-29T07:08:09.123456789+0130',
      '2024-02-29T07:08:09.5Z',
      '12.2024',
      '13.2024',
      '\t',
      '\n',
      '1.234.567,8',
      '1.23,4',
      '(1)',
      '5-',
      '٣',
      'x',
    ],
  ];

  it('is the same to both engines, or fits neither', async () => {
    const draw = randomFrom(11).fork('cells');
    const one = () => pieces[draw.bits() % pieces.length];
    const cells = [...pieces, ...Array.from({ length: 1500 }, () => Array.from({ length: 1 + (draw.bits() % 4) }, one).join(''))];
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run('CREATE TABLE cells (n INTEGER, cell VARCHAR)');
    const appender = await connection.createAppender('cells');
    for (const [n, cell] of cells.entries()) {
      appender.appendInteger(n);
      appender.appendVarchar(cell);
      appender.endRow();
    }
    appender.closeSync();
    const session = await openSession();
    try {
      unwrap(
        await session.upload('cells', [
          { name: 'n', type: 'int', values: Int32Array.from(cells.keys()) },
          { name: 'cell', type: 'text', values: cells },
        ]),
      );
      for (const notation of notations) {
        const near = await connection.runAndReadAll(
          `SELECT coalesce(${plainNear('cell', notation)}, 'unfit') FROM cells ORDER BY n`,
        );
        const far = unwrap(
          await session.query(`SELECT coalesce(${plainFar('cell', notation)}, 'unfit') AS plain FROM cells ORDER BY n`),
        );
        const [owed, found] = [near.getColumns()[0], Array.from(far.columns[0].values, String)];
        expect(
          cells.flatMap((cell, n) => (owed[n] === found[n] ? [] : [[cell, owed[n], found[n]]])),
          JSON.stringify(notation),
        ).toEqual([]);
        expect(found.filter((cell) => cell !== 'unfit').length, JSON.stringify(notation)).toBeGreaterThan(0);
      }
    } finally {
      await session.close();
    }
  });
});

describe('a query over the input', () => {
  it.each([
    [
      'a choice of rows and a new code',
      "SELECT who, time, trim(code) || '-' || CAST(n AS VARCHAR) AS code FROM input WHERE n IS NOT NULL AND kwh > 20.5 AND code <> ''",
    ],
    [
      'a join with a query, a union, days and hours',
      `WITH often AS (SELECT who, count(*) AS n FROM input GROUP BY who HAVING count(*) > 5)
      SELECT i.WHO AS who, date_trunc('day', i.time) AS time, coalesce(upper(i.code), 'none') AS code FROM input i JOIN often o ON i.who = o.who WHERE hour(i.time) BETWEEN 3 AND 20
      UNION ALL SELECT DISTINCT who, time, 'kWh ' || left(CAST(kwh AS VARCHAR), 2) AS code FROM input WHERE code LIKE 'a%' OR who IN (SELECT who FROM input WHERE isodow(time) = 7)`,
    ],
  ])('makes the log that it makes on one machine: %s', async (_, sql) => {
    await expectSame({ ...events('log.csv'), subject: 'who', time: 'time', event: 'code', sql });
  });

  it('makes the curves and the records that it makes on one machine', async () => {
    const part = (day: number) => `sum(kwh * 10 + n) FILTER (WHERE day(time) > ${day}) AS t${day}`;
    const sql = `SELECT who AS id, ${[1, 4, 8, 12].map(part).join(', ')} FROM input GROUP BY who`;
    const curves = {
      family: 'series',
      method: 'naive',
      input: join(folder, 'log.csv'),
      subject: 'id',
      k: 3,
      p: 2,
      missing: 'drop',
    };
    await expectSame({ ...curves, series: 't1,t4,t8,t12', sql });
    const records =
      "SELECT who, CASE WHEN n > 4 THEN 'many' ELSE 'few' END AS size, min(kwh) AS least, max(time) AS latest, count(DISTINCT code) AS codes FROM input GROUP BY who, CASE WHEN n > 4 THEN 'many' ELSE 'few' END";
    await expectSame({
      family: 'table',
      method: 'hierarchy',
      input: join(folder, 'log.csv'),
      subject: 'who',
      k: 3,
      quasi: ['size', 'least:number', 'latest:date'],
      drop: ['codes'],
      sql: records,
    });
  });

  it.each([
    ['SELECT who, time, code, avg(kwh) AS kwh FROM input GROUP BY ALL', 'spark/not-done'],
    ['SELECT *, row_number() OVER (ORDER BY time) AS place FROM input', 'spark/not-done'],
    ['SELECT * FROM input LIMIT 5', 'spark/not-done'],
    ['SELECT *, random() AS chance FROM input', 'input/bad-sql'],
    ['SELECT *, uuid() AS id FROM input', 'input/bad-sql'],
    ['SELECT * FROM input TABLESAMPLE 10%', 'input/bad-sql'],
    ["SELECT * FROM read_csv('/etc/passwd')", 'input/bad-sql'],
    ['INSERT INTO input VALUES (1)', 'input/bad-sql'],
    ['SELECT nothing FROM input', 'input/bad-sql'],
    ['SELECT who, time, upper(code) AS code, code || n AS more FROM input', 'input/bad-sql'],
  ])('is refused before it writes, draws, or means something else there: %s', async (sql, code) => {
    const settings = { ...events('log.csv'), subject: 'who', time: 'time', event: 'code', sql };
    expect(Object.keys(await leftBy(folder, settings, {}))).toEqual([code]);
  });
});

describe('a table that somebody writes to while it comes home', () => {
  it('is refused: a view that answers otherwise each time', async () => {
    const session = await openSession();
    const database = `shoal_test_reading_${process.pid}`;
    unwrap(await session.execute(`CREATE DATABASE ${database}`));
    try {
      const rows =
        'SELECT CAST(id AS STRING) AS who, CAST(id * 7 % 11 AS DOUBLE) AS t1, CAST(id * 5 % 13 AS DOUBLE) AS t2 FROM range(0, 900, 1, 3)';
      unwrap(await session.execute(`CREATE TABLE ${database}.still USING parquet AS ${rows}`));
      unwrap(
        await session.execute(
          `CREATE VIEW ${database}.moving AS SELECT who, t1, t2 + floor(rand() * 2) AS t2 FROM ${database}.still`,
        ),
      );
      const settings = (name: string) => ({
        ...meters(),
        input: `spark:${database}.${name}`,
        subject: 'who',
        series: 't1..t2',
        segments: 2,
      });
      expect(Object.keys(await leftBy(folder, settings('moving'), { kernels: 'driver' }))).toEqual(['spark/input-changed']);
      const still = await leftBy(folder, settings('still'), { kernels: 'driver', tuning: { sliceBytes: 9000 } });
      expect(Object.keys(still)).toContain('naive_anonymized.csv');
    } finally {
      await session.execute(`DROP DATABASE ${database} CASCADE`);
      await session.close();
    }
  });
});

const nameIn = (encoding: 'windows-1250' | 'windows-1252' | 'iso-8859-15'): string => {
  const letters = lettersOf(encoding).filter((letter) => letter !== '');
  return letters.slice(90, 92).join('');
};
