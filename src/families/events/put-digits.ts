/** Puts a whole number below 2^31; answers where it ends. */
export function putDigits(bytes: Uint8Array, from: number, value: number): number {
  let end = from + 1;
  for (let most = 10; value >= most; most *= 10) end++;
  let left = value;
  for (let at = end - 1; at >= from; at--) {
    const tens = (left / 10) | 0; // a division of whole numbers, which takes a fraction of the time
    bytes[at] = 48 + left - 10 * tens;
    left = tens;
  }
  return end;
}
