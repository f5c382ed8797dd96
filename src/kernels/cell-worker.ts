import { readSync, writeSync } from 'node:fs';
import { type CellLines, type NaiveCellSettings, naiveCellLines } from '../families/series/naive/cell-lines.ts';
import { addCellRow, BadLine, type CellRows, leadingNumber, newline, openCell, totalsLine } from '../formats/kernel-lines.ts';

// The outermost file of a kernel on a cluster: one process for each partition, lines in and lines out. Its last word is its settings, in base64.

/** What can be done with the rows of a cell, by the name that settings give it. */
const cellKernels = { naive: naiveCellLines } as const;
interface Settings extends NaiveCellSettings {
  readonly kernel: keyof typeof cellKernels;
}

const settings: Settings = JSON.parse(Buffer.from(process.argv.at(-1) ?? '', 'base64').toString());
const perform: (settings: Settings, rows: CellRows) => CellLines = cellKernels[settings.kernel];
const totals = { rowsIn: 0, linesOut: 0, rowsOut: 0 };
let open = openCell(settings.columns);

try {
  for (const { bytes, from, to } of lines()) {
    const { value: cell, end } = leadingNumber(bytes, from, to);
    if (cell !== open.cell) {
      finishCell();
      open = { ...open, cell, rows: 0 };
    }
    addCellRow(open, bytes, end + 1, to);
    totals.rowsIn++;
  }
  finishCell();
  put(Buffer.from(totalsLine(totals)));
} catch (error) {
  if (!(error instanceof BadLine)) throw error;
  process.stderr.write(`shoal: ${error.message}\n`);
  process.exitCode = 65;
  for (const _ of lines()); // who writes to us would else break off before it asks how we ended
}

function finishCell(): void {
  if (open.rows === 0) return;
  const { bytes, lines: count, rows } = perform(settings, open);
  totals.linesOut += count;
  totals.rowsOut += rows;
  put(bytes);
}

/** Whole lines; what lies behind the last end of a line is none. */
function* lines(): Generator<{ bytes: Buffer; from: number; to: number }> {
  const chunk = Buffer.allocUnsafe(1 << 20);
  let rest = Buffer.alloc(0);
  for (let got = readSome(chunk); got > 0; got = readSome(chunk)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, got)]) : chunk.subarray(0, got);
    let from = 0;
    for (let to = bytes.indexOf(newline, from); to >= 0; to = bytes.indexOf(newline, from)) {
      yield { bytes, from, to };
      from = to + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
  }
  if (rest.length > 0) throw new BadLine('the last line has no end');
}

function readSome(chunk: Buffer): number {
  for (;;)
    try {
      return readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      pause();
    }
}

function put(bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; )
    try {
      from += writeSync(1, bytes, from, bytes.length - from);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      pause();
    }
}

/** A pipe that is empty or full for now. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
