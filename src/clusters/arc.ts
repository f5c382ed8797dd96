const allHours = 0xffffff;

/** A run of hours around the clock. */
export interface Arc {
  readonly start: number;
  readonly length: number;
}

/** The shortest run that holds every hour of a set of bits: what is left beside the longest gap, the earliest of equal ones. */
export function arcOf(hours: number): Arc {
  let gaps = ~hours & allHours;
  if (gaps === 0) return { start: 0, length: 24 };
  let longest = gaps;
  let length = 0;
  for (; gaps !== 0; gaps &= ((gaps >>> 1) | (gaps << 23)) & allHours, length++) longest = gaps; // bit h: the hours from h on are a gap of length + 1
  const from = 31 - Math.clz32(longest & -longest);
  return { start: (from + length) % 24, length: 24 - length };
}
