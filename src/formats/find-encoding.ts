import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { firstBrokenLine } from './broken-text.ts';
import { type Encoding, lettersOf } from './encodings.ts';
import { isGzip } from './gzip.ts';

/** How a text file is probably stored; `others` are encodings in which the same bytes are other letters. */
export interface FoundEncoding {
  readonly encoding: Encoding;
  /** Letters beyond ASCII, and which. */
  readonly letters: number;
  readonly seen: string;
  readonly others: readonly Encoding[];
}

const candidates = ['windows-1252', 'windows-1250', 'iso-8859-15', 'iso-8859-2'] as const;

/** Reads a file to its end, and once more where it is not UTF-8: else nothing is found. */
export async function findEncoding(path: string, signal?: AbortSignal): Promise<FoundEncoding | undefined> {
  if ((await firstBrokenLine(path)) === 0) return undefined;
  const raw = createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) });
  const counts = new Array<number>(256).fill(0);
  for await (const piece of isGzip(path) ? raw.pipe(createGunzip()) : raw) for (const byte of piece as Buffer) counts[byte]++;
  return encodingFrom(counts);
}

/** What bytes beyond ASCII, by how often each stands in a file that is not UTF-8, may be. */
export function encodingFrom(counts: readonly number[]): FoundEncoding | undefined {
  const bytes = counts.flatMap((count, byte) => (byte >= 128 && count > 0 ? [byte] : []));
  const readings = candidates
    .map((encoding) => ({ encoding, letters: lettersOf(encoding) }))
    .filter(({ letters }) => bytes.every((byte) => letters[byte - 128] !== ''));
  if (readings.length === 0) return undefined;
  const [{ encoding, letters }] = readings;
  const others = readings.filter((other) => bytes.some((byte) => other.letters[byte - 128] !== letters[byte - 128]));
  const total = bytes.reduce((sum, byte) => sum + counts[byte], 0);
  const seen = bytes.slice(0, 12).map((byte) => letters[byte - 128]);
  return {
    encoding,
    letters: total,
    seen: `${seen.join(' ')}${bytes.length > 12 ? ' …' : ''}`,
    others: others.map((other) => other.encoding),
  };
}
