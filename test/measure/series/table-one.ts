import { tableOne } from '../../families/series/examples.ts';
import { type HandMadeLeaf, releaseOf } from './releases.ts';

export const leaf = (rows: readonly number[], word: string, level: number): HandMadeLeaf => ({ rows, word, level });

/** What Naive publishes of it with k = 4 and P = 2. */
export const tableOneRelease = releaseOf(tableOne, [[leaf([0, 1, 2, 3], 'aaabbb', 2)], [leaf([4, 5, 6, 7], 'bbbaaa', 2)]]);
