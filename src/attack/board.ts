import type { Fact } from './fact.ts';

/** A release as an intruder sees it: cells of records that nothing tells apart. */
export interface Board {
  /** Records of each cell. */
  readonly records: Float64Array;
  readonly total: number;
}

/** The cell that each person of the sample stands in. */
export type Places = Uint32Array;

export const boardOf = (records: Float64Array): Board => ({ records, total: records.reduce((sum, some) => sum + some, 0) });

/** Cells that stay open to somebody who knows some facts of a person, in the first places of `open`; answers how many. */
export function openCells(facts: readonly Fact[], person: number, open: Uint32Array): number {
  for (let cell = 0; cell < open.length; cell++) open[cell] = cell;
  return facts.reduce((count, fact) => fact.keep(person, open, count), open.length);
}

/** Records in the first `count` of some cells. */
export function recordsIn({ records }: Board, open: Uint32Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += records[open[i]];
  return sum;
}

/** The same; where nothing fits, the cells that the fewest facts contradict. `scores` is lent, one for each cell. */
export function nearestCells(facts: readonly Fact[], person: number, open: Uint32Array, scores: Uint32Array): number {
  const fitting = openCells(facts, person, open);
  if (fitting > 0) return fitting;
  scores.fill(0);
  for (const fact of facts) {
    const count = openCells([fact], person, open);
    for (let i = 0; i < count; i++) scores[open[i]]++;
  }
  const most = scores.reduce((largest, score) => Math.max(largest, score), 0);
  let kept = 0;
  for (let cell = 0; cell < open.length; cell++) if (scores[cell] === most) open[kept++] = cell;
  return kept;
}
