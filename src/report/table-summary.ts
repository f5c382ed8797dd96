import type { MeasureOf } from '../figures/figures.ts';
import type { Weighed } from '../figures/to-weigh.ts';

/** A promise about a sensitive column, as the manifest makes it, its hierarchy aside. */
export interface ToldModel {
  readonly model: 'distinct' | 'entropy' | 'recursive' | 'closeness' | 'alpha';
  readonly column: string;
  readonly l?: number;
  readonly c?: number;
  readonly t?: number;
  readonly distance?: 'equal' | 'ordered' | 'hierarchy';
  readonly share?: number;
}

/** The result of a run over transactions in numbers. Fields that do not apply are absent. */
export interface TableSummary {
  readonly method: 'kaca';
  readonly k: number;
  /** What else is promised of every group: of the values of its sensitive columns. */
  readonly models?: readonly ToldModel[];
  /** What is promised against a table of all among whom the subjects are, and how large that is. */
  readonly population?: {
    readonly kMap?: number;
    readonly presence?: { readonly min: number; readonly max: number };
    readonly rows: number;
    readonly subjects: number;
  };
  /** Noise on the counts: at most so far from the true ones, and its variance; absent where they are exact. */
  readonly noise?: { readonly most: number; readonly variance: number };
  readonly clustering: 'local' | 'hierarchy' | 'kmeans' | 'merge' | 'disjoint';
  /** Who is protected: a column of the input, or `row`. */
  readonly unit: string;
  readonly out?: string;
  readonly files: readonly string[];
  /** Only where each spelling of an id counts as a subject. */
  readonly subjectSpelling?: 'exact';
  /** `joinedIds`: those that are another spelling of a subject's; never in public. */
  readonly input?: { readonly rows: number; readonly subjects: number; readonly joinedIds?: number };
  readonly release: {
    /** Rows of the file: records, or groups where they are aggregated. */
    readonly rows: number;
    readonly records: number;
    readonly subjects: number;
    readonly groups: number;
    readonly suppressedRows?: number;
    readonly suppressedSubjects?: number;
    /** Subjects of whom at least one record was left out, as far as they are known by name. */
    readonly leftOutSubjects?: number;
    readonly retention?: number;
    /** Means that are blank, because too few subjects hold too much of them. */
    readonly blankMeans?: number;
  };
  /** The figures of the preset tolls, where its names are in force; `retention_rate` in percent. */
  readonly statistics?: {
    readonly total_records: number;
    readonly anonymized_groups: number;
    readonly suppressed_records: number;
    readonly retention_rate: number;
    readonly clusters?: number;
    readonly ncp: number;
  };
  /** docs/metrics.md defines each figure. */
  readonly measure: MeasureOf<'table'>;
  readonly verdict: { readonly holds: boolean; readonly smallestGroup: number; readonly breaches: readonly string[] };
  /** Figures beyond what is usable, the gravest first; never in public. */
  readonly weigh?: readonly Weighed[];
  readonly advice?: readonly string[];
  readonly seconds?: Readonly<Record<string, number>>;
  readonly peakMemoryBytes?: number;
}
