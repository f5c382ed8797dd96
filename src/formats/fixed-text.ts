/** Longest text `putFixed` can make: sign, 309 digits, point, 20 decimals. */
export const longestFixed = 331;

const powers = Array.from({ length: 23 }, (_, d) => 10 ** d);

/**
 * Writes `value`, which lies on the grid of `decimals` places, as plain decimal text and answers where the text ends.
 * Digit by digit into bytes: 8 million numbers in a third of a second, where toFixed and a string take six.
 */
export function putFixed(bytes: Uint8Array, at: number, value: number, decimals: number): number {
  const scaled = Math.round(Math.abs(value) * powers[decimals]);
  if (!(scaled < 9007199254740992)) return putLong(bytes, at, value, decimals);
  let end = at;
  if (value < 0 && scaled > 0) bytes[end++] = 45;
  const whole = decimals === 0 ? scaled : Math.floor(scaled / powers[decimals]);
  end = putWhole(bytes, end, whole);
  if (decimals === 0) return end;
  bytes[end] = 46;
  let rest = scaled - whole * powers[decimals];
  for (let i = end + decimals; i > end; i--) {
    const tens = Math.floor(rest / 10);
    bytes[i] = 48 + (rest - tens * 10);
    rest = tens;
  }
  return end + decimals + 1;
}

function putWhole(bytes: Uint8Array, at: number, whole: number): number {
  let digits = 1;
  while (digits < 16 && whole >= powers[digits]) digits++;
  let rest = whole;
  for (let i = at + digits - 1; i >= at; i--) {
    const tens = Math.floor(rest / 10);
    bytes[i] = 48 + (rest - tens * 10); // in this order: 48 more than 2^53 - 1 is no number any more
    rest = tens;
  }
  return at + digits;
}

/** More digits than arithmetic keeps: toFixed is exact below 1e21, and beyond it every double is a whole number. */
function putLong(bytes: Uint8Array, at: number, value: number, decimals: number): number {
  const whole = Math.abs(value) >= 1e21;
  const text = whole ? `${BigInt(value)}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}` : value.toFixed(decimals);
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}
