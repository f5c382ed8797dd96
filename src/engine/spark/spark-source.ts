import type { SettledNotations } from '../../formats/notation.ts';
import type { OpenRequest, Source } from '../engine.ts';
import type { InputColumn } from './cells.ts';

/** Rows that Spark reads, and what they are made of. */
export interface SparkTable {
  /** What stands after FROM. */
  readonly scan: string;
  readonly described: readonly InputColumn[];
}

/** An input that Spark reads. */
export interface SparkSource extends Source, SparkTable {
  /** Where rows lie: in files, where each has its place; in a table that others may write to; in one that a query of this run made. */
  readonly from: 'files' | 'table' | 'query';
  readonly isOneFile: boolean;
  /** Of all its files; 0 of a table. */
  readonly bytes: number;
  /** Whether Spark knows where in its file a row stands. */
  readonly tellsRows: boolean;
  /** Whether its files are those that were found at first; a table is known by its rows. */
  isSame(): Promise<boolean>;
  /** As it was asked for. */
  readonly request: OpenRequest;
  /** How cells are to be turned into plain ones, where they are not; `described` tells them as they are written. */
  readonly notations?: SettledNotations | undefined;
}
