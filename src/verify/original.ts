/** The table a release was made from, as DuckDB reads it, its rows in their order. */
export interface Original {
  /** As the person named it. */
  readonly name: string;
  /** What stands after FROM. */
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly sql: string }[];
}
