import type { TextColumn } from '../frame/columns.ts';
import type { Matrix } from '../frame/matrix.ts';
import type { TablePolicy } from '../policy/policy.ts';
import type { TableKind } from '../policy/table-kinds.ts';

/** What a run needs of a table; columns that are not named are never read. */
export interface Wanted {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  /** Columns left free behind the numbers, for what will be worked out from texts. */
  readonly spare: number;
  /** Read as a key: whether subjects repeat is all a series run asks of it. */
  readonly subject?: string | undefined;
}

export interface TableRead {
  readonly rowCount: number;
  /** The numbers in the order wanted, then the spare columns. */
  readonly matrix: Matrix;
  readonly texts: readonly TextColumn[];
  /** Rows whose cell was empty, per number column; undefined where there is none. Such cells hold 0. */
  readonly empty: readonly (EmptyRows | undefined)[];
  /** The key of each row's subject, low and high half. */
  readonly subjects: { readonly low: Uint32Array; readonly high: Uint32Array; readonly empty: EmptyRows | undefined } | undefined;
}

/** Row numbers, ascending. */
export type EmptyRows = Uint32Array;

/** Whether ids that are spelt in two ways are one subject. */
export type SubjectSpelling = TablePolicy['subjectSpelling'];

/** Which columns of a table of records are read as what, and what is wrong with a row. */
export interface RecordsRequest
  extends Pick<TablePolicy, 'missing' | 'onBadTime' | 'onEmptySubject' | 'timeZone' | 'subjectSpelling'> {
  /** Undefined where each row is one. */
  readonly subject: string | undefined;
  readonly quasi: readonly SettledQuasi[];
  readonly averaged: readonly string[];
  readonly kept: readonly string[];
  /** Whether a value that is spelt in two ways is refused. */
  readonly oneSpelling: boolean;
}

export interface SettledQuasi {
  readonly name: string;
  readonly kind: TableKind;
}

export interface RecordCounts {
  readonly rows: number;
  readonly subjects: number;
  /** Rows without a subject. */
  readonly nobodys: number;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined: number;
}

/** A table of transactions in memory: every cell a number, a text by its place among all texts of its column, which lie sorted. */
export interface RecordsTable {
  readonly inputRows: number;
  readonly inputSubjects: number;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined: number;
  /** Records of somebody that were left out before anything was counted: an empty cell, or a time that cannot be read. */
  readonly leftOut: number;
  /** The row of each record in the input, from 0 on. */
  readonly inputRow: Uint32Array;
  /** Quasi-identifiers first: the place of a text, the second of the day, a day, week or month counted from 1970 on, a number. */
  readonly matrix: Matrix;
  readonly quasi: readonly QuasiData[];
  /** The subject of each row, from 0 on, and how many there are. */
  readonly crowd: { readonly subjects: Uint32Array; readonly size: number };
  /** What tells each subject apart, in the order of their numbers; left out where each row is one. */
  readonly subjectNames?: readonly string[];
  readonly kept: readonly TextColumn[];
  /** Values to be averaged; NaN where a record has none. */
  readonly averaged: readonly { readonly name: string; readonly values: Float64Array }[];
}

export interface QuasiData extends SettledQuasi {
  /** Texts of a prefix or category, by their place. */
  readonly texts: readonly string[];
}
