/** Who is in which combination: pair i says that subject subjects[i] is in combination cells[i]. No pair stands twice. */
export interface Membership {
  readonly cells: Uint32Array;
  readonly subjects: Uint32Array;
  readonly cellCount: number;
  readonly subjectCount: number;
}

/**
 * The subjects that must go until every combination that is left has k of them: 1 for each. Taking a subject away only lowers counts, so
 * a combination below k can be cured only by removing everyone in it, and so on; the result is the same whatever the order (ALGORITHMS,
 * section 4), and a queue finds it in one visit of each pair.
 */
export function subjectsToRemove({ cells, subjects, cellCount, subjectCount }: Membership, k: number): Uint8Array {
  const cellMembers = slices(cells, subjects, cellCount);
  const subjectCells = slices(subjects, cells, subjectCount);
  const size = new Uint32Array(cellCount);
  for (let cell = 0; cell < cellCount; cell++) size[cell] = cellMembers.starts[cell + 1] - cellMembers.starts[cell];
  const removed = new Uint8Array(subjectCount);
  const queue = new Uint32Array(cellCount); // a combination enters once, when it falls below k
  let last = 0;
  for (let cell = 0; cell < cellCount; cell++) if (size[cell] > 0 && size[cell] < k) queue[last++] = cell;
  for (let next = 0; next < last; next++) {
    const cell = queue[next];
    for (let m = cellMembers.starts[cell]; m < cellMembers.starts[cell + 1]; m++) {
      const subject = cellMembers.items[m];
      if (removed[subject] === 1) continue;
      removed[subject] = 1;
      for (let c = subjectCells.starts[subject]; c < subjectCells.starts[subject + 1]; c++)
        if (size[subjectCells.items[c]]-- === k) queue[last++] = subjectCells.items[c];
    }
  }
  return removed;
}

/** Items by owner, end to end: a counting sort. */
function slices(owners: Uint32Array, items: Uint32Array, count: number): { starts: Uint32Array; items: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < owners.length; i++) starts[owners[i] + 1]++;
  for (let owner = 0; owner < count; owner++) starts[owner + 1] += starts[owner];
  const at = starts.slice(0, count);
  const sorted = new Uint32Array(items.length);
  for (let i = 0; i < owners.length; i++) sorted[at[owners[i]]++] = items[i];
  return { starts, items: sorted };
}
