import { type ByteCodes, createByteCodes } from '../../base/byte-codes.ts';
import type { Counter } from '../../base/counting.ts';
import { distinctByKey, largestOf, startsByKey } from '../../frame/by-key.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { text } from '../counter.ts';
import { list } from '../layout.ts';
import type { SourceColumn } from '../source.ts';
import type { Combinations } from './combinations.ts';

/** The rows of a release as numbers: of each its id, where ids leave, and what is published beside it, each text once. */
export interface EventLines {
  readonly numbers: Uint32Array | undefined;
  readonly held: Uint32Array;
  readonly combinations: readonly (readonly string[])[];
  /** The subject of each, where evidence beside them says it. */
  readonly owners?: Uint32Array;
}

export interface EventLineReader {
  /** Sees the file piece by piece, while it is hashed. */
  take(piece: Buffer): void;
  /** Nothing where a line is not an id that means nothing and what is published of one event, or there are too many. */
  end(): EventLines | undefined;
}

const newline = 10;
const semicolon = 59;
const zero = 48;
const mostDigits = 9;
const mostLines = 1 << 25; // more are counted by DuckDB, which puts on disk what does not fit
const mostTexts = 20_000; // they go into one statement
const mostBytes = 64e6;
const mostLine = 1 << 16;

/** Whether all that a release has are numbers and quasi-identifiers, in this order, a line for each event. */
export function hasPlainEvents(manifest: EventsManifest): boolean {
  const { data, columns, pseudonym, spreadsheetSafe } = manifest;
  return (
    (pseudonym === 'random' || pseudonym === 'rotate' || pseudonym === 'drop') &&
    data.format === 'csv' &&
    data.parts === undefined &&
    spreadsheetSafe !== true &&
    columns.every(({ role, kind }, place) =>
      place === 0 && pseudonym !== 'drop' ? role === 'subject' && kind === 'id' : role === 'quasi',
    )
  );
}

/** What lines are made of: whether an id comes first, how many cells come behind it, and how many lines there may be. */
export interface EventLineForm {
  readonly hasIds: boolean;
  readonly columns: number;
  readonly likely: number;
}

export function eventLineForm({ pseudonym, columns, data }: EventsManifest, bytes: number): EventLineForm {
  const hasIds = pseudonym !== 'drop';
  return { hasIds, columns: columns.length - (hasIds ? 1 : 0), likely: Math.min(data.rows, bytes) };
}

/** Lines are compared byte by byte; no key or hash stands for them. */
export function readEventLines({ hasIds, columns, likely }: EventLineForm): EventLineReader {
  const texts = createByteCodes(mostBytes);
  const room = Math.max(1, Math.min(likely, mostLines));
  let held = new Uint32Array(room);
  let numbers = hasIds ? new Uint32Array(room) : undefined;
  let rows = 0;
  let rest = Buffer.alloc(0); // the beginning of a line that the next piece goes on with
  let header = true;
  let plain = true;

  const keep = (number: number, code: number): void => {
    if (rows === held.length) {
      held = twiceAsLong(held);
      numbers = numbers && twiceAsLong(numbers);
    }
    if (numbers !== undefined) numbers[rows] = number;
    held[rows++] = code;
  };
  /** Takes the whole lines from `from` on; answers where the first begins that has no end, or -1 where one is not plain. */
  const takeLines = (bytes: Buffer, view: DataView, from: number): number => {
    let at = from;
    for (;;) {
      const begin = at;
      let number = 0;
      if (hasIds && !header) {
        while (at < bytes.length && bytes[at] >= zero && bytes[at] < zero + 10) number = 10 * number + bytes[at++] - zero;
        if (at === bytes.length) return at - begin > mostDigits ? -1 : begin;
        if (at === begin || at - begin > mostDigits || bytes[begin] === zero || bytes[at++] !== semicolon) return -1;
      }
      const published = at;
      while (at < bytes.length && bytes[at] !== newline) at++;
      if (at === bytes.length) return at - begin > mostLine ? -1 : begin;
      if (header)
        header = false; // it is looked at elsewhere
      else {
        const code = texts.codeOf(bytes, view, published, at);
        if (code < 0 || code >= mostTexts || rows === mostLines) return -1;
        keep(number, code);
      }
      at++;
    }
  };
  const takeFrom = (bytes: Buffer, from: number): void => {
    const left = takeLines(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), from);
    plain = left >= 0;
    rest = plain ? Buffer.from(bytes.subarray(left)) : Buffer.alloc(0); // a copy, as pieces are lent
  };
  return {
    take(piece) {
      if (!plain) return;
      if (rest.length === 0) {
        takeFrom(piece, 0);
        return;
      }
      const end = piece.indexOf(newline);
      takeFrom(Buffer.concat([rest, end < 0 ? piece : piece.subarray(0, end + 1)]), 0);
      if (plain && end >= 0) takeFrom(piece, end + 1);
    },
    end() {
      const combinations = cellsOf(texts);
      if (!plain || rest.length > 0 || header || combinations.some((cells) => cells.length !== columns || cells.some(isOdd)))
        return undefined;
      return { numbers: numbers?.subarray(0, rows), held: held.subarray(0, rows), combinations };
    },
  };
}

/** What was read, and the memory that it fills, which another thread may have: each list is fresh, and its own. */
export function handOver(reader: EventLineReader): readonly [EventLines | undefined, readonly ArrayBuffer[]] {
  const lines = reader.end();
  const lists = lines === undefined ? [] : [lines.numbers, lines.held];
  return [lines, lists.flatMap((cells) => (cells === undefined ? [] : [cells.buffer as ArrayBuffer]))];
}

const cellsOf = (texts: ByteCodes): readonly (readonly string[])[] =>
  Array.from({ length: texts.count() }, (_, code) => String(texts.bytesOf(code)).split(';'));

/** What is in quotes, or may be no letter, or would end a statement. */
const isOdd = (cell: string): boolean => /["\0\r\ufffd]/.test(cell);

function twiceAsLong(cells: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * cells.length);
  longer.set(cells);
  return longer;
}

/** Fills `combinations` with what `readCombinations` reads of the same bytes. Nothing where ids are not counted with: then cells are asked, and say what is wrong. */
export async function countLines(
  counter: Counter,
  { numbers, held, combinations }: EventLines,
  quasi: readonly SourceColumn[],
): Promise<Combinations | undefined> {
  const rows = held.length;
  const largest = numbers === undefined ? 0 : largestOf(numbers);
  if (rows === 0 || largest > rows) return undefined; // then some are missing
  const starts = startsByKey(held, combinations.length);
  const counts = new Uint32Array(combinations.length).map((_, code) => starts[code + 1] - starts[code]);
  const sizes = numbers === undefined ? counts : subjectsOf(held, numbers, combinations.length, largest);
  const values = combinations.map((cells, code) => `(${[...cells.map(text), counts[code], sizes[code]].join(', ')})`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE combinations AS SELECT ${list(quasi)}, CAST(n AS BIGINT) AS n, CAST(size AS BIGINT) AS size FROM (VALUES ${values.join(', ')}) AS t(${list(quasi)}, n, size)`,
  );
  const smallest = sizes.reduce((least, size) => Math.min(least, size), rows);
  const subjects = numbers === undefined ? undefined : distinctOf(numbers, largest);
  return { rows, combinations: combinations.length, smallest, subjects, faults: 0, largest };
}

const mostBits = 2 ** 29;

/** Different ids of each combination: by a bit for each pair where there is room, which takes a third of the time. */
function subjectsOf(held: Uint32Array, numbers: Uint32Array, combinations: number, largest: number): Uint32Array {
  const words = (largest >>> 5) + 1;
  if (words * 32 * combinations > mostBits) return distinctByKey(held, numbers, combinations, largest);
  const bits = new Uint32Array(words * combinations);
  const sizes = new Uint32Array(combinations);
  for (let row = 0; row < held.length; row++) {
    const word = held[row] * words + (numbers[row] >>> 5);
    const bit = 1 << (numbers[row] & 31);
    if ((bits[word] & bit) !== 0) continue;
    bits[word] |= bit;
    sizes[held[row]]++;
  }
  return sizes;
}

function distinctOf(numbers: Uint32Array, largest: number): number {
  const seen = new Uint8Array(largest + 1);
  let distinct = 0;
  for (let row = 0; row < numbers.length; row++)
    if (seen[numbers[row]] === 0) {
      seen[numbers[row]] = 1;
      distinct++;
    }
  return distinct;
}
