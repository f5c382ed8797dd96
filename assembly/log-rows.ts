// AssemblyScript, which npm run build compiles (scripts/assembly.mjs): puts the rows of an event log into bytes. Text is copied sixteen bytes at a time, and what is copied too much is written over by the next row.

const zero: u32 = 48;
const newline: u8 = 10;
const recordBytes: usize = 12;
const digits = memory.data(200); // of all numbers below 100, two each
let known = false;
let endOfPlaces: usize = 0;

/** Takes all memory back. */
export function begin(): void {
  heap.reset();
  if (known) return;
  for (let n: u32 = 0; n < 100; n++) store<u16>(digits + (n << 1), <u16>((zero + n / 10) | ((zero + (n % 10)) << 8)));
  known = true;
}

/** Lends so many bytes, behind which some more may be looked at and written; answers their place. */
export function lend(bytes: usize): usize {
  return heap.alloc(bytes + 16);
}

/**
 * Puts records into rows, and the place of each, counted from 1 on, into lines of their own. A record is an id, the number of a text, and a place. Texts end their lines; text t lies from the t-th
 * of `starts` on, before the next. Answers where rows end; `placesEnd` says where places do.
 */
export function putRows(records: usize, count: u32, texts: usize, starts: usize, rows: usize, places: usize): usize {
  let to = rows;
  let beside = places;
  const end = records + <usize>count * recordBytes;
  for (let at = records; at < end; at += recordBytes) {
    to = putNumber(to, load<u32>(at));
    const text = starts + (<usize>load<u32>(at, 4) << 2);
    const from = texts + load<u32>(text);
    const length = texts + load<u32>(text, 4) - from;
    for (let i: usize = 0; i < length; i += 16) v128.store(to + i, v128.load(from + i));
    to += length;
    beside = putNumber(beside, load<u32>(at, 8) + 1);
    store<u8>(beside++, newline);
  }
  endOfPlaces = beside;
  return to;
}

/**
 * Puts records into rows in the same way, and each row once more into lines of their own, with its subject and its place behind it, all parted by a byte. The subject of a record stands at its number
 * among `subjects`.
 */
export function putRowsOf(
  records: usize,
  subjects: usize,
  count: u32,
  texts: usize,
  starts: usize,
  rows: usize,
  proof: usize,
  separator: u32,
): usize {
  let to = rows;
  let beside = proof;
  const end = records + <usize>count * recordBytes;
  for (let at = records, subject = subjects; at < end; at += recordBytes, subject += 4) {
    const begin = to;
    to = putNumber(to, load<u32>(at));
    const text = starts + (<usize>load<u32>(at, 4) << 2);
    const from = texts + load<u32>(text);
    const length = texts + load<u32>(text, 4) - from;
    for (let i: usize = 0; i < length; i += 16) v128.store(to + i, v128.load(from + i));
    to += length;
    for (let i: usize = 0; i < to - begin; i += 16) v128.store(beside + i, v128.load(begin + i));
    beside += to - begin;
    store<u8>(beside - 1, <u8>separator); // in place of the end of the row
    beside = putNumber(beside, load<u32>(subject));
    store<u8>(beside++, <u8>separator);
    beside = putNumber(beside, load<u32>(at, 8) + 1);
    store<u8>(beside++, newline);
  }
  endOfPlaces = beside;
  return to;
}

export function placesEnd(): usize {
  return endOfPlaces;
}

function putNumber(to: usize, value: u32): usize {
  const end = to + digitsOf(value);
  let at = end;
  let left = value;
  while (left >= 100) {
    const hundreds = left / 100;
    at -= 2;
    store<u16>(at, load<u16>(digits + ((left - 100 * hundreds) << 1)));
    left = hundreds;
  }
  if (left >= 10) store<u16>(to, load<u16>(digits + (left << 1)));
  else store<u8>(to, <u8>(zero + left));
  return end;
}

function digitsOf(value: u32): usize {
  if (value < 10_000) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  if (value < 100_000_000) return value < 10_000_000 ? 7 : 8;
  return value < 1_000_000_000 ? 9 : 10;
}
