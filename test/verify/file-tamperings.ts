import { generateKeyPairSync, sign } from 'node:crypto';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { changeManifest, type Draft } from './a-good-release.ts';
import { lentDuckDB } from './lent-duckdb.ts';
import { dataFile, marker, reworded, rewritten, type Tampering } from './tamperings.ts';
import { seal } from './written-release.ts';

const declared = (name: string) => ({ name, sha256: '0'.repeat(64), bytes: 0 });

function addColumn(draft: Draft, name: string): void {
  draft.header.push(name);
  for (const row of draft.rows) row.push(`${marker} ${draft.rows.indexOf(row)}`);
}

async function parquetRewritten(folder: string, copy: (from: string, to: string) => string): Promise<void> {
  const connection = await (await lentDuckDB()).connect();
  const path = dataFile(folder);
  await connection.run(copy(`'${path}'`, `'${path}.new'`));
  connection.closeSync();
  renameSync(`${path}.new`, path);
  seal(folder);
}

/** Spoils the bytes of one data page without touching the footer that describes it. */
function spoilPage(bytes: Buffer): Buffer {
  bytes.fill(0xff, 30, 60);
  return bytes;
}

const signer = generateKeyPairSync('ed25519');
const demanded = { signer: signer.publicKey };

function signManifest(folder: string, key = signer.privateKey): void {
  const signature = sign(null, readFileSync(join(folder, 'manifest.json')), key).toString('base64');
  writeFileSync(join(folder, 'manifest.sig'), `${signature}\n`);
}

const signatureTamperings: readonly Tampering[] = [
  { says: 'a signature that is demanded and not there', options: demanded, breach: 'missing-signature' },
  {
    says: 'a manifest that was changed and sealed again after it was signed',
    after: (folder) => {
      signManifest(folder);
      changeManifest(folder, (manifest) => void (manifest.dropped = [...manifest.dropped, 'Surname']));
    },
    options: demanded,
    breach: 'wrong-signature',
  },
  {
    says: 'a signature by another key',
    after: (folder) => signManifest(folder, generateKeyPairSync('ed25519').privateKey),
    options: demanded,
    breach: 'wrong-signature',
  },
  {
    says: 'words in the place of a signature, though nobody asked for one',
    after: (folder) => writeFileSync(join(folder, 'manifest.sig'), marker),
    breach: 'unreadable-signature',
  },
  {
    says: 'a signature with something behind it',
    after: (folder) => {
      signManifest(folder);
      appendFileSync(join(folder, 'manifest.sig'), marker);
    },
    options: demanded,
    breach: 'unreadable-signature',
  },
  {
    says: 'a signature in a second spelling',
    after: (folder) => {
      signManifest(folder);
      const path = join(folder, 'manifest.sig');
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(/(.)==\n$/, (_, last) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==\n`),
      );
    },
    options: demanded,
    breach: 'unreadable-signature',
  },
  {
    says: 'a folder in the place of a signature',
    after: (folder) => void mkdirSync(join(folder, 'manifest.sig')),
    breach: 'not-a-plain-file',
  },
  {
    says: 'a signature that the manifest declares',
    after: (folder) => {
      signManifest(folder);
      changeManifest(folder, ({ files }) => files.push(declared('manifest.sig')));
    },
    breach: 'unsafe-file-name',
  },
];

export const fileTamperings: readonly Tampering[] = [
  ...signatureTamperings,
  {
    says: 'a description that does not follow from the manifest',
    after: (folder) => writeFileSync(join(folder, 'datapackage.json'), JSON.stringify({ title: marker })),
    breach: 'false-description',
  },
  {
    says: 'one more byte in the data',
    after: (folder) => appendFileSync(dataFile(folder), '\n'),
    breach: ['wrong-size', 'ragged-row'],
  },
  {
    says: 'one changed byte in a sensitive cell',
    after: (folder) => writeFileSync(dataFile(folder), readFileSync(dataFile(folder), 'utf8').replace('asthma', 'asthmb')),
    breach: 'wrong-hash',
  },
  {
    says: 'a changed report',
    after: (folder) => {
      const path = join(folder, 'report.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('{', '['));
    },
    breach: 'wrong-hash',
  },
  { says: 'a data file that is gone', after: (folder) => rmSync(dataFile(folder)), breach: 'missing-file' },
  { says: 'a report that is gone', after: (folder) => rmSync(join(folder, 'report.json')), breach: 'missing-file' },
  { says: 'a file nobody declared', after: (folder) => writeFileSync(join(folder, '.DS_Store'), ''), breach: 'undeclared-file' },
  {
    says: 'the raw table as one more declared file',
    after: (folder) => {
      writeFileSync(join(folder, 'input.csv'), marker);
      changeManifest(folder, ({ files }) => files.push(declared('input.csv')));
      seal(folder);
    },
    breach: 'foreign-file',
  },
  {
    says: 'data under another name',
    after: (folder) => {
      renameSync(dataFile(folder), join(folder, 'Naive_anonymized.csv'));
      changeManifest(folder, (manifest) => {
        manifest.files[1].name = 'Naive_anonymized.csv';
        manifest.data.file = 'Naive_anonymized.csv';
      });
    },
    breach: 'foreign-file',
  },
  {
    says: 'a page without what it shows',
    after: (folder) => {
      renameSync(join(folder, 'report.json'), join(folder, 'report.html'));
      changeManifest(folder, ({ files }) => void (files[0].name = 'report.html'));
    },
    breach: 'foreign-file',
  },
  { says: 'a folder nobody declared', after: (folder) => void mkdirSync(join(folder, 'Internal')), breach: 'undeclared-file' },
  { says: 'a link nobody declared', after: (folder) => symlinkSync('internal', join(folder, 'more')), breach: 'undeclared-file' },
  {
    says: 'an internal part that is a link',
    after: (folder) => {
      renameSync(join(folder, 'internal'), `${folder}-internal`);
      symlinkSync(`${folder}-internal`, join(folder, 'internal'));
    },
    breach: 'undeclared-file',
  },
  {
    says: 'a data file that is a link',
    after: (folder) => {
      linkSync(dataFile(folder), join(folder, 'internal', 'data'));
      rmSync(dataFile(folder));
      symlinkSync(join(folder, 'internal', 'data'), dataFile(folder));
    },
    breach: 'not-a-plain-file',
  },
  {
    says: 'a declared file above the folder',
    after: (folder) => changeManifest(folder, ({ files }) => files.push(declared('../manifest.json'))),
    breach: 'unsafe-file-name',
  },
  {
    says: 'a declared file at an absolute path',
    after: (folder) => changeManifest(folder, ({ files }) => files.push(declared('/etc/hostname'))),
    breach: 'unsafe-file-name',
  },
  {
    says: 'data in the internal part',
    after: (folder) => changeManifest(folder, ({ data }) => void (data.file = 'internal/manifest.json')),
    breach: 'unsafe-file-name',
  },
  {
    says: 'a file declared twice',
    after: (folder) => changeManifest(folder, ({ files }) => files.push({ ...files[1] })),
    breach: 'repeated-file',
  },
  {
    says: 'a data file without a hash',
    after: (folder) => changeManifest(folder, (manifest) => void (manifest.files = manifest.files.slice(0, 1))),
    breach: ['undeclared-data-file', 'undeclared-file'],
  },

  { says: 'an empty data file', after: rewritten(() => ''), breach: 'unreadable-data' },
  {
    says: 'CSV that is declared to be Parquet',
    after: (folder) => {
      renameSync(dataFile(folder), join(folder, 'naive_anonymized.parquet'));
      changeManifest(folder, ({ data, files }) => {
        data.format = 'parquet';
        data.file = 'naive_anonymized.parquet';
        files[1].name = data.file;
      });
    },
    breach: 'unreadable-data',
  },
  {
    says: 'Parquet cut short',
    of: 'parquet',
    after: (folder) => {
      truncateSync(dataFile(folder), 400);
      seal(folder);
    },
    breach: 'unreadable-data',
  },
  { says: 'Parquet with a spoilt page', of: 'parquet', after: rewritten(spoilPage), breach: 'unreadable-data' },
  {
    says: 'metadata hidden in Parquet',
    of: 'parquet columns',
    after: (folder) =>
      parquetRewritten(folder, (from, to) => `COPY (FROM ${from}) TO ${to} (FORMAT parquet, KV_METADATA {input: '${marker}'})`),
    breach: 'hidden-metadata',
  },
  { says: 'a sensitive cell that is not UTF-8', after: rewritten(notUtf8), breach: 'not-utf8' },
  {
    says: 'a byte order mark',
    after: rewritten((bytes) => `\ufeff${bytes}`),
    breach: 'byte-order-mark',
  },
  { says: 'a row with a cell too few', after: reworded((text) => text.replace(/,(\d)\n$/, '\n')), breach: 'ragged-row' },
  { says: 'a row with a cell too many', after: reworded((text) => text.replace(/\n$/, `,${marker}\n`)), breach: 'ragged-row' },
  {
    says: 'a cell that a spreadsheet would run, where the manifest says that there is none',
    of: 'csv',
    after: (folder) => {
      changeManifest(folder, (manifest) => {
        manifest.spreadsheetSafe = true;
      });
    },
    breach: 'running-cell',
  },
  {
    says: 'a comma after the last cell, which DuckDB forgives',
    after: reworded((text) => text.replace(/\n$/, ',\n')),
    breach: 'dangling-comma',
  },
  {
    says: 'a blank line, which DuckDB skips',
    after: reworded((text) => text.replace(/\n(?=[1-5],\[)/, '\n\n')),
    breach: 'ragged-row',
  },
  {
    says: 'a blank before a quoted cell, which DuckDB forgives',
    after: reworded((text) => text.replace(',"', ', "')),
    breach: 'stray-quote',
  },
  { says: 'a quoted cell that never ends', after: reworded((text) => `${text}"${marker}`), breach: 'stray-quote' },
  { says: 'text after a closing quote', after: reworded((text) => text.replace('",', `"${marker},`)), breach: 'stray-quote' },
  {
    says: 'a row marked by needless quotes',
    after: reworded((text) => text.replace('asthma', '"asthma"')),
    breach: 'needless-quotes',
  },
  { says: 'an empty cell in quotes', after: reworded((text) => text.replace(',,', ',"",')), breach: 'needless-quotes' },
  {
    says: 'a column name in needless quotes',
    after: reworded((text) => text.replace('GroupID', '"GroupID"')),
    breach: 'needless-quotes',
  },
  {
    says: 'a carriage return without quotes',
    after: reworded((text) => text.replace('asthma', 'asth\rma')),
    breach: 'bare-cell',
  },
  { says: 'no line feed at the end', after: reworded((text) => text.slice(0, -1)), breach: 'foreign-line-end' },
  {
    says: 'the raw table between the pages and the footer of Parquet',
    of: 'parquet',
    after: rewritten((bytes) => {
      const footer = bytes.readUInt32LE(bytes.length - 8) + 8;
      return Buffer.concat([bytes.subarray(0, -footer), Buffer.from(marker.repeat(100)), bytes.subarray(-footer)]);
    }),
    breach: 'other-bytes',
  },
  {
    says: 'Parquet that another writer wrote',
    of: 'parquet columns',
    after: (folder) => parquetRewritten(folder, (from, to) => `COPY (FROM ${from}) TO ${to} (FORMAT parquet, COMPRESSION gzip)`),
    breach: 'other-bytes',
  },
  {
    says: 'a statistic of Parquet that is not true',
    of: 'parquet',
    after: rewritten((bytes) => {
      const at = bytes.lastIndexOf('the "old" town');
      bytes.write(marker, at);
      return bytes;
    }),
    breach: 'other-bytes',
  },
  {
    says: 'rows that end as on Windows',
    after: reworded((text) => text.replace(/(?<=,\d)\n/g, '\r\n')),
    breach: 'foreign-line-end',
  },
  {
    says: 'a header that ends as on Windows',
    after: reworded((text) => text.replace('\n', '\r\n')),
    breach: 'foreign-line-end',
  },

  {
    says: 'a file without a header',
    before: (draft) => void (draft.header = draft.rows.shift() ?? []),
    breach: ['missing-column', 'undeclared-column'],
  },
  {
    says: 'a column that is not there',
    before: (draft) => {
      draft.header.splice(2, 1);
      for (const row of draft.rows) row.splice(2, 1);
    },
    breach: 'missing-column',
  },
  { says: 'a column that was not declared', before: (draft) => addColumn(draft, 'Row'), breach: 'undeclared-column' },
  {
    says: 'a column that was not declared, in Parquet',
    of: 'parquet',
    before: (draft) => addColumn(draft, 'Row'),
    breach: 'undeclared-column',
  },
  {
    says: 'a dropped column in other letters',
    before: (draft) => addColumn(draft, 'NAME '),
    breach: ['undeclared-column', 'dropped-column'],
  },
  {
    says: 'a dropped column, in Parquet',
    of: 'parquet columns',
    before: (draft) => addColumn(draft, 'card number'),
    breach: ['undeclared-column', 'dropped-column'],
  },
  { says: 'a column that is there twice', before: (draft) => addColumn(draft, 'Note'), breach: 'repeated-column' },
  {
    says: 'two series that changed places',
    before: (draft) => void ([draft.header[1], draft.header[2]] = [draft.header[2], draft.header[1]]),
    breach: 'misplaced-column',
  },
  {
    says: 'bounds of single precision',
    of: 'parquet columns',
    before: ({ types }) => void (types.H1_min = 'FLOAT'),
    breach: 'wrong-type',
  },
  {
    says: 'group ids that are dates',
    of: 'parquet',
    before: ({ types, rows }) => {
      types.GroupID = 'DATE';
      for (const row of rows) row[0] = `2020-01-0${row[0]}`;
    },
    breach: 'wrong-type',
  },
  { says: 'labels that are bytes', of: 'parquet', before: ({ types }) => void (types.Town = 'BLOB'), breach: 'wrong-type' },
  { says: 'a row that was added', declaredRows: 39, breach: 'wrong-row-count' },
  { says: 'rows that were removed, in Parquet', of: 'parquet', declaredRows: 41, breach: 'wrong-row-count' },
  { says: 'a release of nobody', before: (draft) => void (draft.rows = []), breach: 'no-rows' },
];

function notUtf8(bytes: Buffer): Buffer {
  bytes[bytes.indexOf('asthma')] = 0xff;
  return bytes;
}
