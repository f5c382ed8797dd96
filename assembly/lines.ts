// AssemblyScript, which npm run build compiles (scripts/assembly.mjs): what a thread of the verifier does with each line of a release. A processor compares sixteen bytes at once. Strings of bytes
// are compared whole, and their hash only says where to look.
// Threads share one memory, where the lines lie that all of them see. What a growth of it brings is its own for whoever asked, all zeros, and never given back.

const newline: u8 = 10;
const comma: u8 = 44;
const zero: u8 = 48;
const mostDigits: usize = 8;
const mostGroups: u32 = 1 << 24; // a larger GroupID is of more groups, or not in its place
const mostProbes: u32 = 1000; // strings made to have one hash would take as long as there are pairs of them
const mostLeaves: u32 = 5000; // of one envelope: they are looked for one after the other
const stretch: usize = 1 << 20;
const firstRoom: u32 = 1024;

/** Strings of bytes, numbered in the order of first sight. */
@unmanaged
class Strings {
  count: u32;
  /** So many there is room for; twice as many slots. */
  room: u32;
  /** Of each four bytes for its place, four for its length, eight for its hash. */
  entries: usize;
  /** One more than the number of a string; 0 where there is none. */
  slots: usize;
  /** Where the next one goes, and where that stretch of memory ends. */
  next: usize;
  end: usize;
  /** Bytes that may still be taken for more. */
  left: usize;
}

let envelopes = changetype<Strings>(0);
let ends = changetype<Strings>(0);

/** What is left of the latest growth. */
let top: usize = 0;
let limit: usize = 0;

let index: u32 = 0;
let shares: u32 = 1;
let isHeader: bool = true;

/** One more than the envelope of each GroupID; 0 where it has none. */
let envelopeOf: usize = 0;
let ids: u32 = 0;
/** Of each envelope, four bytes for its GroupID and four for one more than its latest leaf. */
let groups: usize = 0;
/** Of each leaf, four bytes each for its envelope, its end, its rows, and one more than the leaf of the same envelope before it. */
let leaves: usize = 0;
let leafRoom: u32 = 1024;
let leafCount: u32 = 0;
let rows: u32 = 0;

export function rowCount(): u32 {
  return rows;
}
export function groupCount(): u32 {
  return envelopes.count;
}
export function groupsAt(): usize {
  return groups;
}
export function envelopesAt(): usize {
  return envelopes.entries;
}
export function endCount(): u32 {
  return ends.count;
}
export function endsAt(): usize {
  return ends.entries;
}
export function leafTotal(): u32 {
  return leafCount;
}
export function leavesAt(): usize {
  return leaves;
}

/** Before the first line: takes those whose GroupID leaves `own` when divided by `all`, and keeps so many bytes at most. Answers whether there is room. */
export function begin(own: u32, all: u32, bytes: usize): bool {
  index = own;
  shares = all;
  envelopes = openStrings(bytes / all);
  ends = openStrings(bytes / 16);
  groups = lend(<usize>firstRoom << 3);
  leaves = lend(<usize>leafRoom << 4);
  return leaves > 0;
}

/** Takes all lines that end within so many bytes from a place on; answers how many bytes are left of one that does not, or -1 where a line is not plain or there is no room. */
export function takeLines(place: usize, length: usize): isize {
  const to = place + length;
  let from = place;
  for (let end = lineEnd(from, to); end > 0; end = lineEnd(from, to)) {
    if (isHeader) isHeader = false; // it is looked at elsewhere
    else if (!takeLine(from, end)) return -1;
    from = end + 1;
  }
  return to - from;
}

/** Whether a header was seen. */
export function hasHeader(): bool {
  return !isHeader;
}

/** Where the next line feed is; 0 where there is none. Looks at sixteen bytes at a time, and so a little beyond. */
function lineEnd(from: usize, to: usize): usize {
  const sought = i8x16.splat(newline);
  for (let at = from; at < to; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), sought));
    if (found != 0) {
      const end = at + ctz(found);
      return end < to ? end : 0;
    }
  }
  return 0;
}

function takeLine(from: usize, to: usize): bool {
  let id: u32 = 0;
  let at = from;
  for (let digit: u8 = load<u8>(at) - zero; digit < 10 && at - from < mostDigits; digit = load<u8>(++at) - zero) id = 10 * id + digit;
  if (at == from || load<u8>(from) == zero || load<u8>(at) != comma || id >= mostGroups) return false;
  if (id % shares != index) return true;
  rows++;
  let end = to;
  for (let cells = 0; cells < 2 && end > at; cells++)
    do end--;
    while (end > at && load<u8>(end) != comma);
  if (end <= at) return false;
  const envelope = envelopeAt(id, at + 1, end);
  if (envelope < 0) return false;
  const ending = codeOf(ends, end + 1, to);
  return ending >= 0 && countRow(envelope, ending);
}

/** The one envelope of a GroupID, if it is these bytes; -1 where it is not, where another one has it, or where there is no room. */
function envelopeAt(id: u32, from: usize, to: usize): i32 {
  if (id >= ids && !makeRoomFor(id)) return -1;
  const known = load<u32>(envelopeOf + (<usize>id << 2));
  if (known > 0) return isString(envelopes, known - 1, from, to) ? <i32>(known - 1) : -1;
  const count = envelopes.count;
  const room = envelopes.room;
  const envelope = codeOf(envelopes, from, to);
  if (envelope != count) return -1;
  if (envelopes.room > room) {
    const wider = lend(<usize>envelopes.room << 3);
    if (wider == 0) return -1;
    memory.copy(wider, groups, <usize>count << 3);
    groups = wider;
  }
  store<u32>(envelopeOf + (<usize>id << 2), envelope + 1);
  store<u32>(groups + (<usize>envelope << 3), id);
  return envelope;
}

function makeRoomFor(id: u32): bool {
  const room = max<u32>(4096, 1 << (32 - clz(id)));
  const wider = lend(<usize>room << 2);
  if (wider == 0) return false;
  memory.copy(wider, envelopeOf, <usize>ids << 2);
  envelopeOf = wider;
  ids = room;
  return true;
}

/** One row more of the leaf that has this envelope and this end. */
function countRow(envelope: u32, end: u32): bool {
  const latest = groups + (<usize>envelope << 3) + 4;
  let steps: u32 = 0;
  for (let leaf = load<u32>(latest); leaf > 0; steps++) {
    const at = leaves + (<usize>(leaf - 1) << 4);
    if (load<u32>(at, 4) == end) {
      store<u32>(at, load<u32>(at, 8) + 1, 8);
      return true;
    }
    leaf = load<u32>(at, 12);
  }
  if (steps > mostLeaves) return false;
  if (leafCount == leafRoom) {
    const wider = lend(<usize>leafRoom << 5);
    if (wider == 0) return false;
    memory.copy(wider, leaves, <usize>leafRoom << 4);
    leaves = wider;
    leafRoom <<= 1;
  }
  const at = leaves + (<usize>leafCount << 4);
  store<u32>(at, envelope);
  store<u32>(at, end, 4);
  store<u32>(at, 1, 8);
  store<u32>(at, load<u32>(latest), 12);
  store<u32>(latest, ++leafCount);
  return true;
}

function openStrings(bytes: usize): Strings {
  const strings = changetype<Strings>(lend(offsetof<Strings>()));
  strings.room = firstRoom;
  strings.entries = lend(<usize>firstRoom << 4);
  strings.slots = lend(<usize>firstRoom << 3);
  strings.left = bytes;
  return strings;
}

/** The number of a string; -1 where there is no room for more. */
function codeOf(strings: Strings, from: usize, to: usize): i32 {
  if (strings.count == strings.room && !widen(strings)) return -1;
  const hash = hashOf(from, to);
  const mask = 2 * strings.room - 1;
  let slot = <u32>hash & mask;
  for (let probes: u32 = 0; ; probes++) {
    const code = load<u32>(strings.slots + (<usize>slot << 2));
    if (code == 0) break;
    if (load<u64>(strings.entries + (<usize>(code - 1) << 4), 8) == hash && isString(strings, code - 1, from, to)) return code - 1;
    if (probes > mostProbes) return -1;
    slot = (slot + 1) & mask;
  }
  const length = to - from;
  if (strings.next + length > strings.end && !stretchOut(strings, length)) return -1;
  memory.copy(strings.next, from, length);
  const entry = strings.entries + (<usize>strings.count << 4);
  store<u32>(entry, strings.next);
  store<u32>(entry, length, 4);
  store<u64>(entry, hash, 8);
  strings.next += length;
  store<u32>(strings.slots + (<usize>slot << 2), ++strings.count);
  return strings.count - 1;
}

/** Room for bytes of more strings. */
function stretchOut(strings: Strings, length: usize): bool {
  const bytes = max(length, stretch);
  if (bytes > strings.left) return false;
  strings.left -= bytes;
  strings.next = lend(bytes);
  strings.end = strings.next + bytes;
  return strings.next > 0;
}

/** Twice the room. */
function widen(strings: Strings): bool {
  const room = strings.room << 1;
  const entries = lend(<usize>room << 4);
  const slots = lend(<usize>room << 3);
  if (entries == 0 || slots == 0) return false;
  memory.copy(entries, strings.entries, <usize>strings.count << 4);
  for (let code: u32 = 0; code < strings.count; code++) {
    let slot = load<u32>(entries + (<usize>code << 4), 8) & (2 * room - 1);
    while (load<u32>(slots + (<usize>slot << 2)) > 0) slot = (slot + 1) & (2 * room - 1);
    store<u32>(slots + (<usize>slot << 2), code + 1);
  }
  strings.room = room;
  strings.entries = entries;
  strings.slots = slots;
  return true;
}

/** Whether these bytes are those of a string. */
function isString(strings: Strings, code: u32, from: usize, to: usize): bool {
  const entry = strings.entries + (<usize>code << 4);
  if (load<u32>(entry, 4) != to - from) return false;
  let own: usize = load<u32>(entry);
  let at = from;
  for (; at + 16 <= to; at += 16, own += 16) if (v128.any_true(v128.xor(v128.load(at), v128.load(own)))) return false;
  for (; at < to; at++, own++) if (load<u8>(at) != load<u8>(own)) return false;
  return true;
}

/** Of equal bytes the same, of others another but for one pair in 2 to the 64. */
function hashOf(from: usize, to: usize): u64 {
  let hash: u64 = (to - from) * 0x9e3779b97f4a7c15;
  let at = from;
  for (; at + 8 <= to; at += 8) hash = mixBits(hash ^ load<u64>(at));
  let rest: u64 = 0;
  for (; at < to; at++) rest = (rest << 8) | load<u8>(at);
  return mixBits(hash ^ rest);
}

function mixBits(bits: u64): u64 {
  const mixed = bits * 0xff51afd7ed558ccd;
  return mixed ^ (mixed >> 32);
}

/** So many bytes, all zeros; 0 where there are none left. */
export function lend(bytes: usize): usize {
  const whole = (bytes + 15) & ~15;
  if (limit - top < whole) {
    const pages = max<usize>(16, (whole + 0xffff) >> 16);
    const before = memory.grow(<i32>pages);
    if (before < 0) return 0;
    top = <usize>before << 16;
    limit = top + (pages << 16);
  }
  const place = top;
  top += whole;
  return place;
}
