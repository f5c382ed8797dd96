import { invariant } from './problem.ts';

/**
 * MD5 (RFC 1321) of many short texts behind one key of 64 characters, which are a block of their own: they are digested once, and each text is one more block. A call of the system's own MD5 costs five times as
 * much as such a block.
 */
export interface KeyedMd5 {
  /** Where a text of at most `longestText` bytes is put before it is digested. */
  readonly text: Uint8Array;
  /** The digest of the key and of so many bytes of text, as four numbers that are lent until the next call: the first bytes are the first number, and of each the lowest comes first. */
  digest(length: number): Uint32Array;
}

export const longestText = 55;

export function createKeyedMd5(key: string): KeyedMd5 {
  invariant(/^[ -~]{64}$/.test(key), 'a key is 64 characters long');
  const words = new Int32Array(16);
  const bytes = new Uint8Array(words.buffer);
  const start = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  bytes.set(Buffer.from(key, 'latin1'));
  const keyed = start.slice();
  addBlock(keyed, words);
  bytes.fill(0);
  const state = new Int32Array(4);
  const told = new Uint32Array(state.buffer);
  return {
    text: bytes,
    digest(length) {
      bytes[length] = 0x80;
      bytes.fill(0, length + 1, 56);
      words[14] = 8 * (64 + length);
      words[15] = 0;
      state.set(keyed);
      addBlock(state, words);
      return told;
    },
  };
}

const sines = Int32Array.from({ length: 64 }, (_, i) => Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))) | 0);

function addBlock(state: Int32Array, x: Int32Array): void {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  for (let i = 0; i < 16; i += 4) {
    a = (turnLeft((a + ((b & c) | (~b & d)) + x[i] + sines[i]) | 0, 7) + b) | 0;
    d = (turnLeft((d + ((a & b) | (~a & c)) + x[i + 1] + sines[i + 1]) | 0, 12) + a) | 0;
    c = (turnLeft((c + ((d & a) | (~d & b)) + x[i + 2] + sines[i + 2]) | 0, 17) + d) | 0;
    b = (turnLeft((b + ((c & d) | (~c & a)) + x[i + 3] + sines[i + 3]) | 0, 22) + c) | 0;
  }
  for (let i = 16; i < 32; i += 4) {
    a = (turnLeft((a + ((b & d) | (c & ~d)) + x[(5 * i + 1) & 15] + sines[i]) | 0, 5) + b) | 0;
    d = (turnLeft((d + ((a & c) | (b & ~c)) + x[(5 * i + 6) & 15] + sines[i + 1]) | 0, 9) + a) | 0;
    c = (turnLeft((c + ((d & b) | (a & ~b)) + x[(5 * i + 11) & 15] + sines[i + 2]) | 0, 14) + d) | 0;
    b = (turnLeft((b + ((c & a) | (d & ~a)) + x[(5 * i + 16) & 15] + sines[i + 3]) | 0, 20) + c) | 0;
  }
  for (let i = 32; i < 48; i += 4) {
    a = (turnLeft((a + (b ^ c ^ d) + x[(3 * i + 5) & 15] + sines[i]) | 0, 4) + b) | 0;
    d = (turnLeft((d + (a ^ b ^ c) + x[(3 * i + 8) & 15] + sines[i + 1]) | 0, 11) + a) | 0;
    c = (turnLeft((c + (d ^ a ^ b) + x[(3 * i + 11) & 15] + sines[i + 2]) | 0, 16) + d) | 0;
    b = (turnLeft((b + (c ^ d ^ a) + x[(3 * i + 14) & 15] + sines[i + 3]) | 0, 23) + c) | 0;
  }
  for (let i = 48; i < 64; i += 4) {
    a = (turnLeft((a + (c ^ (b | ~d)) + x[(7 * i) & 15] + sines[i]) | 0, 6) + b) | 0;
    d = (turnLeft((d + (b ^ (a | ~c)) + x[(7 * i + 7) & 15] + sines[i + 1]) | 0, 10) + a) | 0;
    c = (turnLeft((c + (a ^ (d | ~b)) + x[(7 * i + 14) & 15] + sines[i + 2]) | 0, 15) + d) | 0;
    b = (turnLeft((b + (d ^ (c | ~a)) + x[(7 * i + 21) & 15] + sines[i + 3]) | 0, 21) + c) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

/** Turned around to the left; sums of a few whole numbers are exact until then. */
const turnLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
