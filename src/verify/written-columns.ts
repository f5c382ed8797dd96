/** How the cells of a column of the original are written, as the policy of the run says. */
export interface WrittenColumn {
  readonly column: string;
  /** Several where the cells decide: the first that all of them fit, or none. */
  readonly notations: readonly Written[];
  readonly unfit: 'refuse' | 'mark' | 'keep';
}

export type Written =
  | {
      readonly kind: 'number';
      readonly decimal: string;
      readonly thousands?: string | undefined;
      readonly units: readonly string[];
    }
  | { readonly kind: 'time'; readonly format: string };

/** A long original before it had one row for each subject. */
export interface LongOriginal {
  readonly table: string;
  /** The time and the value of a row: names, and SQL of the cells. */
  readonly time: { readonly name: string; readonly sql: string };
  readonly value: { readonly name: string; readonly sql: string };
  /** The instants of the wide table: their labels, and SQL of the values at them. */
  readonly instants: readonly { readonly label: string; readonly sql: string }[];
}
