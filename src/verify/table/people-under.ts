/** A relation between labels and values, each by its number: the values of label l are `values[starts[l]]` up to `values[starts[l + 1]]`. */
export interface Holding {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** Pairs of a label and a value that it is true of, in any order. */
export function holdingOf([labels, values]: readonly Uint32Array[], count: number): Holding {
  const starts = new Uint32Array(count + 1);
  for (const label of labels) starts[label + 1]++;
  for (let label = 0; label < count; label++) starts[label + 1] += starts[label];
  const at = starts.slice();
  const held = new Uint32Array(values.length);
  for (const [i, label] of labels.entries()) held[at[label]++] = values[i];
  return { starts, values: held };
}

/** People row by row: whose it is, then their value of each column. */
export interface People {
  readonly who: Uint32Array;
  readonly columns: readonly Uint32Array[];
}

/**
 * How many different people each group's labels are true of. Values of the labels are ticked column by column and the people walked through from the value lists of one
 * column, the one with the fewest ticked people.
 */
export function peopleUnder({ who, columns }: People, holdings: readonly Holding[], groups: readonly Uint32Array[]): Uint32Array {
  const lists = columns.map((column) => listsOf(column));
  const ticks = columns.map((column) => new Uint32Array(1 + column.reduce((most, value) => Math.max(most, value), 0)));
  const seen = new Uint32Array(1 + who.reduce((most, one) => Math.max(most, one), 0));
  const count = groups[0]?.length ?? 0;
  const under = new Uint32Array(count);
  for (let g = 0; g < count; g++) {
    const stamp = g + 1;
    let [column, fewest] = [0, Number.POSITIVE_INFINITY];
    for (const [c, { starts, values }] of holdings.entries()) {
      let rows = 0;
      for (let i = starts[groups[c][g]]; i < starts[groups[c][g] + 1]; i++) {
        ticks[c][values[i]] = stamp;
        rows += lists[c].starts[values[i] + 1] - lists[c].starts[values[i]];
      }
      if (rows < fewest) [column, fewest] = [c, rows];
    }
    const { starts, values } = holdings[column];
    const { starts: from, rows } = lists[column];
    for (let i = starts[groups[column][g]]; i < starts[groups[column][g] + 1]; i++)
      for (let at = from[values[i]]; at < from[values[i] + 1]; at++) {
        const row = rows[at];
        if (seen[who[row]] === stamp || columns.some((cells, c) => ticks[c][cells[row]] !== stamp)) continue;
        seen[who[row]] = stamp;
        under[g]++;
      }
  }
  return under;
}

/** The rows of each value. */
function listsOf(column: Uint32Array): { readonly starts: Uint32Array; readonly rows: Uint32Array } {
  const most = column.reduce((largest, value) => Math.max(largest, value), 0);
  const { starts, values } = holdingOf([column, Uint32Array.from(column, (_, row) => row)], most + 1);
  return { starts, rows: values };
}
