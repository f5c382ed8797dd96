import type { Column } from '@uwdata/flechette';
import { putBytes, room, writeThrough } from './byte-sink.ts';
import { forEachRow } from './csv-rows.ts';

/** A column of a table that becomes Arrow; a number that is not told is missing, a text never is. */
export interface ArrowColumn {
  readonly name: string;
  readonly cells: 'whole' | 'number' | 'text';
}

/**
 * Writes the rows of a text that we wrote as a file of Arrow (its IPC format, with a footer), for readers that map it into memory. Texts are numbers into a dictionary, in
 * the order in which the rows bring them, as the members of a group repeat theirs. One table has one such file, so that a reader can hold it to that. It is made in
 * memory: 4 bytes for each cell, and each different text once.
 */
export async function writeArrow(
  csv: string,
  path: string,
  { delimiter, columns }: { readonly delimiter: ',' | ';'; readonly columns: readonly ArrowColumn[] },
): Promise<void> {
  const { columnFromArray, dictionary, float64, int64, tableFromColumns, tableToIPC, utf8 } = await import('@uwdata/flechette');
  const known = columns.map(() => new Map<string, string>());
  const held = columns.map((): (string | bigint | number | null)[] => []);
  forEachRow(csv, delimiter, (cells, row) => {
    if (row === 0) return;
    for (const [c, { cells: kind }] of columns.entries()) {
      const cell = cells[c] ?? '';
      held[c].push(
        kind === 'text' ? keepOnce(known[c], cell) : cell === '' ? null : kind === 'whole' ? BigInt(cell) : Number(cell),
      );
    }
  });
  const types = { whole: () => int64(), number: () => float64(), text: () => dictionary(utf8()) } as const;
  const table = tableFromColumns(
    columns.map(({ name, cells }, c): [string, Column<unknown>] => [name, columnFromArray(held[c], types[cells]())]),
  );
  const bytes = Buffer.from(tableToIPC(table, { format: 'file' }) ?? []);
  writeThrough(path, (sink) => {
    for (let from = 0; from < bytes.length; from += piece) {
      const to = Math.min(from + piece, bytes.length);
      room(sink, to - from);
      putBytes(sink, bytes, from, to);
    }
  });
}

const piece = 1 << 20;

/** The first of equal texts, in memory of its own: a cut of a line would keep the whole line. */
function keepOnce(known: Map<string, string>, text: string): string {
  const first = known.get(text);
  if (first !== undefined) return first;
  const own = Buffer.from(text).toString();
  known.set(own, own);
  return own;
}
