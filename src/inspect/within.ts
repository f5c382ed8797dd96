/** What other columns do inside the rows that share a value of one. */
export interface Within {
  readonly subject: string;
  /** Values that two rows or more share. */
  readonly repeated: number;
  /** By field, the share of those, of them that have two filled cells or more, in which it has more than one value; left out where there is none. */
  readonly varies: Readonly<Record<string, number>>;
  /** By field, the share of different pairs of both among the rows: 1 where no value has two rows of the same. */
  readonly pairs: Readonly<Record<string, number>>;
  /** In the first rows of the table, rows of one value follow one another. */
  readonly together: boolean;
}

/** Two columns that draw on the same values, as where a trip begins and where it ends. */
export interface Twins {
  readonly one: string;
  readonly other: string;
  /** Of the values of the one that has fewer, the share that the other has as well. */
  readonly share: number;
}

/** All that was counted across columns. */
export interface Relations {
  readonly within: readonly Within[];
  readonly twins: readonly Twins[];
}

export const noRelations: Relations = { within: [], twins: [] };
