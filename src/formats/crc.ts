/** Node 20 has no CRC-32 of its own. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of bytes. */
export const crc32 = (bytes: Uint8Array): number => (crcOf(bytes, 0xffffffff) ^ 0xffffffff) >>> 0;

/** CRC-32 of bytes, from that of those before them; it begins with all bits set, and all are turned at the end. */
export function crcOf(bytes: Uint8Array, from: number): number {
  let crc = from;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[at]) & 0xff];
  return crc;
}
