import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { crcOf } from './crc.ts';

/** What is wrong with an archive. */
export class BadZip extends Error {}

export interface ZipFile {
  readonly names: readonly string[];
  /** The bytes of a file in it, some at a time; undefined where there is none of this name, in any case of letters. */
  read(name: string, signal?: AbortSignal): AsyncIterable<Uint8Array> | undefined;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** What a workbook is made of never grows so much: a sheet of one repeated number is packed to a fiftieth. */
const mostGrowth = 250;
const alwaysAllowed = 16 << 20;
const mostEntries = 100_000;
const mostDirectory = 64 << 20;

/** Reads the list of an archive from its end. Nothing is unpacked, and nothing is written anywhere. */
export function openZip(path: string): ZipFile {
  const file = openSync(path, 'r');
  try {
    const entries = new Map(entriesIn(file).map((entry) => [entry.name.toLowerCase(), entry]));
    return {
      names: [...entries.values()].map(({ name }) => name),
      read(name, signal) {
        const entry = entries.get(name.replace(/^\//, '').toLowerCase());
        return entry && unpack(path, entry, signal);
      },
    };
  } finally {
    closeSync(file);
  }
}

function entriesIn(file: number): Entry[] {
  const { size: length } = fstatSync(file);
  const { count, size, at } = directoryOf(file, length);
  if (count > mostEntries || size > mostDirectory) throw new BadZip('it lists more files than a workbook has');
  const list = bytesAt(file, at, size);
  const entries: Entry[] = [];
  for (let from = 0; entries.length < count; ) {
    if (from + 46 > list.length || list.readUInt32LE(from) !== 0x02014b50) throw new BadZip('the list of its files is damaged');
    const nameLength = list.readUInt16LE(from + 28);
    const extraLength = list.readUInt16LE(from + 30);
    const end = from + 46 + nameLength + extraLength + list.readUInt16LE(from + 32);
    if (end > list.length) throw new BadZip('the list of its files is damaged');
    const extra = list.subarray(from + 46 + nameLength, from + 46 + nameLength + extraLength);
    const [size, packed, at] = wide(
      [list.readUInt32LE(from + 24), list.readUInt32LE(from + 20), list.readUInt32LE(from + 42)],
      extra,
    );
    entries.push({
      name: list.toString('utf8', from + 46, from + 46 + nameLength).replaceAll('\\', '/'),
      method: list.readUInt16LE(from + 10),
      encrypted: (list.readUInt16LE(from + 8) & 1) === 1,
      crc: list.readUInt32LE(from + 16),
      ...{ packed, size, at },
    });
    from = end;
  }
  return entries;
}

interface Directory {
  readonly count: number;
  readonly size: number;
  readonly at: number;
}

/** The record at the end, before a comment that may follow it; of a large archive the wider one that stands before it. */
function directoryOf(file: number, length: number): Directory {
  const from = Math.max(0, length - 22 - 0xffff);
  const tail = bytesAt(file, from, length - from);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > tail.length) throw new BadZip('it was cut short, or is no workbook');
  const near = { count: tail.readUInt16LE(end + 10), size: tail.readUInt32LE(end + 12), at: tail.readUInt32LE(end + 16) };
  if (near.count !== 0xffff && near.size !== 0xffffffff && near.at !== 0xffffffff) return near;
  if (end < 20 || tail.readUInt32LE(end - 20) !== 0x07064b50) return near;
  const far = bytesAt(file, Number(tail.readBigUInt64LE(end - 12)), 56);
  if (far.readUInt32LE(0) !== 0x06064b50) throw new BadZip('the list of its files is damaged');
  return {
    count: Number(far.readBigUInt64LE(32)),
    size: Number(far.readBigUInt64LE(40)),
    at: Number(far.readBigUInt64LE(48)),
  };
}

/** Numbers too large for four bytes stand in an extra field, in this order. */
function wide(numbers: readonly number[], extra: Buffer): readonly number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return numbers.map((number) => {
      if (number !== 0xffffffff || next + 8 > extra.length) return number;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return numbers;
}

function bytesAt(file: number, at: number, length: number): Buffer {
  if (!Number.isSafeInteger(at) || at < 0 || at + length > fstatSync(file).size)
    throw new BadZip('it was cut short, or its list of files is damaged');
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const read = readSync(file, bytes, filled, length - filled, at + filled);
    if (read === 0) throw new BadZip('it was cut short');
    filled += read;
  }
  return bytes;
}

async function* unpack(path: string, entry: Entry, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  if (entry.encrypted) throw new BadZip('it is encrypted; save it without a password');
  if (entry.method !== 0 && entry.method !== 8) throw new BadZip('it is packed in a way that workbooks are not');
  const start = dataOf(path, entry);
  const most = Math.max(alwaysAllowed, mostGrowth * entry.packed);
  let size = 0;
  let crc = 0xffffffff;
  try {
    for await (const piece of entry.packed === 0 ? [] : packedBytes(path, entry, start, signal)) {
      const bytes: Uint8Array = piece;
      size += bytes.length;
      if (size > most)
        throw new BadZip(`a part of it grows to more than ${mostGrowth} times its size when it is unpacked; no workbook does`);
      if (size > entry.size) break;
      crc = crcOf(bytes, crc);
      yield bytes;
    }
  } catch (error) {
    if (error instanceof BadZip || !(error instanceof Error && 'code' in error && /^Z_|^ERR_/.test(String(error.code))))
      throw error;
    throw new BadZip('a part of it cannot be unpacked: it is damaged');
  }
  if (size !== entry.size || (crc ^ 0xffffffff) >>> 0 !== entry.crc) throw new BadZip('a part of it is damaged');
}

function packedBytes(path: string, { packed, method }: Entry, start: number, signal?: AbortSignal): AsyncIterable<Buffer> {
  const raw = createReadStream(path, { start, end: start + packed - 1, highWaterMark: 1 << 18, ...(signal && { signal }) });
  return method === 0 ? raw : pipeline(raw, createInflateRaw({ chunkSize: 1 << 18 }), () => {}); // a fault of either ends the reading
}

/** The bytes of a file begin after its own head, whose lengths the list does not tell. */
function dataOf(path: string, { at, packed }: Entry): number {
  const file = openSync(path, 'r');
  try {
    const head = bytesAt(file, at, 30);
    if (head.readUInt32LE(0) !== 0x04034b50) throw new BadZip('the list of its files is damaged');
    const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (start + packed > fstatSync(file).size) throw new BadZip('it was cut short');
    return start;
  } finally {
    closeSync(file);
  }
}
