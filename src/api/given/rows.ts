import { Readable } from 'node:stream';
import { types } from 'node:util';
import { Refusal } from '../../base/problem.ts';
import type { GivenData, SpooledData } from '../../engine/engine.ts';
import { cellText } from '../../formats/cell-text.ts';
import { notARow, tooManyColumns } from '../../formats/given-problems.ts';
import type { RowsWriter } from '../../formats/rows-file.ts';
import { addColumn, addRow } from '../../formats/table-rows.ts';
import { writeChunks } from './bytes.ts';
import { type AnyIterable, openReader, type Reader } from './reader.ts';
import { givenData, spoolTable } from './spool.ts';

/** Rows as objects. One is held at a time, and the text of some; an iterable of bytes, such as the body of a response, is read as such. */
export function givenRows(name: string, rows: AnyIterable): GivenData {
  return givenData(name, async (file, workspace) => {
    const reader = openReader(name, rows, workspace);
    try {
      const first = await reader.next();
      const isBytes = first.done !== true && isChunk(first.value, rows);
      return isBytes ? await writeChunks({ name, file, workspace }, reader, first) : await writeRows(file, reader, first);
    } finally {
      reader.close();
    }
  });
}

/** A text is no row, but what a stream of text gives. */
const isChunk = (value: unknown, rows: AnyIterable): boolean =>
  value instanceof Uint8Array || (typeof value === 'string' && rows instanceof Readable);

/** Rows between two looks at whether somebody interrupted. */
const stretch = 10_000;

function writeRows(file: string, reader: Reader, first: IteratorResult<unknown>): Promise<SpooledData> {
  return spoolTable(file, async (writer, names) => {
    const valuesOf = rowReader(reader, writer, names);
    for (let next = first; next.done !== true; next = reader.nextAtOnce?.() ?? (await reader.next())) {
      addRow(valuesOf(next.value), writer, names, cellText);
      if (writer.rows % stretch === 0) await reader.breathe();
    }
  });
}

/** Wider tables are planned by the database for minutes. */
const mostColumns = 20_000;

/** Reads a row's own keys, and no others: a column named `constructor` is not what every object inherits under that name. */
function rowReader(reader: Reader, writer: RowsWriter, names: string[]): (row: unknown) => readonly unknown[] {
  const places = new Map<string, number>();
  let values: unknown[] = [];
  const place = (key: string): number => {
    const found = places.get(key);
    if (found !== undefined) return found;
    if (names.length === mostColumns) throw new Refusal(tooManyColumns(mostColumns, writer.rows + 1));
    addColumn(key, writer, names);
    places.set(key, names.length - 1);
    return names.length - 1;
  };
  return (row) => {
    const keys = reader.run(() => keysOf(row));
    if (keys === undefined) throw new Refusal(notARow(writer.rows + 1));
    const own = keys.map(place);
    values = new Array(names.length).fill(undefined);
    reader.run(() => {
      for (let i = 0; i < keys.length; i++) values[own[i]] = (row as Record<string, unknown>)[keys[i]]; // keysOf found an object
    });
    return values;
  };
}

/** Undefined for what has no names of columns. */
function keysOf(row: unknown): readonly string[] | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row) || ArrayBuffer.isView(row)) return undefined;
  if (types.isMap(row) || types.isSet(row) || types.isDate(row) || types.isPromise(row)) return undefined;
  return Object.keys(row);
}
