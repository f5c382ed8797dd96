import type { Matrix } from '../frame/matrix.ts';

/** Decimal places that print and read back without a slip for numbers up to this size: 15 significant digits. */
export const mostDecimals = (largest: number): number => {
  let decimals = 0;
  while (decimals < 15 && largest * 10 ** (decimals + 1) < 2 ** 50) decimals++;
  return decimals;
};

/** The least number of decimal places that writes every value of a column exactly; at most `most`, and not fewer than the rows before had. */
export function ownDecimals({ values, rows, rowStep, columnStep }: Matrix, column: number, most: number, before = 0): number {
  let decimals = before;
  let power = 10 ** before;
  for (let row = 0, at = column * columnStep; row < rows && decimals < most; row++, at += rowStep) {
    const value = values[at];
    while (decimals < most && Math.round(value * power) / power !== value) power = 10 ** ++decimals;
  }
  return decimals;
}

/** The largest number of `decimals` places that is not above `value`. Rounding must never leave a member outside its band. */
export function floorTo(value: number, decimals: number): number {
  const power = powers[decimals];
  let steps = Math.floor(value * power);
  if (Math.abs(steps) >= 2 ** 53) return value; // only whole numbers are left at this size
  while (steps / power > value) steps--;
  while ((steps + 1) / power <= value) steps++;
  return steps / power + 0; // + 0: no negative zero in print
}

export const ceilTo = (value: number, decimals: number): number => -floorTo(-value, decimals) + 0;

/** The number of `decimals` places nearest to `value`. */
export function roundTo(value: number, decimals: number): number {
  const steps = Math.round(value * powers[decimals]);
  return Math.abs(steps) < 2 ** 53 ? steps / powers[decimals] + 0 : value;
}

const powers = Float64Array.from({ length: 16 }, (_, decimals) => 10 ** decimals);

/** From here on a number stands for several: 9007199254740993 is read as the even one below it, and its band would not hold it. */
export const inexact = 2 ** 53;
