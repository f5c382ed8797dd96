import type { QuasiColumn } from './quasi-column.ts';

/**
 * Normalised certainty penalty (Xu et al., KDD 2006) of every base value at every level: how many of the other values that occur could
 * stand behind what is published, 0 for the value itself, 1 where it could be any. `present` tells which base values occur.
 */
export function penaltiesOf({ levels, labels, base }: QuasiColumn, present: Uint8Array): readonly Float64Array[] {
  let occurring = 0;
  for (let value = 0; value < base; value++) occurring += present[value];
  return levels.map((level, l) => {
    const members = new Float64Array(labels.length);
    for (let value = 0; value < base; value++) members[level[value]] += present[value];
    return Float64Array.from(level, (code, value) => {
      if (l === 0 || code === value) return 0;
      if (l === levels.length - 1) return 1;
      return occurring < 2 ? 0 : Math.max(0, members[code] - 1) / (occurring - 1);
    });
  });
}
