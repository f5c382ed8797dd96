/** A table as judges read it: SQL for the counting port. */
export interface LentTable {
  /** What stands after FROM. */
  readonly table: string;
  /** The name of each column, and the SQL of its cells. */
  readonly columns: readonly { readonly name: string; readonly sql: string }[];
}
