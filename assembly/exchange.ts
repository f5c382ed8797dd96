// AssemblyScript, which npm run build compiles (scripts/assembly.mjs): what a search of PRISM asks most often. A processor compares four single floats at once, and picks the larger without a
// branch that it has to foresee. Sums are of doubles, in the order of the columns.
// A group's extremes lie one kind after the other: of all values the largest, the second largest, the least, the second least.

/** The squared widths of a group once `gone` has made room for `come`, summed up; infinite once they are more than `bound`. */
export function squaresAfter(gone: usize, come: usize, extremes: usize, values: i32, bound: f64): f64 {
  const kind = (<usize>values) << 2;
  let squares: f64 = 0;
  let at: usize = 0;
  for (const fours = kind & ~15; at < fours; at += 16) {
    const leaving = v128.load(gone + at);
    const coming = v128.load(come + at);
    const most = v128.load(extremes + at);
    const least = v128.load(extremes + 2 * kind + at);
    const high = v128.bitselect(v128.load(extremes + kind + at), most, f32x4.ge(leaving, most));
    const low = v128.bitselect(v128.load(extremes + 3 * kind + at), least, f32x4.le(leaving, least));
    squares = addSquares(squares, f32x4.pmax(high, coming), f32x4.pmin(low, coming));
    if (squares > bound) return Infinity;
  }
  for (; at < kind; at += 4) {
    const leaving = load<f32>(gone + at);
    const coming = load<f32>(come + at);
    const most = load<f32>(extremes + at);
    const least = load<f32>(extremes + 2 * kind + at);
    let high = leaving >= most ? load<f32>(extremes + kind + at) : most;
    let low = leaving <= least ? load<f32>(extremes + 3 * kind + at) : least;
    if (coming > high) high = coming;
    if (coming < low) low = coming;
    squares += squareOf(high, low);
  }
  return squares > bound ? Infinity : squares;
}

/** The squared widths of a group that `come` has joined, summed up. */
export function squaresWith(come: usize, extremes: usize, values: i32): f64 {
  const kind = (<usize>values) << 2;
  let squares: f64 = 0;
  for (let at: usize = 0; at < kind; at += 4) {
    const coming = load<f32>(come + at);
    const most = load<f32>(extremes + at);
    const least = load<f32>(extremes + 2 * kind + at);
    squares += squareOf(coming > most ? coming : most, coming < least ? coming : least);
  }
  return squares;
}

/**
 * Takes a group's extremes, and for each member by how much less its loss summed over all members would be without it; answers the loss of one. Members are places of records, each
 * of `step` bytes; reliefs are found by the same places.
 */
export function takeGroup(members: usize, size: i32, records: usize, step: i32, values: i32, extremes: usize, reliefs: usize): f64 {
  const kind = (<usize>values) << 2;
  const end = members + ((<usize>size) << 2);
  for (let m = members; m < end; m += 4) store<f64>(reliefs + (<usize>load<u32>(m) << 3), 0); // by how much less the squares were, for now
  let squares: f64 = 0;
  let at: usize = 0;
  for (const fours = kind & ~15; at < fours; at += 16) {
    let high = f32x4.splat(-Infinity);
    let nextHigh = high;
    let low = f32x4.splat(Infinity);
    let nextLow = low;
    let highest = i32x4.splat(0);
    let lowest = highest;
    for (let m = members; m < end; m += 4) {
      const record = load<u32>(m);
      const value = v128.load(records + <usize>record * step + at);
      const place = i32x4.splat(record);
      const above = f32x4.gt(value, high);
      nextHigh = v128.bitselect(high, f32x4.pmax(nextHigh, value), above);
      high = v128.bitselect(value, high, above);
      highest = v128.bitselect(place, highest, above);
      const below = f32x4.lt(value, low);
      nextLow = v128.bitselect(low, f32x4.pmin(nextLow, value), below);
      low = v128.bitselect(value, low, below);
      lowest = v128.bitselect(place, lowest, below);
    }
    v128.store(extremes + at, high);
    v128.store(extremes + kind + at, nextHigh);
    v128.store(extremes + 2 * kind + at, low);
    v128.store(extremes + 3 * kind + at, nextLow);
    squares = addSquares(squares, high, low);
    relieve(reliefs, i32x4.extract_lane(highest, 0), i32x4.extract_lane(lowest, 0), extremes + at, kind);
    relieve(reliefs, i32x4.extract_lane(highest, 1), i32x4.extract_lane(lowest, 1), extremes + at + 4, kind);
    relieve(reliefs, i32x4.extract_lane(highest, 2), i32x4.extract_lane(lowest, 2), extremes + at + 8, kind);
    relieve(reliefs, i32x4.extract_lane(highest, 3), i32x4.extract_lane(lowest, 3), extremes + at + 12, kind);
  }
  for (; at < kind; at += 4) {
    let high: f32 = -Infinity;
    let nextHigh = high;
    let low: f32 = Infinity;
    let nextLow = low;
    let highest: u32 = 0;
    let lowest: u32 = 0;
    for (let m = members; m < end; m += 4) {
      const record = load<u32>(m);
      const value = load<f32>(records + <usize>record * step + at);
      if (value > high) {
        nextHigh = high;
        high = value;
        highest = record;
      } else if (value > nextHigh) nextHigh = value;
      if (value < low) {
        nextLow = low;
        low = value;
        lowest = record;
      } else if (value < nextLow) nextLow = value;
    }
    store<f32>(extremes + at, high);
    store<f32>(extremes + kind + at, nextHigh);
    store<f32>(extremes + 2 * kind + at, low);
    store<f32>(extremes + 3 * kind + at, nextLow);
    squares += squareOf(high, low);
    relieve(reliefs, highest, lowest, extremes + at, kind);
  }
  const loss = sqrt(squares / <f64>values);
  for (let m = members; m < end; m += 4) {
    const relief = reliefs + (<usize>load<u32>(m) << 3);
    store<f64>(relief, <f64>size * (loss - sqrt(max<f64>(0, squares - load<f64>(relief)) / <f64>values)));
  }
  return loss;
}

/** Adds what the squares were less without the record that holds the largest value, and without that of the least: nothing where another has the same. */
function relieve(reliefs: usize, highest: u32, lowest: u32, extremes: usize, kind: usize): void {
  const high = load<f32>(extremes);
  const low = load<f32>(extremes + 2 * kind);
  const square = squareOf(high, low);
  const first = reliefs + (<usize>highest << 3);
  store<f64>(first, load<f64>(first) + (square - squareOf(load<f32>(extremes + kind), low)));
  const second = reliefs + (<usize>lowest << 3);
  store<f64>(second, load<f64>(second) + (square - squareOf(high, load<f32>(extremes + 3 * kind))));
}

@inline
function squareOf(high: f32, low: f32): f64 {
  const width = <f64>high - <f64>low;
  return width * width;
}

@inline
function addSquares(squares: f64, high: v128, low: v128): f64 {
  const first = f64x2.sub(f64x2.promote_low_f32x4(high), f64x2.promote_low_f32x4(low));
  const last = f64x2.sub(
    f64x2.promote_low_f32x4(v128.shuffle<f32>(high, high, 2, 3, 2, 3)),
    f64x2.promote_low_f32x4(v128.shuffle<f32>(low, low, 2, 3, 2, 3)),
  );
  const one = f64x2.mul(first, first);
  const other = f64x2.mul(last, last);
  return squares + f64x2.extract_lane(one, 0) + f64x2.extract_lane(one, 1) + f64x2.extract_lane(other, 0) + f64x2.extract_lane(other, 1);
}
