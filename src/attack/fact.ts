/**
 * One thing that an intruder may know of a person. Published records that nothing tells apart are one cell; a fact leaves those cells open that it
 * does not contradict.
 */
export interface Fact {
  /** Moves the cells that stay open to the front, in their order; answers how many they are. */
  keep(person: number, open: Uint32Array, count: number): number;
}

/** The published bounds of a number, one of each for every cell. */
export interface Bands {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The value of each person; not a number where it is not known. With `within` it is known only up to so much. */
export const bandFact = ({ lower, upper }: Bands, values: Float64Array, within = 0): Fact => ({
  keep(person, open, count) {
    const value = values[person];
    if (Number.isNaN(value)) return count;
    const [least, most] = [value - within, value + within];
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const cell = open[i];
      if (lower[cell] <= most && upper[cell] >= least) open[kept++] = cell;
    }
    return kept;
  },
});

/** Labels of cells and values of persons by their codes, and which label is true of which value. */
export interface Labels {
  readonly ofCell: Uint32Array;
  readonly ofPerson: Uint32Array;
  /** How many labels there are. */
  readonly count: number;
  /** 1 at value * count + label where the label is true of the value. */
  readonly fits: Uint8Array;
}

export const labelFact = ({ ofCell, ofPerson, count: labels, fits }: Labels): Fact => ({
  keep(person, open, count) {
    const row = ofPerson[person] * labels;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const cell = open[i];
      if (fits[row + ofCell[cell]] === 1) open[kept++] = cell;
    }
    return kept;
  },
});
