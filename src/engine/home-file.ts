/** How a column that comes from elsewhere is held here; `decimal(p,s)` and times come as text or as microseconds since 1970, and get their type at the end. */
export interface HomeColumn {
  readonly name: string;
  readonly type: 'whole' | 'double' | 'float' | 'text' | 'boolean' | 'date' | 'time' | 'instant' | `decimal(${string})`;
}

/** Cells of one column; where `missing` is 1 there is none. Dates are days and times are microseconds since 1970, decimals are texts. */
export interface HomeCells {
  readonly values: ArrayLike<number | bigint | string>;
  readonly missing?: Uint8Array | undefined;
}

/** A file on this machine that rows from elsewhere become, to be read as if it had always been here. */
export interface HomeFile {
  /** Rows in any order; `piece` and `at` say where the first of them stands: pieces by their name, then by the place in them. */
  add(cells: readonly HomeCells[], from: HomePlace): Promise<void>;
  /** Writes the file, rows in the order of their places, or of what is in them where they have none: decimals as texts, or as values; answers its path. */
  finish(order: 'places' | 'cells' | 'values'): Promise<string>;
  abandon(): void;
}

export interface HomePlace {
  readonly pieces: ArrayLike<string>;
  readonly at: ArrayLike<number | bigint>;
}

export type OpenHomeFile = (columns: readonly HomeColumn[], format: 'csv' | 'parquet') => Promise<HomeFile>;
