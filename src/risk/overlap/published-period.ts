import { join } from 'node:path';
import type { Counter } from '../../base/counting.ts';
import { dataFilesOf } from '../../release/data-files.ts';
import type { Manifest } from '../../release/manifest.ts';
import { name, scanOf } from '../table-file.ts';

/** The first and the last of the times that a release tells, as its own cells tell them. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Of a log by its finest column that names weeks or years, of a table by its days, weeks or months; none where a release tells no such times. */
export async function publishedPeriod(counter: Counter, folder: string, manifest: Manifest): Promise<Period | undefined> {
  if (manifest.method !== 'events' && manifest.method !== 'kaca') return periodOf(manifest.instants ?? []);
  const column = calendarColumn(manifest);
  if (column === undefined) return undefined;
  const released = scanOf({
    path: dataFilesOf(manifest).map((file) => join(folder, file.name)),
    format: manifest.data.format === 'parquet' ? 'parquet' : 'csv',
    delimiter: 'delimiter' in manifest.data ? manifest.data.delimiter : ',',
  });
  const cells = await counter.ask(`SELECT DISTINCT CAST(${name(column)} AS VARCHAR) FROM ${released}`);
  const flat = manifest.method === 'events' ? manifest.flat.value : undefined;
  return periodOf(
    cells
      .map(([cell]) => String(cell))
      .filter((cell) => cell !== flat)
      .flatMap((cell) => cell.match(timesIn) ?? []) // a label may name two ends
      .toSorted(),
  );
}

/** Years, months, days and ISO weeks: text that sorts as time goes on. */
const timesIn = /\d{4}(?:-W\d{2}|-\d{2}(?:-\d{2})?)?/g;
const calendarOfLogs = ['iso_year_week', 'iso_year', 'year'];
const calendarOfTables = ['date', 'week', 'month'];

function calendarColumn({ method, columns }: Manifest): string | undefined {
  if (method === 'events') return calendarOfLogs.find((known) => columns.some((column) => column.name === known));
  return columns.find(({ kind }) => calendarOfTables.includes(kind))?.name;
}

const periodOf = (times: readonly string[]): Period | undefined =>
  times.length === 0 ? undefined : { from: times[0], to: times[times.length - 1] };
