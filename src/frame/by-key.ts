/** Cells put in the order of whole numbers from 0 on by counting them: linear, whatever they are. */

export function largestOf(cells: Uint32Array): number {
  let largest = 0;
  for (let i = 0; i < cells.length; i++) if (cells[i] > largest) largest = cells[i];
  return largest;
}

/** Where those with each key begin in the order of keys, and where the last end. */
export function startsByKey(keys: Uint32Array, most: number): Uint32Array {
  const starts = new Uint32Array(most + 1);
  for (let i = 0; i < keys.length; i++) starts[keys[i] + 1]++;
  for (let key = 0; key < most; key++) starts[key + 1] += starts[key];
  return starts;
}

/** Cells in the order of their keys. */
export function orderByKey(cells: Uint32Array, keys: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const ordered = new Uint32Array(cells.length);
  for (let i = 0; i < cells.length; i++) ordered[next[keys[i]]++] = cells[i];
  return ordered;
}

/** How many different cells there are with each key. */
export function distinctByKey(keys: Uint32Array, cells: Uint32Array, most: number, mostCell: number): Uint32Array {
  const starts = startsByKey(keys, most);
  const ordered = orderByKey(cells, keys, starts);
  const [seen, found] = [new Uint32Array(mostCell + 1), new Uint32Array(most)];
  for (let key = 0; key < most; key++)
    for (let i = starts[key]; i < starts[key + 1]; i++) {
      if (seen[ordered[i]] === key + 1) continue;
      seen[ordered[i]] = key + 1;
      found[key]++;
    }
  return found;
}
