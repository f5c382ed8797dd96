import { directionOf } from './directions.ts';
import type { Leaves } from './pattern-tree.ts';
import type { Shapes } from './shapes.ts';

export type BadLeafRule = 'raw' | 'paper';

/** Leaves, the members they are slices of, and the word of each leaf. */
export interface SpeltLeaves {
  readonly leaves: Leaves;
  readonly members: Uint32Array;
  readonly words: Uint8Array;
}

/**
 * Naive's post-processing: bad leaves by ascending size, each into the good leaf where it loses least shape, ties to the smaller leaf.
 * The host's word stays, so P still holds. Answers the host of each leaf; a good leaf is its own.
 * `raw` compares the members' own shapes with the host's word; `paper` compares word with word (Shou et al. 2013, §4.2).
 */
export function hostsOf({ leaves, members, words }: SpeltLeaves, shapes: Shapes, rule: BadLeafRule): Uint32Array {
  const count = leaves.good.length;
  const hosts = Uint32Array.from({ length: count }, (_, leaf) => leaf);
  const bad = [...leaves.good.keys()].filter((leaf) => !leaves.good[leaf]);
  if (bad.length === 0) return hosts;
  const { segments, weights } = shapes;
  const sizes = Uint32Array.from({ length: count }, (_, leaf) => leaves.starts[leaf + 1] - leaves.starts[leaf]);
  const directions = new Float64Array(count * segments);
  const shaped = leaves.levels.map((level, leaf) =>
    directionOf(words.subarray(leaf * segments), level, weights, directions.subarray(leaf * segments)),
  );
  const company = { good: leaves.good, directions, shaped, sizes, segments };
  const guest = { sum: new Float64Array(segments), flat: 0, size: 0 };
  for (const leaf of bad.sort((a, b) => sizes[a] - sizes[b] || a - b)) {
    if (rule === 'raw') takeShapes(guest, members.subarray(leaves.starts[leaf], leaves.starts[leaf + 1]), shapes);
    else takeWord(guest, directions, leaf * segments, shaped[leaf]);
    hosts[leaf] = mostAlike(guest, company);
    sizes[hosts[leaf]] += sizes[leaf];
  }
  return hosts;
}

/** What looks for a host: the sum of its unit shapes, and how many of its members have none. */
interface Guest {
  readonly sum: Float64Array;
  flat: number;
  size: number;
}

function takeShapes(guest: Guest, members: Uint32Array, { coordinates, flat, segments }: Shapes): void {
  guest.sum.fill(0);
  guest.flat = 0;
  guest.size = members.length;
  for (const member of members) {
    guest.flat += flat[member];
    for (let i = 0; i < segments; i++) guest.sum[i] += coordinates[member * segments + i];
  }
}

function takeWord(guest: Guest, directions: Float64Array, at: number, shaped: boolean): void {
  for (let i = 0; i < guest.sum.length; i++) guest.sum[i] = directions[at + i];
  guest.flat = shaped ? 0 : 1;
  guest.size = 1;
}

/** The leaves of a tree, as hosts: only good ones are. */
interface Company {
  readonly good: readonly boolean[];
  /** Leaf by leaf, that of its word. */
  readonly directions: Float64Array;
  /** Whether the leaf's word says a shape. */
  readonly shaped: readonly boolean[];
  readonly sizes: Uint32Array;
  readonly segments: number;
}

function mostAlike(guest: Guest, { good, directions, shaped, sizes, segments }: Company): number {
  let host = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let leaf = 0; leaf < good.length; leaf++) {
    if (!good[leaf]) continue;
    let alike = 0;
    for (let i = 0; i < segments; i++) alike += guest.sum[i] * directions[leaf * segments + i];
    const loss = (guest.size - guest.flat - alike + (shaped[leaf] ? guest.flat : 0)) / guest.size;
    const tied = Math.abs(loss - least) <= 1e-12;
    if ((!tied && loss < least) || (tied && sizes[leaf] < sizes[host])) {
      host = leaf;
      least = Math.min(least, loss);
    }
  }
  return host;
}
