// AssemblyScript, which npm run build compiles (scripts/assembly.mjs): reads plain lines of an event log. Sixteen bytes are looked at together, so that the end of a cell is found without a branch for each byte.

/** Numbers for strings of bytes, in the order of first sight: equal strings have one number, others have another. They are compared byte by byte; their hash only says where to look. */
@unmanaged
class Texts {
  /** Each eight bytes: the hash, and the number plus one; 0 where a slot is free. */
  slots: usize = 0;
  last: u32 = 0;
  /** Each eight bytes: where the text lies, and how long it is. */
  entries: usize = 0;
  count: u32 = 0;
  room: u32 = 0;
  free: usize = 0;
  end: usize = 0;
  taken: u32 = 0;
}

const newline: u32 = 10;
const quote: u32 = 34;
const space: u32 = 32;
const dash: u32 = 45;
const zero: u32 = 48;
const colon: u32 = 58;
const letterT: u32 = 84;
const timeBytes: usize = 19;
const firstYear: i32 = 1900;
const lastYear: i32 = 2155;
const mostLine: usize = 1 << 16;
const mostProbes: i32 = 1000; // strings made to have one hash would take as long as there are pairs of them
const mostEvents: i32 = 1 << 16;
const mostCells: u32 = 1 << 20;
const mostTextBytes: u32 = 256_000_000;
const chunkBytes: u32 = 1 << 22;
const behind: usize = 16; // bytes that are looked at beyond an end

let delimiter: u32 = 0;
let columns: i32 = 0;
let subjectAt: i32 = 0;
let timeAt: i32 = 0;
let eventAt: i32 = 0;
let subjects: usize = 0;
let cells: usize = 0;
let rows: u32 = 0;
let subjectTexts: Texts = changetype<Texts>(0);
let eventTexts: Texts = changetype<Texts>(0);
let cellKeys: usize = 0;
let cellCodes: usize = 0;
let lastCell: u32 = 0;
let cellCount: u32 = 0;
let cellRoom: u32 = 0;
let hours: usize = 0;
let events: usize = 0;
let knownDate: u64 = 0;
let knownHour: u64 = 0;
let known: i32 = -1;

/** Begins anew; answers where the bytes go that are read, of which there are so many at once. */
export function begin(sign: u32, count: i32, subject: i32, time: i32, event: i32, mostRows: u32, bytes: u32): usize {
  heap.reset();
  delimiter = sign;
  columns = count;
  subjectAt = subject;
  timeAt = time;
  eventAt = event;
  rows = 0;
  subjectTexts = createTexts();
  eventTexts = createTexts();
  cellCount = 0;
  cellRoom = 1 << 11;
  hours = heap.alloc(cellRoom << 2);
  events = heap.alloc(cellRoom << 2);
  openCells(cellRoom << 1);
  knownDate = 0;
  knownHour = 0;
  known = -1;
  const window = heap.alloc(<usize>bytes + behind);
  subjects = heap.alloc(<usize>mostRows << 2);
  cells = heap.alloc(<usize>mostRows << 2);
  return window;
}

/** Takes the lines that begin at `from` or behind it, before `to`, of bytes that end at `limit`: behind the end of a line, or, where they are the last, of the file. Answers where the next line begins; 0 where one is not plain. */
export function takeLines(from: usize, to: usize, limit: usize, isLast: bool): usize {
  let at = from;
  while (at < to) {
    const line = at;
    let subject = -1;
    let event = -1;
    let hour = -1;
    for (let column = 0; column < columns; column++) {
      const start = at;
      if (column == timeAt) {
        hour = at + timeBytes > limit ? -1 : hourAt(at);
        if (hour < 0) return 0;
        at += timeBytes;
      } else at = endOfCell(at, limit);
      if (at >= limit) {
        if (!isLast || column < columns - 1) return 0;
      } else if (<u32>load<u8>(at) != (column < columns - 1 ? delimiter : newline)) return 0;
      if (column == subjectAt) {
        if (at == start) return 0;
        subject = codeOf(subjectTexts, start, <u32>(at - start));
      } else if (column == eventAt) event = codeOf(eventTexts, start, <u32>(at - start));
      at++;
    }
    if (subject < 0 || event < 0 || event >= mostEvents || at - line > mostLine) return 0;
    const cell = cellOf(hour, event);
    if (cell == mostCells) return 0;
    store<u32>(subjects + (<usize>rows << 2), subject);
    store<u32>(cells + (<usize>rows << 2), cell);
    rows++;
  }
  return at;
}

/** How much there is of each kind, and where it lies: rows and their two columns; cells and theirs. */
export function rowCount(): u32 {
  return rows;
}
export function subjectsPlace(): usize {
  return subjects;
}
export function cellsPlace(): usize {
  return cells;
}
export function cellsCount(): u32 {
  return cellCount;
}
export function hoursPlace(): usize {
  return hours;
}
export function eventsPlace(): usize {
  return events;
}

export function subjectTextsCount(): u32 {
  return subjectTexts.count;
}
export function eventTextsCount(): u32 {
  return eventTexts.count;
}

/** Puts all texts in a row; answers where: first where each ends, then their bytes. */
export function putSubjectTexts(): usize {
  return putTexts(subjectTexts);
}
export function putEventTexts(): usize {
  return putTexts(eventTexts);
}

function putTexts(texts: Texts): usize {
  let length: usize = 0;
  for (let code: u32 = 0; code < texts.count; code++) length += load<u32>(texts.entries + (<usize>code << 3), 4);
  const place = heap.alloc((<usize>texts.count << 2) + length);
  const bytes = place + (<usize>texts.count << 2);
  let at = bytes;
  for (let code: u32 = 0; code < texts.count; code++) {
    const entry = texts.entries + (<usize>code << 3);
    memory.copy(at, load<u32>(entry), load<u32>(entry, 4));
    at += load<u32>(entry, 4);
    store<u32>(place + (<usize>code << 2), <u32>(at - bytes));
  }
  return place;
}

/** Where a cell ends, or something begins that no plain cell has: visible characters of ASCII and blanks alone, without a quote. */
function endOfCell(from: usize, limit: usize): usize {
  const delimiters = i8x16.splat(<i8>delimiter);
  const quotes = i8x16.splat(<i8>quote);
  const blanks = i8x16.splat(<i8>space);
  const erased = i8x16.splat(127);
  for (let at = from; at < limit; at += 16) {
    const bytes = v128.load(at);
    const odd = v128.or(
      v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, quotes)),
      v128.or(i8x16.lt_s(bytes, blanks), i8x16.eq(bytes, erased)), // what is beyond ASCII is below 0
    );
    const found = i8x16.bitmask(odd);
    if (found != 0) return min(at + ctz(found), limit);
  }
  return limit;
}

/** The hour of the time at a place, counted from the first of a year on; -1 where there is none. Lines that follow one another often share it. */
function hourAt(at: usize): i32 {
  if (!isBelowSixty(load<u16>(at, 14)) || !isBelowSixty(load<u16>(at, 17)) || <u32>load<u8>(at, 16) != colon) return -1;
  const date = load<u64>(at);
  const hour = load<u64>(at, 8) & 0xffffffffffff;
  if (date != knownDate || hour != knownHour) {
    known = hourOf(at);
    knownDate = date;
    knownHour = hour;
  }
  return known;
}

function isBelowSixty(digits: u32): bool {
  return (digits & 255) - zero < 6 && (digits >> 8) - zero < 10;
}

function hourOf(at: usize): i32 {
  const between = <u32>load<u8>(at, 10);
  if (<u32>load<u8>(at, 4) != dash || <u32>load<u8>(at, 7) != dash || (between != letterT && between != space)) return -1;
  if (<u32>load<u8>(at, 13) != colon) return -1;
  const century = twoDigits(at);
  const years = twoDigits(at + 2);
  const month = twoDigits(at + 5);
  const day = twoDigits(at + 8);
  const hour = twoDigits(at + 11);
  if ((century | years | month | day | hour) < 0 || hour > 23) return -1;
  const year = 100 * century + years;
  if (year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return -1;
  let days = 365 * (year - firstYear) + leapsBefore(year) - leapsBefore(firstYear) + day - 1;
  for (let before = 1; before < month; before++) days += daysOf(year, before);
  return 24 * days + hour;
}

/** Below 0 where one of two bytes is no digit. */
function twoDigits(at: usize): i32 {
  const tens = <u32>load<u8>(at) - zero;
  const ones = <u32>load<u8>(at, 1) - zero;
  return tens > 9 || ones > 9 ? -1 : <i32>(10 * tens + ones);
}

function daysOf(year: i32, month: i32): i32 {
  if (month == 2) return isLeap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

function isLeap(year: i32): bool {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

function leapsBefore(year: i32): i32 {
  const last = year - 1;
  return last / 4 - last / 100 + last / 400;
}

function createTexts(): Texts {
  const texts = new Texts();
  texts.count = 0;
  texts.room = 1 << 10;
  texts.entries = heap.alloc(<usize>texts.room << 3);
  texts.free = 0;
  texts.end = 0;
  texts.taken = 0;
  openSlots(texts, texts.room << 1);
  return texts;
}

function openSlots(texts: Texts, count: u32): void {
  texts.slots = heap.alloc(<usize>count << 3);
  memory.fill(texts.slots, 0, <usize>count << 3);
  texts.last = count - 1;
}

/** The number of the bytes from a place on; -1 where there is no room for more. */
function codeOf(texts: Texts, from: usize, length: u32): i32 {
  const hash = hashOf(from, length);
  let slot = hash & texts.last;
  for (let probes = 0; ; probes++) {
    const found = load<u64>(texts.slots + (<usize>slot << 3));
    if (found == 0) break;
    if (<u32>found == hash) {
      const code = <u32>(found >> 32) - 1;
      const entry = texts.entries + (<usize>code << 3);
      if (load<u32>(entry, 4) == length && isSame(load<u32>(entry), from, length)) return <i32>code;
    }
    if (probes > mostProbes) return -1;
    slot = (slot + 1) & texts.last;
  }
  return add(texts, from, length, hash);
}

/** Eight bytes at a time; as many may be looked at beyond either end, and do not count. */
function isSame(one: usize, other: usize, length: u32): bool {
  let at: u32 = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(one + at) != load<u64>(other + at)) return false;
  const left = length - at;
  return left == 0 || (load<u64>(one + at) ^ load<u64>(other + at)) << (64 - (left << 3)) == 0;
}

function hashOf(from: usize, length: u32): u32 {
  let hash: u64 = 0x9e3779b97f4a7c15 ^ <u64>length;
  let at: u32 = 0;
  for (; at + 8 <= length; at += 8) hash = mix(hash, load<u64>(from + at));
  const left = length - at;
  if (left > 0) hash = mix(hash, load<u64>(from + at) << (64 - (left << 3)));
  return <u32>(hash >> 32) ^ <u32>hash;
}

function mix(hash: u64, bytes: u64): u64 {
  const product = (hash ^ bytes) * 0xff51afd7ed558ccd;
  return product ^ (product >> 32);
}

function add(texts: Texts, from: usize, length: u32, hash: u32): i32 {
  if (length + <u32>behind > chunkBytes) return -1;
  if (texts.free + length + behind > texts.end) {
    if (texts.taken + chunkBytes > mostTextBytes) return -1;
    texts.free = heap.alloc(chunkBytes);
    texts.end = texts.free + chunkBytes;
    texts.taken += chunkBytes;
  }
  if (texts.count == texts.room) growTexts(texts);
  const code = texts.count++;
  const entry = texts.entries + (<usize>code << 3);
  store<u32>(entry, <u32>texts.free);
  store<u32>(entry, length, 4);
  memory.copy(texts.free, from, length);
  texts.free += max<u32>(1, length);
  putSlot(texts, (<u64>(code + 1) << 32) | <u64>hash);
  return <i32>code;
}

function putSlot(texts: Texts, slot: u64): void {
  let at = <u32>slot & texts.last;
  while (load<u64>(texts.slots + (<usize>at << 3)) != 0) at = (at + 1) & texts.last;
  store<u64>(texts.slots + (<usize>at << 3), slot);
}

function growTexts(texts: Texts): void {
  const entries = heap.alloc(<usize>texts.room << 4);
  memory.copy(entries, texts.entries, <usize>texts.room << 3);
  texts.entries = entries;
  texts.room <<= 1;
  const before = texts.slots;
  const end = before + ((<usize>texts.last + 1) << 3);
  openSlots(texts, texts.room << 1);
  for (let at = before; at < end; at += 8) if (load<u64>(at) != 0) putSlot(texts, load<u64>(at));
}

function openCells(count: u32): void {
  cellKeys = heap.alloc(<usize>count << 3);
  cellCodes = heap.alloc(<usize>count << 2);
  memory.fill(cellKeys, 0, <usize>count << 3);
  lastCell = count - 1;
}

/** The number of an hour and an event code, in the order of first sight; `mostCells` where there is no room for more. */
function cellOf(hour: i32, event: i32): u32 {
  const key = (((<u64>hour) << 16) | <u64>event) + 1;
  let slot = slotOf(key);
  if (load<u64>(cellKeys + (<usize>slot << 3)) == key) return load<u32>(cellCodes + (<usize>slot << 2));
  if (cellCount == mostCells) return mostCells;
  if (cellCount == cellRoom) {
    growCells();
    slot = slotOf(key);
  }
  store<u64>(cellKeys + (<usize>slot << 3), key);
  store<u32>(cellCodes + (<usize>slot << 2), cellCount);
  store<u32>(hours + (<usize>cellCount << 2), hour);
  store<u32>(events + (<usize>cellCount << 2), event);
  return cellCount++;
}

/** Where a key stands, or would. */
function slotOf(key: u64): u32 {
  let slot = <u32>((key * 0x9e3779b97f4a7c15) >> 40) & lastCell;
  let found = load<u64>(cellKeys + (<usize>slot << 3));
  while (found != key && found != 0) {
    slot = (slot + 1) & lastCell;
    found = load<u64>(cellKeys + (<usize>slot << 3));
  }
  return slot;
}

function growCells(): void {
  hours = doubled(hours, cellRoom << 2);
  events = doubled(events, cellRoom << 2);
  cellRoom <<= 1;
  openCells(cellRoom << 1);
  for (let code: u32 = 0; code < cellCount; code++) {
    const key = (((<u64>load<u32>(hours + (<usize>code << 2))) << 16) | <u64>load<u32>(events + (<usize>code << 2))) + 1;
    const slot = slotOf(key);
    store<u64>(cellKeys + (<usize>slot << 3), key);
    store<u32>(cellCodes + (<usize>slot << 2), code);
  }
}

function doubled(place: usize, bytes: u32): usize {
  const longer = heap.alloc(<usize>bytes << 1);
  memory.copy(longer, place, bytes);
  return longer;
}
