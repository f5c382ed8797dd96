/** Murmur's last step: spreads a small number over 32 bits; nothing in a sample is a secret. */
export function mixBits(value: number, key: number): number {
  let bits = Math.imul(value + 1, 0x9e3779b1) ^ key;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
