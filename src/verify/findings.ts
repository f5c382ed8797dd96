import type { Breach } from './breaches.ts';
import type { Classes } from './classes.ts';

export interface DataFindings {
  readonly breaches: readonly Breach[];
  /** Absent where the data could not be read as declared. */
  readonly classes?: Classes;
  /** How far k could be proved; absent where each row is one subject. */
  readonly counted?: Counted;
}

/** What k was counted in. Rows and passing ids are necessary, not enough: one subject may have many. */
export type Counted = 'subjects' | 'ids' | 'rows';
