/**
 * Protocol buffers as far as Spark Connect needs them: whole numbers, texts, bytes and messages within messages. Our own 70 lines, because a library
 * would bring a compiler and its generated files for a dozen messages (docs/decisions/0061).
 */
export type Part = Uint8Array;

/** A field that holds bytes, a text, or another message. */
export function bytesField(field: number, data: Uint8Array | string): Part {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  return joinParts(varint(field * 8 + 2), varint(bytes.length), bytes);
}

export const numberField = (field: number, value: number): Part => joinParts(varint(field * 8), varint(value));

export const joinParts = (...parts: readonly Part[]): Part => Buffer.concat(parts);

function varint(value: number): Part {
  const out: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128); // not shifts: a length may exceed 32 bits
  return Uint8Array.from([...out, rest]);
}

/** Bytes that are not what the protocol says. Nothing of them is told: they may hold cells. */
export class Garbled extends Error {}

/** A message that was read: its fields by their numbers. What is not there is 0, the empty text or undefined, as the format has it. */
export interface Message {
  number(field: number): number;
  /** The same, where 0 and nothing differ. */
  find(field: number): number | undefined;
  text(field: number): string;
  message(field: number): Message | undefined;
  bytes(field: number): Uint8Array | undefined;
  all(field: number): readonly Uint8Array[];
}

export function readMessage(bytes: Uint8Array): Message {
  const numbers = new Map<number, number>();
  const spans = new Map<number, Uint8Array[]>();
  for (let at = 0; at < bytes.length; ) {
    const key = readVarint(bytes, at);
    const field = Math.floor(key.value / 8);
    at = key.end;
    switch (key.value % 8) {
      case 0: {
        const { value, end } = readVarint(bytes, at);
        numbers.set(field, value);
        at = end;
        break;
      }
      case 1:
        at += 8; // a double: none that we ask for
        break;
      case 2: {
        const { value: length, end } = readVarint(bytes, at);
        at = end + length;
        if (at > bytes.length) throw new Garbled('a field is longer than its message');
        spans.set(field, [...(spans.get(field) ?? []), bytes.subarray(end, at)]);
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        throw new Garbled('a field is of an unknown kind');
    }
    if (at > bytes.length) throw new Garbled('a message ends within a field');
  }
  const last = (field: number): Uint8Array | undefined => spans.get(field)?.at(-1);
  return {
    number: (field) => numbers.get(field) ?? 0,
    find: (field) => numbers.get(field),
    text: (field) => Buffer.from(last(field) ?? []).toString('utf8'),
    bytes: last,
    message: (field) => {
      const inner = last(field);
      return inner === undefined ? undefined : readMessage(inner);
    },
    all: (field) => spans.get(field) ?? [],
  };
}

/** Exact up to 2^53, which no count or length of ours exceeds. */
function readVarint(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let weight = 1;
  for (let at = from; at < bytes.length && at < from + 10; at++, weight *= 128) {
    value += (bytes[at] & 127) * weight;
    if (bytes[at] < 128) return { value, end: at + 1 };
  }
  throw new Garbled('a number has no end');
}
