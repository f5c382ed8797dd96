import { readFileSync } from 'node:fs';
import { Refusal } from '../base/problem.ts';
import { type ArrowType, arrowCell } from './arrow-cells.ts';
import { unreadableInput } from './input-problems.ts';
import type { RowsWriter } from './rows-file.ts';
import type { TableFile } from './table-file.ts';
import { addColumn, addRow } from './table-rows.ts';

/** An Arrow table by its shape: those of apache-arrow and of flechette have it. */
export interface ArrowTable {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type: unknown }[] };
  getChildAt(index: number): { get(row: number): unknown } | null;
}

/** Rows between two looks at whether somebody interrupted. */
export const arrowStretch = 10_000;

/** A file or stream of Arrow, decoded whole. */
export async function readArrowFile({ name, path, signal }: TableFile, rows: RowsWriter): Promise<readonly string[]> {
  const table = await arrowTableIn(name, readFileSync(path));
  const { names, cells } = addArrowColumns(table, rows);
  for (const row of arrowRows(table)) {
    addRow(row, rows, names, (value, column) => cells[column](value));
    if (rows.rows % arrowStretch > 0) continue;
    await new Promise<void>((next) => setImmediate(next));
    signal?.throwIfAborted();
  }
  return [];
}

/** Begins a table with the columns of this one; answers their names, and how their values become cells. */
export function addArrowColumns({ schema }: ArrowTable, rows: RowsWriter) {
  const names: string[] = [];
  const cells = schema.fields.map((field) => arrowCell(field.name, field.type as ArrowType)); // read by its number; an unknown one is refused
  for (const { name } of schema.fields) addColumn(String(name), rows, names);
  return { names, cells };
}

export function* arrowRows(table: ArrowTable): Generator<readonly unknown[]> {
  const columns = table.schema.fields.map((_, place) => table.getChildAt(place));
  for (let row = 0; row < table.numRows; row++) yield columns.map((column) => column?.get(row));
}

/** Decoded whole: a column is read where it lies, and no row becomes an object. */
export async function arrowTableIn(name: string, bytes: Buffer): Promise<ArrowTable> {
  const { tableFromIPC } = await import('@uwdata/flechette');
  try {
    const aligned = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes); // 64-bit columns are read in place
    return tableFromIPC(aligned, { useBigInt: true, useDecimalInt: true, useBigIntTimestamp: true });
  } catch {
    throw new Refusal(
      unreadableInput(name, 'It is not whole Arrow data, or its buffers are compressed, which Shoal does not read.'),
    );
  }
}
