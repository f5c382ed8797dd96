/** One question of the campaign, asked of many drawn cases. A case is plain JSON, so that a failing one can be kept as a file. */
export interface Part<Case = unknown> {
  readonly name: string;
  /** What holds of every case, in one sentence. */
  readonly holds: string;
  /** How many cases a whole campaign tries. */
  readonly goal: number;
  /** Cases that a process is given at a time; 20 where it is not said. A campaign ends when those that it gave have ended, so fewer where each takes seconds. */
  readonly batch?: number;
  /** The case of this number: the same for the same seed. */
  draw(seed: number, number: number): Case;
  /** What became of a case, in a word that is counted; throws where it does not hold. */
  attempt(one: Case): Promise<string>;
  /** The same case, for a part whose cases last as long as they are given. */
  readonly lasting?: (one: Case, seconds: number) => Case;
  /** The same case with less of what is done again and again in it: what `npm test` tries. */
  readonly slight?: (one: Case) => Case;
  /** Smaller cases, of which one may fail as well; the smallest first. */
  smaller(one: Case): Iterable<Case>;
}

/** What is found by `draw` and fails in `attempt` is made smaller before somebody looks at it. */
export interface Failure<Case = unknown> {
  readonly part: string;
  readonly seed: number;
  readonly number: number;
  readonly fault: string;
  readonly case: Case;
}

/** The least case on the way from `one` that still fails, and how; at most `tries` are tried. */
export async function reduced<Case>(
  part: Part<Case>,
  one: Case,
  tries = 150,
): Promise<{ readonly case: Case; readonly fault: string }> {
  let least = one;
  let fault = (await faultOf(part, one)) ?? 'it failed once, and not again';
  let left = tries;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const next of part.smaller(least)) {
      if (left-- <= 0) break;
      const again = await faultOf(part, next);
      if (again === undefined) continue;
      [least, fault, found] = [next, again, true];
      break;
    }
  }
  return { case: least, fault };
}

/** Why a case fails; undefined where it holds. */
export async function faultOf<Case>(part: Part<Case>, one: Case): Promise<string | undefined> {
  try {
    await part.attempt(one);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Lists with a part of their items left out: halves first, then quarters, down to single items. */
export function* without<Item>(items: readonly Item[], least = 0): Generator<readonly Item[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < items.length; from += size) {
      const rest = [...items.slice(0, from), ...items.slice(from + size)];
      if (rest.length >= least) yield rest;
    }
}

/** A number of 31 bits for a case: near seeds and numbers give far ones. */
export function seedOf(seed: number, number: number): number {
  let mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(number + 1, 0xc2b2ae35)) | 0;
  for (const factor of [0x7feb352d, 0x846ca68b]) mixed = Math.imul(mixed ^ (mixed >>> 15), factor);
  return (mixed ^ (mixed >>> 16)) >>> 1;
}
