/** CRC-32, each byte's eight bits by the definition, once. */
const remainders = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

export function crc32Of(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ remainders[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
}
