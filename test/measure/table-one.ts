import { type HandMadeLeaf, releaseOf } from './releases.ts';

/** Shou et al., TKDE 25(4) 2013, Table 1. */
export const tableOne = [
  [170, 175, 188, 197, 213, 221],
  [145, 157, 165, 177, 204, 196],
  [176, 181, 147, 134, 125, 112],
  [98, 120, 125, 132, 151, 161],
  [117, 107, 87, 74, 51, 56],
  [32, 54, 59, 67, 96, 101],
  [88, 93, 56, 43, 20, 25],
  [71, 63, 47, 38, 43, 20],
];

export const leaf = (rows: readonly number[], word: string, level: number): HandMadeLeaf => ({ rows, word, level });

/** What Naive publishes of it with k = 4 and P = 2. */
export const tableOneRelease = releaseOf(tableOne, [[leaf([0, 1, 2, 3], 'aaabbb', 2)], [leaf([4, 5, 6, 7], 'bbbaaa', 2)]]);
