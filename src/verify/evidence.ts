import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Counter, Unreadable } from '../base/counting.ts';
import type { Manifest, ManifestColumn } from '../release/manifest.ts';
import type { EvidenceBreach } from './evidence-breaches.ts';
import { foldColumn } from './folded-text.ts';
import { csvHeader } from './header.ts';
import { compareLines, type LinesBeside } from './lines-beside.ts';
import { csvSource, parquetHeader, parquetOf, parquetTypes, type Source, type SourceColumn } from './source.ts';
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

/** What the evidence of a release must look like, and how it is known to be about what was published. */
export interface EvidenceForm {
  /** Its columns before `_subject`. */
  readonly columns: readonly ManifestColumn[];
  readonly delimiter: ',' | ';';
  /** Whether a last column `_row` may be there. */
  readonly rowNumbers: boolean;
  /** Whether subjects are told apart by the normal form of their ids, as they are unless a release says that spelling counts. */
  readonly normal: boolean;
  /** The released file, where its lines may stand in the evidence as they are, numbers behind them: that is quick to see. */
  readonly released?: string | undefined;
  readonly compare: (evidence: Evidence) => Promise<readonly EvidenceBreach[]>;
}

export interface Evidence {
  readonly file: string;
  readonly source: Source;
  readonly subject: SourceColumn;
  /** Which row of the input each record was, where that is told. */
  readonly row: SourceColumn | undefined;
  /** What its lines say beside those of the release, where they were compared. */
  readonly lines?: LinesBeside | undefined;
}

/** Lends the evidence to `use` once it is proved to be about what was published. Otherwise says why it proves nothing. */
export async function withEvidence<Value>(
  counter: Counter,
  { path, format, file }: EvidencePlace,
  { columns, delimiter, rowNumbers, normal, released, compare }: EvidenceForm,
  use: (evidence: Evidence) => Promise<Value>,
): Promise<Value | readonly EvidenceBreach[]> {
  const proveEvidence = async (written: Source, again: boolean, lines?: LinesBeside) => {
    const subject = written.columns[columns.length];
    const source = normal && lines === undefined ? await foldColumn(counter, written, subject) : written; // a number has one form
    const evidence = { file, source, subject, row: source.columns.at(columns.length + 1), lines };
    const breaches = lines === undefined ? await compare(evidence) : [];
    if (breaches.length > 0 && again) throw new Unreadable('it may have been cut into rows wrongly');
    return breaches.length > 0 ? breaches : use(evidence);
  };
  try {
    if (!(await lstat(path)).isFile()) return [{ kind: 'evidence-unreadable', file }];
    const names = format === 'csv' ? await csvHeader(path, delimiter) : await parquetHeader(counter, path);
    const extra = rowNumbers && names?.at(-1) === rowName ? [rowName] : [];
    const wanted = [...columns, ...[subjectName, ...extra].map(inside)];
    if (names?.length !== wanted.length || wanted.some(({ name }, at) => names[at] !== name))
      return [{ kind: 'evidence-columns', file }];
    if (format === 'parquet') return await proveEvidence(parquetOf(path, wanted, await parquetTypes(counter, path)), false);
    const lines = released === undefined ? undefined : await compareLines(released, path, 1 + extra.length);
    return await fastThenSure(false, (reading) =>
      proveEvidence(csvSource(path, wanted, delimiter, reading), reading.parallel, lines),
    );
  } catch (error) {
    if (error instanceof Unreadable) return [{ kind: 'evidence-unreadable', file }];
    throw error;
  }
}

const inside = (name: string): ManifestColumn => ({ name, role: 'subject', kind: 'text' });

/** Row by row, as they lie in the two files, each with its subject. Of bare scans DuckDB keeps no side of a positional join in memory. */
export async function compareRows(
  counter: Counter,
  published: Source,
  { file, source, subject }: Evidence,
): Promise<readonly EvidenceBreach[]> {
  const from = `${published.scan('a')} POSITIONAL JOIN ${source.scan('b')}`; // the shorter side goes on with NULLs
  const cell = (of: 'a' | 'b', sql: string) => `coalesce(CAST(${of}.${sql} AS VARCHAR), '')`;
  const other = published.columns.map(({ sql }) => `${cell('a', sql)} <> ${cell('b', sql)}`).join(' OR ');
  const nobody = `trim(${cell('b', subject.sql)}) = ''`;
  const [different, incomplete] = await counter.numbers(`SELECT count_if(${other}), count_if(${nobody}) FROM ${from}`);
  const first = async (bad: string) => {
    const numbered = `SELECT row_number() OVER () AS row, ${bad} AS bad FROM ${from}`;
    return (await counter.numbers(`SELECT min(row) FROM (${numbered}) WHERE bad`))[0];
  };
  if (different > 0) return [{ kind: 'evidence-differs', file, rows: different, row: await first(other) }];
  if (incomplete > 0) return [{ kind: 'evidence-incomplete', file, rows: incomplete, row: await first(nobody) }];
  return [];
}
