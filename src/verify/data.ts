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
import { checkPartRows } from './parts.ts';
import type { AskLines } from './series/line-findings.ts';
import { csvSource, delimiterOf, distinctRows, parquetHeader, parquetMetadata, parquetSource, type Source } from './source.ts';
import { neverOfTable } from './table/table-declarations.ts';
import { fastThenSure, longestRow } from './two-readings.ts';

/** What the rows of a method owe, once they can be read. */
export type RowJudge = (source: Source) => Promise<DataFindings>;

interface DataFile {
  readonly name: string;
  readonly path: string;
  /** How a CSV file is cut into rows. */
  readonly shape: CsvRows;
  /** Its rows put together by their lines, where that could be done. */
  readonly lines?: AskLines | undefined;
}

/** Everything the data owes, in one file or in parts, which are read as one table; its declarations must be sound. `judge` knows the method's promises. */
export async function checkData(
  counter: Counter,
  files: readonly DataFile[],
  manifest: Manifest,
  judge: RowJudge,
): Promise<DataFindings> {
  try {
    return manifest.data.format === 'csv'
      ? await checkCsv(counter, files, manifest, judge)
      : await checkParquet(counter, files, manifest, judge);
  } catch (error) {
    if (error instanceof Unreadable) return { breaches: [asBreach(error.message, manifest)] };
    throw error;
  }
}

async function checkCsv(
  counter: Counter,
  files: readonly DataFile[],
  manifest: Manifest,
  judge: RowJudge,
): Promise<DataFindings> {
  const unsure = files.flatMap(({ shape }) => shape.breaches);
  if (unsure.length > 0) return { breaches: unsure }; // cells cannot be told apart for sure
  const delimiter = delimiterOf(manifest);
  const breaches: Breach[] = [];
  for (const { name, path, shape } of files) {
    const names = await csvHeader(path, delimiter);
    if (names === undefined) breaches.push({ kind: 'unreadable-data', file: name, reason: 'there is no header line' });
    else breaches.push(...headerOf(name, names, manifest), ...checkPartRows(name, shape.rows, manifest.data));
  }
  if (breaches.length > 0) return { breaches };
  const multiline = files.some(({ shape }) => shape.multiline);
  const isAlike = !files.some(({ shape }) => shape.quoted) && manifest.columns.every(({ role }) => ofLeaves.has(role));
  const allRows = files.reduce((sum, { shape }) => sum + shape.rows, 0);
  return fastThenSure(multiline, async (reading) => {
    const whole = csvSource(placesOf(files), manifest.columns, delimiter, reading);
    const distinct = () => distinctRows(placesOf(files), manifest.columns.length, delimiter, reading);
    const [{ lines }] = files;
    const raw = isAlike && reading.parallel ? { ...whole, distinct: distinct(), ...(lines && { lines }) } : whole;
    const { source, breaches: running } =
      manifest.spreadsheetSafe === true ? await readGuarded(counter, raw, manifest) : { source: raw, breaches: [] };
    if (running.length > 0) return { breaches: running };
    const findings = await judge(source);
    const rows = findings.classes?.rows ?? findings.rows;
    if (rows !== undefined && rows !== allRows) throw new Unreadable(disagreement);
    return findings;
  });
}

/** Roles of columns that records of one leaf have in common. */
const ofLeaves: ReadonlySet<string> = new Set(['group', 'series', 'quasi', 'pattern', 'level', 'curve']);

/** The one file by its own path: a list takes DuckDB longer to plan. */
const placesOf = (files: readonly DataFile[]) => (files.length === 1 ? files[0].path : files.map(({ path }) => path));

const headerOf = (file: string, names: readonly string[], manifest: Manifest) =>
  checkHeader(names, { ...manifest, data: { ...manifest.data, file }, dropped: mustNotBeThere(manifest) });

async function checkParquet(
  counter: Counter,
  files: readonly DataFile[],
  manifest: Manifest,
  judge: RowJudge,
): Promise<DataFindings> {
  const breaches: Breach[] = [];
  for (const { name, path } of files) {
    breaches.push(...headerOf(name, await parquetHeader(counter, path), manifest));
    const entries = await parquetMetadata(counter, path);
    if (entries > 0) breaches.push({ kind: 'hidden-metadata', file: name, entries });
  }
  if (manifest.spreadsheetSafe === true)
    breaches.push({
      kind: 'unreadable-data',
      file: manifest.data.file,
      reason: 'only CSV can be declared safe in a spreadsheet',
    });
  if (breaches.length > 0) return { breaches };
  const source = await parquetSource(counter, placesOf(files), manifest);
  if ('kind' in source) return { breaches: [source] };
  const hidden: Breach[] = [...(await readSensitive(counter, source, manifest.data.file))];
  for (const { name, path } of files) {
    const own = files.length === 1 ? source : await parquetSource(counter, path, manifest);
    if ('kind' in own) return { breaches: [own] };
    hidden.push(...(await checkParquetBytes(counter, path, own, name)));
    if (files.length > 1) hidden.push(...checkPartRows(name, await rowsOf(counter, own), manifest.data));
  }
  const found = await judge(source);
  return { ...found, breaches: [...hidden, ...found.breaches] };
}

const rowsOf = async (counter: Counter, { scan }: Source): Promise<number> =>
  (await counter.numbers(`SELECT count(*) FROM ${scan('file')}`))[0];

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
function asBreach(message: string, { data: { file, format, parts } }: Manifest): DataBreach {
  if (format === 'parquet') return { kind: 'unreadable-data', file, reason: 'it is not a sound Parquet file' };
  const line = Number(/CSV Error on Line: (\d+)/.exec(message)?.[1]);
  if (/Expected Number of Columns: \d+ Found: \d+/.test(message) && line > 0)
    return { kind: 'ragged-row', file, ...(parts === undefined ? { line } : {}) }; // a line of nobody knows which part
  if (message === disagreement) return { kind: 'unreadable-data', file, reason: disagreement };
  if (/Maximum line size/.test(message))
    return { kind: 'unreadable-data', file, reason: `a row is longer than ${longestRow} bytes` };
  return { kind: 'unreadable-data', file, reason: 'it is not CSV of the declared form' };
}
