import type { FieldFacts } from '../inspect/field.ts';
import type { Standing } from '../inspect/inspection.ts';
import type { KnownPart } from '../inspect/known-columns.ts';
import type { Association } from '../inspect/roles.ts';

/** A table that was read once, field by field, and can be asked about. */
export interface Survey {
  /** What is counted over all rows; and the step between the rows that bars and associations are taken from. */
  facts(): Promise<{ readonly facts: readonly FieldFacts[]; readonly everyNthRow: number }>;
  /** How strongly categories go with each other: Cramér's V of each pair, 0 where each says nothing about the other and 1 where it says all. */
  associations(facts: readonly FieldFacts[]): Promise<readonly Association[]>;
  /** Makes one subject of all its spellings; answers how many ids were another spelling. */
  joinSpellings(subject: string): Promise<number>;
  /** How well subjects hide as the table stands. */
  standing(request: StandingRequest): Promise<Standing | undefined>;
  /** The different texts of a column with few. */
  textsOf(column: string): Promise<readonly string[]>;
}

export interface StandingRequest {
  /** What somebody may know, one added to the other. */
  readonly known: readonly KnownPart[];
  /** Of a series, how many of its instants. */
  readonly mostInstants: number;
  readonly subject: string | undefined;
  readonly subjects: number;
}
