import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestColumn, SeriesManifest } from '../../src/release/manifest.ts';
import { canonicalJson } from '../../src/verify/canonical-json.ts';
import { reportOf } from './a-report.ts';
import { lentDuckDB } from './lent-duckdb.ts';
import { changeManifestOf, seal, writeManifest } from './written-release.ts';

/** A release before it is bytes: tests change it, then write and seal it. */
export interface Draft {
  manifest: SeriesManifest;
  /** Names as they are written, which a good release also declares. */
  header: string[];
  rows: string[][];
  /** SQL types for Parquet; text where a column has none. */
  types: Record<string, string>;
}

export type Variant = 'csv' | 'csv columns' | 'parquet' | 'parquet columns';
export const variants: readonly Variant[] = ['csv', 'csv columns', 'parquet', 'parquet columns'];

const notes = ['asthma', 'with, comma', 'with "quotes"', 'two\nlines', '', '"', 'čšž 湖 🐟', ' blank ', '\r\n', ',,\n\n'];

/** 40 rows: five groups of 6 to 10, two or three leaves each; k = 5, P = 2. */
export function goodDraft(variant: Variant): Draft {
  const sizes = [
    [3, 3],
    [2, 5],
    [4, 4],
    [2, 3, 4],
    [5, 5],
  ];
  const towns = ['Koper', 'Reka, zgornja', 'the "old" town', 'Ljubljana', 'Ljubljana'];
  const words = ['abca/3', 'eeaa/5', 'aaaa/1'];
  const rows = sizes.flatMap((leaves, g) =>
    leaves.flatMap((size, leaf) =>
      Array.from({ length: size }, (_, i) => {
        const bounds = [0, 1, 2, 3].map(
          (t) => [((g - 2) * 1.5 + t * 0.25).toFixed(2), ((g - 2) * 1.5 + t + 1.25).toFixed(2)] as const,
        );
        const age = [String(g * 10 - 5), String(g * 10 + 5)] as const;
        const cells = [...bounds, age].flatMap((pair) => (variant.endsWith('columns') ? pair : [`[${pair[0]}-${pair[1]}]`]));
        return [String(g + 1), ...cells, towns[g], notes[(3 * g + 2 * leaf + i) % notes.length], ...words[leaf].split('/')];
      }),
    ),
  );
  return draftOf(
    variant,
    [0, 1, 2, 3].map((t) => `H${t + 1}`),
    shuffled(rows),
  );
}

export function draftOf(variant: Variant, series: readonly string[], rows: string[][]): Draft {
  const apart = variant.endsWith('columns');
  const [format] = variant.split(' ') as ['csv' | 'parquet'];
  const banded = (name: string, role: 'series' | 'quasi', decimals: number): ManifestColumn[] =>
    apart
      ? [
          { name: `${name}_min`, role, kind: 'lower', of: name, decimals },
          { name: `${name}_max`, role, kind: 'upper', of: name, decimals },
        ]
      : [{ name, role, kind: 'interval', of: name, decimals }];
  const columns: ManifestColumn[] = [
    { name: 'GroupID', role: 'group', kind: 'id' },
    ...series.flatMap((name) => banded(name, 'series', 2)),
    ...banded('Age', 'quasi', 0),
    { name: 'Town', role: 'quasi', kind: 'label', of: 'Town' },
    { name: 'Note', role: 'sensitive', kind: 'text', of: 'Note' },
    { name: 'Pattern', role: 'pattern', kind: 'word' },
    { name: 'Level', role: 'level', kind: 'integer' },
  ];
  const numbers = columns.filter(({ kind }) => kind === 'lower' || kind === 'upper').map(({ name }) => [name, 'DOUBLE'] as const);
  return {
    manifest: {
      shoal: '0.1.0',
      format: 1,
      method: 'naive',
      promises: { k: 5, p: 2 },
      unit: 'each row is one subject, as declared',
      pattern: { form: 'word', segments: 4, maxLevel: 5 },
      data: { file: `naive_anonymized.${format}`, format, rows: rows.length },
      columns,
      dropped: ['Name', 'Card number'],
      files: [],
      verdict: { holds: true, verifier: 'shoal 0.1.0', checks: [] },
    },
    header: columns.map(({ name }) => name),
    rows,
    types: { GroupID: 'INTEGER', Level: 'TINYINT', ...Object.fromEntries(numbers) },
  };
}

/** Medians of equally likely cells of the normal distribution, for the levels that a good draft has. */
const medians: Readonly<Record<string, readonly number[]>> = {
  1: [0],
  3: [-0.967421566101701, 0, 0.967421566101701],
  5: [-1.2815515655446004, -0.5244005127080407, 0, 0.5244005127080407, 1.2815515655446004],
};

/** Adds one curve for each of the four series: halfway from the middle of the band to the word, fitted to the middles and kept in the band. */
export function withCurves(draft: Draft): Draft {
  const series = draft.manifest.columns.filter(({ role, kind }) => role === 'series' && kind !== 'upper');
  const [word, level] = ['Pattern', 'Level'].map((name) => draft.header.indexOf(name));
  for (const row of draft.rows) {
    const bands = series.map(({ name }) => {
      const first = draft.header.indexOf(name);
      const cells = /^\[(.+?)-(-?[\d.]+)\]$/.exec(row[first])?.slice(1) ?? row.slice(first, first + 2);
      return cells.map(Number);
    });
    const middles = bands.map(([lower, upper]) => (lower + upper) / 2);
    const asked = [...row[word]].map((symbol) => medians[row[level]][symbol.charCodeAt(0) - 97]); // one symbol for each instant
    const [middle, centre] = [mean(middles), mean(asked)];
    const own = asked.reduce((sum, each) => sum + (each - centre) ** 2, 0);
    const shared = asked.reduce((sum, each, t) => sum + (each - centre) * (middles[t] - middle), 0);
    for (const [t, [lower, upper]] of bands.entries()) {
      const wanted = own === 0 ? middles[t] : middle + Math.max(0, shared / own) * (asked[t] - centre);
      row.push(((middles[t] + Math.min(upper, Math.max(lower, wanted))) / 2).toFixed(4).replace(/^-(?=[0.]+$)/, ''));
    }
  }
  for (const { of = '' } of series) {
    draft.manifest.columns.push({ name: `${of}_curve`, role: 'curve', kind: 'number', of, decimals: 4 });
    draft.header.push(`${of}_curve`);
    draft.types[`${of}_curve`] = 'DOUBLE';
  }
  return draft;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Writes data and manifest as a maker would: hashes, sizes and, unless told otherwise, the row count are those of the bytes. */
export async function write(folder: string, draft: Draft, declaredRows = draft.rows.length): Promise<void> {
  mkdirSync(join(folder, 'internal'), { recursive: true });
  writeFileSync(join(folder, 'internal', 'manifest.json'), '{"seed": 42}');
  const path = join(folder, draft.manifest.data.file);
  if (draft.manifest.data.format === 'csv') writeFileSync(path, csv([draft.header, ...draft.rows]));
  else await writeParquet(path, draft);
  const reports = draft.manifest.shape === 'long' ? [] : ['report.json'];
  for (const name of reports) writeFileSync(join(folder, name), canonicalJson(reportOf(draft)));
  draft.manifest.data.rows = declaredRows;
  draft.manifest.files = [...reports, draft.manifest.data.file].map((name) => ({ name, sha256: '', bytes: 0 }));
  writeManifest(folder, draft.manifest);
  seal(folder);
}

export const changeManifest = changeManifestOf<SeriesManifest>;

const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.map(cell).join(',')}\n`).join('');

const cell = (value: string): string => (/[",#\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

async function writeParquet(path: string, { header, rows, types }: Draft): Promise<void> {
  const connection = await (await lentDuckDB()).connect();
  try {
    const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;
    const columns = header.map((name, i) => `c${i} AS "${name}"`);
    const typed = header.map((name, i) => `CAST(nullif(c${i}, 'NULL') AS ${types[name] ?? 'VARCHAR'}) AS c${i}`);
    const names = header.map((_, i) => `c${i}`).join(', ');
    const values = rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ');
    await connection.run(
      `COPY (SELECT ${columns.join(', ')} FROM (SELECT ${typed.join(', ')} FROM (VALUES ${values}) AS t(${names}))) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } finally {
    connection.closeSync();
  }
}

/** Any order will do, as long as it is not by group. */
const shuffled = (rows: string[][]): string[][] => rows.map((_, i) => rows[(i * 7) % rows.length]);
