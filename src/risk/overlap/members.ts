/**
 * Who stands in which class of a release: pairs of a subject's digest and the number of a class, sorted by both, none twice. A subject of
 * several records may stand in several classes.
 */
export interface Members {
  /** What the release promised them: how large a crowd they stand in. */
  readonly k: number;
  readonly digests: BigUint64Array;
  readonly classes: Uint32Array;
}

/** Sorts pairs and takes each once. */
export function membersOf(k: number, digests: BigUint64Array, classes: Uint32Array): Members {
  const keys = Float64Array.from(digests, Number); // in the same order but for the last bits, and several times faster to compare
  const order = Uint32Array.from(digests, (_, pair) => pair).sort(
    (a, b) => keys[a] - keys[b] || compareDigests(digests[a], digests[b]) || classes[a] - classes[b],
  );
  const kept = order.filter(
    (pair, i) => i === 0 || digests[pair] !== digests[order[i - 1]] || classes[pair] !== classes[order[i - 1]],
  );
  return {
    k,
    digests: BigUint64Array.from(kept, (pair) => digests[pair]),
    classes: Uint32Array.from(kept, (pair) => classes[pair]),
  };
}

const compareDigests = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/** Whether nobody stands in two classes. */
export const isPartition = ({ digests }: Members): boolean => digests.every((digest, i) => i === 0 || digest !== digests[i - 1]);
