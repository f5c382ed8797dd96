import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type PolicyInput, plan, run } from 'shoal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Curves, curves, longCsv, longRows, numbers, wideCsv } from './long-tables.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-long-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const written = (name: string, text: string): string => {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
};

const wide = { method: 'naive', subject: 'ID', series: '/^T\\d+$/', seed: 1, queries: 0 } as const;
const long = { method: 'naive', long: 'ID,Hour,kWh', seed: 1, queries: 0 } as const;

/** The released bytes, with the header apart: what instants are called is not how they were grouped. */
async function released(policy: PolicyInput, text: string, name = 'input.csv') {
  const out = join(home, 'out');
  const made = await run({ ...policy, input: written(name, text), out });
  if (!made.ok) throw new Error(made.problems.map(({ code, what }) => `${code}: ${what}`).join('\n'));
  const [file] = readdirSync(out).filter((entry) => entry.includes('anonymized'));
  const [header, ...rows] = readFileSync(join(out, file), 'utf8').split('\n');
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  rmSync(out, { recursive: true });
  return { header, rows: rows.join('\n'), summary: made.value, manifest };
}

/** The problems of a run that must fail and leave nothing behind. */
async function refusals(text: string, policy: PolicyInput = long) {
  const out = join(home, 'out');
  const made = await run({ ...policy, input: written('input.csv', text), out });
  expect(made.ok).toBe(false);
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(home)).toEqual(['input.csv']);
  return made.ok ? [] : made.problems.map(({ code, facts }) => ({ code, facts }));
}

const replaced = (csv: string, row: number, change: (cells: string[]) => string[]): string => {
  const lines = csv.trimEnd().split('\n');
  lines[row] = change(lines[row].split(',')).join(',');
  return `${lines.join('\n')}\n`;
};

describe('a long table', () => {
  it.each(['naive', 'kapra'] as const)('gives the very release of the wide one, by %s', async (method) => {
    const table = curves(60, numbers(8));
    const owed = await released({ ...wide, method }, wideCsv(table));
    const made = await released({ ...long, method }, longCsv(table));
    expect(made.header).toBe(owed.header);
    expect(made.rows).toBe(owed.rows);
    expect(made.summary).toMatchObject({ input: { rows: 480, subjects: 60 }, release: { rows: 60, subjects: 60 } });
    expect(made.manifest).toMatchObject({ unit: 'one series per "ID", checked in the input', dropped: ['ID'] });
  });

  it('keeps attributes that do not change with time, whatever kind they are', async () => {
    const table = curves(60, numbers(8));
    const subjects = table.subjects.map((subject, s) => ({
      ...subject,
      more: [`${20 + (s % 30)}`, s % 2 ? 'west' : '', `note ${s % 5}`, `${s}`],
    }));
    const more = ['Age', 'Town', 'Note', 'Secret'];
    const roles = { quasi: ['Age', 'Town:category'], sensitive: ['Note'], drop: ['Secret'] };
    const owed = await released({ ...wide, ...roles }, wideCsv({ ...table, subjects, more }));
    const made = await released({ ...long, ...roles }, longCsv({ ...table, subjects, more }));
    expect(made.header).toBe(owed.header);
    expect(made.rows).toBe(owed.rows);
    expect(made.manifest.dropped).toEqual(['ID', 'Secret']);
  });

  it('is read from Parquet and NDJSON as from CSV', async () => {
    const table = curves(40, numbers(8));
    const owed = await released(long, longCsv(table));
    const database = await DuckDBInstance.create(':memory:');
    const connection = await database.connect();
    const rows = `SELECT ID, CAST(Hour AS INTEGER) AS Hour, CAST(kWh AS DOUBLE) AS kWh FROM read_csv('${written('a.csv', longCsv(table))}', all_varchar = true)`;
    for (const [name, format] of [
      ['long.parquet', 'parquet'],
      ['long.ndjson', 'json'],
    ]) {
      const input = join(home, name);
      await connection.run(`COPY (${rows}) TO '${input}' (FORMAT ${format})`);
      const made = await run({ ...long, input, out: join(home, name + '-out') });
      expect(made.ok ? [] : made.problems).toEqual([]);
      expect(readFileSync(join(home, name + '-out', 'naive_anonymized.csv'), 'utf8')).toBe(`${owed.header}\n${owed.rows}`);
    }
    connection.closeSync();
    database.closeSync();
  });

  it('may have more instants than are gathered at once', async () => {
    const table = curves(30, numbers(97));
    const gappy = { ...table, subjects: table.subjects.map((s, i) => ({ ...s, values: s.values.with(3 * i, undefined) })) };
    const missing = { missing: 'interpolate' } as const;
    const owed = await released({ ...wide, ...missing }, wideCsv(gappy));
    const made = await released({ ...long, ...missing }, longCsv(gappy));
    expect(made.rows).toBe(owed.rows);
  });

  it('of 130,000 rows is the same release too', async () => {
    const table = curves(16_250, numbers(8));
    const owed = await released(wide, wideCsv(table));
    const made = await released(long, longCsv(table));
    expect(made.rows).toBe(owed.rows);
    expect(made.summary).toMatchObject({ input: { rows: 130_000, subjects: 16_250 }, verdict: { holds: true } });
  });

  it('is planned with its subjects, not its rows', async () => {
    const planned = await plan({ ...long, input: written('long.csv', longCsv(curves(60, numbers(8)))) });
    expect(planned).toMatchObject({ ok: true, value: { input: { rows: 480, subjects: 60 } } });
    const tooMany = await plan({ ...long, k: 61, input: join(home, 'long.csv') });
    expect(tooMany).toMatchObject({ ok: false, problems: [{ code: 'policy/k-too-large', facts: { subjects: 60 } }] });
  });
});

describe('instants', () => {
  const orders: [string, string[], string[]?][] = [
    ['numbers by size', numbers(12)],
    ['numbers that are written in several ways', ['1', '2.0', '3', '4', '05', '6e0', '7', '8', '9', '10'], numbers(10)],
    ['fractions and negatives', ['-0.2', '-0.1', '0.0', '0.1', '0.2', '0.3'], ['-0.2', '-0.1', '0', '0.1', '0.2', '0.3']],
    ['dates by the calendar', ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02']],
    ['months, which differ in length', ['2023-11', '2023-12', '2024-01', '2024-02', '2024-03']],
    ['last days of months', ['2023-11-30', '2023-12-31', '2024-01-31', '2024-02-29', '2024-03-31']],
    [
      'times with a zone by when they are',
      ['2024-03-31T01:00+01:00', '2024-03-31T03:00+02:00', '2024-03-31T02:00Z', '2024-03-31T05:00+02:00'],
    ],
    ['times of day', ['8:15', '8:30', '8:45', '9:00', '9:15', '10:00'].slice(0, 5)],
    ['names that end in a number', Array.from({ length: 12 }, (_, t) => `H${t + 1}`)],
    ['any other text', ['after', 'before', 'during', 'later']],
  ];
  it.each(orders)('are ordered: %s', async (_, instants, names) => {
    const table = curves(20, instants);
    const owed = await released(wide, wideCsv(table));
    const made = await released(long, longCsv(table));
    expect(made.rows).toBe(owed.rows);
    const number = names !== undefined || instants[0] === '1';
    const columns = (names ?? instants).map((name) => (number ? `T${name}` : name));
    expect(made.header).toBe(`GroupID,${columns.join(',')},Pattern,Level`);
  });

  it('get other names where theirs would stand twice', async () => {
    const table = curves(20, ['groupid', 'level', 'x', 'x_min']);
    const made = await released(long, longCsv(table));
    expect(made.header).toBe('GroupID,T1_groupid,T2_level,T3_x,T4_x_min,Pattern,Level');
    const dropped = await released(
      { ...long, drop: 'T2' },
      longCsv({ ...curves(20, numbers(4)), more: ['T2'] }).replace(/^(s.*)$/gm, '$1,a'),
    );
    expect(dropped.header).toBe('GroupID,T1_T1,T2_T2,T3_T3,T4_T4,Pattern,Level');
  });

  it('that are not regular are refused with the usual step', async () => {
    const irregular = (instants: string[]) => refusals(longCsv(curves(20, instants)));
    expect(await irregular(['1', '2', '3', '5', '6'])).toEqual([
      { code: 'input/irregular-instants', facts: { column: 'Hour', differ: 1, steps: 4, usual: '1' } },
    ]);
    expect(await irregular(['2024-01-01 08:00', '2024-01-01 08:15', '2024-01-01 08:30', '2024-01-01 09:30'])).toEqual([
      { code: 'input/irregular-instants', facts: { column: 'Hour', differ: 1, steps: 3, usual: '15 minutes' } },
    ]);
    expect(await irregular(['2024-01', '2024-02', '2024-03', '2024-05', '2024-06'])).toEqual([
      { code: 'input/irregular-instants', facts: { column: 'Hour', differ: 1, steps: 4, usual: '1 month' } },
    ]);
    expect(await irregular(['8:00', '9:00', '10:00', '10:30'])).toMatchObject([{ facts: { differ: 1, usual: '1 hour' } }]);
  });

  it.each([
    ['another way to write dates', '31/12/2024', '01/01/2025', '02/01/2025', '03/01/2025'],
    ['a month in words', '30 Dec 2024', '31 Dec 2024', '1 Jan 2025', '2 Jan 2025'],
    ['a decimal comma', '"1,5"', '"2,0"', '"2,5"', '"3,0"'],
    ['a clock of twelve hours', '10:00 am', '11:00 am', '12:00 pm', '1:00 pm'],
    ['a day that does not exist', '2024-02-30', '2024-02-28', '2024-02-29', '2024-02-27'],
  ])('that look like times but cannot be ordered are refused: %s', async (_, ...instants) => {
    const [found] = await refusals(longCsv(curves(20, instants)));
    expect(found).toMatchObject({ code: 'input/unreadable-time', facts: { column: 'Hour' } });
  });

  it('are refused where some are readable and others not, with the first row', async () => {
    const csv = replaced(longCsv(curves(20, numbers(4))), 7, ([id, , value]) => [id, 'soon', value]);
    expect(await refusals(csv)).toEqual([{ code: 'input/unreadable-time', facts: { column: 'Hour', rows: 1, row: 7 } }]);
    const empty = replaced(longCsv(curves(20, numbers(4))), 5, ([id, , value]) => [id, '', value]);
    expect(await refusals(empty)).toEqual([{ code: 'input/unreadable-time', facts: { column: 'Hour', rows: 1, row: 5 } }]);
  });

  it('of more than ten thousand are refused by their count', async () => {
    const rows = Array.from({ length: 10_001 }, (_, t) => `a,${t},1`);
    expect(await refusals(`ID,Hour,kWh\n${rows.join('\n')}\n`)).toEqual([
      { code: 'input/too-many-instants', facts: { column: 'Hour', instants: 10_001, most: 10_000 } },
    ]);
  });

  it('of fewer than there are segments are refused', async () => {
    expect(await refusals(longCsv(curves(20, numbers(3))))).toMatchObject([{ code: 'policy/too-many-segments' }]);
    expect(await refusals('ID,Hour,kWh\n')).toMatchObject([{ code: 'input/no-rows' }]);
  });
});

describe('gaps', () => {
  const table: Curves = curves(40, numbers(8));
  const holes: readonly (readonly [number, number])[] = [
    [3, 2],
    [3, 7],
    [11, 0],
    [30, 4],
  ];
  const gappy: Curves = {
    ...table,
    subjects: table.subjects.map((subject, s) => ({
      ...subject,
      values: subject.values.map((value, t) => (holes.some(([a, b]) => a === s && b === t) ? undefined : value)),
    })),
  };

  it('are counted and refused', async () => {
    expect(await refusals(longCsv(gappy))).toEqual([
      { code: 'input/empty-cells', facts: { column: 'T1', row: 12, cells: 4, rows: 3 } },
    ]);
  });

  it.each(['drop', 'interpolate'] as const)('are settled as those of a wide table: %s', async (missing) => {
    const owed = await released({ ...wide, missing }, wideCsv(gappy));
    const made = await released({ ...long, missing }, longCsv(gappy));
    expect(made.rows).toBe(owed.rows);
    expect(made.summary.release).toMatchObject(
      missing === 'drop' ? { subjects: 37, suppressedSubjects: 3 } : { subjects: 40, interpolatedCells: 4 },
    );
  });

  it('may also be rows without a value', async () => {
    const owed = await released({ ...long, missing: 'interpolate' }, longCsv(gappy));
    const rows = [...longRows(gappy), ...holes.map(([s, t]) => `${gappy.subjects[s].id},${t + 1},`)];
    const made = await released({ ...long, missing: 'interpolate' }, `ID,Hour,kWh\n${rows.join('\n')}\n`);
    expect(made.rows).toBe(owed.rows);
  });
});

describe('what a long table must not have', () => {
  const csv = longCsv(curves(20, numbers(4)));

  it('two rows for one subject and instant', async () => {
    const lines = csv.trimEnd().split('\n');
    const twice = [...lines, lines[9], lines[9], lines[3]].join('\n');
    expect(await refusals(`${twice}\n`)).toEqual([
      { code: 'input/repeated-instant', facts: { subject: 'ID', time: 'Hour', pairs: 2, rows: 5, row: 81 } },
    ]);
  });

  it('attributes that change with time', async () => {
    const table = curves(20, numbers(4));
    const more = { ...table, more: ['Town'], subjects: table.subjects.map((subject) => ({ ...subject, more: ['Koper'] })) };
    const moved = replaced(longCsv(more), 4, (cells) => cells.with(3, 'Piran'));
    const facts = { column: 'Town', subject: 'ID', varying: 1, subjects: 20 };
    expect(await refusals(moved, { ...long, sensitive: 'Town' })).toEqual([{ code: 'input/varying-attribute', facts }]);
    expect(await refusals(moved, { ...long, quasi: 'Town' })).toEqual([{ code: 'input/varying-attribute', facts }]);
    expect((await released({ ...long, drop: 'Town' }, moved)).summary.verdict.holds).toBe(true);
    const emptied = replaced(longCsv(more), 4, (cells) => cells.with(3, ''));
    expect(await refusals(emptied, { ...long, sensitive: 'Town' })).toEqual([{ code: 'input/varying-attribute', facts }]);
  });

  it('rows of nobody, values that are text or not finite', async () => {
    expect(await refusals(replaced(csv, 6, (cells) => cells.with(0, '')))).toEqual([
      { code: 'input/empty-subject', facts: { column: 'ID', row: 6, rows: 1 } },
    ]);
    expect(await refusals(replaced(csv, 6, (cells) => cells.with(2, 'NaN')))).toEqual([
      { code: 'input/not-finite', facts: { column: 'kWh', row: 6, cells: 1 } },
    ]);
    expect(await refusals(replaced(csv, 6, (cells) => cells.with(2, 'much')))).toMatchObject([
      { code: 'input/not-a-number', facts: { column: 'kWh', count: 1 } },
    ]);
  });

  it('columns without a role, or with two', async () => {
    const more = csv.replace('kWh', 'kWh,Name').replace(/^(s.*)$/gm, '$1,x');
    expect(await refusals(more)).toMatchObject([{ code: 'policy/column-without-role', facts: { columns: ['Name'] } }]);
    expect(await refusals(csv, { ...long, sensitive: 'kWh' })).toMatchObject([{ code: 'policy/two-roles' }]);
    expect(await refusals(csv, { ...long, long: 'ID,Hour,Hour' })).toMatchObject([{ code: 'policy/two-roles' }]);
    expect(await refusals(csv, { ...long, long: 'ID,Time,kWh' })).toMatchObject([{ code: 'input/missing-column' }]);
  });

  it('a second answer to who its subject or series is', async () => {
    expect(await refusals(csv, { ...long, subject: 'ID' })).toMatchObject([
      { code: 'policy/long-and-wide', facts: { key: 'subject' } },
    ]);
    expect(await refusals(csv, { ...long, series: 'kWh' })).toMatchObject([
      { code: 'policy/long-and-wide', facts: { key: 'series' } },
    ]);
    expect(await refusals(csv, { ...long, long: 'ID,Hour' })).toMatchObject([
      { code: 'policy/bad-value', facts: { key: 'long' } },
    ]);
  });
});

describe('a long release', () => {
  /** Rows of a long release by record, then by instant; GroupIDs and bands are those of a wide one made with the same seed. */
  const gather = (header: string, rows: string) => {
    const names = header.split(',');
    const records = new Map<string, Map<string, string[]>>();
    for (const cells of rows
      .trimEnd()
      .split('\n')
      .map((row) => row.split(','))) {
      const record = records.get(cells[names.indexOf('Record')]) ?? new Map<string, string[]>();
      records.set(cells[names.indexOf('Record')], record.set(cells[names.indexOf('Time')], cells));
    }
    return { names, records };
  };

  it.each([{}, { intervals: 'columns', reconstruct: true } as const])('says what the wide one says, and no more', async (how) => {
    const table = curves(60, numbers(8));
    const subjects = table.subjects.map((subject, s) => ({
      ...subject,
      more: [`${20 + (s % 9)}`, ['b', 'a'][s % 2], `n${s % 4}`],
    }));
    const csv = longCsv({ ...table, subjects, more: ['Age', 'Town', 'Note'] });
    const policy = { ...long, ...how, quasi: ['Age', 'Town'], sensitive: 'Note' };
    const owed = await released(policy, csv);
    const made = await released({ ...policy, shape: 'long' }, csv);
    const { names, records } = gather(made.header, made.rows);
    const bounds = 'intervals' in how ? ['Value_min', 'Value_max'] : ['Value'];
    const age = 'intervals' in how ? ['Age_min', 'Age_max'] : ['Age'];
    const curve = 'reconstruct' in how ? ['Value_curve'] : [];
    expect(names).toEqual(['GroupID', 'Record', 'Time', ...bounds, ...age, 'Town', 'Note', 'Pattern', 'Level', ...curve]);
    expect(records.size).toBe(60);
    const cell = (row: readonly string[], name: string) => row[names.indexOf(name)];
    const again = [...records.values()].map((record) => {
      expect([...record.keys()].toSorted()).toEqual(numbers(8));
      const first = record.get('1') ?? [];
      const over = (columns: readonly string[]) =>
        numbers(8).flatMap((t) => columns.map((name) => cell(record.get(t) ?? [], name)));
      const own = [...age, 'Town', 'Note', 'Pattern', 'Level'].map((name) => cell(first, name));
      return [cell(first, 'GroupID'), ...over(bounds), ...own, ...over(curve)].join(',');
    });
    expect(again.toSorted()).toEqual(owed.rows.trimEnd().split('\n').toSorted());
    expect(made.summary).toMatchObject({ release: { rows: 480, subjects: 60 }, verdict: { holds: true } });
    expect(made.manifest).toMatchObject({ shape: 'long', instants: numbers(8), data: { rows: 480 } });
  });

  it('can be made of a wide table, in Parquet too, and its rows are in no order', async () => {
    const table = curves(60, numbers(8));
    const made = await released({ ...wide, shape: 'long' }, wideCsv(table));
    const times = made.rows
      .trimEnd()
      .split('\n')
      .map((row) => row.split(',')[2]);
    expect(new Set(times)).toEqual(new Set(numbers(8).map((name) => `T${name}`)));
    expect(times.slice(0, 60).filter((time, i) => time === times[i + 1]).length).toBeLessThan(30);
    const out = join(home, 'parquet');
    const stored = await run({ ...wide, shape: 'long', format: 'parquet', input: join(home, 'input.csv'), out });
    expect(stored).toMatchObject({ ok: true, value: { release: { rows: 480 }, verdict: { holds: true } } });
  });

  it('refuses names that it needs itself', async () => {
    const csv = longCsv(curves(20, numbers(4))).replace('ID,', 'Record,');
    expect(await refusals(csv, { ...long, long: 'Record,Hour,kWh', shape: 'long' })).toMatchObject([
      { code: 'policy/name-taken' },
    ]);
    expect((await released({ ...long, long: 'Record,Hour,kWh' }, csv)).summary.verdict.holds).toBe(true);
  });
});
