import { closeSync, openSync, readSync, renameSync } from 'node:fs';
import type { WrittenFile } from './byte-sink.ts';
import { abandonSink, type ByteSink, closeSink, openSink, putBytes, putText } from './byte-sink.ts';
import { quoteCell } from './packed-cells.ts';

/**
 * Puts an apostrophe before every text of a written CSV that a spreadsheet would run, such as =cmd(), and before every text that has one, so
 * that it can be taken away again. Numbers stay as they are, also -3; the header is left to whoever names columns.
 */
export function guardCells(
  path: string,
  columns: readonly { readonly kind: string }[],
  delimiter: ',' | ';',
  pieceBytes = 1 << 16,
): WrittenFile {
  const texts = columns.map(({ kind }) => isText(kind));
  const input = openSync(path, 'r');
  const sink = openSink(`${path}.guarded`);
  try {
    const state = { row: 0, column: 0 };
    let rest: Buffer = Buffer.alloc(0);
    for (let ended = false; !ended; ) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const bytes = readSync(input, piece, 0, piece.length, null);
      ended = bytes === 0;
      rest = copyCells(Buffer.concat([rest, piece.subarray(0, bytes)]), { sink, texts, state, delimiter, ended });
    }
    const file = closeSink(sink);
    renameSync(`${path}.guarded`, path);
    return file;
  } catch (error) {
    abandonSink(sink);
    throw error;
  } finally {
    closeSync(input);
  }
}

interface Copying {
  readonly sink: ByteSink;
  readonly texts: readonly boolean[];
  readonly state: { row: number; column: number };
  readonly delimiter: ',' | ';';
  readonly ended: boolean;
}

const quote = 34;
const newline = 10;

/** Copies the cells that end within these bytes; answers what is left. */
function copyCells(bytes: Buffer, { sink, texts, state, delimiter, ended }: Copying): Buffer {
  const separator = delimiter.charCodeAt(0);
  let at = 0;
  let copied = 0;
  for (
    let end = endOfCell(bytes, at, separator, ended);
    end >= 0 && at < bytes.length;
    end = endOfCell(bytes, at, separator, ended)
  ) {
    if (state.row > 0 && texts[state.column]) {
      const inQuotes = bytes[at] === quote;
      const start = inQuotes ? at + 1 : at;
      if (mayRun(bytes[start]) && end > start) {
        const text = inQuotes ? bytes.toString('utf8', start, end - 1).replaceAll('""', '"') : bytes.toString('utf8', start, end);
        if (needsGuard(text)) {
          copyBytes(sink, bytes, copied, at);
          const guarded = `'${text}`;
          putText(sink, delimiter === ',' ? quoteCell(guarded) : inQuotes ? `"${guarded.replaceAll('"', '""')}"` : guarded);
          copied = end;
        }
      }
    }
    if (bytes[end] === newline) {
      state.row++;
      state.column = 0;
    } else state.column++;
    at = end + 1;
  }
  copyBytes(sink, bytes, copied, Math.min(at, bytes.length));
  return bytes.subarray(Math.min(at, bytes.length));
}

/** In slices: a cell may be longer than what the sink holds. */
function copyBytes(sink: ByteSink, bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at += 1 << 16) putBytes(sink, bytes, at, Math.min(at + (1 << 16), to));
}

/** Where the sign after a cell stands; -1 where it does not end within these bytes. */
function endOfCell(bytes: Buffer, at: number, separator: number, ended: boolean): number {
  let end = at;
  if (bytes[at] === quote) {
    for (end = bytes.indexOf(quote, at + 1); end >= 0 && bytes[end + 1] === quote; end = bytes.indexOf(quote, end + 2));
    if (end < 0 || (end + 1 === bytes.length && !ended)) return -1;
    return end + 1;
  }
  while (end < bytes.length && bytes[end] !== separator && bytes[end] !== newline) end++;
  return end < bytes.length || (ended && end > at) ? end : -1;
}

/** = + - @ tab, line ends, an apostrophe, or the first byte of the wide forms of these signs. */
const firstBytes = new Set([...Buffer.from("=+-@\t\r\n'"), 0xef]);
const mayRun = (byte: number): boolean => firstBytes.has(byte);

/** Whether a spreadsheet would run a text, such as =cmd(). */
export const wouldRun = (text: string): boolean =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$/.test(text);

const needsGuard = (text: string): boolean => text.startsWith("'") || wouldRun(text);

const isText = (kind: string): boolean => ['text', 'label', 'code', 'prefix', 'period'].includes(kind);
