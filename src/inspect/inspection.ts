import type { FieldFacts } from './field.ts';
import type { FoundNotations } from './find-notations.ts';
import type { PatternFloor } from './pattern-floors.ts';
import type { PopulationUniques } from './population-uniques.ts';
import type { Suggestion } from './roles.ts';
import type { Shape, ShapeEvidence } from './shape.ts';
import type { SubjectEvidence } from './subjects.ts';
import type { Within } from './within.ts';

/** What somebody knows of a subject after one more column. */
export interface Known {
  readonly column: string;
  /** The fewest subjects that share a combination of the columns so far: the largest k as the table stands. */
  readonly largestK: number;
  /** Of many rows it may be more: counting subjects exactly would take longer than reading them. */
  readonly orMore?: true;
  /** Share of subjects who are alone with one of their combinations. */
  readonly unique: number;
}

/** A set of columns by which some stand alone, while no smaller set in it does as much. */
export interface SinglingSet {
  readonly columns: readonly string[];
  /** Different combinations, of all rows. */
  readonly distinction: number;
  /** Pairs of rows that differ in at least one of the columns, of all pairs. */
  readonly separation: number;
  /** Share of subjects who are alone with one of their combinations. */
  readonly unique: number;
}

export interface Standing {
  readonly subjects: number;
  readonly steps: readonly Known[];
  /** The smallest sets of these columns that single out, the fewest columns first. */
  readonly singlingSets?: readonly SinglingSet[];
  /** Of a table that is a sample: how many are alone in its population. */
  readonly population?: PopulationUniques;
}

/** What `shoal inspect` finds. It describes the original data, so it must stay with it; it holds no value of any cell. */
export interface Inspection {
  readonly input: string;
  /** The SELECT that was run over it, where one was given. */
  readonly sql?: string;
  readonly format: string;
  readonly rows: number;
  readonly shape: Shape;
  /** What speaks for the shape, then for what else the table could be. */
  readonly shapes: readonly ShapeEvidence[];
  /** Who could be protected, the likeliest first, with what speaks for and against each. */
  readonly subjects: readonly SubjectEvidence[];
  /** Whether a person said who is protected. */
  readonly named?: true;
  /** What other columns do inside the likeliest subject, where it repeats. */
  readonly within?: Within;
  readonly fields: readonly FieldFacts[];
  /** One for each field, in the same order. */
  readonly roles: readonly Suggestion[];
  /** Absent where nothing is suggested that others could know. */
  readonly standing?: Standing;
  /** Whether the telecare mapping covers every event code; of event logs only. */
  readonly mapped?: boolean;
  /** Of event logs and transactions: how many different offsets from UTC their times have, where it is more than one. */
  readonly offsets?: number;
  /** Of series: what words of some lengths cost at least, from the curves of the first subjects. */
  readonly floors?: readonly PatternFloor[];
  /** Ids of the likely subject that are another spelling of one that is there as well, and count with it. */
  readonly joinedIds?: number;
  /** Bars and associations are taken from every n-th row; 1 for all. */
  readonly everyNthRow: number;
  /** How its cells are written, where that is not plain: fields are told as they are then read. */
  readonly notations?: FoundNotations;
}
