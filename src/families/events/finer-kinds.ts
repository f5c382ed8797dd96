import { countNumbers } from './sequences.ts';

/** Rows with the number of what may be told of each, of what is told of it in any case, which the former never crosses, and how many must have it. */
export interface Tellable {
  readonly fine: Uint32Array;
  readonly coarse: Uint32Array;
  /** Whether the finer may be told of a row, and of all that share it. */
  readonly mayTell: (row: number) => boolean;
  /** Least number of rows that share what is told; the same for all that share the coarser. */
  readonly leastOf: (row: number) => number;
}

/**
 * Of which rows the finer is told, 1 for each: of those that enough share. All others are told the coarser alone, and must be nobody or enough as well: where they are
 * fewer, the rarest of the finer are given up, until they are enough. The last one alone is enough, so it ends.
 */
export function findFinerKinds({ fine, coarse, mayTell, leastOf }: Tellable): Uint8Array {
  const rows = fine.length;
  const counts = countNumbers(fine);
  const isTold = new Uint8Array(counts.length);
  const left = new Uint32Array(rows); // rows of each coarser kind that are told no more
  const least = new Float64Array(rows);
  const within: number[][] = [];
  const seen = new Uint8Array(counts.length);
  for (let row = 0; row < rows; row++) {
    const [own, wider] = [fine[row], coarse[row]];
    if (seen[own] === 0) {
      seen[own] = 1;
      least[wider] = leastOf(row);
      isTold[own] = Number(counts[own] >= least[wider] && mayTell(row));
      (within[wider] ??= []).push(own);
    }
    left[wider] += 1 - isTold[own];
  }
  for (const [wider, own] of within.entries())
    for (const one of own.filter((kind) => isTold[kind] === 1).sort((a, b) => counts[a] - counts[b] || a - b)) {
      if (left[wider] === 0 || left[wider] >= least[wider]) break;
      isTold[one] = 0;
      left[wider] += counts[one];
    }
  return Uint8Array.from(fine, (kind) => isTold[kind]);
}
