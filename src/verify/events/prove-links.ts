import { distinctByKey, largestOf, orderByKey, startsByKey } from '../../frame/by-key.ts';
import { internSets } from '../../frame/intern-sets.ts';
import type { LinkedLines } from './linked-lines.ts';

/** What is promised of numbers: at least k carry what each holds, in one window. */
export interface LinksPromised {
  readonly k: number;
  /** The window of each text, by its number; none may be linked to another where they do not tell it. */
  readonly windows: Uint32Array | undefined;
  /** A number for a set; two may share one. */
  readonly hash?: (cells: Uint32Array, from: number, to: number) => number;
}

/** The events and the subjects of each text, by its number, and all subjects. */
export interface ProvedLinks {
  readonly events: Uint32Array;
  readonly sizes: Uint32Array;
  readonly subjects: number;
}

/**
 * Proves what `checkLinkedSets` does, where it holds: numbers are 1 to n, each of one subject; no number holds a text twice, or of two windows; at least k subjects carry the very same set, each
 * once unless it is of one event. Answers nothing wherever that is not so, or not sure. Sets are compared text by text. Linear: everything is put in order by counting.
 */
export function proveLinks(lines: LinkedLines, { k, windows, hash }: LinksPromised): ProvedLinks | undefined {
  const { numbers, owners, held, texts } = lines;
  const [most, mostOwner] = [largestOf(numbers), largestOf(owners)];
  if (most > numbers.length || mostOwner > numbers.length) return undefined; // then some are missing, or numbered in another way
  const byNumber = startsByKey(numbers, most + 1);
  const whose = ownersOf(lines, most);
  if (whose === undefined) return undefined;
  const inOrder = orderByKey(held, numbers, byNumber);
  const starts = byNumber.subarray(1); // numbers begin at 1
  if (!areNear(inOrder, starts, windows)) return undefined;
  const sets = internSets(inOrder, starts, texts.count(), hash);
  if (sets === undefined) return undefined;
  const carriers = distinctByKey(sets.kinds, whose, sets.count, mostOwner);
  const carried = startsByKey(sets.kinds, sets.count);
  for (let kind = 0; kind < sets.count; kind++) {
    const all = carried[kind + 1] - carried[kind];
    if (all > 0 && (carriers[kind] < k || (kind >= texts.count() && all > carriers[kind]))) return undefined;
  }
  const byText = startsByKey(held, texts.count());
  const events = new Uint32Array(texts.count()).map((_, text) => byText[text + 1] - byText[text]);
  return { events, sizes: distinctByKey(held, owners, texts.count(), mostOwner), subjects: distinctOf(owners, mostOwner) };
}

/** The subject of each number from 1 on, at its place less one; nothing where a number has two. */
function ownersOf({ numbers, owners }: LinkedLines, most: number): Uint32Array | undefined {
  const whose = new Uint32Array(most);
  for (let i = 0; i < numbers.length; i++) {
    const at = numbers[i] - 1;
    if (whose[at] === 0) whose[at] = owners[i];
    else if (whose[at] !== owners[i]) return undefined;
  }
  return whose;
}

/** Whether the texts of each set are of one window. */
function areNear(held: Uint32Array, starts: Uint32Array, windows: Uint32Array | undefined): boolean {
  for (let set = 0; set + 1 < starts.length; set++)
    for (let i = starts[set] + 1; i < starts[set + 1]; i++)
      if (windows === undefined || windows[held[i]] !== windows[held[starts[set]]]) return false;
  return true;
}

function distinctOf(cells: Uint32Array, most: number): number {
  const seen = new Uint8Array(most + 1);
  for (let i = 0; i < cells.length; i++) seen[cells[i]] = 1;
  return seen.reduce((sum, one) => sum + one, 0);
}
