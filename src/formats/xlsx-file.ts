import { closeSync, openSync, readSync } from 'node:fs';
import { Refusal } from '../base/problem.ts';
import { quotedText } from './cell-text.ts';
import { noRows, unreadableInput } from './input-problems.ts';
import type { RowsWriter } from './rows-file.ts';
import { type DateKind, serialText } from './serial-date.ts';
import type { TableFile } from './table-file.ts';
import { addColumn, addRow } from './table-rows.ts';
import { isTrue, readStyles, readTexts, readWorkbook, scanPart, textCollector, type Workbook } from './workbook.ts';
import { encryptedWorkbook, errorCells, manySheets, mergedCells, notADate, unnamedColumn } from './workbook-problems.ts';
import { type Attributes, BrokenXml, type XmlListener } from './xml.ts';
import { BadZip, openZip, type ZipFile } from './zip.ts';

/**
 * A sheet of a workbook (ECMA-376) as a table: its first row that is not empty has the names. A cell gives what the workbook keeps of it: a
 * number with its digits, a text, true or false, and of a formula its last result. What a format shows as a date is written as one. Rows are
 * read one at a time; the texts that cells share are held.
 */
export async function readXlsx({ name, path, sheet, signal }: TableFile, rows: RowsWriter): Promise<readonly string[]> {
  try {
    if (isCompound(path)) throw new Refusal(encryptedWorkbook(name));
    const zip = openZip(path);
    const workbook = await readWorkbook(zip, signal);
    const { part } = chosenSheet(name, workbook, sheet);
    const { from1904 } = workbook;
    const styles = await readStyles(zip, workbook.styles, signal);
    const texts = await readTexts(zip, workbook.texts, signal);
    await readSheet({ zip, part, name, signal }, { styles, texts, from1904 }, rows);
  } catch (error) {
    if (error instanceof BadZip) throw new Refusal(unreadableInput(name, `It is not a whole workbook: ${error.message}.`));
    if (error instanceof BrokenXml)
      throw new Refusal(unreadableInput(name, `A part of the workbook is broken at its line ${error.line}: ${error.why}`));
    throw error;
  }
  if (rows.rows === 0) throw new Refusal(noRows(name));
  return [];
}

/** A file of the kind that Office used before: an old workbook, or a new one with a password. */
function isCompound(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(8);
    readSync(file, head, 0, 8, 0);
    return head.toString('hex') === 'd0cf11e0a1b11ae1';
  } finally {
    closeSync(file);
  }
}

function chosenSheet(name: string, { sheets }: Workbook, asked: string | undefined): Workbook['sheets'][number] {
  if (sheets.length === 0) throw new BadZip('it has no sheet with cells');
  const found = asked === undefined ? sheets : sheets.filter((sheet) => sheet.name.toLowerCase() === asked.toLowerCase());
  if (found.length === 1) return found[0];
  throw new Refusal(
    manySheets(
      name,
      sheets.map((sheet) => sheet.name),
      asked,
    ),
  );
}

interface Part {
  readonly zip: ZipFile;
  readonly part: string;
  readonly name: string;
  readonly signal: AbortSignal | undefined;
}

interface Meanings {
  readonly styles: readonly (DateKind | undefined)[];
  readonly texts: readonly string[];
  readonly from1904: boolean;
}

async function readSheet({ zip, part, name, signal }: Part, meanings: Meanings, rows: RowsWriter): Promise<void> {
  const table = tableOf(name, rows);
  const { listener: inText, text: textOfCell } = textCollector();
  let row = 0;
  let column = -1;
  let cell: { readonly type: string; readonly style: number } = { type: 'n', style: 0 };
  let value: string | undefined;
  let inValue = false;
  let inCell = false;
  const found = await scanPart(zip, part, signal, {
    open(element, attributes) {
      if (inCell) inText.open(element, attributes);
      if (element === 'row') {
        row = Number(attributes.get('r') ?? row + 1);
        column = -1;
      } else if (element === 'c') {
        column = columnOf(attributes.get('r')) ?? column + 1;
        cell = { type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0) };
        value = undefined;
        inCell = true;
      } else if (element === 'v' && inCell) {
        inValue = true;
        value = '';
      } else if (element === 'mergeCell') table.merge(attributes);
    },
    text(piece) {
      if (inValue) value += piece;
      else if (inCell) inText.text?.(piece);
    },
    close(element) {
      if (inCell) inText.close(element);
      if (element === 'v') inValue = false;
      else if (element === 'c') {
        inCell = false;
        const inline = textOfCell();
        table.put({ row, column }, cellText(cell, value, inline, meanings));
      } else if (element === 'row') table.endRow(row);
    },
  } satisfies XmlListener);
  if (!found) throw new BadZip('its sheet is missing');
  table.end();
}

/** What a cell says; an error of the workbook, or a date that never was, is no value. */
type Said = string | { readonly fault: 'error' | 'no-date' };

function cellText(
  { type, style }: { readonly type: string; readonly style: number },
  value: string | undefined,
  inline: string,
  { styles, texts, from1904 }: Meanings,
): Said {
  if (type === 'inlineStr') return inline;
  if (value === undefined) return '';
  switch (type) {
    case 's': {
      const text = texts[Number(value)];
      if (text === undefined) throw new BadZip('a cell names a text that it has not got');
      return text;
    }
    case 'str':
      return value;
    case 'b':
      return isTrue(value.trim()) ? 'true' : 'false';
    case 'e':
      return { fault: 'error' };
    case 'd':
      return value.trim();
    default: {
      const number = value.trim();
      const kind = styles[style];
      if (kind === undefined || number === '') return number;
      const text = serialText(Number(number), kind, from1904);
      if (text !== undefined) return text;
      return kind === 'duration' ? number : { fault: 'no-date' };
    }
  }
}

interface Place {
  readonly row: number;
  readonly column: number;
}

interface Faults {
  cells: number;
  first: string;
}

/** Puts cells into rows of a table whose names are in the first row that holds something. */
function tableOf(name: string, rows: RowsWriter) {
  let names: string[] | undefined;
  let places: number[] = [];
  let known: ReadonlySet<number> = new Set();
  let cells: string[] = [];
  let filled = false;
  let last = 0;
  const faults: Record<'error' | 'no-date', Faults> = { error: { cells: 0, first: '' }, 'no-date': { cells: 0, first: '' } };
  const merged: string[] = [];

  const put = (place: Place, said: Said) => {
    if (typeof said === 'object') {
      const fault = faults[said.fault];
      if (fault.cells++ === 0) fault.first = cellName(place);
      filled = true;
      return;
    }
    if (said === '') return;
    filled = true;
    while (cells.length <= place.column) cells.push('');
    cells[place.column] = said;
  };
  const beginTable = (row: number) => {
    places = [...cells.keys()].filter((column) => cells[column].trim() !== '');
    known = new Set(places);
    names = [];
    for (const column of places) addColumn(cells[column].trim(), rows, names);
    last = row;
  };
  const putRow = (row: number, header: readonly string[]) => {
    const stray = cells.findIndex((text, column) => text !== '' && !known.has(column));
    if (stray >= 0) throw new Refusal(unnamedColumn(name, cellName({ row, column: stray })));
    addRow(
      places.map((column) => cells[column] ?? ''),
      rows,
      header,
      quotedText,
    );
    last = row;
  };
  return {
    put,
    endRow(row: number) {
      if (filled) {
        if (names === undefined) beginTable(row);
        else putRow(row, names);
      }
      cells = [];
      filled = false;
    },
    /** Ranges are named after the rows. */
    merge(attributes: Attributes) {
      merged.push(attributes.get('ref') ?? '');
    },
    end() {
      if (faults.error.cells > 0) throw new Refusal(errorCells(name, faults.error.cells, faults.error.first));
      if (faults['no-date'].cells > 0) throw new Refusal(notADate(name, faults['no-date'].cells, faults['no-date'].first));
      const within = merged.filter((range) => rowOf(range) <= last);
      if (within.length > 0) throw new Refusal(mergedCells(name, within.length, within[0]));
    },
  };
}

/** The first row of a range, B2:C4. */
const rowOf = (range: string): number => Number(/\d+/.exec(range)?.[0] ?? 0);

const cellName = ({ row, column }: Place): string => {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
};

const widest = 16_384;

/** The column of a cell, B7, counted from 0; undefined where the cell does not say where it is. */
function columnOf(cell: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(cell ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column > widest) throw new BadZip('a cell stands in a column that no sheet has');
  return column - 1;
}
