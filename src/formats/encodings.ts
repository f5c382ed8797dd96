import { isAscii } from 'node:buffer';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { headOf } from './dialect.ts';
import { isGzip } from './gzip.ts';

/** How the letters of a text file may be stored. */
export const encodings = [
  'utf-8',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
] as const;
export type Encoding = (typeof encodings)[number];

export type OneByte = Exclude<Encoding, `utf-${string}`>;

/** What windows-1252 has where ISO 8859-1 has controls; 0 for bytes that stand for nothing. TextDecoder is not asked: in some versions of Node it takes one for the other. */
const windows1252 = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0, 0x2018,
  0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

/** The letters of bytes 128 to 255, empty for those that stand for none. A control never stands in a table. */
export function lettersOf(encoding: OneByte): readonly string[] {
  const bytes = Array.from({ length: 128 }, (_, i) => 128 + i);
  const letter = (byte: number): string => {
    if (encoding === 'windows-1252' && byte < 160)
      return windows1252[byte - 128] === 0 ? '' : String.fromCodePoint(windows1252[byte - 128]);
    if (encoding === 'windows-1252' || encoding === 'iso-8859-1') return String.fromCodePoint(byte);
    return new TextDecoder(encoding).decode(Uint8Array.of(byte));
  };
  return bytes.map(letter).map((text) => (/[\u0080-\u009f\ufffd]/.test(text) ? '' : text));
}

/** Where a file cannot be what it is said to be: the line, and 0 where its first bytes say so. */
export interface BrokenEncoding {
  readonly line: number;
}

/** Writes a text file, compressed or not, as UTF-8, a piece at a time. Undefined when it is done. */
export async function writeUtf8(
  from: string,
  to: string,
  encoding: Encoding,
  signal?: AbortSignal,
): Promise<BrokenEncoding | undefined> {
  const raw = createReadStream(from, { highWaterMark: 1 << 20, ...(signal && { signal }) });
  const stream = isGzip(from) ? raw.pipe(createGunzip({ chunkSize: 1 << 20 })) : raw;
  const file = openSync(to, 'wx', 0o600);
  try {
    return await decodePieces(stream, encoding, (bytes) => {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    });
  } finally {
    closeSync(file);
    raw.destroy();
  }
}

async function decodePieces(
  stream: Readable,
  encoding: Encoding,
  write: (bytes: Buffer) => void,
): Promise<BrokenEncoding | undefined> {
  let decode: ((piece: Buffer | undefined) => Buffer | number) | undefined;
  let lines = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (decode === undefined) {
      const settled = byMark(piece, encoding);
      if (settled === undefined) return { line: 0 };
      decode = isOneByte(settled) ? oneByteDecoder(settled) : wideDecoder(settled);
    }
    const bytes = decode(piece);
    if (typeof bytes === 'number') return { line: lines + bytes };
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
    write(bytes);
  }
  const rest = decode?.(undefined) ?? Buffer.alloc(0);
  if (typeof rest === 'number') return { line: lines + rest };
  write(rest);
  return undefined;
}

const isOneByte = (encoding: Exclude<Encoding, 'utf-16'>): encoding is OneByte => !encoding.startsWith('utf-');

/** The encoding, with what a byte order mark says of it; undefined where that contradicts. */
function byMark(head: Buffer, encoding: Encoding): Exclude<Encoding, 'utf-16'> | undefined {
  const marked = markOf(head);
  if (encoding === 'utf-16') return marked === 'utf-16le' || marked === 'utf-16be' ? marked : undefined;
  return marked === undefined || marked === encoding ? encoding : undefined;
}

/** What the byte order mark of a file says. */
export function markOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}

/** Whether a byte order mark says that a file is UTF-16; of a compressed one its text is asked. */
export function isUtf16(path: string): boolean {
  const marked = markOf(headOf(path).bytes);
  return marked === 'utf-16le' || marked === 'utf-16be';
}

/** Answers the bytes of UTF-8, or the line, from 1 on, of a byte that stands for no letter. */
function oneByteDecoder(encoding: OneByte): (piece: Buffer | undefined) => Buffer | number {
  const letters = lettersOf(encoding).map((letter) => Buffer.from(letter));
  return (piece = Buffer.alloc(0)) => {
    if (isAscii(piece)) return piece;
    const out = Buffer.allocUnsafe(3 * piece.length);
    let at = 0;
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i];
      if (byte < 128) out[at++] = byte;
      else {
        const letter = letters[byte - 128];
        if (letter.length === 0) return linesIn(piece.subarray(0, i)) + 1;
        for (const part of letter) out[at++] = part;
      }
    }
    return out.subarray(0, at);
  };
}

function wideDecoder(encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): (piece: Buffer | undefined) => Buffer | number {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (piece) => {
    try {
      return Buffer.from(decoder.decode(piece, { stream: piece !== undefined }));
    } catch {
      return 1; // somewhere in a piece: the line is that of its beginning
    }
  };
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
