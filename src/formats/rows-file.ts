import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { quotedText } from './cell-text.ts';

/** Comma-separated text that is written row by row, and may get more columns on the way. */
export interface RowsWriter {
  /** Of its columns, as they came. */
  readonly names: readonly string[];
  readonly rows: number;
  /** A column after those there are; earlier rows have nothing in it. */
  addColumn(name: string): void;
  /** Cells of all columns, quoted where they need it. */
  addRow(cells: readonly string[]): void;
  /** Ends the file; answers where it lies. */
  finish(): string;
  /** Gives the file up after a fault; the folder it lies in is about to be removed. */
  abandon(): void;
}

/** Rows up to the next such place have this many cells. */
interface Width {
  readonly firstRow: number;
  readonly cells: number;
}

const pieceLength = 1 << 20;

/** Nothing is held but a piece of text: a file whose later rows brought new columns is written a second time, with every row as wide as the last. */
export function openRowsFile(path: string): RowsWriter {
  const file = openSync(path, 'wx', 0o600);
  const names: string[] = [];
  const quoted: string[] = [];
  const widths: Width[] = [];
  let rows = 0;
  let text = '';
  const write = () => {
    writeWhole(file, Buffer.from(text));
    text = '';
  };
  return {
    names,
    get rows() {
      return rows;
    },
    addColumn(name) {
      quoted.push(quotedText(name));
      names.push(name);
    },
    addRow(cells) {
      if (rows === 0) text += `${quoted.join(',')}\n`;
      if (widths.at(-1)?.cells !== names.length) widths.push({ firstRow: rows, cells: names.length });
      text += lineOf(cells);
      rows++;
      if (text.length > pieceLength) write();
    },
    finish() {
      if (rows === 0) text += `${quoted.join(',')}\n`;
      write();
      closeSync(file);
      if (widths.length < 2) return path;
      const whole = `${path}-whole`;
      padRows(path, whole, quoted, widths);
      return whole;
    },
    abandon: () => closeSync(file),
  };
}

/** A blank line would be no row. */
const lineOf = (cells: readonly string[]): string => (cells.length === 1 && cells[0] === '' ? '""\n' : `${cells.join(',')}\n`);

const quote = 34;
const lineFeed = 10;

/** Copies a file of ours, its header replaced and each row padded to as many cells as the header has. */
function padRows(from: string, to: string, names: readonly string[], widths: readonly Width[]): void {
  const input = openSync(from, 'r');
  const output = openSync(to, 'wx', 0o600);
  try {
    const buffer = Buffer.allocUnsafe(pieceLength);
    let row = -1; // the header
    let width = 0;
    let quoted = false;
    writeWhole(output, Buffer.from(`${names.join(',')}\n`));
    for (let read = readSync(input, buffer); read > 0; read = readSync(input, buffer)) {
      const pieces: Buffer[] = [];
      let done = 0;
      for (let at = 0; at < read; at++) {
        if (buffer[at] === quote) quoted = !quoted; // a doubled quote leaves and enters again
        if (buffer[at] !== lineFeed || quoted) continue;
        if (row >= 0) {
          if (widths[width + 1]?.firstRow === row) width++;
          const padding = `${','.repeat(names.length - widths[width].cells)}\n`;
          pieces.push(buffer.subarray(done, at), Buffer.from(padding));
        }
        done = at + 1;
        row++;
      }
      if (row >= 0) pieces.push(buffer.subarray(done, read));
      writeWhole(output, Buffer.concat(pieces));
    }
  } finally {
    closeSync(input);
    closeSync(output);
  }
}

/** A system may take less than it is given. */
function writeWhole(file: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
}
