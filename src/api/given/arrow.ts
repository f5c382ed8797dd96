import { Refusal } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { GivenData, SpooledData } from '../../engine/engine.ts';
import { unreadableInput } from '../../formats/input-problems.ts';
import { type ArrowType, arrowCell } from './arrow-cells.ts';
import { openReader } from './reader.ts';
import { addColumn, addRow, givenData, spoolTable } from './spool.ts';

/** An Arrow table by its shape: those of apache-arrow and of flechette have it. */
export interface ArrowTable {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type: unknown }[] };
  getChildAt(index: number): { get(row: number): unknown } | null;
}

export const isArrowTable = (data: object): data is ArrowTable =>
  'numRows' in data &&
  'getChildAt' in data &&
  typeof data.getChildAt === 'function' &&
  'schema' in data &&
  Array.isArray((data.schema as { readonly fields?: unknown } | null)?.fields);

export const givenArrow = (name: string, table: ArrowTable): GivenData =>
  givenData(name, (file, workspace) => writeArrow(name, table, file, workspace));

/** Rows between two looks at whether somebody interrupted. */
const stretch = 10_000;

async function writeArrow(name: string, table: ArrowTable, file: string, workspace: Workspace): Promise<SpooledData> {
  const cells = table.schema.fields.map((field) => arrowCell(field.name, field.type as ArrowType)); // read by its number; an unknown one is refused
  const rows = openReader(name, rowsOf(table), workspace);
  try {
    return await spoolTable(file, async (writer, names) => {
      for (const field of table.schema.fields) addColumn(String(field.name), writer, names);
      for (let next = rows.nextAtOnce?.(); next?.done === false; next = rows.nextAtOnce?.()) {
        addRow(next.value as readonly unknown[], writer, names, (value, column) => cells[column](value)); // by rowsOf
        if (writer.rows % stretch === 0) await rows.breathe();
      }
    });
  } finally {
    rows.close();
  }
}

function* rowsOf(table: ArrowTable): Generator<readonly unknown[]> {
  const columns = table.schema.fields.map((_, place) => table.getChildAt(place));
  for (let row = 0; row < table.numRows; row++) yield columns.map((column) => column?.get(row));
}

/** How Arrow bytes begin: as a file, or as a stream of messages. */
export const isArrowHead = (head: Buffer): boolean =>
  head.toString('latin1', 0, 6) === 'ARROW1' || head.toString('hex', 0, 4) === 'ffffffff';

/** Decoded whole: a column is read where it lies, and no row becomes an object. */
export async function writeArrowBytes(name: string, bytes: Buffer, file: string, workspace: Workspace): Promise<SpooledData> {
  return writeArrow(name, await tableOf(name, bytes), file, workspace);
}

async function tableOf(name: string, bytes: Buffer): Promise<ArrowTable> {
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
