import type { Random } from '../base/random.ts';
import { type Board, type Places, recordsIn } from './board.ts';
import type { Fact } from './fact.ts';

/** Persons who are looked for: the cell of each, and how many there are. */
export interface Looked {
  readonly places: Places;
  readonly random: Random;
  /** All records of each person, where any of them will do. */
  readonly starts?: Uint32Array;
  readonly cells?: Uint32Array;
}

/**
 * The chance to point at a person's own record, one list for each number of known facts. Each person is known by facts in an order of its own, so that
 * more facts are the same ones and others; whoever points takes any of the records that fit.
 */
export function linkByFacts(
  board: Board,
  facts: readonly Fact[],
  steps: readonly number[],
  { places, random, starts, cells }: Looked,
): readonly Float64Array[] {
  const chances = steps.map(() => new Float64Array(places.length));
  const open = new Uint32Array(board.records.length);
  for (let person = 0; person < places.length; person++) {
    const order = drawOrder(facts.length, random.fork(`facts of ${person}`));
    for (let cell = 0; cell < open.length; cell++) open[cell] = cell;
    let count = open.length;
    let known = 0;
    for (const [step, upTo] of steps.entries()) {
      for (; known < upTo; known++) count = facts[order[known]].keep(person, open, count);
      const own = starts === undefined || cells === undefined ? undefined : cells.subarray(starts[person], starts[person + 1]);
      chances[step][person] = own === undefined ? chanceIn(board, open, count, places[person]) : shareIn(board, open, count, own);
    }
  }
  return chances;
}

/** The chance to point at one record of a cell among all that are open; none where the cell is closed. */
export const chanceIn = (board: Board, open: Uint32Array, count: number, own: number): number =>
  open.subarray(0, count).includes(own) ? 1 / recordsIn(board, open, count) : 0;

/** How many of the open records are among some. */
function shareIn(board: Board, open: Uint32Array, count: number, own: Uint32Array): number {
  const there = new Set(open.subarray(0, count));
  return own.reduce((sum, cell) => (there.has(cell) ? sum + 1 : sum), 0) / Math.max(1, recordsIn(board, open, count));
}

function drawOrder(length: number, random: Random): Uint32Array {
  const order = Uint32Array.from({ length }, (_, fact) => fact);
  for (let i = 0; i + 1 < length; i++) {
    const j = i + random.below(length - i);
    const taken = order[j];
    order[j] = order[i];
    order[i] = taken;
  }
  return order;
}

/** One fact, two, twice as many again, and all. */
export function stepsUpTo(facts: number): readonly number[] {
  const steps: number[] = [];
  for (let step = 1; step < facts; step *= 2) steps.push(step);
  return facts === 0 ? [] : [...steps, facts];
}
