import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { releasedRows } from 'shoal';
import { expect, it } from 'vitest';
import type { Place } from '../cli/shoal-process.ts';
import { seal } from '../verify/written-release.ts';
import { csvOf, inPlace } from './attack.ts';
import { recordsOf } from './records-of.ts';

/** DuckDB would read columns out of every part of this path: c1 of any CSV, a column of a release, one of the input, and a band. */
const trap = 'c0=1/c1=[0-60]/GroupID=7/H1=5/id=8/vehicle_id=9/filename=f';

const days = Array.from({ length: 24 }, (_, i) => ({
  ID: `p${i}`,
  H1: i,
  H2: (7 * i) % 24,
  H3: 30 - i,
  filename: `own-${i % 2}`,
}));
const events = days.flatMap(({ ID }, i) =>
  [0, 1, 2].map((e) => ({ id: ID, at: `2024-03-0${1 + e}T1${i % 3}:00:00`, code: `e${e}` })),
);
const tolls = days.map(({ ID }, i) => ({
  vehicle_id: ID,
  H1: `G50${10 + (i % 4)}`,
  at: `2024-03-01T0${i % 8}:00:00`,
  toll: 1 + (i % 5),
}));

/** Methods of one family read alike, so each format is written by one of them besides PRISM. */
const families: readonly (readonly [
  name: string,
  records: readonly Readonly<Record<string, string | number>>[],
  words: string,
  formats: readonly ('csv' | 'parquet')[],
])[] = [
  ['naive', days, '--method naive --subject ID --series H1..H3 --sensitive filename -k 4 --segments 3', ['csv']],
  ['kapra', days, '--method kapra --subject ID --series H1..H3 --sensitive filename -k 4 -p 2 --segments 3', ['parquet']],
  [
    'prism',
    days,
    '--method prism --effort fast --subject ID --series H1..H3 --sensitive filename -k 4 --segments 3 --shape long',
    ['csv', 'parquet'],
  ],
  [
    'events',
    events,
    '--method events --subject id --time at --event code --quasi week_number,event -k 3 --pseudonym drop --unmapped other',
    ['csv', 'parquet'],
  ],
  ['kaca', tolls, '--method kaca --subject vehicle_id --quasi H1:prefix,at:time -k 4 --sensitive toll', ['csv', 'parquet']],
];

const put = (place: Place, name: string, bytes: string | Uint8Array): string => {
  mkdirSync(dirname(place.path(name)), { recursive: true });
  writeFileSync(place.path(name), bytes);
  return name;
};

async function parquetOf(place: Place, csv: string): Promise<Uint8Array> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const path = place.path('made.parquet');
  await connection.run(
    `COPY (FROM read_csv('${put(place, 'made.csv', csv) && place.path('made.csv')}', all_varchar = true, header = true)) TO '${path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}

const done = async (place: Place, words: readonly string[]): Promise<string> => {
  const outcome = await place.call(words);
  expect(outcome.code, `${words.join(' ')}\n${outcome.stderr}`).toBe(0);
  return outcome.stdout;
};

/** The released table of a folder, whatever the method called it. */
const tableIn = (place: Place, folder: string): Buffer => {
  const { data } = JSON.parse(place.read(folder, 'manifest.json'));
  return readFileSync(place.path(folder, data.file));
};

it.each(families)('does not let the name of a folder change what %s publishes', (_, records, words, formats) =>
  inPlace(async (place) => {
    const csv = csvOf(records);
    const owed = new Map<string, string>();
    const made = (input: string, folder: string, format: string) =>
      done(place, ['run', input, '--out', folder, '--seed', '1', '--format', format, ...words.split(' ')]);
    for (const format of formats) {
      await made(put(place, 'plain/w.csv', csv), `plain/${format}`, format);
      owed.set(format, `plain/${format}`);
    }
    const inputs = [
      ['w.csv', csv, 'parquet'],
      ['w.csv.gz', gzipSync(csv), 'csv'],
      ['w.ndjson', records.map((record) => `${JSON.stringify(record)}\n`).join(''), 'csv'],
      ['w.parquet', await parquetOf(place, csv), 'parquet'],
    ] as const;
    for (const [name, bytes, format] of inputs.filter(([, , format]) => formats.includes(format))) {
      const [folder, plain] = [`${trap}/${name}-release`, owed.get(format) ?? ''];
      await made(put(place, `${trap}/${name}`, bytes), folder, format);
      expect(tableIn(place, folder).equals(tableIn(place, plain)), `${name} ${format}`).toBe(true);
      expect(await releasedRows(place.path(folder))).toEqual(await releasedRows(place.path(plain)));
    }
  }),
);

it('does not let the name of a folder change what inspect, plan, sweep, report, compare and --original read', () =>
  inPlace(async (place) => {
    const words = families[2][2].replace(' --shape long', '').split(' ');
    const said = new Map<string, string[]>();
    for (const folder of ['plain', trap]) {
      const input = put(place, `${folder}/w.csv`, csvOf(days));
      const within = async (...command: readonly string[]) => {
        const stdout = (await done(place, command))
          .replaceAll(`${folder}/`, '')
          .replaceAll("'w.csv'", 'w.csv') // quoted for a shell where the name of the folder asks for it
          .replace(/"(seconds|timing|peak)[^{}]*?(\{[^}]*\}|\d+)/g, '');
        said.set(folder, [...(said.get(folder) ?? []), stdout]);
      };
      await done(place, ['run', input, '--out', `${folder}/release`, '--seed', '1', ...words]);
      await within('inspect', input);
      await done(place, ['plan', input, ...words]);
      await done(place, ['verify', `${folder}/release`, '--original', input]);
      await done(place, ['report', `${folder}/release`]);
      await done(place, ['compare', `${folder}/release`, `${folder}/release`]);
      const grid = words.filter((_, w) => words[w] !== '-k' && words[w - 1] !== '-k');
      const sweep = `${folder}/sweep`;
      await done(place, ['sweep', input, ...grid, '--k', '4,6', '--p', '2', '--max-level', '5', '--seed', '1', '--out', sweep]);
      const losses = recordsOf(place.read(sweep, 'sweep.csv')).map(({ valueLoss, patternLoss }) => `${valueLoss} ${patternLoss}`);
      said.set(folder, [...(said.get(folder) ?? []), ...losses]);
    }
    expect(said.get(trap)).toEqual(said.get('plain'));
  }));

it('does not pass the exact values of everybody because of the name of a folder', () =>
  inPlace(async (place) => {
    await done(place, ['run', put(place, 'w.csv', csvOf(days)), ...families[0][2].split(' ')]);
    const folder = 'c1=[0-60]/c2=[0-60]/c3=[0-60]/release';
    cpSync(place.path('release'), place.path(folder), { recursive: true, filter: (path) => !path.endsWith('internal') });
    const file = place.path(folder, 'naive_anonymized.csv');
    let raw = 0;
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/\[[\d.]+-[\d.]+\]/g, () => `[${raw}-${raw++}]`),
    );
    seal(place.path(folder));
    const verified = await place.call(['verify', folder]);
    expect(verified.code).toBe(5);
    expect(verified.stderr).toContain('verify/small-group');
    expect(existsSync(place.path(folder))).toBe(true);
  }));
