/** Decimal places that print and read back without a slip for numbers up to this size: 15 significant digits. */
export const mostDecimals = (largest: number): number => {
  let decimals = 0;
  while (decimals < 15 && largest * 10 ** (decimals + 1) < 2 ** 50) decimals++;
  return decimals;
};

/** The least number of decimal places, at least `from`, that writes every value exactly; at most `most`. */
export function ownDecimals(values: Float64Array, from: number, most: number): number {
  let decimals = from;
  let power = 10 ** decimals;
  for (let i = 0; i < values.length && decimals < most; i++) {
    const value = values[i];
    while (decimals < most && Math.round(value * power) / power !== value) power = 10 ** ++decimals;
  }
  return decimals;
}

/** The largest number of `decimals` places that is not above `value`. Rounding must never leave a member outside its band. */
export function floorTo(value: number, decimals: number): number {
  const power = 10 ** decimals;
  let steps = Math.floor(value * power);
  if (Math.abs(steps) >= 2 ** 53) return value; // only whole numbers are left at this size
  while (steps / power > value) steps--;
  while ((steps + 1) / power <= value) steps++;
  return steps / power + 0; // + 0: no negative zero in print
}

export const ceilTo = (value: number, decimals: number): number => -floorTo(-value, decimals) + 0;
