import type { SeriesManifest } from '../release/manifest.ts';
import type { Breach } from './breaches.ts';
import { checkCells } from './cells.ts';
import { type Classes, checkClasses, readClasses } from './classes.ts';
import { type Counter, Unreadable } from './counter.ts';
import type { CsvRows } from './csv-shape.ts';
import { checkCurves } from './curves.ts';
import type { DataBreach } from './data-breaches.ts';
import { checkHeader, csvHeader } from './header.ts';
import { layoutOf } from './layout.ts';
import { type CsvReading, csvSource, parquetHeader, parquetMetadata, parquetSource, type Source } from './source.ts';

export interface DataFindings {
  readonly breaches: readonly Breach[];
  /** Absent where the data could not be read as declared. */
  readonly classes?: Classes;
}

/** Everything a data file owes; its declarations must be sound. `shape` is how a CSV file is cut into rows. */
export async function checkData(counter: Counter, path: string, manifest: SeriesManifest, shape: CsvRows): Promise<DataFindings> {
  try {
    return manifest.data.format === 'csv'
      ? await checkCsv(counter, path, manifest, shape)
      : await checkParquet(counter, path, manifest);
  } catch (error) {
    if (error instanceof Unreadable) return { breaches: [asBreach(error.message, manifest)] };
    throw error;
  }
}

async function checkCsv(counter: Counter, path: string, manifest: SeriesManifest, shape: CsvRows): Promise<DataFindings> {
  if (shape.breaches.length > 0) return { breaches: shape.breaches }; // cells cannot be told apart for sure
  const names = await csvHeader(path);
  if (names === undefined)
    return { breaches: [{ kind: 'unreadable-data', file: manifest.data.file, reason: 'there is no header line' }] };
  const breaches = checkHeader(names, manifest);
  if (breaches.length > 0) return { breaches };
  const read = (reading: CsvReading) => checkRows(counter, csvSource(path, manifest, reading), manifest, shape.rows);
  try {
    return await read({ parallel: !shape.multiline, longestRow: usualRow });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return read({ parallel: false, longestRow }); // slow and sure: a release is not broken because its reader took a short cut
  }
}

const usualRow = 2_000_000;
const longestRow = 64_000_000;

async function checkParquet(counter: Counter, path: string, manifest: SeriesManifest): Promise<DataFindings> {
  const breaches: Breach[] = checkHeader(await parquetHeader(counter, path), manifest);
  const entries = await parquetMetadata(counter, path);
  if (entries > 0) breaches.push({ kind: 'hidden-metadata', file: manifest.data.file, entries });
  const source = await parquetSource(counter, path, manifest);
  if ('kind' in source) breaches.push(source);
  if (breaches.length > 0 || 'kind' in source) return { breaches };
  await readSensitive(counter, source);
  return checkRows(counter, source, manifest);
}

/** Nobody else reads these columns; a page that cannot be decoded must not go unnoticed. */
async function readSensitive(counter: Counter, { table, columns }: Source): Promise<void> {
  const sensitive = columns.filter(({ declared }) => declared.role === 'sensitive');
  if (sensitive.length > 0) await counter.ask(`SELECT ${sensitive.map(({ sql }) => `max(${sql})`).join(', ')} FROM ${table}`);
}

async function checkRows(counter: Counter, source: Source, manifest: SeriesManifest, expected?: number): Promise<DataFindings> {
  const { file, rows: declared } = manifest.data;
  const layout = layoutOf(source);
  const found = await readClasses(counter, layout);
  if (expected !== undefined && found !== expected) throw new Unreadable(disagreement);
  const cells = await checkCells(counter, layout, manifest);
  const { breaches, ...classes } = await checkClasses(counter, layout, manifest.promises, file);
  const curves = cells.length + breaches.length === 0 ? await checkCurves(counter, layout, manifest) : []; // made from sound cells only
  const rows: DataBreach[] = [];
  if (classes.rows === 0) rows.push({ kind: 'no-rows', file });
  if (classes.rows !== declared) rows.push({ kind: 'wrong-row-count', file, declared, found: classes.rows });
  return { breaches: [...rows, ...cells, ...breaches, ...curves], classes };
}

const disagreement = 'two readers find different numbers of rows in it';

/** Takes numbers from DuckDB's message, never words: it quotes the line. */
function asBreach(message: string, { data: { file, format } }: SeriesManifest): DataBreach {
  if (format === 'parquet') return { kind: 'unreadable-data', file, reason: 'it is not a sound Parquet file' };
  const line = Number(/CSV Error on Line: (\d+)/.exec(message)?.[1]);
  if (/Expected Number of Columns: \d+ Found: \d+/.test(message) && line > 0) return { kind: 'ragged-row', file, line };
  if (message === disagreement) return { kind: 'unreadable-data', file, reason: disagreement };
  if (/Maximum line size/.test(message))
    return { kind: 'unreadable-data', file, reason: `a row is longer than ${longestRow} bytes` };
  return { kind: 'unreadable-data', file, reason: 'it is not CSV of the declared form' };
}
