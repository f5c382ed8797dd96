/**
 * The least of any stretch of numbers from two look-ups: row r holds the least of every 2^r numbers in a row. In shared memory, so that every
 * thread reads the same bytes.
 */
export function readyForLeast(numbers: ArrayLike<number>): readonly Uint16Array[] {
  const rows = [sharedCopy(numbers)];
  for (let step = 1; 2 * step <= numbers.length; step *= 2) {
    const below = rows[rows.length - 1];
    const row = sharedCopy(below);
    for (let i = 0; i + step < below.length; i++) row[i] = Math.min(below[i], below[i + step]);
    rows.push(row);
  }
  return rows;
}

/** The least of numbers first .. last. */
export function leastBetween(rows: readonly Uint16Array[], first: number, last: number): number {
  const r = 31 - Math.clz32(last - first + 1);
  const row = rows[r];
  const left = row[first];
  const right = row[last - (1 << r) + 1];
  return left < right ? left : right;
}

function sharedCopy(numbers: ArrayLike<number>): Uint16Array {
  const copy = new Uint16Array(new SharedArrayBuffer(2 * numbers.length));
  copy.set(numbers);
  return copy;
}
