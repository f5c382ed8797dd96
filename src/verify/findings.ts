import type { Breach } from './breaches.ts';
import type { Census } from './census.ts';
import type { Counted } from './events/combination-breaches.ts';
import type { Classes } from './series/classes.ts';

export interface DataFindings {
  readonly breaches: readonly Breach[];
  /** Absent where the data could not be read as declared. */
  readonly classes?: Classes;
  /** How many there are, where they were read but are not put together to classes. */
  readonly rows?: number;
  /** Only where it was asked for, and nothing is wrong. */
  readonly census?: Census;
  /** How far k could be proved: of subjects, or of what is necessary; `counts` are those that an aggregated release tells of itself. */
  readonly counted?: Counted | 'counts';
  /** Whether what is published of each record was compared with the original. */
  readonly original?: true;
  /** What was proved beside the population: how many its labels are true of, and whether also which share of them is in the release. */
  readonly population?: { readonly presence: boolean };
  /** Whether the noise on every count was worked out again. */
  readonly noise?: true;
}
