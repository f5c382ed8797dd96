import type { Relational, Type } from './relation.ts';

/** How a column of a table beside is held. */
export type HeldType = Type | 'boolean' | 'time';

export interface HeldColumn {
  readonly name: string;
  readonly type: HeldType;
}

/** Cells of one column: numbers as numbers, as whole numbers of any size, or as their digits; times as microseconds since 1970. Where `missing` is 1 there is none. */
export interface HeldCells extends HeldColumn {
  readonly values: ArrayLike<number | bigint | string | boolean>;
  readonly missing?: Uint8Array | undefined;
}

/**
 * Tables on this machine, beside an engine that holds the large ones elsewhere: it takes relational steps over them, as every engine does, and has
 * no input of its own.
 */
export interface TablesBeside extends Omit<Relational, 'findRow' | 'settleSpellings' | 'input' | 'numbersRows'> {
  /** A new table without rows, in place of any of that name. */
  make(table: string, columns: readonly HeldColumn[]): Promise<void>;
  /** Adds rows after those that are there, all columns of the table in their order. */
  add(table: string, cells: readonly HeldCells[]): Promise<void>;
  /** Every cell of a table as text, null where it is missing. */
  texts(table: string): Promise<readonly (HeldColumn & { readonly values: readonly (string | null)[] })[]>;
  count(table: string): Promise<number>;
  /** May be called again. */
  close(): void;
}
