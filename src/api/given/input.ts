import { Readable } from 'node:stream';
import { ok, type Result, refused } from '../../base/result.ts';
import type { GivenData } from '../../engine/engine.ts';
import type { ArrowTable } from '../../formats/arrow-file.ts';
import { unknownBytes, unknownInput } from '../../formats/given-problems.ts';
import { badValue } from '../../policy/problems.ts';
import { givenArrow, isArrowTable } from './arrow.ts';
import { type ByteFormat, byteFormats, givenBytes } from './bytes.ts';
import { givenQuery, isQuery, type QueryInput } from './query.ts';
import { givenRows } from './rows.ts';

/** What can be read: a path or an address as on the command line, or data that a program holds. */
export type Input = string | DataInput;

export type DataInput =
  /** Bytes of a file: CSV, NDJSON, Parquet, Arrow, a workbook or XES, told by how they begin. One of objects is an iterable of rows. */
  | Readable
  | Uint8Array
  | BytesInput
  /** A row is an object with a key for each column. */
  | Iterable<object>
  | AsyncIterable<object>
  /** Of apache-arrow or flechette. */
  | ArrowTable
  | QueryInput;

/** Bytes of a file whose format is known. */
export interface BytesInput {
  readonly bytes: Readable | Uint8Array | AsyncIterable<Uint8Array>;
  readonly format: ByteFormat;
}

/** Settings whose input may be data. */
export type WithData<Settings> = Settings extends unknown
  ? Omit<Settings, 'input'> & { readonly input?: Input | undefined }
  : never;

/** Settings with nothing but plain values in them, and the data that stood there. */
export interface TakenInput<Settings> {
  readonly settings: Settings;
  readonly given?: GivenData | undefined;
}

/** What settings say of data that has no path: it comes by itself, as standard input does. */
const byItself = '-';

/** Takes the data out of some settings, which are written down and sent to threads. `stdin` is read where they say `-`. */
export function takeInput<Settings extends { readonly input?: string | undefined }>(
  raw: { readonly input?: Input | undefined },
  stdin?: Readable,
): Result<TakenInput<Settings>> {
  if (!isObject(raw)) return refused(badValue('policy', 'an object with settings is expected'));
  const { input: data } = raw;
  if (!isObject(data)) return ok({ settings: raw as Settings, given: stdin && givenBytes('standard input', stdin) }); // it is a text, or the policy's door refuses it
  const given = givenOf(data);
  return given.ok ? ok({ settings: { ...raw, input: byItself } as unknown as Settings, given: given.value }) : given; // a text now
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function givenOf(data: object): Result<GivenData> {
  try {
    return kindOf(data);
  } catch {
    return refused(unknownInput()); // a proxy may throw at any question
  }
}

function kindOf(data: object): Result<GivenData> {
  if (data instanceof Uint8Array) return ok(givenBytes('the bytes given', data));
  if (isReadable(data))
    return ok(data.readableObjectMode ? givenRows('the stream of rows', data) : givenBytes('the stream', data));
  if (isQuery(data)) return ok(givenQuery(data));
  if (isArrowTable(data)) return ok(givenArrow('the Arrow table', data));
  if (isBytes(data))
    return isKnown(data.format) ? ok(givenBytes('the bytes given', data.bytes, data.format)) : refused(unknownBytes(byteFormats));
  if (Symbol.asyncIterator in data || Symbol.iterator in data)
    return ok(givenRows('the iterable of rows', data as Iterable<unknown>)); // one of both
  return refused(unknownInput());
}

/** By its shape: a program may have streams of another copy of the library. */
const isReadable = (data: object): data is Readable =>
  data instanceof Readable || ('readableObjectMode' in data && 'pipe' in data && Symbol.asyncIterator in data);

const isBytes = (data: object): data is BytesInput =>
  'bytes' in data &&
  'format' in data &&
  isObject(data.bytes) &&
  (data.bytes instanceof Uint8Array || Symbol.asyncIterator in data.bytes);

const isKnown = (format: string): format is ByteFormat => byteFormats.some((known) => known === format);
