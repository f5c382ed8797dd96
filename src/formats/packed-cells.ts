import { longestFixed, putFixed } from './fixed-text.ts';

/** Texts end to end as bytes: text t is bytes[starts[t]] .. bytes[starts[t + 1] - 1]. */
export interface Packed {
  readonly bytes: Buffer;
  readonly starts: Float64Array;
}

export function packTexts(texts: readonly string[]): Packed {
  const starts = new Float64Array(texts.length + 1);
  for (const [t, text] of texts.entries()) starts[t + 1] = starts[t] + Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(starts[texts.length]);
  for (const [t, text] of texts.entries()) bytes.write(text, starts[t]);
  return { bytes, starts };
}

/** Lower and upper bounds, group by group, and the decimal places of each column. */
export interface Bounds {
  readonly columns: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly decimals: readonly number[];
}

/** A word of so many segments for each leaf, and where it is a range its upper end. */
export interface Patterns {
  readonly words: Uint8Array;
  readonly upperWords?: Uint8Array | undefined;
  readonly levels: Uint8Array;
  readonly segments: number;
}

/** Bytes that grow by doubling. */
export interface Arena {
  bytes: Buffer;
  at: number;
}

export const openArena = (bytes = 1 << 16): Arena => ({ bytes: Buffer.allocUnsafeSlow(bytes), at: 0 });

export const comma = 44;
const dash = 45;
const letterA = 97;
const bar = 124;

/** Makes sure that `more` bytes fit. */
export function ensure(arena: Arena, more: number): void {
  if (arena.at + more <= arena.bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(2 * arena.bytes.length, arena.at + more));
  arena.bytes.copy(larger, 0, 0, arena.at);
  arena.bytes = larger;
}

export function putLabel(arena: Arena, text: string): void {
  ensure(arena, Buffer.byteLength(text) + longestFixed * 2);
  arena.at += arena.bytes.write(text, arena.at);
}

/** `[lo-hi],` or `lo,hi,` of one column of one group, which has its bounds at `bound`. */
export function putInterval(arena: Arena, envelope: Bounds, bound: number, asText: boolean): void {
  ensure(arena, 2 * longestFixed + 4); // a long label before it may have used up what was made sure of
  const decimals = envelope.decimals[bound % envelope.columns];
  if (asText) arena.bytes[arena.at++] = 91; // [
  arena.at = putFixed(arena.bytes, arena.at, envelope.lower[bound], decimals);
  arena.bytes[arena.at++] = asText ? dash : comma;
  arena.at = putFixed(arena.bytes, arena.at, envelope.upper[bound], decimals);
  if (asText) arena.bytes[arena.at++] = 93; // ]
  arena.bytes[arena.at++] = comma;
}

/** `Pattern,Level` of one leaf: a word, or the ranges of its segments, `a-b|c|c-d`. */
export function putPattern(arena: Arena, { words, upperWords, levels, segments }: Patterns, leaf: number): void {
  ensure(arena, 4 * segments + 5);
  for (let i = 0; i < segments; i++) {
    const symbol = words[leaf * segments + i];
    const upper = upperWords?.[leaf * segments + i] ?? symbol;
    if (upperWords !== undefined && i > 0) arena.bytes[arena.at++] = bar;
    arena.bytes[arena.at++] = letterA + symbol;
    if (upper === symbol) continue;
    arena.bytes[arena.at++] = dash;
    arena.bytes[arena.at++] = letterA + upper;
  }
  arena.bytes[arena.at++] = comma;
  arena.at = putFixed(arena.bytes, arena.at, levels[leaf], 0);
}

/** Text of a CSV cell, in double quotes exactly where it needs them: as DuckDB writes it, which takes # for a comment too. */
export const quoteCell = (text: string): string => (/[",#\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Which slice each place belongs to. */
export function ownersOf(starts: Uint32Array, length: number): Uint32Array {
  const owners = new Uint32Array(length);
  for (let s = 0; s + 1 < starts.length; s++) owners.fill(s, starts[s], starts[s + 1]);
  return owners;
}

/** Lets messages of other threads, and an interrupt, through. */
export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const manyRows = 65_536;

/** The same between two stretches that take long where there are many rows; with few, nobody waits. */
export const breathAmong = async (rows: number): Promise<void> => (rows > manyRows ? breath() : undefined);
