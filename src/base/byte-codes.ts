/** Numbers for strings of bytes, in the order of first sight: equal strings have one number, others have another. */
export interface ByteCodes {
  /** The number of the bytes from `from` to `to`; -1 where there is no room for more. `view` is of the same bytes. */
  codeOf(bytes: Buffer, view: DataView, from: number, to: number): number;
  /** Whether these bytes are those of a number: no hash is made. */
  isCode(code: number, bytes: Buffer, from: number, to: number): boolean;
  /** How many there are. */
  count(): number;
  /** The bytes of a number. */
  bytesOf(code: number): Buffer;
}

const chunkBits = 22;
const chunkBytes = 1 << chunkBits;
const withinChunk = chunkBytes - 1;
const fewBytes = 64; // a call takes longer than to compare so many one by one
const mostProbes = 1000; // strings made to have one hash would take as long as there are pairs of them

/** Strings are compared byte by byte; their hash only says where to look. */
export function createByteCodes(mostBytes: number): ByteCodes {
  const chunks: Buffer[] = [];
  const views: DataView[] = [];
  let [used, count] = [chunkBytes, 0];
  let slots = new Int32Array(1 << 10).fill(-1);
  let hashes = new Int32Array(1 << 9);
  let places = new Uint32Array(1 << 9); // whole numbers of 32 bits: a remainder of others is a call
  let lengths = new Uint32Array(1 << 9);

  const equals = (code: number, bytes: Buffer, from: number, to: number): boolean => {
    const start = places[code] & withinChunk;
    const chunk = chunks[places[code] >>> chunkBits];
    if (lengths[code] !== to - from) return false;
    if (to - from > fewBytes) return bytes.compare(chunk, start, start + lengths[code], from, to) === 0;
    let at = 0;
    while (from + at < to && bytes[from + at] === chunk[start + at]) at++;
    return from + at === to;
  };
  /** The same, four bytes at a time: of 36 that takes a quarter of the time. */
  const equalsIn = (code: number, view: DataView, from: number, to: number): boolean => {
    if (lengths[code] !== to - from) return false;
    const own = views[places[code] >>> chunkBits];
    let start = places[code] & withinChunk;
    let at = from;
    for (; at + 4 <= to; at += 4, start += 4) if (view.getInt32(at) !== own.getInt32(start)) return false;
    for (; at < to; at++, start++) if (view.getUint8(at) !== own.getUint8(start)) return false;
    return true;
  };
  const add = (hash: number, bytes: Buffer, from: number, to: number): number => {
    const length = to - from;
    if (length > chunkBytes) return -1;
    if (used + Math.max(1, length) > chunkBytes) {
      if ((chunks.length + 1) * chunkBytes > mostBytes) return -1;
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      chunks.push(chunk);
      views.push(new DataView(chunk.buffer));
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
    places = copyInto(places, new Uint32Array(2 * count));
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
        if (hashes[code] === hash && equalsIn(code, view, from, to)) return code;
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
    isCode: equals,
    count: () => count,
    bytesOf(code) {
      const start = places[code] & withinChunk;
      return chunks[places[code] >>> chunkBits].subarray(start, start + lengths[code]);
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

function copyInto<Cells extends Int32Array | Uint32Array>(from: Cells, to: Cells): Cells {
  to.set(from);
  return to;
}
