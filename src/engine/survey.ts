import type { FieldFacts } from '../inspect/field.ts';
import type { Standing } from '../inspect/inspection.ts';
import type { KnownPart } from '../inspect/known-columns.ts';
import type { Association } from '../inspect/roles.ts';
import type { Twins, Within } from '../inspect/within.ts';

/** A table that was read once, field by field, and can be asked about. */
export interface Survey {
  /** What is counted over all rows; and the step between the rows that bars and associations are taken from. */
  facts(): Promise<{ readonly facts: readonly FieldFacts[]; readonly everyNthRow: number }>;
  /** How strongly categories go with each other: Cramér's V of each pair, 0 where each says nothing about the other and 1 where it says all. */
  associations(facts: readonly FieldFacts[]): Promise<readonly Association[]>;
  /** What other columns do inside the rows that share a value of a column. */
  within(column: string, request: WithinRequest): Promise<Within>;
  /** How far two columns draw on the same values. */
  twins(one: string, other: string): Promise<Twins>;
  /** Makes one subject of all its spellings; answers how many ids were another spelling. */
  joinSpellings(subject: string): Promise<number>;
  /** How well subjects hide as the table stands. */
  standing(
    request: StandingRequest,
  ): Promise<(Standing & { readonly sizes: readonly (readonly [size: number, classes: number])[] }) | undefined>;
  /** Some curves: of a run of columns, or of the rows of a long table. */
  curves(
    of: { readonly series: string } | { readonly subject: string; readonly time: string; readonly value: string },
  ): Promise<readonly Float64Array[]>;
  /** How many different offsets from UTC the times of a column have, and whether some have none. */
  offsets(column: string): Promise<{ readonly different: number; readonly some: boolean }>;
  /** The different texts of a column with few. */
  textsOf(column: string): Promise<readonly string[]>;
}

export interface WithinRequest {
  /** Columns whose pairs with it are counted. */
  readonly pairedWith?: readonly string[];
  /** Of many rows, those of some values are enough to judge by, and not to vouch for all. */
  readonly everyRow?: boolean;
}

export interface StandingRequest {
  /** What somebody may know, one added to the other. */
  readonly known: readonly KnownPart[];
  /** Of a series, how many of its instants. */
  readonly mostInstants: number;
  readonly subject: string | undefined;
  readonly subjects: number;
}
