import type { TextColumn } from '../frame/columns.ts';
import type { SeriesMeasure } from '../measure/series/measure.ts';
import type { ClassFigures } from '../measure/table/class-sizes.ts';
import type { TableLoss } from '../measure/table/table-loss.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { KeptLinks } from '../risk/events/kept-links.ts';
import type { JournalistRisk } from '../risk/journalist-risk.ts';
import type { SingledOut } from '../risk/table/kept-columns.ts';

/** A release of series, and what the judges found in it. */
export interface JudgedSeries {
  readonly release: SeriesRelease;
  readonly sensitive: readonly TextColumn[];
  readonly measure: SeriesMeasure;
  /** How many range queries were asked. */
  readonly queries: number;
  /** Of each leaf, where its members share a pattern without sharing a word. */
  readonly fidelities?: Float64Array | undefined;
  readonly singledOut?: SingledOut | undefined;
  /** Where a sensitive column is published. */
  readonly homogeneity?: number | undefined;
  /** What each quasi-identifier lost, where there are any. */
  readonly quasiLosses?: ByColumn | undefined;
}

/** What the judges found in a release of events. */
export interface JudgedEvents {
  readonly loss: {
    readonly ncp: number;
    readonly ncpReleased: number;
    readonly flattenedShare: ByColumn;
    readonly lost?: readonly Lost[];
  };
  readonly unicity?: readonly Unicity[] | undefined;
  /** Where numbers link what k subjects share. */
  readonly links?: KeptLinks | undefined;
  /** Where an order is told. */
  readonly followsError?: number | undefined;
}

/** What the judges found in a release of records. */
export interface JudgedTable {
  readonly loss: TableLoss;
  /** What the unchanged columns give away, where there are any. */
  readonly singledOut?: SingledOut;
  readonly homogeneity?: ByColumn;
  /** How records share combinations. */
  readonly classes?: ClassFigures;
  /** What the labels do not tell of the values, from 0 to 1. */
  readonly entropyLoss?: number;
  /** Where a population was named. */
  readonly journalist?: JournalistRisk;
  /** How well unchanged columns are told by who learnt from the release, and from the original. */
  readonly classified?: { readonly release: ByColumn; readonly original: ByColumn };
}

/** Values by the names of columns. */
export type ByColumn = Readonly<Record<string, number>>;

export interface Unicity {
  readonly points: 1 | 2 | 3 | 4;
  /** In public rounded up, and without what it was found from. */
  readonly share: number;
  readonly low?: number;
  readonly high?: number;
  readonly sampled?: number;
}

export type { KeptLinks };

export interface Lost {
  readonly combination: Readonly<Record<string, string>>;
  readonly events: number;
  readonly flattened: number;
  readonly removed: number;
}
