import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPlace } from '../../cli/shoal-process.ts';
import { workbookOf } from '../../formats/workbooks.ts';
import { lentDuckDB } from '../../verify/lent-duckdb.ts';

/** Files that a command takes, of which one is to be spoilt. */
export interface GoodFiles {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly spoilt: string;
  readonly words: readonly string[];
}

/** Stands in cells only, so that a message that tells one can be found. */
export const secret = 'Zz7Secret';

const people = 24;
const names = ['ID', 'H1', 'H2', 'H3', 'H4', 'Tag'];
const days: readonly (readonly (string | number)[])[] = Array.from({ length: people }, (_, i) => [
  `${secret}id${i}`,
  (i * 7) % 23,
  (i * 5 + 2) % 19,
  ((i * 11) % 13) + 0.5,
  -((i * 3) % 17),
  `${secret}tag${i % 4}`,
]);
const csvWith = (delimiter: string): string => [names, ...days].map((cells) => `${cells.join(delimiter)}\n`).join('');
const roles = '--subject ID --series H1..H4 --sensitive Tag --method naive -k 3 --segments 2 --queries 0 --out out'.split(' ');
const series = (name: string, content: string | Uint8Array): GoodFiles => ({
  files: { [name]: content },
  spoilt: name,
  words: ['run', name, ...roles],
});

const ucr = days.map(([, ...cells], i) => [i % 3, ...cells.slice(0, 4)]);
const curves = (name: string, content: string): GoodFiles => ({
  files: { [name]: content },
  spoilt: name,
  words: ['run', name, '--subject', 'row', '--method', 'naive', '-k', '3', '--segments', '2', '--queries', '0', '--out', 'out'],
});

const log = Array.from({ length: 60 }, (_, i) => ({
  who: `${secret}home${i % 8}`,
  at: `2024-03-0${4 + Math.floor(i / 16)}T1${i % 3}:00:00`,
  what: ['E0', 'E1'][Math.floor(i / 8) % 2],
}));
const logCsv = `who,at,what\n${log.map(({ who, at, what }) => `${who},${at},${what}\n`).join('')}`;
const mapping = 'code,class\nE0,alpha\nE1,beta\n';
const eventRoles =
  '--family events --subject who --time at --event what --mapping mapping.csv --remove-classes none --quasi generalized_event,weekday --flatten none -k 3 --out out';
const xes = `<?xml version="1.0" encoding="UTF-8"?>\n<log xes.version="1.0" xmlns="http://www.xes-standard.org/">\n${Array.from(
  { length: 8 },
  (_, subject) =>
    `<trace><string key="concept:name" value="${secret}home${subject}"/>${log
      .filter((_, i) => i % 8 === subject)
      .map(
        ({ at, what }) =>
          `<event><string key="concept:name" value="${what}"/><date key="time:timestamp" value="${at}Z"/></event>`,
      )
      .join('')}</trace>`,
).join('\n')}\n</log>\n`;

const table = `age;job;ill\n${Array.from({ length: 30 }, (_, i) => `${20 + ((i * 7) % 40)};${['smith', 'cook', 'clerk'][i % 3]};${secret}${i % 4}\n`).join('')}`;
const hierarchy = 'smith;hands;*\ncook;hands;*\nclerk;desk;*\n';
const tableRoles = '--delimiter ; --family table --subject row --quasi age:number,job:category --sensitive ill -k 3 --out out';
const policy = `# roles of a table\nmethod: naive\nsubject: ID\nseries: H1..H4\nsensitive: [Tag]\nk: 3\nsegments: 2\nqueries: 0\nout: out\n`;

/** One for each kind of file that the program reads. */
export const goodFiles: Readonly<Record<string, () => Promise<GoodFiles>>> = {
  csv: async () => series('days.csv', csvWith(',')),
  tsv: async () => series('days.tsv', csvWith('\t')),
  gzip: async () => series('days.csv.gz', gzipSync(csvWith(','))),
  ndjson: async () =>
    series(
      'days.ndjson',
      days.map((cells) => `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, cells[i]])))}\n`).join(''),
    ),
  parquet: async () => series('days.parquet', await parquet()),
  xlsx: async () => series('days.xlsx', workbookOf([{ name: 'days', rows: [names, ...days] }])),
  'ucr-tsv': async () => curves('curves.tsv', ucr.map((cells) => `${cells.join('\t')}\n`).join('')),
  'ucr-ts': async () =>
    curves(
      'curves.ts',
      `@problemName days\n@timeStamps false\n@missing false\n@univariate true\n@equalLength true\n@seriesLength 4\n@classLabel true 0 1 2\n@data\n${ucr
        .map(([label, ...cells]) => `${cells.join(',')}:${label}\n`)
        .join('')}`,
    ),
  'ucr-arff': async () =>
    curves(
      'curves.arff',
      `@RELATION days\n${[1, 2, 3, 4].map((t) => `@ATTRIBUTE t${t} NUMERIC\n`).join('')}@ATTRIBUTE class {0,1,2}\n@DATA\n${ucr
        .map(([label, ...cells]) => `${cells.join(',')},${label}\n`)
        .join('')}`,
    ),
  events: async () => ({
    files: { 'log.csv': logCsv, 'mapping.csv': mapping },
    spoilt: 'log.csv',
    words: ['run', 'log.csv', ...eventRoles.split(' ')],
  }),
  mapping: async () => ({
    files: { 'log.csv': logCsv, 'mapping.csv': mapping },
    spoilt: 'mapping.csv',
    words: ['run', 'log.csv', ...eventRoles.split(' ')],
  }),
  xes: async () => ({
    files: { 'log.xes': xes },
    spoilt: 'log.xes',
    words:
      'run log.xes --family events --subject case:concept:name --time time:timestamp --event concept:name --unmapped other --remove-classes none --quasi generalized_event,weekday --flatten none -k 3 --out out'.split(
        ' ',
      ),
  }),
  hierarchy: async () => ({
    files: { 'people.csv': table, 'job.csv': hierarchy },
    spoilt: 'job.csv',
    words: ['run', 'people.csv', ...tableRoles.split(' '), '--hierarchy', 'job=job.csv'],
  }),
  policy: async () => ({
    files: { 'days.csv': csvWith(','), 'shoal.yaml': policy },
    spoilt: 'shoal.yaml',
    words: ['run', 'days.csv', '--policy', 'shoal.yaml', '--out', 'out'],
  }),
  inspect: async () => ({ files: { 'days.csv': csvWith(',') }, spoilt: 'days.csv', words: ['inspect', 'days.csv'] }),
  manifest: async () => ({
    files: await release(),
    spoilt: 'manifest.json',
    words: ['verify', '.'],
  }),
};

let parquetBytes: Promise<Uint8Array> | undefined;

function parquet(): Promise<Uint8Array> {
  parquetBytes ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shoal-parquet-'));
    const connection = await (await lentDuckDB()).connect();
    try {
      const rows = days.map(
        (cells) => `(${cells.map((cell) => (typeof cell === 'number' ? `${cell}::DOUBLE` : `'${cell}'`)).join(', ')})`,
      );
      const path = join(folder, 'days.parquet');
      await connection.run(
        `COPY (SELECT * FROM (VALUES ${rows.join(', ')}) t(${names.join(', ')})) TO '${path}' (FORMAT parquet)`,
      );
      return readFileSync(path);
    } finally {
      connection.closeSync();
      rmSync(folder, { recursive: true });
    }
  })();
  return parquetBytes;
}

let released: Promise<Readonly<Record<string, Uint8Array>>> | undefined;

/** What leaves of a release of the days. */
function release(): Promise<Readonly<Record<string, Uint8Array>>> {
  released ??= (async () => {
    const place = openPlace();
    try {
      const { files, words } = series('days.csv', csvWith(','));
      place.write('days.csv', files['days.csv']);
      const { code, stderr } = await place.call(words);
      if (code !== 0) throw new Error(stderr);
      const leaving = ['manifest.json', 'naive_anonymized.csv', 'report.html', 'report.json'];
      return Object.fromEntries(leaving.map((name) => [name, readFileSync(place.path('out', name))]));
    } finally {
      place.remove();
    }
  })();
  return released;
}
