import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';

/** How a delimited text file is written, and its column names. */
export interface Dialect {
  readonly delimiter: string;
  readonly gzip: boolean;
  readonly names: readonly string[];
  /** Uncompressed bytes per row, from the first rows; to say how long a read will take. */
  readonly bytesPerRow: number;
  /** The first line, to explain what went wrong with it. */
  readonly firstLine: string;
  readonly encoding: 'utf8' | 'not-utf8' | 'utf16' | 'not-text';
}

const candidates = [',', ';', '\t', '|'];
const headBytes = 1 << 18;

/**
 * Reads the head of a file and settles delimiter and header. Our own, not DuckDB's sniffer: that one bends the dialect around faulty
 * rows, and renames columns that stand twice, where a person wants to be told.
 */
export function dialectOf(path: string, given: string | undefined): Dialect {
  const { bytes, gzip } = headOf(path);
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const delimiter = given ?? likeliest(text, /\.tsv(\.gz)?$/i.test(path) ? '\t' : ',');
  const rows = recordsOf(text, delimiter, 200);
  const whole = rows.slice(1, bytes.length < headBytes ? undefined : -1);
  const rowBytes = whole.reduce((sum, cells) => sum + cells.reduce((all, cell) => all + Buffer.byteLength(cell) + 1, 0), 0);
  return {
    delimiter,
    gzip,
    names: columnNames(rows[0] ?? []),
    bytesPerRow: whole.length === 0 ? 0 : rowBytes / whole.length,
    firstLine: text.slice(0, text.search(/[\r\n]|$/)),
    encoding: utf16 ? 'utf16' : bytes.includes(0) ? 'not-text' : isUtf8(firstLineOf(bytes)) ? 'utf8' : 'not-utf8',
  };
}

/** A blank line names nothing; between names a blank one is called by its place. */
export function columnNames(header: readonly string[]): readonly string[] {
  return header.length === 1 && header[0].trim() === '' ? [] : header.map((name, place) => name.trim() || `column${place + 1}`);
}

/** The first line as bytes, or nothing where its end is not in sight: the last letter may be cut in two. */
function firstLineOf(bytes: Buffer): Buffer {
  const end = bytes.findIndex((byte) => byte === 10 || byte === 13);
  return bytes.subarray(0, end >= 0 ? end : bytes.length < headBytes ? bytes.length : 0);
}

/** The other character a first line is more likely cut by, when it reads as one column. */
export function betterDelimiter(firstLine: string, used: string): { found: string; times: number } | undefined {
  const counts = candidates
    .filter((candidate) => candidate !== used)
    .map((found) => ({ found, times: firstLine.split(found).length - 1 }))
    .sort((a, b) => b.times - a.times);
  return counts[0].times > 0 ? counts[0] : undefined;
}

/** The first bytes of a file, or of the text that is compressed in it. */
export function headOf(path: string): { readonly bytes: Buffer; readonly gzip: boolean } {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(headBytes);
    const raw = buffer.subarray(0, readSync(file, buffer, 0, headBytes, 0));
    const gzip = raw[0] === 0x1f && raw[1] === 0x8b;
    return { bytes: gzip ? unzippedHead(raw) : raw, gzip };
  } finally {
    closeSync(file);
  }
}

function unzippedHead(raw: Buffer): Buffer {
  try {
    return gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, headBytes);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * The candidate that cuts the first rows into the same number of cells, the more the better; `preferred` when none does. Of equal ones that with
 * more rows: a quote that a wrong candidate opens swallows those that follow.
 */
function likeliest(text: string, preferred: string): string {
  let best = preferred;
  let most = 1;
  let rows = 0;
  for (const candidate of [preferred, ...candidates]) {
    const widths = recordsOf(text, candidate, 20).map((cells) => cells.length);
    const header = widths[0] ?? 0;
    const alike = widths.filter((width) => width === header).length / Math.max(1, widths.length);
    if (header > 1 && (alike * header > most || (alike * header === most && rows > 0 && widths.length > rows))) {
      most = alike * header;
      rows = widths.length;
      best = candidate;
    }
  }
  return best;
}

/** Up to `most` records of delimited text with double quotes, as cells. */
function recordsOf(text: string, delimiter: string, most: number): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length && records.length < most; i++) {
    const character = text[i];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[i + 1] === '\n') i++;
      records.push([...cells, cell]);
      cells = [];
      cell = '';
    } else cell += character;
  }
  if (records.length < most && (cells.length > 0 || cell !== '')) records.push([...cells, cell]);
  return records;
}
