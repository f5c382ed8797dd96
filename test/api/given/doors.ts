import { Readable } from 'node:stream';
import { columnFromArray, tableFromColumns, tableToIPC } from '@uwdata/flechette';
import { makeVector, Table, tableToIPC as tableToIpcOfApache, Utf8, vectorFromArray } from 'apache-arrow';
import type { Input } from 'shoal';

/** A table as people have one: columns of texts, numbers, booleans and times, each with gaps. */
export type Cell = string | number | boolean | Date | null;
export type Row = Readonly<Record<string, Cell>>;

export const csvOf = (rows: readonly Row[]): string =>
  [Object.keys(rows[0]).map(csvCell), ...rows.map((row) => Object.values(row).map(csvCell))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');

function csvCell(value: Cell): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Every way to hand rows over that owes the bytes of the CSV file. */
export const doors: Readonly<Record<string, (rows: readonly Row[]) => Input>> = {
  array: (rows) => rows,
  generator: (rows) =>
    (function* () {
      yield* rows;
    })(),
  'async generator': (rows) =>
    (async function* () {
      yield* rows;
    })(),
  'stream of rows': (rows) => Readable.from(rows),
  'stream of CSV': (rows) => Readable.from([Buffer.from(csvOf(rows))]),
  'stream of text': (rows) => Readable.from(csvOf(rows).match(/[\s\S]{1,7}/gu) ?? []),
  'bytes of CSV': (rows) => Buffer.from(csvOf(rows)),
  'chunks of CSV': (rows) => new Blob([csvOf(rows)]).stream(),
  'CSV by its name': (rows) => ({ bytes: Readable.from([csvOf(rows)]), format: 'csv' }),
  'table of flechette': (rows) => flechetteTable(rows),
  'stream of Arrow, by flechette': (rows) => tableToIPC(flechetteTable(rows), { format: 'stream' }) ?? new Uint8Array(),
  'file of Arrow, by flechette': (rows) => Readable.from([tableToIPC(flechetteTable(rows), { format: 'file' })]),
  'table of apache-arrow': apacheTable,
  'bytes of apache-arrow': (rows) => tableToIpcOfApache(apacheTable(rows)),
};

const columnsOf = (rows: readonly Row[]): [string, Cell[]][] =>
  Object.keys(rows[0]).map((name) => [name, rows.map((row) => arrowCell(row[name]))]);

/** Its tableFromArrays looks up types by name in a plain object, and finds what `constructor` is there. */
const flechetteTable = (rows: readonly Row[]) =>
  tableFromColumns(columnsOf(rows).map(([name, values]) => [name, columnFromArray(values)]));

/** The libraries take a Date for a day or a time without a zone, as they like; what is meant is said in the test of types. */
const arrowCell = (value: Cell): Cell => (value instanceof Date ? value.toISOString() : value);

function apacheTable(rows: readonly Row[]): Table {
  const columns = columnsOf(rows).map(([name, values]) => [name, vectorOf(values)]);
  return new Table(Object.fromEntries(columns));
}

function vectorOf(values: readonly unknown[]) {
  if (values.every((value) => typeof value === 'number')) return makeVector(Float64Array.from(values as number[]));
  return values.every((value) => value === null || typeof value === 'string')
    ? vectorFromArray(values as string[], new Utf8())
    : vectorFromArray(values);
}
