import type { Workspace } from '../../base/workspace.ts';
import type { GivenData, SpooledData } from '../../engine/engine.ts';
import { type ArrowTable, addArrowColumns, arrowRows, arrowStretch, arrowTableIn } from '../../formats/arrow-file.ts';
import { addRow } from '../../formats/table-rows.ts';
import { openReader } from './reader.ts';
import { givenData, spoolTable } from './spool.ts';

export const isArrowTable = (data: object): data is ArrowTable =>
  'numRows' in data &&
  'getChildAt' in data &&
  typeof data.getChildAt === 'function' &&
  'schema' in data &&
  Array.isArray((data.schema as { readonly fields?: unknown } | null)?.fields);

export const givenArrow = (name: string, table: ArrowTable): GivenData =>
  givenData(name, (file, workspace) => writeArrow(name, table, file, workspace));

async function writeArrow(name: string, table: ArrowTable, file: string, workspace: Workspace): Promise<SpooledData> {
  const rows = openReader(name, arrowRows(table), workspace);
  try {
    return await spoolTable(file, async (writer, names) => {
      const columns = rows.run(() => addArrowColumns(table, writer)); // what only looks like a table may fail at any question
      names.push(...columns.names);
      for (let next = rows.nextAtOnce?.(); next?.done === false; next = rows.nextAtOnce?.()) {
        addRow(next.value as readonly unknown[], writer, names, (value, column) => columns.cells[column](value)); // by arrowRows
        if (writer.rows % arrowStretch === 0) await rows.breathe();
      }
    });
  } finally {
    rows.close();
  }
}

/** How Arrow bytes begin: as a file, or as a stream of messages. */
export const isArrowHead = (head: Buffer): boolean =>
  head.toString('latin1', 0, 6) === 'ARROW1' || head.toString('hex', 0, 4) === 'ffffffff';

export async function writeArrowBytes(name: string, bytes: Buffer, file: string, workspace: Workspace): Promise<SpooledData> {
  return writeArrow(name, await arrowTableIn(name, bytes), file, workspace);
}
