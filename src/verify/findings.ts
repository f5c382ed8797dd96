import type { Breach } from './breaches.ts';
import type { Classes } from './classes.ts';
import type { Counted } from './combination-breaches.ts';

export interface DataFindings {
  readonly breaches: readonly Breach[];
  /** Absent where the data could not be read as declared. */
  readonly classes?: Classes;
  /** How many there are, where they were read but are not put together to classes. */
  readonly rows?: number;
  /** How far k could be proved of an event log. */
  readonly counted?: Counted;
  /** Whether bands, patterns and values were compared with the original. */
  readonly original?: true;
}
