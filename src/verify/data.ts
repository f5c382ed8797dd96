import { type Counter, Unreadable } from '../base/counting.ts';
import type { Manifest } from '../release/manifest.ts';
import type { Breach } from './breaches.ts';
import type { CellBreach } from './cell-breaches.ts';
import type { CsvRows } from './csv-shape.ts';
import type { DataBreach } from './data-breaches.ts';
import { neverPublished } from './events/event-declarations.ts';
import type { DataFindings } from './findings.ts';
import { readGuarded } from './guarded-cells.ts';
import { checkHeader, csvHeader } from './header.ts';
import { checkParquetBytes } from './parquet-bytes.ts';
import { csvSource, delimiterOf, parquetHeader, parquetMetadata, parquetSource, type Source } from './source.ts';
import { neverOfTable } from './table/table-declarations.ts';
import { fastThenSure, longestRow } from './two-readings.ts';

/** What the rows of a method owe, once they can be read. */
export type RowJudge = (source: Source) => Promise<DataFindings>;

interface DataFile {
  readonly path: string;
  /** How a CSV file is cut into rows. */
  readonly shape: CsvRows;
}

/** Everything a data file owes; its declarations must be sound. `judge` knows the method's promises. */
export async function checkData(counter: Counter, file: DataFile, manifest: Manifest, judge: RowJudge): Promise<DataFindings> {
  try {
    return manifest.data.format === 'csv'
      ? await checkCsv(counter, file, manifest, judge)
      : await checkParquet(counter, file.path, manifest, judge);
  } catch (error) {
    if (error instanceof Unreadable) return { breaches: [asBreach(error.message, manifest)] };
    throw error;
  }
}

async function checkCsv(counter: Counter, { path, shape }: DataFile, manifest: Manifest, judge: RowJudge): Promise<DataFindings> {
  if (shape.breaches.length > 0) return { breaches: shape.breaches }; // cells cannot be told apart for sure
  const delimiter = delimiterOf(manifest);
  const names = await csvHeader(path, delimiter);
  if (names === undefined)
    return { breaches: [{ kind: 'unreadable-data', file: manifest.data.file, reason: 'there is no header line' }] };
  const breaches = checkHeader(names, { ...manifest, dropped: mustNotBeThere(manifest) });
  if (breaches.length > 0) return { breaches };
  return fastThenSure(shape.multiline, async (reading) => {
    const raw = csvSource(path, manifest.columns, delimiter, reading);
    const { source, breaches: running } =
      manifest.spreadsheetSafe === true ? await readGuarded(counter, raw, manifest) : { source: raw, breaches: [] };
    if (running.length > 0) return { breaches: running };
    const findings = await judge(source);
    const rows = findings.classes?.rows ?? findings.rows;
    if (rows !== undefined && rows !== shape.rows) throw new Unreadable(disagreement);
    return findings;
  });
}

async function checkParquet(counter: Counter, path: string, manifest: Manifest, judge: RowJudge): Promise<DataFindings> {
  const breaches: Breach[] = checkHeader(await parquetHeader(counter, path), { ...manifest, dropped: mustNotBeThere(manifest) });
  const entries = await parquetMetadata(counter, path);
  if (entries > 0) breaches.push({ kind: 'hidden-metadata', file: manifest.data.file, entries });
  if (manifest.spreadsheetSafe === true)
    breaches.push({
      kind: 'unreadable-data',
      file: manifest.data.file,
      reason: 'only CSV can be declared safe in a spreadsheet',
    });
  const source = await parquetSource(counter, path, manifest);
  if ('kind' in source) breaches.push(source);
  if (breaches.length > 0 || 'kind' in source) return { breaches };
  const hidden = [
    ...(await readSensitive(counter, source, manifest.data.file)),
    ...(await checkParquetBytes(counter, path, source, manifest.data.file)),
  ];
  const found = await judge(source);
  return { ...found, breaches: [...hidden, ...found.breaches] };
}

function mustNotBeThere(manifest: Manifest): string[] {
  if (manifest.method === 'events') return [...neverPublished(manifest.dropped)];
  return manifest.method === 'kaca' ? [...neverOfTable(manifest)] : manifest.dropped;
}

/** Nobody else reads these columns. Where there is no text the cell is empty, never missing: a reader could tell the two apart. */
async function readSensitive(counter: Counter, { scan, columns }: Source, file: string): Promise<readonly CellBreach[]> {
  const sensitive = columns.filter(({ declared: { role } }) => role === 'sensitive' || role === 'kept');
  if (sensitive.length === 0) return [];
  const counts = await counter.numbers(
    `SELECT ${sensitive.map(({ sql }) => `count_if(${sql} IS NULL)`).join(', ')} FROM ${scan('file')}`,
  );
  const missing = sensitive.filter((_, i) => counts[i] > 0);
  if (missing.length === 0) return [];
  const rows = `SELECT row_number() OVER () AS row, ${missing[0].sql} AS cell FROM ${scan('file')}`;
  const [row] = await counter.numbers(`SELECT min(row) FROM (${rows}) WHERE cell IS NULL`);
  const cells = counts.reduce((sum, count) => sum + count, 0);
  return [{ kind: 'missing-cell', file, columns: missing.map(({ declared }) => declared.name), cells, row }];
}

const disagreement = 'two readers find different numbers of rows in it';

/** Takes numbers from DuckDB's message, never words: it quotes the line. */
function asBreach(message: string, { data: { file, format } }: Manifest): DataBreach {
  if (format === 'parquet') return { kind: 'unreadable-data', file, reason: 'it is not a sound Parquet file' };
  const line = Number(/CSV Error on Line: (\d+)/.exec(message)?.[1]);
  if (/Expected Number of Columns: \d+ Found: \d+/.test(message) && line > 0) return { kind: 'ragged-row', file, line };
  if (message === disagreement) return { kind: 'unreadable-data', file, reason: disagreement };
  if (/Maximum line size/.test(message))
    return { kind: 'unreadable-data', file, reason: `a row is longer than ${longestRow} bytes` };
  return { kind: 'unreadable-data', file, reason: 'it is not CSV of the declared form' };
}
