import type { NamedTable } from './draw.ts';
import type { Sampling } from './people.ts';
import type { LabelReading } from './read-facts.ts';

/** Whoever attacks: what they hold, how many people they try it on, and how they read labels. */
export interface Attacker extends Sampling, LabelReading {
  readonly original: NamedTable;
  readonly control: NamedTable | undefined;
}
