// AssemblyScript, which npm run build compiles (scripts/assembly.mjs): questions about rows as points that take the time of PRISM's groups. A row's coordinates are single floats, filled up with
// zeros to a multiple of four, `bytes` of them all; rows lie end to end. Sums are of doubles, in the order of the columns, and a squared distance is summed four coordinates at a time, with those
// left over one after the other: whoever asks twice, or in another way, gets the same bits.

const lane: usize = 16;

/** What one row's coordinates take. */
@inline
function bytesOf(width: u32): usize {
  return (<usize>((width + 3) & ~3)) << 2;
}

// Neighbours

/** What `nearestRows` needs beside them. */
export function nearestBytes(rows: u32, width: u32, count: u32): usize {
  return eights(rows) * (<usize>width * 32 + 5 * 32) + ((<usize>count + 1) << 3) + 2 * bytesOf(width);
}

/** Tiles of eight rows that hold so many. */
@inline
function eights(rows: u32): usize {
  return <usize>((rows + 7) >> 3);
}

/**
 * The `count` nearest rows of each row, nearest first, end to end; ties to the earlier row. All distances are taken in single floats, of four rows to eight at once. By them few can be among the
 * nearest, and of those alone the distance is summed in doubles.
 */
export function nearestRows(points: usize, rows: u32, width: u32, count: u32, nearest: usize, scratch: usize): void {
  const bytes = bytesOf(width);
  const line = eights(rows) << 5; // what a float of each row takes
  const roughly = scratch + eights(rows) * <usize>width * 32;
  const chosen = roughly + 4 * line;
  const distances = chosen + line;
  const around = distances + ((<usize>count + 1) << 3);
  const margin = <f32>(1 + 8 * <f64>(width + 8) * rounding);
  tile(points, rows, width, scratch);
  let most: f32 = 0;
  for (let first: u32 = 0; first < rows; first += 4) {
    takeFour(scratch, first, width, roughly, line);
    for (let row = first, own = roughly; row < min(first + 4, rows); row++, own += line) {
      store<f32>(own + (<usize>row << 2), NaN);
      for (let at = <usize>rows << 2; at < line; at += 4) store<f32>(own + at, NaN);
      most = borderOf(own, line, count, most);
      let left = choose(own, line, most * margin + tiniest, chosen);
      if (left < count) left = chooseOthers(row, rows, chosen); // distances that are no numbers, as of coordinates without end
      spread(points + <usize>row * bytes, around, bytes);
      putNearest(points, width, around, chosen, left, count, nearest + <usize>row * (<usize>count << 2), distances);
    }
  }
}

const rounding: f64 = 1.0 / 16777216.0;
const tiniest: f32 = 1e-38;

/** Rows as tiles of eight, column after column. */
function tile(points: usize, rows: u32, width: u32, tiles: usize): void {
  const bytes = bytesOf(width);
  for (let row: u32 = 0; row < rows; row++) {
    const from = points + <usize>row * bytes;
    const to = tiles + (<usize>(row >> 3) * <usize>width << 5) + (<usize>(row & 7) << 2);
    for (let c: usize = 0; c < <usize>width; c++) store<f32>(to + (c << 5), load<f32>(from + (c << 2)));
  }
}

/** Squared distances of four rows to all others, in single floats. */
function takeFour(tiles: usize, first: u32, width: u32, to: usize, line: usize): void {
  const step = (<usize>width) << 5;
  const own = tiles + <usize>(first >> 3) * step + (<usize>(first & 7) << 2);
  for (let at: usize = 0, other = tiles; at < line; at += 32, other += step) {
    let a0 = f32x4.splat(0);
    let b0 = a0;
    let a1 = a0;
    let b1 = a0;
    let a2 = a0;
    let b2 = a0;
    let a3 = a0;
    let b3 = a0;
    for (let c: usize = 0; c < step; c += 32) {
      const a = v128.load(other + c);
      const b = v128.load(other + c, 16);
      let value = v128.load32_splat(own + c);
      let d = f32x4.sub(a, value);
      let e = f32x4.sub(b, value);
      a0 = f32x4.add(a0, f32x4.mul(d, d));
      b0 = f32x4.add(b0, f32x4.mul(e, e));
      value = v128.load32_splat(own + c, 4);
      d = f32x4.sub(a, value);
      e = f32x4.sub(b, value);
      a1 = f32x4.add(a1, f32x4.mul(d, d));
      b1 = f32x4.add(b1, f32x4.mul(e, e));
      value = v128.load32_splat(own + c, 8);
      d = f32x4.sub(a, value);
      e = f32x4.sub(b, value);
      a2 = f32x4.add(a2, f32x4.mul(d, d));
      b2 = f32x4.add(b2, f32x4.mul(e, e));
      value = v128.load32_splat(own + c, 12);
      d = f32x4.sub(a, value);
      e = f32x4.sub(b, value);
      a3 = f32x4.add(a3, f32x4.mul(d, d));
      b3 = f32x4.add(b3, f32x4.mul(e, e));
    }
    v128.store(to + at, a0);
    v128.store(to + at, b0, 16);
    v128.store(to + line + at, a1);
    v128.store(to + line + at, b1, 16);
    v128.store(to + 2 * line + at, a2);
    v128.store(to + 2 * line + at, b2, 16);
    v128.store(to + 3 * line + at, a3);
    v128.store(to + 3 * line + at, b3, 16);
  }
}

/** A number that at least `count` of the distances are not above, and hardly more where few are equal; sought from that of the row before. */
function borderOf(distances: usize, line: usize, count: u32, before: f32): f32 {
  let below: f32 = 0;
  let above: f32 = Infinity;
  let border = before > 0 && before < Infinity ? before : largestOf(distances, line, count);
  for (let turn = 0; turn < 16; turn++) {
    const found = notAbove(distances, line, border);
    if (found >= count && found <= count + (count >> 1)) return border;
    if (found < count) below = border;
    else above = border;
    border = above === <f32>Infinity ? border * 1.25 : below === 0 ? border * 0.8 : (below + above) * 0.5;
  }
  return above;
}

/** Of the first `count` that are numbers. */
function largestOf(distances: usize, line: usize, count: u32): f32 {
  let largest: f32 = 0;
  for (let at = distances, left = count; left > 0 && at < distances + line; at += 4) {
    const distance = load<f32>(at);
    if (distance !== distance) continue;
    if (distance > largest) largest = distance;
    left--;
  }
  return largest;
}

function notAbove(distances: usize, line: usize, border: f32): u32 {
  const all = f32x4.splat(border);
  let found = i32x4.splat(0);
  for (let at: usize = 0; at < line; at += 32) {
    found = i32x4.sub(found, f32x4.le(v128.load(distances + at), all));
    found = i32x4.sub(found, f32x4.le(v128.load(distances + at, 16), all));
  }
  return i32x4.extract_lane(found, 0) + i32x4.extract_lane(found, 1) + i32x4.extract_lane(found, 2) + i32x4.extract_lane(found, 3);
}

/** Writes the rows that are not above a border; answers how many. */
function choose(distances: usize, line: usize, border: f32, to: usize): u32 {
  const all = f32x4.splat(border);
  let end = to;
  for (let at: usize = 0; at < line; at += 32) {
    let left = i32x4.bitmask(f32x4.le(v128.load(distances + at), all)) | i32x4.bitmask(f32x4.le(v128.load(distances + at, 16), all)) << 4;
    for (; left !== 0; left &= left - 1, end += 4) store<u32>(end, (<u32>at >> 2) + <u32>ctz(left));
  }
  return <u32>((end - to) >> 2);
}

function chooseOthers(row: u32, rows: u32, to: usize): u32 {
  let end = to;
  for (let other: u32 = 0; other < rows; other++)
    if (other !== row) {
      store<u32>(end, other);
      end += 4;
    }
  return rows - 1;
}

/** The nearest of some rows, by distance, the earlier first. */
function putNearest(points: usize, width: u32, around: usize, some: usize, left: u32, count: u32, nearest: usize, distances: usize): void {
  const bytes = bytesOf(width);
  let end: usize = 0; // in halves of what a distance takes
  const last = (<usize>count - 1) << 2;
  for (let at = some; at < some + (<usize>left << 2); at += 4) {
    const row = load<u32>(at);
    const distance = distanceTo(around, points + <usize>row * bytes, width);
    let to = end;
    if (end > last) {
      if (!(distance < load<f64>(distances + 2 * last))) continue; // of equal ones the earlier stays, as rows come in their order
      to = last;
    } else end += 4;
    for (; to > 0 && distance < load<f64>(distances + 2 * to - 8); to -= 4) {
      store<f64>(distances + 2 * to, load<f64>(distances + 2 * to - 8));
      store<u32>(nearest + to, load<u32>(nearest + to - 4));
    }
    store<f64>(distances + 2 * to, distance);
    store<u32>(nearest + to, row);
  }
}

/** A row as doubles, of each four the first and third, then the second and fourth. */
@inline
function spread(row: usize, to: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += lane) {
    const four = v128.load(row + at);
    v128.store(to + 2 * at, f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 0, 2, 0, 2)));
    v128.store(to + 2 * at, f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 1, 3, 1, 3)), 16);
  }
}

/** The squared distance of a row that was spread out and another. */
@inline
function distanceTo(around: usize, other: usize, width: u32): f64 {
  let sum: f64 = 0;
  let at: usize = 0;
  for (const whole = (<usize>(width & ~3)) << 2; at < whole; at += lane) {
    const four = v128.load(other + at);
    const even = f64x2.sub(v128.load(around + 2 * at), f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 0, 2, 0, 2)));
    const odd = f64x2.sub(v128.load(around + 2 * at, 16), f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 1, 3, 1, 3)));
    const squares = f64x2.add(f64x2.mul(even, even), f64x2.mul(odd, odd));
    sum += f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
  }
  for (let c = width & ~3; c < width; c++) {
    const within = (c & 1) << 4 | (c & 2) << 2;
    const distance = load<f64>(around + 2 * at + within) - <f64>load<f32>(other + (<usize>c << 2));
    sum += distance * distance;
  }
  return sum;
}

// Halving

/** Rounds of power iteration: the cut needs a good direction, not the best one, and what a round more would change is far below what a sample leaves open. */
const rounds = 4;

/** What `takeAxis` needs beside them. */
export function axisBytes(rows: u32, width: u32): usize {
  return 4 * bytesOf(width) + ((<usize>rows + 1) << 3);
}

/** Writes the direction along which some rows spread most into `axis`, as doubles; answers false where they all lie on one spot. */
export function takeAxis(points: usize, rows: usize, count: u32, width: u32, axis: usize, scratch: usize): bool {
  const bytes = bytesOf(width);
  const mean = scratch;
  const next = mean + 2 * bytes;
  const places = next + 2 * bytes;
  memory.fill(mean, 0, 2 * bytes);
  for (let i: u32 = 0; i < count; i++) addTimes(mean, rowAt(points, rows, i, bytes), mean, 1, bytes, false);
  for (let at: usize = 0; at < 2 * bytes; at += 8) store<f64>(mean + at, load<f64>(mean + at) / <f64>count);
  let farthest: u32 = 0;
  let most: f64 = 0;
  for (let i: u32 = 0; i < count; i += 2) {
    const two = squaresOfTwo(rowAt(points, rows, i, bytes), rowAt(points, rows, min(i + 1, count - 1), bytes), mean, bytes);
    const first = f64x2.extract_lane(two, 0);
    const second = f64x2.extract_lane(two, 1);
    if (first > most) {
      most = first;
      farthest = i;
    }
    if (second > most) {
      most = second;
      farthest = i + 1;
    }
  }
  if (most === 0) return false;
  memory.fill(axis, 0, 2 * bytes);
  addTimes(axis, rowAt(points, rows, farthest, bytes), mean, 1, bytes, true); // never square to the answer unless the rows hardly spread
  for (let round = 0; round < rounds; round++) {
    memory.fill(next, 0, 2 * bytes);
    const middle = dot(mean, axis, bytes);
    placeRows(points, rows, count, width, axis, places);
    for (let i: u32 = 0; i < count; i++)
      addTimes(next, rowAt(points, rows, i, bytes), mean, load<f64>(places + (<usize>i << 3)) - middle, bytes, true);
    const length = sqrt(dot(next, next, bytes));
    if (!(length > 0)) return true;
    for (let at: usize = 0; at < 2 * bytes; at += 8) store<f64>(axis + at, load<f64>(next + at) / length);
  }
  return true;
}

/** Writes how far along an axis each of some rows lies. */
export function placeRows(points: usize, rows: usize, count: u32, width: u32, axis: usize, places: usize): void {
  const bytes = bytesOf(width);
  for (let i: u32 = 0; i < count; i += 2) {
    const two = dotsOfTwo(rowAt(points, rows, i, bytes), rowAt(points, rows, min(i + 1, count - 1), bytes), axis, bytes);
    store<f64>(places + (<usize>i << 3), f64x2.extract_lane(two, 0));
    if (i + 1 < count) store<f64>(places + (<usize>i << 3), f64x2.extract_lane(two, 1), 8);
  }
}

@inline
function rowAt(points: usize, rows: usize, i: u32, bytes: usize): usize {
  return points + <usize>load<u32>(rows + (<usize>i << 2)) * bytes;
}

/** Adds a row to a sum, so many times, or how far it is from the mean. */
@inline
function addTimes(sum: usize, row: usize, mean: usize, times: f64, bytes: usize, centred: bool): void {
  const factor = f64x2.splat(times);
  for (let at: usize = 0; at < bytes; at += lane) {
    const four = v128.load(row + at);
    let low = f64x2.promote_low_f32x4(four);
    let high = f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 2, 3, 2, 3));
    if (centred) {
      low = f64x2.mul(factor, f64x2.sub(low, v128.load(mean + 2 * at)));
      high = f64x2.mul(factor, f64x2.sub(high, v128.load(mean + 2 * at, 16)));
    }
    v128.store(sum + 2 * at, f64x2.add(v128.load(sum + 2 * at), low));
    v128.store(sum + 2 * at, f64x2.add(v128.load(sum + 2 * at, 16), high), 16);
  }
}

/** Of two rows the products with an axis, summed. */
@inline
function dotsOfTwo(one: usize, other: usize, axis: usize, bytes: usize): v128 {
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < bytes; at += lane) {
    const a = v128.load(one + at);
    const b = v128.load(other + at);
    const first = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const last = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    sum = f64x2.add(sum, f64x2.mul(f64x2.promote_low_f32x4(first), v128.load64_splat(axis + 2 * at)));
    sum = f64x2.add(sum, f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<f32>(first, first, 2, 3, 2, 3)), v128.load64_splat(axis + 2 * at, 8)));
    sum = f64x2.add(sum, f64x2.mul(f64x2.promote_low_f32x4(last), v128.load64_splat(axis + 2 * at, 16)));
    sum = f64x2.add(sum, f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<f32>(last, last, 2, 3, 2, 3)), v128.load64_splat(axis + 2 * at, 24)));
  }
  return sum;
}

/** Of two rows the squared distances from the mean. */
@inline
function squaresOfTwo(one: usize, other: usize, mean: usize, bytes: usize): v128 {
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < bytes; at += lane) {
    const a = v128.load(one + at);
    const b = v128.load(other + at);
    const first = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const last = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const d0 = f64x2.sub(f64x2.promote_low_f32x4(first), v128.load64_splat(mean + 2 * at));
    sum = f64x2.add(sum, f64x2.mul(d0, d0));
    const d1 = f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<f32>(first, first, 2, 3, 2, 3)), v128.load64_splat(mean + 2 * at, 8));
    sum = f64x2.add(sum, f64x2.mul(d1, d1));
    const d2 = f64x2.sub(f64x2.promote_low_f32x4(last), v128.load64_splat(mean + 2 * at, 16));
    sum = f64x2.add(sum, f64x2.mul(d2, d2));
    const d3 = f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<f32>(last, last, 2, 3, 2, 3)), v128.load64_splat(mean + 2 * at, 24));
    sum = f64x2.add(sum, f64x2.mul(d3, d3));
  }
  return sum;
}

@inline
function dot(one: usize, other: usize, bytes: usize): f64 {
  let sum: f64 = 0;
  for (let at: usize = 0; at < 2 * bytes; at += 8) sum += load<f64>(one + at) * load<f64>(other + at);
  return sum;
}

// Microaggregation

/** What `gatherGroups` needs beside them. */
export function gatherBytes(rows: u32, width: u32, k: u32): usize {
  return 4 * bytesOf(width) + ((<usize>rows + <usize>k + 1) << 3);
}

/**
 * Puts groups of k rows first, around the row farthest from the mean of those that are left and around the row farthest from that one, again and again, until fewer than 2k are left. Ties go to the
 * earlier row; those that are left keep their order.
 */
export function gatherGroups(points: usize, rows: usize, count: u32, width: u32, k: u32, scratch: usize): void {
  const bytes = bytesOf(width);
  const mean = scratch;
  const around = mean + 2 * bytes;
  const distances = around + 2 * bytes;
  const nearest = distances + ((<usize>count + 1) << 3);
  let from: u32 = 0;
  while (count - from >= 2 * k) {
    const left = rows + (<usize>from << 2);
    const many = count - from;
    memory.fill(mean, 0, 2 * bytes);
    for (let i: u32 = 0; i < many; i++) addTimes(mean, rowAt(points, left, i, bytes), mean, 1, bytes, false);
    for (let at: usize = 0; at < 2 * bytes; at += 8) store<f64>(mean + at, load<f64>(mean + at) / <f64>many);
    const far = points + <usize>farthestFromMean(points, left, many, mean, bytes) * bytes;
    spread(far, around, bytes);
    putNearestFirst(points, left, many, width, around, k, distances, nearest);
    from += k;
    if (many < 3 * k) continue;
    const others = left + (<usize>k << 2);
    spread(points + <usize>farthestFrom(points, others, many - k, width, around) * bytes, around, bytes);
    putNearestFirst(points, others, many - k, width, around, k, distances, nearest);
    from += k;
  }
}

function farthestFromMean(points: usize, rows: usize, count: u32, mean: usize, bytes: usize): u32 {
  let farthest: u32 = 0;
  let most: f64 = -1;
  for (let i: u32 = 0; i < count; i += 2) {
    const two = squaresOfTwo(rowAt(points, rows, i, bytes), rowAt(points, rows, min(i + 1, count - 1), bytes), mean, bytes);
    if (f64x2.extract_lane(two, 0) > most) {
      most = f64x2.extract_lane(two, 0);
      farthest = i;
    }
    if (f64x2.extract_lane(two, 1) > most) {
      most = f64x2.extract_lane(two, 1);
      farthest = i + 1;
    }
  }
  return load<u32>(rows + (<usize>farthest << 2));
}

function farthestFrom(points: usize, rows: usize, count: u32, width: u32, around: usize): u32 {
  const bytes = bytesOf(width);
  let farthest: u32 = 0;
  let most: f64 = -1;
  for (let i: u32 = 0; i < count; i++) {
    const distance = distanceTo(around, rowAt(points, rows, i, bytes), width);
    if (distance > most) {
      most = distance;
      farthest = i;
    }
  }
  return load<u32>(rows + (<usize>farthest << 2));
}

/** Moves the k rows nearest to one to the front, nearest first; the others keep their order. */
function putNearestFirst(points: usize, rows: usize, count: u32, width: u32, around: usize, k: u32, distances: usize, nearest: usize): void {
  const bytes = bytesOf(width);
  let found: u32 = 0;
  let limit = Infinity;
  for (let i: u32 = 0; i < count; i++) {
    const distance = distanceTo(around, rowAt(points, rows, i, bytes), width);
    store<f64>(distances + (<usize>i << 3), distance);
    if (found === k && !(distance < limit)) continue;
    let at = k - 1;
    if (found < k) {
      at = found;
      found++;
    }
    for (; at > 0; at--) {
      const before = load<u32>(nearest + (<usize>(at - 1) << 2));
      if (!(load<f64>(distances + (<usize>before << 3)) > distance)) break;
      store<u32>(nearest + (<usize>at << 2), before);
    }
    store<u32>(nearest + (<usize>at << 2), i);
    if (found === k) limit = load<f64>(distances + (<usize>load<u32>(nearest + (<usize>(k - 1) << 2)) << 3));
  }
  const group = nearest + (<usize>k << 2); // the rows themselves, as their places are written over
  for (let taken: usize = 0; taken < <usize>k; taken++) {
    const place = <usize>load<u32>(nearest + (taken << 2));
    store<u32>(group + (taken << 2), load<u32>(rows + (place << 2)));
    store<f64>(distances + (place << 3), -1); // taken
  }
  let to = rows + (<usize>count << 2);
  for (let i = <i32>count - 1; i >= 0; i--) {
    if (load<f64>(distances + (<usize>i << 3)) === -1) continue;
    to -= 4;
    store<u32>(to, load<u32>(rows + (<usize>i << 2)));
  }
  memory.copy(rows, group, <usize>k << 2);
}
