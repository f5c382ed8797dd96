import type { Partition } from '../frame/partition.ts';

/**
 * A series release before it is bytes. Rows are rows of the input; those in no group were suppressed.
 * Every leaf lies inside one group: each group start is also a leaf start.
 */
export interface SeriesRelease {
  readonly groups: Partition;
  /** Leaf l is groups.rows[leafStarts[l]] .. groups.rows[leafStarts[l + 1] - 1]. */
  readonly leafStarts: Uint32Array;
  readonly form: PatternForm;
  /** Symbol i of leaf l's pattern is words[l * segments + i]; 0 prints as `a`. */
  readonly words: Uint8Array;
  /** Of form `interval`, and no other: symbol i of leaf l reaches from words[l * segments + i] to upperWords[l * segments + i]. */
  readonly upperWords?: Uint8Array;
  /** The level, i.e. alphabet size, of each leaf's word. */
  readonly levels: Uint8Array;
  readonly segments: number;
  readonly envelope: Envelope;
  /** Further quasi-identifiers that are text: one published label per group. */
  readonly labels: readonly GroupLabels[];
  /** A representative curve per leaf, where asked for: value t of leaf l at [l * length + t]; not a number where it is not told. */
  readonly curves?: Float64Array;
}

/** One word shared by the leaf; per segment the range of its members' symbols; or a word for the mean of their shapes. */
export type PatternForm = 'word' | 'interval' | 'representative';

/**
 * The band of each group, one lower and one upper bound for each column: bound of group g, column c is at [g * columns + c].
 * Series columns come first, then numeric quasi-identifiers. Bounds lie on the grid of `decimals` and contain every member's value.
 */
export interface Envelope {
  readonly columns: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Decimal places of each column's grid. */
  readonly decimals: readonly number[];
  /** Where bounds were moved outward to a coarser grid: the step of each column; undefined where they could not be. */
  readonly snap?: readonly (number | undefined)[];
}

export interface GroupLabels {
  readonly name: string;
  /** Group g publishes labels[codes[g]]. */
  readonly codes: Uint32Array;
  readonly labels: readonly string[];
}
