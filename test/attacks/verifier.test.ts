import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventsManifest, Manifest } from '../../src/release/manifest.ts';
import { forgery } from './attack.ts';
import { groups, long, parquet, random, records, reword, rotate, series } from './forgeries.ts';

const declared = (name: string) => ({ name, sha256: '0'.repeat(64), bytes: 0 });

for (const [family, given] of Object.entries({ series, long, parquet, groups, records, random, rotate }))
  forgery(`the raw input as one more declared file, ${family}`, {
    ...given,
    forge: (folder, change) => {
      writeFileSync(join(folder, 'input.csv'), Object.values(given.files ?? {})[0]);
      change(({ files }) => files.push(declared('input.csv')));
    },
    breach: 'foreign-file',
  });

forgery('the raw input under the name of the data in other letters', {
  ...series,
  forge: (folder, change) => {
    writeFileSync(join(folder, 'NAIVE_anonymized.csv'), readFileSync(join(folder, 'naive_anonymized.csv')));
    change(({ files }) => files.push(declared('NAIVE_anonymized.csv')));
  },
  breach: 'foreign-file',
});

forgery('a word between two keys of the manifest', {
  ...series,
  forge: () => {},
  after: (folder) => reword(folder, 'manifest.json', (text) => text.replace('"format": 1', '"f\\u006frmat": 1')),
  breach: 'reworded-manifest',
});

forgery('a column of names with the role of a subject', {
  ...series,
  forge: (folder, change) => {
    let row = 0;
    reword(folder, 'naive_anonymized.csv', (text) => text.replace(/\n/g, () => (row++ === 0 ? ',Person\n' : `,name-${row}\n`)));
    change(({ columns }) => columns.push({ name: 'Person', role: 'subject', kind: 'text' }));
  },
  breach: 'unfit-role',
});

const telephone = (text: string) => text.replace(/^(\d+)(?=[,;])/gm, (id) => `38641555${id.padStart(3, '0')}`);
for (const [family, given, file] of [
  ['GroupIDs of a series', series, 'naive_anonymized.csv'],
  ['fresh ids of events', random, 'anonymized_events.csv'],
  ['rotating ids of events', rotate, 'anonymized_events.csv'],
] as const)
  forgery(`telephone numbers as ${family}`, {
    ...given,
    forge: (folder) => reword(folder, file, telephone),
    breach: 'gap-in-numbers',
  });

forgery('telephone numbers as records of a long series', {
  ...long,
  forge: (folder) => reword(folder, 'naive_anonymized.csv', (text) => text.replace(/^(\d+),(\d+),/gm, '$1,38641555$2,')),
  breach: 'gap-in-numbers',
});

for (const [family, given, file] of [
  ['series', series, 'naive_anonymized.csv'],
  ['transactions', records, 'kaca_anonymized.csv'],
  ['events', random, 'anonymized_events.csv'],
] as const) {
  forgery(`one row marked by needless quotes, ${family}`, {
    ...given,
    forge: (folder) => reword(folder, file, (text) => text.replace(/\n([^,;\n]+)/, '\n"$1"')),
    breach: 'needless-quotes',
  });
  forgery(`the last row marked by a line feed that is not there, ${family}`, {
    ...given,
    forge: (folder) => reword(folder, file, (text) => text.trimEnd()),
    breach: 'foreign-line-end',
  });
}

forgery('the raw table between the pages and the footer of a Parquet file', {
  ...parquet,
  forge: (folder) => {
    const path = join(folder, 'naive_anonymized.parquet');
    const bytes = readFileSync(path);
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const raw = Buffer.from(Object.values(parquet.files ?? {})[0]);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, footer), raw, bytes.subarray(footer)]));
  },
  breach: 'other-bytes',
});

for (const [key, change] of [
  ['unit', (manifest: Manifest) => void (manifest.unit = 'Ana Novak, born 1980-02-03')],
  ['shoal', (manifest: Manifest) => void (manifest.shoal = 'Ana Novak')],
  ['verdict.checks', ({ verdict }: Manifest) => void verdict?.checks.push('Ana Novak, born 1980-02-03')],
  ['verdict.verifier', ({ verdict }: Manifest) => void Object.assign(verdict ?? {}, { verifier: 'shoal Ana' })],
] as const)
  for (const [family, given] of Object.entries({ series, groups, random }))
    forgery(`a person's name in ${key}, ${family}`, {
      ...given,
      forge: (_, forged) => forged(change),
      breach: 'foreign-words',
    });

for (const [family, given] of Object.entries({ series, groups, random }))
  forgery(`another version that judged it than made it, ${family}`, {
    ...given,
    forge: (_, forged) => forged(({ verdict }: Manifest) => void Object.assign(verdict ?? {}, { verifier: 'shoal 9.9.0' })),
    breach: 'foreign-words',
  });

for (const [what, change] of [
  [
    'a part of the day',
    ({ calendar }: EventsManifest) => void (calendar.periods['Ana Novak, born 1980-02-03, in Vienna, at home'] = 3),
  ],
  ['the name of a flattened column', ({ flat }: EventsManifest) => void flat.columns.push('Ana Novak')],
  ['the hours of a block', ({ calendar }: EventsManifest) => void (calendar.hourBlock = 19)],
] as const)
  forgery(`a word about a person in ${what}, where no report tells the settings`, {
    ...random,
    forge: (folder, forged) => {
      for (const name of ['report.json', 'report.html']) rmSync(join(folder, name));
      forged((manifest) => {
        manifest.files = manifest.files.filter(({ name }) => !name.startsWith('report.'));
        if (manifest.method === 'events') change(manifest);
      });
    },
    breach: 'foreign-words',
  });

forgery("a person's name as the source of a column", {
  ...series,
  forge: (_, change) => change(({ columns }) => void (columns[0].of = 'Ana Novak')),
  breach: 'odd-declaration',
});

forgery('a row added under the labels of another in other letters', {
  ...groups,
  forge: (folder, change) => {
    reword(folder, 'kaca_anonymized.csv', (text) => `${text}${text.split('\n')[1].toLowerCase()}\n`);
    change(({ data }) => void data.rows++);
  },
  breach: 'alike-combination',
});

forgery("a person's name among the dropped columns, where the original is at hand", {
  ...series,
  original: 'days.csv',
  forge: (_, change) => change(({ dropped }) => dropped.push('Ana Novak, born 1980-02-03')),
  breach: 'unknown-dropped',
});
