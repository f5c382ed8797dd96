import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { type Inspection, inspect, type Progress } from 'shoal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draws } from '../suite/draws.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal inspect '));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function inspected(name: string, text: string | Uint8Array): Promise<Inspection> {
  const input = join(folder, name);
  writeFileSync(input, text);
  const found = await inspect({ input, threads: 1 });
  if (!found.ok) throw new Error(found.problems[0]?.what);
  return found.value;
}

/** Subjects of each combination of the first columns, counted one by one. */
function byHand(rows: readonly (readonly string[])[], columns: number, subjectAt: number) {
  const groups = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = JSON.stringify(row.slice(0, columns));
    groups.set(key, (groups.get(key) ?? new Set()).add(row[subjectAt]));
  }
  const alone = new Set([...groups.values()].filter((who) => who.size === 1).flatMap((who) => [...who]));
  return { largestK: Math.min(...[...groups.values()].map((who) => who.size)), alone: alone.size };
}

describe('how subjects stand', () => {
  const cell = fc.integer({ min: 0, max: 3 });
  const oneRow = fc.tuple(cell, cell, cell, fc.integer({ min: 1, max: 12 }));

  it('is what counting combinations one by one finds, whether subjects have one row or many', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(oneRow, { minLength: 40, maxLength: 120 }), async (drawn) => {
        const rows = drawn.map(([a, b, c, who]) => [`${20 + a}`, `x${b}`, `y${c}`, `p${who}`]);
        const { standing, shape } = await inspected(
          't.csv',
          ['age,job,city,person_id', ...rows.map((row) => row.join(','))].join('\n'),
        );
        expect(shape.subject).toBe('person_id');
        const subjects = new Set(rows.map((row) => row[3])).size;
        expect(standing?.subjects).toBe(subjects);
        const distinct = (place: number) => new Set(rows.map((row) => row[place])).size;
        fc.pre([0, 1, 2].every((place) => distinct(place) > 1)); // a column of one value is no quasi-identifier
        for (const [place, step] of (standing?.steps ?? []).entries()) {
          const { largestK, alone } = byHand(rows, place + 1, 3);
          expect([step.largestK, step.unique]).toEqual([largestK, alone / subjects]);
        }
        expect(standing?.steps.map(({ column }) => column)).toEqual(['age', 'job', 'city']);
      }),
      { numRuns: draws(8) },
    );
  });
});

/** A log of 5,500 devices, written by DuckDB: to draw so many rows one by one takes ten times as long as to inspect them. */
async function writeLog(path: string, rows: number): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const time = "strftime(TIMESTAMP '2024-01-01' + to_seconds(i * 13 + hash(i) % 13), '%Y-%m-%dT%H:%M:%S')";
  const log = `SELECT ${time} AS "OD_ISO", 'g' || hash(i) % 5500 AS "GUID", 'code ' || hash(i + 7) % 9 AS dogodek FROM range(${rows}) t(i)`;
  await connection.run(`COPY (${log}) TO '${path.replaceAll("'", "''")}' (FORMAT csv, HEADER, DELIMITER ';')`);
  connection.closeSync();
}

describe('a large input', () => {
  it('says what it did not count to the end, counts subjects to the last, and tells how far it is', async () => {
    const input = join(folder, 'log.csv');
    await writeLog(input, 1_000_500);
    const told: Progress[] = [];
    const found = await inspect({ input }, { onProgress: (progress) => void told.push(progress) });
    if (!found.ok) throw new Error(found.problems[0]?.what);
    const { fields, everyNthRow, standing, shape } = found.value;
    expect(everyNthRow).toBe(3);
    expect(shape).toMatchObject({ kind: 'events', subject: 'GUID', time: 'OD_ISO', event: 'dogodek' });
    expect(fields.map(({ counted }) => counted)).toEqual([false, true, true]);
    expect(fields[1].distinct).toBe(5500);
    expect(standing?.subjects).toBe(5500);
    for (const { largestK, orMore } of standing?.steps ?? []) expect(orMore === true ? largestK >= 2 : largestK === 1).toBe(true);
    expect(told.at(-1)).toMatchObject({ phase: 'read', done: 1_000_500, finished: true });
    expect(told.length).toBeGreaterThan(1);
    expect(told.every(({ done, total = done }) => done <= total)).toBe(true);
  });
});

describe('an inspection', () => {
  const days = [
    'ID,H1,H2,H3,H4,mood',
    ...Array.from({ length: 60 }, (_, i) => `${i + 1},${i % 7}.25,${i % 5},${i % 3},${i},${['glad', 'sad'][i % 2]}`),
  ];

  it('counts columns, gaps, distinct values and cells of another kind over all rows', async () => {
    const rows = days.with(5, '5,,4,1,x,').with(9, '9,1,,,4,sad');
    const { rows: count, fields } = await inspected('days.csv', rows.join('\n'));
    expect(count).toBe(60);
    const [id, run, mood] = fields;
    expect(id).toMatchObject({ name: 'ID', kind: 'whole', missing: 0, distinct: 60, counted: true });
    expect(run).toMatchObject({ name: 'H1..H4', columns: ['H1', 'H2', 'H3', 'H4'], missing: 3, odd: 1 });
    expect(mood).toMatchObject({ kind: 'text', missing: 1, distinct: 2 });
    expect(mood.histogram.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2);
  });

  it('is the same from CSV, gzip, NDJSON and standard input', async () => {
    const text = days.join('\n');
    const [header, ...rows] = days.map((row) => row.split(','));
    const objects = rows.map((row) =>
      JSON.stringify(Object.fromEntries(row.map((cell, c) => [header[c], c < 5 ? Number(cell) : cell]))),
    );
    const plain = await inspected('days.csv', text);
    for (const [name, bytes] of [
      ['days.csv.gz', gzipSync(text)],
      ['days.ndjson', objects.join('\n')],
    ] as const) {
      const { shape, roles, standing } = await inspected(name, bytes);
      expect({ shape, roles, standing }).toEqual({ shape: plain.shape, roles: plain.roles, standing: plain.standing });
    }
  });

  it('believes files of series, each row of which is a curve', async () => {
    const ts =
      '@problemName x\n@timeStamps false\n@univariate true\n@classLabel true a b\n@data\n1,2,3,4:a\n2,3,4,5:b\n3,4,5,6:a\n';
    const { shape, roles } = await inspected('x.ts', ts);
    expect(shape).toMatchObject({ kind: 'series', series: 'T1..T4' });
    expect(roles.map(({ role }) => role)).toEqual(['series', 'sensitive']);
  });

  it('holds no value of any cell', async () => {
    const word = fc.stringMatching(/^[a-z]{6,12}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 30, maxLength: 60 }), fc.nat({ max: 1e9 }), async (words, first) => {
        const rows = words.map(
          (text, i) => `${text},zq${i % 3}xv,${(first + 7_654_321 * i).toString()}.5,2031-04-${10 + (i % 9)}`,
        );
        const told = JSON.stringify(await inspected('secret.csv', ['who,group,amount,day', ...rows].join('\n')));
        for (const cell of rows.flatMap((row) => row.split(','))) expect(told).not.toContain(cell);
      }),
      { numRuns: draws(5) },
    );
  });

  it('says that a log is one that the telecare mapping covers, or not', async () => {
    const log = (code: (i: number) => string) =>
      [
        'OD_ISO;GUID;dogodek',
        ...Array.from({ length: 90 }, (_, i) => `2024-03-01T10:00:${10 + (i % 50)};u${i % 9};${code(i)}`),
      ].join('\n');
    expect(
      (
        await inspected(
          'a.csv',
          log((i) => ['FALL_DETECTOR.FALL', 'SMOKE_DETECTOR.SMOKE'][i % 2]),
        )
      ).mapped,
    ).toBe(true);
    expect(
      (
        await inspected(
          'b.csv',
          log((i) => ['LOGIN', 'LOGOUT'][i % 2]),
        )
      ).mapped,
    ).toBe(false);
  });
});
