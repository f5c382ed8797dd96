import type { TreeNode } from './pattern-tree.ts';

/** What a series method makes of one block of rows: groups and, inside them, leaves with their words. */
export interface SeriesBlock {
  /** Input rows, ordered by group and leaf. */
  readonly rows: Uint32Array;
  readonly groupStarts: Uint32Array;
  readonly leafStarts: Uint32Array;
  readonly words: Uint8Array;
  /** Where patterns are ranges of symbols: their upper ends. */
  readonly upperWords?: Uint8Array;
  readonly levels: Uint8Array;
  /** Bounds of group g, numeric column c at [g * columns + c], on the grid. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Every node of every tree, only when asked for: it names members. */
  readonly nodes?: readonly TracedNode[];
}

export interface TracedNode {
  readonly group: number;
  readonly id: number;
  readonly parent: number;
  readonly level: number;
  readonly label: TreeNode['label'];
  readonly word: readonly number[];
  /** Input rows, 0-based. */
  readonly members: readonly number[];
}
