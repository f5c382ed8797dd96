import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../src/base/workspace.ts';
import { localFiles } from '../../src/engine/local/files.ts';
import { cutText } from '../../src/formats/cut-text.ts';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import { changeManifest, goodDraft, write } from './a-good-release.ts';
import { lentDuckDB } from './lent-duckdb.ts';
import type { Tampering } from './tamperings.ts';
import { seal } from './written-release.ts';

type Parts = NonNullable<SeriesManifest['data']['parts']>;

const manifestIn = (folder: string): SeriesManifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

/** Cuts the 40 rows of a good release into three parts: 15, 15 and 10. No group lies in one of them alone. */
export async function cutIntoParts(folder: string): Promise<void> {
  const { data, columns } = manifestIn(folder);
  const name = (part: number) => data.file.replace('.', `-0000${part}.`);
  const plan = { rows: 15, path: (part: number) => join(folder, name(part)) };
  const file = join(folder, data.file);
  const workspace = openWorkspace();
  const written =
    data.format === 'csv' ? cutText(file, plan) : await localFiles(workspace).cutParquet({ ...plan, file, columns });
  workspace.dispose();
  rmSync(file);
  changeManifest(folder, (manifest) => {
    manifest.data.parts = written.map((part, i) => ({ name: name(i + 1), ...part }));
    manifest.files = manifest.files.filter((one) => one.name !== data.file);
    manifest.verdict = { holds: true, verifier: 'shoal 0.1.0', checks: manifest.verdict?.checks ?? [] };
  });
}

const pathOf = (folder: string, part: number): string => join(folder, manifestIn(folder).data.parts?.[part - 1]?.name ?? '');

/** Sizes and hashes of the parts as they are by now; the report tells nothing of them. */
function sealParts(folder: string, change: (parts: Parts) => void = () => {}): void {
  changeManifest(folder, ({ data: { parts = [] } }) => {
    change(parts);
    for (const part of parts) {
      const bytes = readFileSync(join(folder, part.name));
      part.bytes = bytes.length;
      part.sha256 = createHash('sha256').update(bytes).digest('hex');
    }
  });
  seal(folder);
}

/** The rows of a part as lines, which cells with line feeds are not among. */
const reworded = (folder: string, part: number, change: (text: string) => string): void =>
  writeFileSync(pathOf(folder, part), change(readFileSync(pathOf(folder, part), 'utf8')));

async function parquetRewritten(folder: string, part: number, copy: (from: string, to: string) => string): Promise<void> {
  const connection = await (await lentDuckDB()).connect();
  const path = pathOf(folder, part);
  await connection.run(copy(`'${path}'`, `'${path}.new'`));
  connection.closeSync();
  renameSync(`${path}.new`, path);
  sealParts(folder);
}

/** Another good release, in parts: its groups are as large, and their bands are others. */
async function partOfAnother(folder: string): Promise<void> {
  const other = join(folder, 'internal', 'other');
  const draft = goodDraft('csv');
  const [band] = ['H1'].map((name) => draft.header.indexOf(name));
  for (const row of draft.rows)
    row[band] = row[band].replace(/-(-?[\d.]+)\]$/, (_, upper) => `-${(Number(upper) + 1).toFixed(2)}]`);
  await write(other, draft);
  await cutIntoParts(other);
  copyFileSync(pathOf(other, 2), pathOf(folder, 2));
  rmSync(other, { recursive: true });
}

const spoilt = (spoil: (folder: string) => void | Promise<void>) => async (folder: string) => {
  await cutIntoParts(folder);
  await spoil(folder);
};

/** One part of a release changed, gone, from elsewhere or too many; and parts that would say something by how rows are dealt out. */
export const partTamperings: readonly Tampering[] = [
  {
    says: 'a part in which two cells changed places',
    after: spoilt((folder) => reworded(folder, 2, (text) => text.replace('asthma', 'amhtsa'))),
    breach: 'wrong-hash',
  },
  {
    says: 'a part that is missing',
    after: spoilt((folder) => rmSync(pathOf(folder, 2))),
    breach: 'missing-file',
  },
  {
    says: 'a part of another release',
    after: spoilt(partOfAnother),
    breach: ['wrong-size', 'small-group', 'small-leaf', 'split-group'],
  },
  {
    says: 'a part of another release, declared as its own',
    after: spoilt(async (folder) => {
      await partOfAnother(folder);
      sealParts(folder);
    }),
    breach: ['small-group', 'small-leaf', 'split-group'],
  },
  {
    says: 'a part too many in the folder',
    after: spoilt((folder) => copyFileSync(pathOf(folder, 3), join(folder, 'naive_anonymized-00004.csv'))),
    breach: 'undeclared-file',
  },
  {
    says: 'the whole table beside its parts',
    after: spoilt((folder) => {
      copyFileSync(pathOf(folder, 1), join(folder, 'naive_anonymized.csv'));
      changeManifest(folder, ({ files }) => files.push({ name: 'naive_anonymized.csv', sha256: '', bytes: 0 }));
      sealParts(folder);
    }),
    breach: 'foreign-file',
  },
  {
    says: 'parts in another order',
    after: spoilt((folder) => sealParts(folder, (parts) => void parts.splice(0, 2, parts[1], parts[0]))),
    breach: 'misnamed-part',
  },
  {
    says: 'one part declared twice',
    after: spoilt((folder) =>
      changeManifest(folder, ({ data }) => {
        data.parts = [...(data.parts ?? []).slice(0, 2), ...(data.parts ?? []).slice(1, 2)];
      }),
    ),
    breach: ['repeated-file', 'misnamed-part', 'undeclared-file', 'wrong-row-count'],
  },
  {
    says: 'parts called after another table',
    after: spoilt((folder) => changeManifest(folder, ({ data }) => void (data.file = 'kapra_anonymized.csv'))),
    breach: ['foreign-file', 'misnamed-part'],
  },
  {
    says: 'a row that moved from one part to the next',
    after: spoilt((folder) => {
      moveRow(folder);
      sealParts(folder);
    }),
    breach: ['wrong-part-rows', 'wrong-part-rows'],
  },
  {
    says: 'the same, declared',
    after: spoilt((folder) => {
      moveRow(folder);
      sealParts(folder, ([first, second]) => {
        first.rows--;
        second.rows++;
      });
    }),
    breach: 'uneven-parts',
  },
  {
    says: 'a part without a header',
    after: spoilt((folder) => {
      reworded(folder, 3, (text) => text.slice(text.indexOf('\n') + 1));
      sealParts(folder);
    }),
    breach: ['missing-column', 'undeclared-column', 'wrong-part-rows'],
  },
  {
    says: 'a byte order mark before a part',
    after: spoilt((folder) => {
      reworded(folder, 3, (text) => `\uFEFF${text}`);
      sealParts(folder);
    }),
    breach: 'byte-order-mark',
  },
  {
    says: 'a part of Parquet whose cells are of another type',
    of: 'parquet',
    after: spoilt((folder) =>
      parquetRewritten(
        folder,
        2,
        (from, to) =>
          `COPY (SELECT * REPLACE (CAST("Level" AS INTEGER) AS "Level") FROM ${from}) TO ${to} (FORMAT parquet, COMPRESSION zstd)`,
      ),
    ),
    breach: 'wrong-type',
  },
  {
    says: 'a part of Parquet with an entry in its footer',
    of: 'parquet',
    after: spoilt((folder) =>
      parquetRewritten(
        folder,
        3,
        (from, to) => `COPY (FROM ${from}) TO ${to} (FORMAT parquet, COMPRESSION zstd, KV_METADATA {hidden: 'Zanzibar'})`,
      ),
    ),
    breach: 'hidden-metadata',
  },
  {
    says: 'a part of Parquet that is compressed in another way',
    of: 'parquet',
    after: spoilt((folder) =>
      parquetRewritten(folder, 2, (from, to) => `COPY (FROM ${from}) TO ${to} (FORMAT parquet, COMPRESSION snappy)`),
    ),
    breach: 'other-bytes',
  },
];

/** The last row of part 1 to the beginning of part 2, where it stays what it is among all rows. */
function moveRow(folder: string): void {
  const first = readFileSync(pathOf(folder, 1), 'utf8');
  const rows = rowsOf(first);
  const last = rows[rows.length - 1];
  writeFileSync(pathOf(folder, 1), rows.slice(0, -1).join(''));
  const [header, ...others] = rowsOf(readFileSync(pathOf(folder, 2), 'utf8'));
  writeFileSync(pathOf(folder, 2), [header, last, ...others].join(''));
}

/** Rows with their line ends; a line feed in quotes ends none. */
function rowsOf(text: string): string[] {
  const rows: string[] = [];
  let [from, quoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    if (text[at] !== '\n' || quoted) continue;
    rows.push(text.slice(from, at + 1));
    from = at + 1;
  }
  return rows;
}
