import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptionFiles } from '../../src/release/describe/describe.ts';
import { type EventsManifest, type Manifest, manifestSchema, type TableManifest } from '../../src/release/manifest.ts';
import { canonicalJson } from '../../src/verify/canonical-json.ts';
import { checksAtWriting } from '../../src/verify/checks.ts';
import { lentDuckDB } from './lent-duckdb.ts';

export type Format = 'csv' | 'parquet';

export interface Evidence {
  header: string[];
  rows: string[][];
  format: Format;
}

interface Draft {
  readonly manifest: EventsManifest | TableManifest;
  readonly header: readonly string[];
  readonly rows: readonly string[][];
  readonly evidence: Evidence | undefined;
}

/** Writes data, evidence and manifest; hashes and sizes are those of the bytes. */
export async function writeDraft(
  folder: string,
  { manifest, header, rows, evidence }: Draft,
  delimiter: { readonly data: string; readonly evidence: string },
): Promise<void> {
  mkdirSync(join(folder, 'internal'), { recursive: true });
  await writeTable(join(folder, manifest.data.file), manifest.data.format, header, rows, delimiter.data);
  if (evidence !== undefined) {
    const path = join(folder, 'internal', `evidence.${evidence.format}`);
    await writeTable(path, evidence.format, evidence.header, evidence.rows, delimiter.evidence);
  }
  manifest.files = [{ name: manifest.data.file, sha256: '', bytes: 0 }];
  writeManifest(folder, manifest);
  seal(folder);
}

/** Declares the sizes and hashes that the files have by now, so that only a deeper look can find what was changed. */
export function seal(folder: string): void {
  changeManifestOf(folder, ({ files }) => {
    for (const file of files) {
      const bytes = readFileSync(join(folder, file.name));
      file.bytes = bytes.length;
      file.sha256 = createHash('sha256').update(bytes).digest('hex');
    }
  });
}

/** Changes the manifest; the checks of its verdict follow what it promises, unless they are what somebody else wrote. */
export function changeManifestOf<Some extends Manifest>(folder: string, change: (manifest: Some) => void): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const own = JSON.stringify(checksFor(manifest));
  const follows = ['[]', own].includes(JSON.stringify(manifest.verdict?.checks));
  change(manifest);
  const untouched = ['[]', own].includes(JSON.stringify(manifest.verdict?.checks));
  if (follows && untouched && manifest.verdict !== undefined) manifest.verdict.checks = checksFor(manifest);
  writeManifest(folder, manifest);
}

function checksFor(manifest: unknown): readonly string[] {
  const parsed = manifestSchema.safeParse(manifest);
  return parsed.success ? checksAtWriting(parsed.data) : [];
}

/** As a run writes it, where it is one that a run could write; descriptions of another manifest go, as whoever forges one would see to. */
export function writeManifest(folder: string, manifest: unknown): void {
  const parsed = manifestSchema.safeParse(manifest);
  for (const name of descriptionFiles) rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, 'manifest.json'), canonicalJson(parsed.success ? parsed.data : manifest));
}

const quoted =
  (delimiter: string) =>
  (cell: string): string =>
    [delimiter, '"', '#', '\r', '\n'].some((sign) => cell.includes(sign)) ? `"${cell.replaceAll('"', '""')}"` : cell;

export async function writeTable(
  path: string,
  format: Format,
  header: readonly string[],
  rows: readonly string[][],
  delimiter: string,
) {
  if (format === 'csv') {
    writeFileSync(path, [header, ...rows].map((row) => `${row.map(quoted(delimiter)).join(delimiter)}\n`).join(''));
    return;
  }
  const connection = await (await lentDuckDB()).connect();
  try {
    const literal = (value: string) => (value === 'NULL' ? 'NULL' : `'${value.replaceAll("'", "''")}'`);
    const values = rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ');
    const names = header.map((name) => `"${name}"`).join(', ');
    const typed = header.map((name) => `CAST("${name}" AS ${typeOf(name, rows, header)}) AS "${name}"`).join(', ');
    const table =
      rows.length > 0
        ? `(VALUES ${values}) AS t(${names})`
        : `(SELECT ${header.map((name) => `'' AS "${name}"`).join(', ')} LIMIT 0)`;
    await connection.run(`COPY (SELECT ${typed} FROM ${table}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd)`);
  } finally {
    connection.closeSync();
  }
}

/** Whole numbers as such, as a maker with typed columns would write them. */
function typeOf(name: string, rows: readonly string[][], header: readonly string[]): string {
  const column = header.indexOf(name);
  return rows.length > 0 && rows.every((row) => /^(NULL|-?\d{1,9})$/.test(row[column] ?? '')) ? 'INTEGER' : 'VARCHAR';
}
