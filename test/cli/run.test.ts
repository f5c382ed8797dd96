import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayCells, daysCsv, header, hoursOf, naiveRoles, tagOf } from './days.ts';
import { bandOf, expectPromisesKept, type Row, releasedRows } from './released.ts';
import { type CallOptions, openPlace, type Place } from './shoal-process.ts';

const hours = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7', 'H8'];
const data = 'naive_anonymized.csv';
let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

/** The hours of each day by its tag. */
const originals = (rows: number): ReadonlyMap<string, readonly number[]> =>
  new Map(Array.from({ length: rows }, (_, row) => [tagOf(row), hoursOf(row)]));

interface Made {
  readonly rows: readonly Row[];
  readonly summary: Readonly<Record<string, Record<string, unknown>>>;
}

let verifiedIn: string | undefined;

/** A run that must succeed, verify on its own and leave no temporary file; answers its released rows and its summary. */
async function made(words: readonly string[], options?: CallOptions): Promise<Made> {
  const outcome = await place.call(['run', ...words, '--out', 'out', '--json', '--progress', 'none'], options);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  const { currentTestName } = expect.getState();
  if (verifiedIn !== currentTestName) {
    const verified = await place.call(['verify', 'out'], options); // of what a test makes in several ways the first: each run has verified its own
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ holds') });
    verifiedIn = currentTestName;
  }
  expect(readdirSync(place.scratch)).toEqual([]);
  const home = options?.cwd ?? place.home;
  const files = readdirSync(join(home, 'out'));
  const rows = files.includes(data) ? releasedRows(readFileSync(join(home, 'out', data), 'utf8')) : [];
  return { rows, summary: JSON.parse(outcome.stdout) };
}

async function expectWholeRelease(words: readonly string[], options?: CallOptions): Promise<void> {
  const { rows, summary } = await made(words, options);
  expect(summary).toMatchObject({ input: { rows: 40 }, release: { rows: 40, suppressedRows: 0 }, verdict: { holds: true } });
  expect(rows.length).toBe(40);
  expectPromisesKept(rows, originals(40), { series: hours });
}

describe('an input', () => {
  const csv = daysCsv(40);

  it('of commas, tabs, semicolons or bars is read without being told which', async () => {
    for (const [name, delimiter] of [
      ['days.csv', ','],
      ['days.tsv', '\t'],
      ['days.txt', ';'],
      ['bars.csv', '|'],
    ]) {
      place.write(name, csv.replaceAll(',', delimiter));
      await expectWholeRelease([name, ...naiveRoles]);
      rmSync(place.path('out'), { recursive: true });
    }
  });

  it('may name its delimiter, also one that is never guessed', async () => {
    place.write('days.csv', csv.replaceAll(',', '~'));
    await expectWholeRelease(['days.csv', ...naiveRoles, '--delimiter', '~']);
    rmSync(place.path('out'), { recursive: true });
    place.write('days.csv', csv.replaceAll(',', '\t'));
    await expectWholeRelease(['days.csv', ...naiveRoles, '--delimiter', 'tab']);
  });

  it('may start with a byte order mark, end its lines with CR LF, and lack the last line end', async () => {
    place.write('days.csv', `\uFEFF${csv.replaceAll('\n', '\r\n')}`.slice(0, -2));
    await expectWholeRelease(['days.csv', ...naiveRoles]);
  });

  it('may quote cells that hold delimiters, quotes and line ends, which are published unchanged', async () => {
    const awkward = ['a, b', 'say "ciao"', 'two\nlines', ' spaces ', '', '\\N', 'NULL', 'D’Àrco 東京 🐟'];
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    place.write(
      'days.csv',
      `${header.replace('Name', '"Name, first"')},Note\n${Array.from({ length: 40 }, (_, row) =>
        [...dayCells(row), quoted(awkward[row % awkward.length])].join(','),
      ).join('\n')}\n`,
    );
    const words = [
      'days.csv',
      '--method',
      'naive',
      '--subject',
      'ID',
      '--series',
      'H1..H8',
      '--sensitive',
      'Tag,Note',
      '--policy',
      'policy.yaml',
    ];
    place.write('policy.yaml', 'drop: ["Name, first"]\n'); // a flag cannot name a column with a comma
    const { rows } = await made(words);
    expectPromisesKept(rows, originals(40), { series: hours });
    const noteOf = new Map(Array.from({ length: 40 }, (_, row) => [tagOf(row), awkward[row % awkward.length]]));
    for (const { Tag, Note } of rows) expect(Note).toBe(noteOf.get(Tag));
    rmSync(place.path('out'), { recursive: true });
    await made([...words, '--format', 'parquet']);
    const inParquet = await answer(`SELECT Tag, Note FROM '${place.path('out/naive_anonymized.parquet')}'`);
    for (const [tag, note] of inParquet) expect(note).toBe(noteOf.get(String(tag)));
  });

  it('may be compressed with gzip, whatever its name', async () => {
    for (const name of ['days.csv.gz', 'days.csv']) {
      place.write(name, gzipSync(csv));
      await expectWholeRelease([name, ...naiveRoles]);
      rmSync(place.path('out'), { recursive: true });
    }
  });

  it('may be Parquet, on disk or on standard input', async () => {
    place.write('days.csv', csv);
    await answer(`COPY (FROM '${place.path('days.csv')}') TO '${place.path('days.parquet')}' (FORMAT parquet)`);
    await expectWholeRelease(['days.parquet', ...naiveRoles]);
    rmSync(place.path('out'), { recursive: true });
    await expectWholeRelease(['-', ...naiveRoles], { stdin: readFileSync(place.path('days.parquet')) });
  });

  it('may be NDJSON, whose text is published as it stands', async () => {
    const names = header.split(',');
    const when = (row: number) => `2026-11-15T10:${String(row).padStart(2, '0')}:00Z`;
    const lines = Array.from({ length: 40 }, (_, row) =>
      JSON.stringify({
        ...Object.fromEntries(dayCells(row).map((cell, c) => [names[c], /^\d+$/.test(cell) ? Number(cell) : cell])),
        When: when(row),
      }),
    );
    for (const [name, bytes] of [
      ['days.ndjson', Buffer.from(lines.join('\n'))],
      ['days [1].jsonl.gz', gzipSync(lines.join('\n'))],
    ] as const) {
      place.write(name, bytes);
      const { rows } = await made([name, ...naiveRoles, '--sensitive', 'When']); // a list may be given in parts
      expectPromisesKept(rows, originals(40), { series: hours });
      expect(rows.map(({ When }) => When).toSorted()).toEqual(Array.from({ length: 40 }, (_, row) => when(row)));
      rmSync(place.path('out'), { recursive: true });
    }
  });

  it('may come through standard input, as text or compressed', async () => {
    for (const stdin of [csv, gzipSync(csv), csv.replaceAll(',', ';')]) {
      await expectWholeRelease(['-', ...naiveRoles], { stdin });
      rmSync(place.path('out'), { recursive: true });
    }
  });

  it('may have spaces, quotes and signs of file patterns in its name, and so may the output', async () => {
    const names = ['my days.csv', `it's "mine".csv`, 'days[1-3]*?{a,b}.csv', '.hidden'];
    for (const name of names) place.write(name, csv);
    for (const name of names) {
      const out = `out of ${name}`;
      for (const format of ['csv', 'parquet']) {
        const words = ['run', name, ...naiveRoles, '--out', out, '--format', format, '--force', '--progress', 'none'];
        expect(await place.call(words)).toMatchObject({ code: 0, stderr: '' });
        expect(await place.call(['verify', out])).toMatchObject({ code: 0 });
      }
    }
    expect(readdirSync(place.home).toSorted()).toEqual([...names, ...names.map((name) => `out of ${name}`)].toSorted());
  });
});

describe('the series', () => {
  const words = ['days.csv', '--method', 'naive', '--subject', 'ID', '--drop', 'Name', '--sensitive', 'Tag'];

  it('may be a range, a list, a regular expression or several of them', async () => {
    place.write('days.csv', daysCsv(40));
    for (const series of ['H1..H8', hours.join(','), '/^H[1-8]$/', '/^H\\d{1,2}$/', '/^h/i', 'H1..H4,H5,/H[678]/']) {
      const { rows } = await made([...words, '--series', series]);
      expect(Object.keys(rows[0])).toEqual(['GroupID', ...hours, 'Tag', 'Pattern', 'Level']);
      expectPromisesKept(rows, originals(40), { series: hours });
      rmSync(place.path('out'), { recursive: true });
    }
  });

  it('is taken in the order of the range, backwards too', async () => {
    place.write('days.csv', daysCsv(40));
    const { rows } = await made([...words, '--series', 'H8..H1']);
    expect(Object.keys(rows[0]).slice(1, 9)).toEqual(hours.toReversed());
    expectPromisesKept(rows, originals(40), { series: hours });
  });

  it('may hold negative and decimal values, printed with the digits of the input', async () => {
    const change = (value: number, hour: number) => (value - 25) / (hour % 2 === 0 ? 4 : 1);
    place.write(
      'days.csv',
      daysCsv(60, (cells) => cells.map((cell, c) => (c < 2 || c > 9 ? cell : String(change(Number(cell), c))))),
    );
    const values = new Map([...originals(60)].map(([tag, cells]) => [tag, cells.map((value, c) => change(value, c + 2))]));
    const text = await made([...words, '--series', 'H1..H8']);
    expectPromisesKept(text.rows, values, { series: hours });
    for (const row of text.rows) for (const column of hours) expect(row[column]).toMatch(/^\[-?\d+\.\d\d--?\d+\.\d\d\]$/);
    rmSync(place.path('out'), { recursive: true });
    const columns = await made([...words, '--series', 'H1..H8', '--intervals', 'columns']);
    expectPromisesKept(columns.rows, values, { series: hours });
    expect(Object.keys(columns.rows[0]).slice(1, 4)).toEqual(['H1_min', 'H1_max', 'H2_min']);
  });

  it('is rounded outward to the decimals that are asked for', async () => {
    place.write(
      'days.csv',
      daysCsv(60, (cells) => cells.map((cell, c) => (c < 2 || c > 9 ? cell : (Number(cell) / 7 - 2).toFixed(6)))),
    );
    const values = new Map(
      [...originals(60)].map(([tag, cells]) => [tag, cells.map((value) => Number((value / 7 - 2).toFixed(6)))]),
    );
    for (const decimals of [0, 1, 3]) {
      const { rows } = await made([...words, '--series', 'H1..H8', '--decimals', String(decimals)]);
      expectPromisesKept(rows, values, { series: hours });
      for (const row of rows) for (const column of hours) expect(row[column]).toMatch(bounds(decimals));
      rmSync(place.path('out'), { recursive: true });
    }
  });
});

const bounds = (decimals: number): RegExp => {
  const number = `-?\\d+${decimals === 0 ? '' : `\\.\\d{${decimals}}`}`;
  return new RegExp(`^\\[${number}-${number}\\]$`);
};

describe('empty cells', () => {
  const gappy = () =>
    daysCsv(40, (cells, row) => {
      if (row === 5) return cells.with(4, ''); // one hour inside
      if (row === 11) return cells.with(2, '').with(3, ''); // the first two
      return row === 20 ? cells.map((cell, c) => (c >= 2 && c <= 9 ? '' : cell)) : cells;
    });

  it('take their subjects out with --missing drop, and the summary counts them', async () => {
    place.write('days.csv', gappy());
    const { rows, summary } = await made(['days.csv', ...naiveRoles, '--missing', 'drop']);
    expect(summary).toMatchObject({ input: { rows: 40 }, release: { rows: 37, suppressedRows: 3, suppressedSubjects: 3 } });
    expect(summary.release.retention).toBeCloseTo(37 / 40);
    expectPromisesKept(rows, originals(40), { series: hours });
    for (const row of [5, 11, 20]) expect(rows.map(({ Tag }) => Tag)).not.toContain(tagOf(row));
  });

  it('are filled from their neighbours with --missing interpolate, and counted; a series of gaps alone is left out', async () => {
    place.write('days.csv', gappy());
    const { rows, summary } = await made(['days.csv', ...naiveRoles, '--missing', 'interpolate']);
    expect(summary).toMatchObject({ release: { rows: 39, suppressedRows: 1, interpolatedCells: 3 } });
    const filled = new Map(originals(40));
    const [before, after] = [hoursOf(5)[1], hoursOf(5)[3]];
    filled.set(tagOf(5), hoursOf(5).with(2, Math.round((before + after) / 2)));
    filled.set(tagOf(11), hoursOf(11).with(0, hoursOf(11)[2]).with(1, hoursOf(11)[2]));
    expectPromisesKept(rows, filled, { series: hours });
  });
});

describe('further quasi-identifiers', () => {
  const towns = ['Koper', 'Piran', 'Celje', 'Kranj'];
  const words = [
    'people.csv',
    '--method',
    'naive',
    '--subject',
    'ID',
    '--drop',
    'Name',
    '--series',
    'H1..H8',
    '--sensitive',
    'Tag',
  ];
  const people = () =>
    `${header},Age,Town\n${Array.from({ length: 60 }, (_, row) => [...dayCells(row), 20 + ((row * 13) % 50), row % 7 === 0 ? '' : towns[row % 4]].join(',')).join('\n')}\n`;

  it('are ranges of numbers, and sets of categories that hold for every member', async () => {
    place.write('people.csv', people());
    const { rows } = await made([...words, '--quasi', 'Age,Town']);
    expect(Object.keys(rows[0])).toEqual(['GroupID', ...hours, 'Age', 'Town', 'Tag', 'Pattern', 'Level']);
    expectPromisesKept(rows, originals(60), { series: hours, quasi: ['Age', 'Town'] });
    for (const row of rows) {
      const person = Number(/\d+$/.exec(row.Tag)?.[0]);
      const [low, high] = bandOf(row, 'Age');
      expect(low).toBeLessThanOrEqual(20 + ((person * 13) % 50));
      expect(high).toBeGreaterThanOrEqual(20 + ((person * 13) % 50));
      const town = person % 7 === 0 ? '(none)' : towns[person % 4];
      expect(row.Town.replace(/[{}]/g, '').split('|')).toContain(town);
    }
  });

  it('are what the policy says they are: a number may be a category', async () => {
    place.write('people.csv', people());
    const { rows } = await made([...words, '--quasi', 'Age:category', '--drop', 'Town', '--intervals', 'columns']);
    expect(Object.keys(rows[0])).toContain('Age');
    for (const { Age } of rows) expect(Age).toMatch(/^(\{\d+(\|\d+)+\}|\d+)$/);
  });

  it('are published along a hierarchy where one is given, also for numbers', async () => {
    place.write('people.csv', people().replace(/,\n/g, ',Celje\n'));
    place.write('towns.csv', 'Koper;coast;Slovenia\nPiran;coast;Slovenia\nCelje;inland;Slovenia\nKranj;inland;Slovenia\n');
    place.write('ages.csv', Array.from({ length: 50 }, (_, age) => `${20 + age};${age < 25 ? 'young' : 'old'};*`).join('\n'));
    const { rows } = await made([
      ...words,
      '--quasi',
      'Age,Town',
      '--hierarchy',
      'Town=towns.csv',
      '--hierarchy',
      'Age=ages.csv',
    ]);
    expectPromisesKept(rows, originals(60), { series: hours, quasi: ['Age', 'Town'] });
    for (const { Town, Age } of rows) {
      expect([...towns, 'coast', 'inland', 'Slovenia']).toContain(Town);
      expect(Age).toMatch(/^(\d+|young|old|\*)$/);
    }
  });
});

describe('a policy file', () => {
  it('is found as ./shoal.yaml, its paths are taken from its own folder, and a flag beats it', async () => {
    mkdirSync(place.path('project'));
    mkdirSync(place.path('project/data'));
    place.write('project/data/days.csv', daysCsv(40));
    place.write(
      'project/shoal.yaml',
      'input: data/days.csv\nout: releases/first\nmethod: naive\nk: 8\np: 3\nsubject: ID\nseries: H1..H8\ndrop: [Name]\nsensitive: Tag\nsegments: 2\n',
    );
    const inside = await place.call(['run', '--json'], { cwd: place.path('project') });
    expect(JSON.parse(inside.stdout)).toMatchObject({ k: 8, p: 3 });
    const outside = await place.call(['run', '--policy', 'project/shoal.yaml', '-k', '6', '--force', '--json']);
    expect(JSON.parse(outside.stdout)).toMatchObject({ k: 6, p: 3 });
    const { promises, pattern } = JSON.parse(place.read('project/releases/first/manifest.json'));
    expect({ ...promises, ...pattern }).toMatchObject({ k: 6, p: 3, segments: 2 });
    const elsewhere = await place.call([
      'run',
      'project/data/days.csv',
      '--policy',
      'project/shoal.yaml',
      '--out',
      'mine',
      '--json',
    ]);
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ k: 8, out: 'mine' });
    expect(readdirSync(place.home).toSorted()).toEqual(['mine', 'project']);
  });

  it('may be JSON, and name its schema', async () => {
    place.write('days.csv', daysCsv(40));
    const policy = {
      $schema: './policy.schema.json',
      version: 1,
      input: 'days.csv',
      subject: 'ID',
      series: ['H1..H8'],
      drop: 'Name',
      sensitive: ['Tag'],
    };
    place.write('policy.json', JSON.stringify(policy));
    const { rows } = await made(['--policy', 'policy.json']);
    expectPromisesKept(rows, originals(40), { series: hours });
  });
});

describe('what is printed', () => {
  beforeEach(() => void place.write('days.csv', daysCsv(40)));
  const words = ['run', 'days.csv', ...naiveRoles, '--out', 'out', '--force'];

  it('is with --json one object on standard output, and nothing else there', async () => {
    const { stdout, stderr, code } = await place.shoal([...words, '--json']);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n').length).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      method: 'naive',
      k: 5,
      p: 2,
      out: 'out',
      files: [data],
      input: { rows: 40, subjects: 40 },
      release: { rows: 40, subjects: 40, suppressedRows: 0, suppressedSubjects: 0, retention: 1 },
      measure: { valueLoss: expect.any(Number), patternLoss: expect.any(Number), rangeQueryError: expect.any(Number) },
      verdict: { holds: true, smallestGroup: expect.any(Number), smallestLeaf: expect.any(Number), breaches: [] },
      seconds: { read: expect.any(Number), make: expect.any(Number), write: expect.any(Number), verify: expect.any(Number) },
      peakMemoryBytes: expect.any(Number),
    });
    expect(stderr).toMatch(/^shoal run days\.csv\n/);
  });

  it('is without a terminal plain lines: one a phase, no colour, no cursor', async () => {
    const { stdout, stderr } = await place.shoal(words);
    for (const sign of ['\u001b', '\r']) expect(stdout + stderr).not.toContain(sign);
    const phases = stderr
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ')[0]);
    expect(phases).toEqual(['read', 'group', 'pattern', 'write', 'measure', 'verify', 'publish']);
    expect(stdout).toMatch(/^✓ holds {2}40 of 40 subjects released/);
    expect(stdout).toContain('out/naive_anonymized.csv');
    expect(stdout).toContain('shoal verify out');
  });

  it('has colour on a terminal only, each stream by itself, and none with NO_COLOR', async () => {
    const green = '\u001b[32m✓ holds\u001b[0m';
    expect((await place.call(words, { terminals: ['stdout'] })).stdout).toContain(green);
    expect((await place.call(words, { terminals: ['stderr'] })).stdout).not.toContain('\u001b');
    expect((await place.call(words, { terminals: ['stdout', 'stderr'], env: { NO_COLOR: '1' } })).stdout).not.toContain(
      '\u001b[3',
    );
    const wrong = ['run', 'none.csv', ...naiveRoles];
    expect((await place.call(wrong, { terminals: ['stderr'] })).stderr).toContain('\u001b[31m✗\u001b[0m');
    expect((await place.call(wrong, { terminals: ['stdout'] })).stderr).not.toContain('\u001b');
    expect((await place.call(wrong, { terminals: ['stderr'], env: { NO_COLOR: '1' } })).stderr).not.toContain('\u001b');
  });

  it('is with --progress json one event a line on standard error, and with none nothing', async () => {
    const { stderr } = await place.shoal([...words, '--progress', 'json']);
    const events = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const event of events)
      expect(event).toMatchObject({
        phase: expect.any(String),
        done: expect.any(Number),
        unit: expect.stringMatching(/^(rows|blocks|files)$/),
      });
    const finished = events.filter((event) => event.finished).map(({ phase }) => phase);
    expect(finished.toSorted()).toEqual(['group', 'measure', 'pattern', 'publish', 'read', 'verify', 'write']);
    const silent = await place.shoal([...words, '--progress', 'none', '--json']);
    expect(silent.stderr).toBe('');
    expect(silent.code).toBe(0);
  });

  it('tells the seed nowhere that may leave, and keeps it inside', async () => {
    await made(['days.csv', ...naiveRoles, '--seed', '918273645']);
    for (const name of [data, 'manifest.json', 'report.json', 'report.html'])
      expect(place.read('out', name)).not.toContain('918273645');
    expect(JSON.parse(place.read('out/internal/manifest.json')).internal).toMatchObject({
      seed: 918273645,
      inputSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('the public files', () => {
  const open = [data, 'croissant.json', 'datapackage.json', 'dcat.jsonld', 'manifest.json', 'report.json', 'report.html'];

  it('hold no path, no dropped value and no subject', async () => {
    mkdirSync(place.path('Hidden-Folder'));
    place.write('Hidden-Folder/Hidden-File.csv', daysCsv(40));
    await made(['Hidden-Folder/Hidden-File.csv', ...naiveRoles, '--missing', 'drop']);
    for (const name of open) {
      const text = place.read('out', name);
      expect(text).not.toMatch(/Hidden-(Folder|File)/);
      expect(text).not.toContain(place.home);
      for (let row = 0; row < 40; row++)
        for (const cell of dayCells(row).slice(0, 2)) expect(text).not.toMatch(new RegExp(`${cell}\\b`));
    }
    expect(readdirSync(place.path('out')).toSorted()).toEqual(['internal', ...open].toSorted());
  });

  it('do not tell how many were left out where they are fewer than k, nor let it be worked out', async () => {
    place.write(
      'days.csv',
      daysCsv(403, (cells, row) => (row >= 400 ? cells.with(4, '') : cells)),
    );
    const { summary } = await made(['days.csv', ...naiveRoles, '--missing', 'drop', '--queries', '0']);
    expect(summary).toMatchObject({ input: { rows: 403 }, release: { suppressedRows: 3 } });
    const { input, release } = JSON.parse(place.read('out/report.json'));
    expect(input).toBeUndefined();
    expect(Object.keys(release).toSorted()).toEqual(['groups', 'leaves', 'rows', 'subjects']);
    for (const name of open.slice(1)) {
      const text = place.read('out', name).replace(/<svg[\s\S]*?<\/svg>/g, ''); // a drawing has coordinates of its own
      expect(text).not.toMatch(/\b403\b/);
      expect(text).not.toContain((400 / 403).toString().slice(0, 6));
    }
    expect(place.read('out/report.html')).not.toMatch(/left out|Retention/i);
    expect(JSON.parse(place.read('out/internal/report.json'))).toMatchObject({
      input: { rows: 403 },
      release: { suppressedRows: 3 },
    });
  });

  it('tell that nobody was left out, and how many were where they are k or more', async () => {
    place.write('days.csv', daysCsv(40));
    await made(['days.csv', ...naiveRoles]);
    expect(JSON.parse(place.read('out/report.json'))).toMatchObject({
      input: { rows: 40 },
      release: { suppressedRows: 0, retention: 1 },
    });
    rmSync(place.path('out'), { recursive: true });
    place.write(
      'days.csv',
      daysCsv(45, (cells, row) => (row >= 40 ? cells.with(4, '') : cells)),
    );
    await made(['days.csv', ...naiveRoles, '--missing', 'drop']);
    expect(JSON.parse(place.read('out/report.json'))).toMatchObject({ input: { rows: 45 }, release: { suppressedRows: 5 } });
  });
});

describe('the same seed', () => {
  const rows = 4200; // two blocks
  const words = (name: string, ...more: readonly string[]) => [
    'run',
    'days.csv',
    ...naiveRoles,
    '--out',
    name,
    '--queries',
    '0',
    '--progress',
    'none',
    ...more,
  ];
  const released = async (name: string, ...more: readonly string[]): Promise<Buffer> => {
    expect(await place.call(words(name, ...more))).toMatchObject({ code: 0, stderr: '' });
    const file = readdirSync(place.path(name)).find((entry) => entry.startsWith('naive_')) ?? '';
    return readFileSync(place.path(name, file));
  };

  it.each([
    ['csv', [1, 2, 4]],
    ['parquet', [1, 4]],
  ])('makes the same bytes of %s on %j threads', async (format, threads) => {
    place.write('days.csv', daysCsv(rows));
    const made: Buffer[] = [];
    for (const count of threads)
      made.push(await released(`on-${count}`, '--threads', String(count), '--seed', '7', '--format', format));
    for (const one of made) expect(one.equals(made[0])).toBe(true);
    if (format === 'csv') expectPromisesKept(releasedRows(made[0].toString()), originals(rows), { series: hours });
  });

  it('is what makes the order of rows: another one, or none, gives another', async () => {
    place.write('days.csv', daysCsv(200));
    const texts = [
      await released('a', '--seed', '7'),
      await released('b', '--seed', '8'),
      await released('c'),
      await released('d'),
    ].map(String);
    expect(new Set(texts).size).toBe(4);
    const contents = texts.map((text) =>
      text
        .split('\n')
        .map((line) => line.replace(/^\d+,/, ''))
        .toSorted()
        .join('\n'),
    );
    expect(new Set(contents).size).toBe(1); // the same groups and patterns, in another order under other numbers
  });
});

describe('a release', () => {
  beforeEach(async () => {
    place.write('days.csv', daysCsv(60));
    await made(['days.csv', ...naiveRoles]);
  });

  it('is refused by verify once a byte of it is changed, or more is asked of it than it promises', async () => {
    expect((await place.shoal(['verify', 'out'])).code).toBe(0);
    const more = await place.call(['verify', 'out', '-k', '50']);
    expect(more).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('50') });
    const text = place.read('out', data);
    place.write(`out/${data}`, text.replace('[', '[1'));
    const tampered = await place.shoal(['verify', 'out']);
    expect(tampered).toMatchObject({ code: 5, stdout: '' });
    expect(tampered.stderr).toContain('code   verify/');
    const told = await place.call(['verify', 'out', '--json']);
    expect(told.code).toBe(5);
    const { holds, breaches } = JSON.parse(told.stdout);
    expect(holds).toBe(false);
    expect(breaches[0]).toMatchObject({ code: expect.stringMatching(/^verify\//), what: expect.any(String) });
  });

  it('is replaced by --force, and nothing of the old one stays', async () => {
    const before = place.read('out', data);
    copyFileSync(place.path('days.csv'), place.path('more.csv'));
    const words = ['run', 'days.csv', ...naiveRoles, '--out', 'out', '--format', 'parquet', '--force', '--progress', 'none'];
    expect(await place.call(words)).toMatchObject({ code: 0 });
    expect(readdirSync(place.path('out')).toSorted()).toEqual([
      'croissant.json',
      'datapackage.json',
      'dcat.jsonld',
      'internal',
      'manifest.json',
      'naive_anonymized.parquet',
      'report.html',
      'report.json',
    ]);
    expect(readdirSync(place.home).toSorted()).toEqual(['days.csv', 'more.csv', 'out']);
    expect(before).not.toBe('');
  });

  it('writes every node of its pattern trees for --trace, inside', async () => {
    rmSync(place.path('out'), { recursive: true });
    await made(['days.csv', ...naiveRoles, '--trace', 'tree.json']);
    const { nodes } = JSON.parse(place.read('out/internal/tree.json'));
    expect(nodes.length).toBeGreaterThan(10);
    for (const node of nodes) expect(node).toMatchObject({ level: expect.any(Number), size: node.members.length });
  });
});

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

const answer = async (query: string) => (await connection.runAndReadAll(query)).getRowsJS();
