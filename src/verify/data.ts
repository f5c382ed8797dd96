import type { Manifest } from '../release/manifest.ts';
import type { Breach } from './breaches.ts';
import { checkCells } from './cells.ts';
import { type Classes, checkClasses, readClasses } from './classes.ts';
import { type Counter, Unreadable } from './counter.ts';
import type { DataBreach } from './data-breaches.ts';
import { checkHeader, csvHeader } from './header.ts';
import { layoutOf } from './layout.ts';
import { csvSource, parquetHeader, parquetMetadata, parquetSource, type Source } from './source.ts';

export interface DataFindings {
  readonly breaches: readonly Breach[];
  /** Absent where the data could not be read as declared. */
  readonly classes?: Classes;
}

/** Everything a data file owes; its declarations must be sound. */
export async function checkData(counter: Counter, path: string, manifest: Manifest): Promise<DataFindings> {
  try {
    return manifest.data.format === 'csv' ? await checkCsv(counter, path, manifest) : await checkParquet(counter, path, manifest);
  } catch (error) {
    if (error instanceof Unreadable) return { breaches: [asBreach(error.message, manifest)] };
    throw error;
  }
}

const usualRow = 2_000_000;
const longestRow = 64_000_000;

async function checkCsv(counter: Counter, path: string, manifest: Manifest): Promise<DataFindings> {
  const names = await csvHeader(path);
  if (names === undefined)
    return { breaches: [{ kind: 'unreadable-data', file: manifest.data.file, reason: 'there is no header line' }] };
  const breaches = checkHeader(names, manifest);
  if (breaches.length > 0) return { breaches };
  try {
    return await checkRows(counter, csvSource(path, manifest, usualRow), manifest);
  } catch (error) {
    if (!(error instanceof Unreadable && tooLong.test(error.message))) throw error;
    return checkRows(counter, csvSource(path, manifest, longestRow), manifest); // not at once: buffers grow with the longest row allowed
  }
}

async function checkParquet(counter: Counter, path: string, manifest: Manifest): Promise<DataFindings> {
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

async function checkRows(counter: Counter, source: Source, manifest: Manifest): Promise<DataFindings> {
  const { file, rows: declared } = manifest.data;
  const layout = layoutOf(source);
  await readClasses(counter, layout);
  const cells = await checkCells(counter, layout, manifest);
  const { breaches, ...classes } = await checkClasses(counter, layout, manifest.promises, file);
  const rows: DataBreach[] = [];
  if (classes.rows === 0) rows.push({ kind: 'no-rows', file });
  if (classes.rows !== declared) rows.push({ kind: 'wrong-row-count', file, declared, found: classes.rows });
  return { breaches: [...rows, ...cells, ...breaches], classes };
}

const tooLong = /Maximum line size/;

/** Takes numbers from DuckDB's message, never words: it quotes the line. */
function asBreach(message: string, { data: { file, format } }: Manifest): DataBreach {
  if (format === 'parquet') return { kind: 'unreadable-data', file, reason: 'it is not a sound Parquet file' };
  const line = Number(/CSV Error on Line: (\d+)/.exec(message)?.[1]);
  if (/Expected Number of Columns: \d+ Found: \d+/.test(message) && line > 0) return { kind: 'ragged-row', file, line };
  if (tooLong.test(message)) return { kind: 'unreadable-data', file, reason: `a row is longer than ${longestRow} bytes` };
  return { kind: 'unreadable-data', file, reason: 'it is not CSV of the declared form' };
}
