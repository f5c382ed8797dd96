import { createHash } from 'node:crypto';

/**
 * A stream of random numbers that is the same for the same seed and name, and tells nobody anything about other streams:
 * ChaCha (Bernstein 2008) with 12 rounds under a key hashed from seed and names. The shuffle of a release rests on it, so it must not be
 * a generator whose state can be read off its output.
 */
export interface Random {
  /** An independent stream; depends on the name, never on how many numbers were drawn before. */
  fork(name: string): Random;
  /** Uniform in 0 .. 2^32 - 1. */
  bits(): number;
  /** Uniform in [0, 1), 53 bits. */
  unit(): number;
  /** Uniform in 0 .. bound - 1, without bias. */
  below(bound: number): number;
  /** Standard normal. */
  normal(): number;
}

export function randomFrom(seed: number | string): Random {
  return streamOf(createHash('sha256').update(`shoal random 1:${seed}`).digest());
}

/** Fisher and Yates; every order is equally likely. */
export function shuffle(items: Uint32Array, random: Random): Uint32Array {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = items[i];
    items[i] = items[j];
    items[j] = kept;
  }
  return items;
}

function streamOf(key: Buffer): Random {
  const state = new Uint32Array(16);
  state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) state[4 + i] = key.readUInt32LE(4 * i);
  const block = new Uint32Array(16);
  let used = 16;
  let spare = Number.NaN;

  const bits = (): number => {
    if (used === 16) {
      chacha(state, block);
      if (++state[12] === 2 ** 32 || state[12] === 0) state[13]++;
      used = 0;
    }
    return block[used++];
  };
  const unit = (): number => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  const below = (bound: number): number => {
    const limit = 4294967296 - (4294967296 % bound); // draws above the last whole multiple would favour small numbers
    let drawn = bits();
    while (drawn >= limit) drawn = bits();
    return drawn % bound;
  };
  /** Box and Muller 1958; the second of each pair waits its turn. */
  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - unit()));
    const angle = 2 * Math.PI * unit();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const fork = (name: string): Random => streamOf(createHash('sha256').update(key).update(name).digest());
  return { fork, bits, unit, below, normal };
}

function chacha(input: Uint32Array, output: Uint32Array): void {
  output.set(input);
  for (let round = 0; round < 6; round++) {
    quarter(output, 0, 4, 8, 12);
    quarter(output, 1, 5, 9, 13);
    quarter(output, 2, 6, 10, 14);
    quarter(output, 3, 7, 11, 15);
    quarter(output, 0, 5, 10, 15);
    quarter(output, 1, 6, 11, 12);
    quarter(output, 2, 7, 8, 13);
    quarter(output, 3, 4, 9, 14);
  }
  for (let i = 0; i < 16; i++) output[i] += input[i];
}

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 7);
}

const rotated = (bits: number, by: number): number => (bits << by) | (bits >>> (32 - by));
