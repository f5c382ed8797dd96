import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
