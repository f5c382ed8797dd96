import type { Bin } from '../release/bin-rules.ts';
import type { ClassRisk } from '../risk/class-risk.ts';
import type { JournalistRisk } from '../risk/journalist-risk.ts';
import type { Answer } from '../verify/series/answers.ts';
import type { Flow, FlowBin } from '../verify/table/table-flow.ts';

/** What report.json holds beside the summary, and a page shows beside its figures: the more a section describes, the less of it leaves. */
export type Sections = SeriesSections | EventsSections | TableSections;

interface EverySection {
  readonly lang: string;
  /** Settings as a policy file has them. */
  readonly policy: Readonly<Record<string, unknown>>;
  /** Of someone who knows values or a whole combination. */
  readonly risk: ClassRisk;
}

export interface SeriesSections extends EverySection {
  readonly kind: 'series';
  /** What stood beside the numbers of the series. */
  readonly unit?: string;
  /** Names of the instants that the pictures show. */
  readonly instants: readonly string[];
  /** Groups and leaves by how many subjects they hold. */
  readonly groupSizes: readonly Bin[];
  readonly leafSizes: readonly Bin[];
  /** Of someone who knows the whole curve. */
  readonly patternRisk: ClassRisk;
  readonly patterns: readonly { readonly pattern: string; readonly level: number; readonly subjects: number }[];
  readonly bands: readonly Band[];
  /** What the bands answer; anybody can count it again. */
  readonly answers: readonly Answer[];
  /** Records by the width of their band, and a sample of them by how much of their shape is lost. */
  readonly valueLosses: readonly Bin[];
  /** What value loss would be with one band around everybody; reports of older versions have none. */
  readonly valueRange?: number;
  readonly patternLosses: readonly Bin[];
  /** Internal only: the groups that lost most, and who was left out, by label. */
  readonly worst?: readonly Band[];
  /** Internal only: the mean and the spread of all curves at each instant shown, as they were and as their bands tell them. */
  readonly course?: { readonly before: Course; readonly after: Course };
  /** Internal only: some questions, and how well the release answers them. */
  readonly questions?: readonly Question[];
  readonly leftOut?: readonly LeftOut[];
}

export interface Band {
  readonly size: number;
  readonly valueLoss: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** What the most frequent pattern asks for within the band. */
  readonly curve: readonly number[];
  /** Internal only: some members as they were. */
  readonly members?: readonly (readonly number[])[];
}

/** Mean and standard deviation at each instant. */
export interface Course {
  readonly mean: readonly number[];
  readonly spread: readonly number[];
}

/** How many have values from `from` to `to` in both columns: as it is, and as the bands make a reader think. */
export interface Question {
  readonly ranges: readonly { readonly column: string; readonly from: number; readonly to: number }[];
  readonly truth: number;
  readonly published: number;
}

export interface LeftOut {
  readonly column: string;
  readonly label: string;
  readonly read: number;
  readonly leftOut: number;
}

export interface EventsSections extends EverySection {
  readonly kind: 'events';
  /** Combinations by how many subjects share them. */
  readonly combinationSizes: readonly Bin[];
  readonly calendar?: Calendar;
}

export interface TableSections extends EverySection {
  readonly kind: 'table';
  /** Internal only: of someone who has the population, where one was named. */
  readonly journalist?: JournalistRisk;
  /** Combinations by how many subjects are behind them. */
  readonly combinationSizes: readonly Bin[];
  /** Internal only: records beside subjects tell how few have more than one. */
  readonly crowd?: readonly { readonly subjects: number; readonly records: number; readonly combinations: number }[];
  readonly regions: readonly {
    readonly column: string;
    readonly prefixes: readonly { readonly prefix: string; readonly combinations: number }[];
  }[];
  /** What is counted over one of the columns; absent where none tells two bins apart. */
  readonly flow?: {
    readonly column: string;
    readonly kind: Flow['kind'];
    readonly bins: readonly TableBin[];
  };
  /** Some published rows: labels, counts and means. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** What is drawn in a bin of a flow, what is there for certain, what may be there, and inside what was there. */
export interface TableBin extends FlowBin {
  readonly before?: number;
}

/** Events by place in time. A cell is the place of its label in each axis, then how many events. */
export interface Calendar {
  readonly axes: readonly { readonly column: string; readonly labels: readonly string[] }[];
  readonly after: readonly (readonly number[])[];
  /** Internal only. */
  readonly before?: readonly (readonly number[])[];
}
