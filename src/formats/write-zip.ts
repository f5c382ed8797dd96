import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';
import { crcOf } from './crc.ts';

/** A file to be packed: where it lies, its size, and its name in the archive. */
export interface Packed {
  readonly path: string;
  readonly size: number;
  readonly name: string;
}

/** Larger files have their sizes in eight bytes, as the format says; smaller ones do not, as some programs read only those. */
const wideFrom = 0xf0000000;
/** One moment for all: when it was packed is no fact of a release, and the same files make the same bytes. */
const [time, day] = [0, (45 << 9) | (1 << 5) | 1];

/** An archive as a stream, packed while it is read: nothing of it is held but a list of what went by. */
export async function* zipOf(files: readonly Packed[]): AsyncGenerator<Buffer> {
  const list: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const wide = file.size >= wideFrom || at >= wideFrom;
    const name = Buffer.from(file.name, 'utf8');
    const head = Buffer.concat([localHead(name, wide), name, wide ? extraOf([0, 0]) : Buffer.alloc(0)]);
    yield head;
    const meter = { crc: 0xffffffff, size: 0, packed: 0 };
    for await (const piece of pack(file.path, meter)) {
      meter.packed += piece.length;
      yield piece;
    }
    const crc = (meter.crc ^ 0xffffffff) >>> 0;
    const tail = tailOf(crc, meter, wide);
    yield tail;
    list.push(listEntry(name, { ...meter, crc, at, wide }));
    at += head.length + meter.packed + tail.length;
  }
  const directory = Buffer.concat(list);
  yield directory;
  yield endOf(files.length, directory.length, at);
}

interface Meter {
  crc: number;
  size: number;
  packed: number;
}

function pack(path: string, meter: Meter): AsyncIterable<Buffer> {
  const raw = createReadStream(path, { highWaterMark: 1 << 18 });
  raw.on('data', (piece) => {
    const bytes = piece as Buffer; // no encoding was asked for
    meter.crc = crcOf(bytes, meter.crc);
    meter.size += bytes.length;
  });
  raw.pause(); // until it is asked for
  return pipeline(raw, createDeflateRaw({ chunkSize: 1 << 18 }), () => {}); // a fault of either ends the reading
}

/** Sizes and check come after the bytes (bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808;

function localHead(name: Buffer, wide: boolean): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(wide ? 45 : 20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(time, 10);
  head.writeUInt16LE(day, 12);
  if (wide) head.fill(0xff, 18, 26);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(wide ? 20 : 0, 28);
  return head;
}

function extraOf(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [place, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * place);
  return extra;
}

function tailOf(crc: number, { packed, size }: Meter, wide: boolean): Buffer {
  const tail = Buffer.alloc(wide ? 24 : 16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  for (const [place, number] of [packed, size].entries())
    if (wide) tail.writeBigUInt64LE(BigInt(number), 8 + 8 * place);
    else tail.writeUInt32LE(number, 8 + 4 * place);
  return tail;
}

function listEntry(
  name: Buffer,
  { crc, packed, size, at, wide }: Meter & { readonly at: number; readonly wide: boolean },
): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(wide ? 45 : 20, 4);
  entry.writeUInt16LE(wide ? 45 : 20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt16LE(time, 12);
  entry.writeUInt16LE(day, 14);
  entry.writeUInt32LE(crc, 16);
  for (const [place, number] of [packed, size].entries()) entry.writeUInt32LE(wide ? 0xffffffff : number, 20 + 4 * place);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(wide ? 28 : 0, 30);
  entry.writeUInt32LE(wide ? 0xffffffff : at, 42);
  return Buffer.concat([entry, name, wide ? extraOf([size, packed, at]) : Buffer.alloc(0)]);
}

function endOf(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const wide = at >= wideFrom || count >= 0xffff;
  end.writeUInt16LE(wide ? 0xffff : count, 8);
  end.writeUInt16LE(wide ? 0xffff : count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(wide ? 0xffffffff : at, 16);
  return wide ? Buffer.concat([wideEnd(count, size, at), end]) : end;
}

function wideEnd(count: number, size: number, at: number): Buffer {
  const far = Buffer.alloc(76);
  far.writeUInt32LE(0x06064b50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(45, 12);
  far.writeUInt16LE(45, 14);
  for (const [place, number] of [count, count, size, at].entries()) far.writeBigUInt64LE(BigInt(number), 24 + 8 * place);
  far.writeUInt32LE(0x07064b50, 56);
  far.writeBigUInt64LE(BigInt(at + size), 64);
  far.writeUInt32LE(1, 72);
  return far;
}
