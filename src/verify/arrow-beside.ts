import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Column } from '@uwdata/flechette';
import { cellsOf } from '../release/cell-types.ts';
import type { Manifest } from '../release/manifest.ts';
import type { DataBreach } from './data-breaches.ts';
import { recordsIn } from './records-in.ts';
import { delimiterOf } from './source.ts';

/**
 * A table that leaves as Arrow too. Its promises are those of the rows, if it says what they say and nothing else; so it is made once more, from the rows that were
 * judged, and compared to the last byte. No reader of Arrow could be so strict: texts of a dictionary that no row uses, values behind missing cells, padding
 * and metadata could all carry something.
 */
export async function checkArrow(folder: string, manifest: Manifest): Promise<readonly DataBreach[]> {
  const { arrow, file, format, parts } = manifest.data;
  if (arrow === undefined) return [];
  const other = [{ kind: 'other-bytes', file: arrow } as const];
  if (format !== 'csv' || parts !== undefined) return other; // one table beside one table
  const found = await readFile(join(folder, arrow)).catch(() => undefined);
  if (found === undefined) return []; // the folder's own check says that it is not there
  return found.equals(await arrowOf(join(folder, file), manifest)) ? [] : other;
}

async function arrowOf(csv: string, manifest: Manifest): Promise<Uint8Array> {
  const { columnFromValues, dictionary, float64, int64, tableFromColumns, tableToIPC, utf8 } = await import('@uwdata/flechette');
  const types = { whole: () => int64(), number: () => float64(), text: () => dictionary(utf8()) } as const;
  const held = manifest.columns.map(() => holdCells());
  let isHeader = true;
  for await (const cells of recordsIn(createReadStream(csv, { highWaterMark: 1 << 18 }), delimiterOf(manifest))) {
    if (!isHeader) for (const [c, { put }] of held.entries()) put(cells[c] ?? '');
    isHeader = false;
  }
  const columns = manifest.columns.map(({ name, kind }, c): [string, Column<unknown>] => {
    const { codes, texts } = held[c];
    const values = texts.map((text) => arrowValue(text, cellsOf(kind)));
    const each = (take: (value: unknown) => void) => {
      for (const code of codes) take(values[code]);
    };
    return [name, columnFromValues(each, types[cellsOf(kind)]())];
  });
  return tableToIPC(tableFromColumns(columns), { format: 'file' }) ?? new Uint8Array();
}

/** The cells of a column, each different text once. */
function holdCells() {
  const codes: number[] = [];
  const texts: string[] = [];
  const codeOf = new Map<string, number>();
  const put = (cell: string): void => {
    const code = codeOf.get(cell) ?? codeOf.size;
    if (code === codeOf.size) {
      codeOf.set(cell, code);
      texts.push(cell);
    }
    codes.push(code);
  };
  return { codes, texts, put };
}

/** What a cell is as Arrow: a number that is not told is missing, a text never is. */
function arrowValue(text: string, cells: ReturnType<typeof cellsOf>): string | bigint | number | null {
  if (cells === 'text') return text;
  if (text === '') return null;
  return cells === 'whole' ? BigInt(text) : Number(text);
}
