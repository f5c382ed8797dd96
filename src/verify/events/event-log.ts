import type { SourceColumn } from '../source.ts';
import type { Combined } from './judge-combinations.ts';

/** The rows of an event release, and the column of its ids, where it has one. */
export interface EventLog extends Combined {
  readonly subject: SourceColumn | undefined;
}
