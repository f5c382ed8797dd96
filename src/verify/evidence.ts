import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventsManifest, Manifest, ManifestColumn } from '../release/manifest.ts';
import { type Counter, Unreadable } from './counter.ts';
import type { EvidenceBreach } from './evidence-breaches.ts';
import { csvHeader } from './header.ts';
import { csvSource, parquetHeader, parquetOf, parquetTypes, type Source } from './source.ts';
import { fastThenSure } from './two-readings.ts';

/** The column of the evidence that names the true subject; it never leaves. */
export const subjectName = '_subject';

/** The column that says which row of the input a record was; where it is there, it comes last, and it never leaves either. */
export const rowName = '_row';

/** Where the evidence of a release is, seen from its folder. */
export interface EvidencePlace {
  readonly file: string;
  readonly path: string;
  readonly format: 'csv' | 'parquet';
  readonly there: boolean;
}

/** Evidence in the format of the data, or else in the other one; it need not be there. */
export async function evidenceIn(folder: string, { data }: Manifest): Promise<EvidencePlace> {
  const formats = data.format === 'csv' ? (['csv', 'parquet'] as const) : (['parquet', 'csv'] as const);
  const places = formats.map((format) => {
    const file = `internal/evidence.${format}`;
    return { file, path: join(folder, file), format };
  });
  for (const place of places) if (await isThere(place.path)) return { ...place, there: true };
  return { ...places[0], there: false };
}

const isThere = async (path: string): Promise<boolean> => {
  try {
    return (await lstat(path)) !== undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
};

/**
 * Lends the evidence to `use` once it is proved to hold the rows of the public file, one by one and in the same order, each with its subject:
 * its columns are those of the public file, then `_subject`. Otherwise says why it proves nothing.
 */
export async function withEvidence<Value>(
  counter: Counter,
  place: EvidencePlace,
  published: Source,
  { columns, data }: EventsManifest,
  use: (evidence: Source) => Promise<Value>,
): Promise<Value | readonly EvidenceBreach[]> {
  const { path, format, file } = place;
  const wanted: readonly ManifestColumn[] = [...columns, { name: subjectName, role: 'subject', kind: 'text' }];
  const proved = async (evidence: Source, again: boolean) => {
    const breaches = await compare(counter, published, evidence, file);
    if (breaches.length > 0 && again) throw new Unreadable('it may have been cut into rows wrongly');
    return breaches.length > 0 ? breaches : use(evidence);
  };
  try {
    if (!(await lstat(path)).isFile()) return [{ kind: 'evidence-unreadable', file }];
    const names = format === 'csv' ? await csvHeader(path, data.delimiter) : await parquetHeader(counter, path);
    if (names?.length !== wanted.length || wanted.some(({ name }, at) => names[at] !== name))
      return [{ kind: 'evidence-columns', file }];
    if (format === 'parquet') return await proved(parquetOf(path, wanted, await parquetTypes(counter, path)), false);
    return await fastThenSure(false, (reading) => proved(csvSource(path, wanted, data.delimiter, reading), reading.parallel));
  } catch (error) {
    if (error instanceof Unreadable) return [{ kind: 'evidence-unreadable', file }];
    throw error;
  }
}

/** Row by row, as they lie in the two files. Of bare scans DuckDB keeps no side of a positional join in memory. */
async function compare(counter: Counter, published: Source, evidence: Source, file: string): Promise<readonly EvidenceBreach[]> {
  const from = `${published.scan('a')} POSITIONAL JOIN ${evidence.scan('b')}`; // the shorter side goes on with NULLs
  const cell = (of: 'a' | 'b', sql: string) => `coalesce(CAST(${of}.${sql} AS VARCHAR), '')`;
  const other = published.columns.map(({ sql }) => `${cell('a', sql)} <> ${cell('b', sql)}`).join(' OR ');
  const nobody = `${cell('b', evidence.columns[published.columns.length].sql)} = ''`;
  const [different, incomplete] = await counter.numbers(`SELECT count_if(${other}), count_if(${nobody}) FROM ${from}`);
  const first = async (bad: string) => {
    const numbered = `SELECT row_number() OVER () AS row, ${bad} AS bad FROM ${from}`;
    return (await counter.numbers(`SELECT min(row) FROM (${numbered}) WHERE bad`))[0];
  };
  if (different > 0) return [{ kind: 'evidence-differs', file, rows: different, row: await first(other) }];
  if (incomplete > 0) return [{ kind: 'evidence-incomplete', file, rows: incomplete, row: await first(nobody) }];
  return [];
}
