/** Numbers for strings of bytes, in the order of first sight: equal strings have one number, others have another. */
export interface ByteCodes {
  /** The number of the bytes from `from` to `to`; -1 where there is no room for more. `view` is of the same bytes. */
  codeOf(bytes: Buffer, view: DataView, from: number, to: number): number;
  /** How many there are. */
  count(): number;
  /** The bytes of a number. */
  bytesOf(code: number): Buffer;
}

const chunkBytes = 1 << 22;
const mostProbes = 1000; // strings made to have one hash would take as long as there are pairs of them

/** Strings are compared byte by byte; their hash only says where to look. */
export function createByteCodes(mostBytes: number): ByteCodes {
  const chunks: Buffer[] = [];
  let [used, count] = [chunkBytes, 0];
  let slots = new Int32Array(1 << 10).fill(-1);
  let hashes = new Int32Array(1 << 9);
  let places = new Float64Array(1 << 9);
  let lengths = new Uint32Array(1 << 9);

  const equals = (code: number, bytes: Buffer, from: number, to: number): boolean => {
    const start = places[code] % chunkBytes;
    const chunk = chunks[Math.floor(places[code] / chunkBytes)];
    return lengths[code] === to - from && bytes.compare(chunk, start, start + lengths[code], from, to) === 0;
  };
  const add = (hash: number, bytes: Buffer, from: number, to: number): number => {
    const length = to - from;
    if (length > chunkBytes) return -1;
    if (used + length > chunkBytes) {
      if ((chunks.length + 1) * chunkBytes > mostBytes) return -1;
      chunks.push(Buffer.allocUnsafeSlow(chunkBytes));
      used = 0;
    }
    if (count === hashes.length) grow();
    bytes.copy(chunks[chunks.length - 1], used, from, to);
    hashes[count] = hash;
    places[count] = (chunks.length - 1) * chunkBytes + used;
    lengths[count] = length;
    used += length;
    return count++;
  };
  const grow = (): void => {
    hashes = copyInto(hashes, new Int32Array(2 * count));
    places = copyInto(places, new Float64Array(2 * count));
    lengths = copyInto(lengths, new Uint32Array(2 * count));
    slots = new Int32Array(4 * count).fill(-1);
    for (let code = 0; code < count; code++) {
      let slot = hashes[code] & (slots.length - 1);
      while (slots[slot] >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = code;
    }
  };
  return {
    codeOf(bytes, view, from, to) {
      const hash = hashOf(view, from, to);
      let slot = hash & (slots.length - 1);
      for (let probes = 0; slots[slot] >= 0; probes++) {
        const code = slots[slot];
        if (hashes[code] === hash && equals(code, bytes, from, to)) return code;
        if (probes > mostProbes) return -1;
        slot = (slot + 1) & (slots.length - 1);
      }
      const full = count === hashes.length;
      const code = add(hash, bytes, from, to);
      if (code < 0) return code;
      if (full) {
        slot = hash & (slots.length - 1); // places changed as the table grew
        while (slots[slot] >= 0) slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = code;
      return code;
    },
    count: () => count,
    bytesOf(code) {
      const start = places[code] % chunkBytes;
      return chunks[Math.floor(places[code] / chunkBytes)].subarray(start, start + lengths[code]);
    },
  };
}

/** Four bytes at a time, in two lanes: a byte at a time takes three times as long. */
function hashOf(view: DataView, from: number, to: number): number {
  let one = to - from;
  let other = 0x9e3779b9 | 0;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    one = Math.imul(one ^ view.getInt32(at, true), 0x85ebca6b);
    one ^= one >>> 15;
    other = Math.imul(other ^ view.getInt32(at + 4, true), 0xc2b2ae35 | 0);
    other ^= other >>> 13;
  }
  for (; at < to; at++) one = Math.imul(one ^ view.getUint8(at), 0x01000193);
  let hash = Math.imul(one ^ (other << 7) ^ (other >>> 25), 0x85ebca6b);
  hash ^= hash >>> 16;
  return hash;
}

function copyInto<Cells extends Int32Array | Uint32Array | Float64Array>(from: Cells, to: Cells): Cells {
  to.set(from);
  return to;
}
