import { closeSync, openSync, readSync } from 'node:fs';

const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Whether a delimited file has a line break inside a quoted cell. DuckDB's parallel reader, strict or not, may start inside such a cell
 * and take its lines for rows; a file that has one must be read by one thread. A file without quotes is told at the speed of memory.
 */
export function hasQuotedBreak(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(1 << 20);
    let inside = false;
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      const bytes = buffer.subarray(0, read);
      let at = 0;
      while (at < read) {
        const next = bytes.indexOf(quote, at);
        const end = next < 0 ? read : next;
        if (inside && hasBreak(bytes, at, end)) return true;
        if (next >= 0) inside = !inside; // a doubled quote leaves and enters again, which comes to the same
        at = end + 1;
      }
    }
    return false;
  } finally {
    closeSync(file);
  }
}

function hasBreak(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === lineFeed || bytes[i] === carriageReturn) return true;
  return false;
}
