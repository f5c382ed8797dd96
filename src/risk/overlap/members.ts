import { halvesOf, radixOrder } from '../../frame/radix-order.ts';

/**
 * Who stands in which class of a release: pairs of a subject's digest and the number of a class, sorted by both, none twice. A subject of
 * several records may stand in several classes.
 */
export interface Members {
  /** What the release promised them: how large a crowd they stand in. */
  readonly k: number;
  readonly digests: BigUint64Array;
  readonly classes: Uint32Array;
  /** Of a log with ids: a digest of what stands together under each, whoever it is. */
  readonly links?: string | undefined;
}

/** Sorts pairs and takes each once. */
export function membersOf(k: number, digests: BigUint64Array, classes: Uint32Array): Members {
  const order = radixOrder(digests.length, [{ cells: classes, first: 0, step: 1 }, ...halvesOf(digests)]);
  const isAlike = sameDigests(digests);
  let count = 0;
  for (let i = 0; i < order.length; i++)
    if (i === 0 || classes[order[i]] !== classes[order[i - 1]] || !isAlike(order[i], order[i - 1])) order[count++] = order[i];
  const sorted = { k, digests: new BigUint64Array(count), classes: new Uint32Array(count) };
  for (let i = 0; i < count; i++) {
    sorted.digests[i] = digests[order[i]];
    sorted.classes[i] = classes[order[i]];
  }
  return sorted;
}

/** Whether two of some digests are one; by their halves, as each number of 64 bits would be an object of its own. */
export function sameDigests(digests: BigUint64Array, others = digests): (one: number, other: number) => boolean {
  const [{ cells }] = halvesOf(digests);
  const [{ cells: against }] = halvesOf(others);
  return (one, other) => cells[2 * one] === against[2 * other] && cells[2 * one + 1] === against[2 * other + 1];
}

/** Whether nobody stands in two classes. */
export function isPartition({ digests }: Members): boolean {
  const isAlike = sameDigests(digests);
  for (let i = 1; i < digests.length; i++) if (isAlike(i, i - 1)) return false;
  return true;
}
