/** The result of a run over an event log in numbers. Fields that do not apply are absent. */
export interface EventsSummary {
  readonly method: 'events';
  readonly k: number;
  readonly out?: string;
  readonly files: readonly string[];
  /** Only where each spelling of an id counts as a subject. */
  readonly subjectSpelling?: 'exact';
  readonly input?: {
    readonly rows: number;
    readonly subjects: number;
    /** Ids that are another spelling of a subject's; never in public. */
    readonly joinedIds?: number;
    /** After classes, unreadable times and unmapped codes were left out: what k is counted on. */
    readonly counted: { readonly rows: number; readonly subjects: number };
    readonly badTimes?: number;
    readonly unmapped?: { readonly rows: number; readonly codes: number };
  };
  readonly release: {
    readonly rows: number;
    readonly subjects: number;
    readonly combinations: number;
    /** Events published under a flattened or coarser combination. */
    readonly flattened?: number;
    readonly removedEvents?: number;
    readonly removedUsers?: number;
    /** Of what was counted. */
    readonly suppressedRows?: number;
    readonly suppressedSubjects?: number;
    readonly retention?: number;
  };
  readonly measure: {
    /** Mean normalised certainty penalty of the counted events: 0 as it was, 1 flattened in every column or left out. */
    readonly ncp?: number;
    /** The same over the events that were released. */
    readonly ncpReleased?: number;
    /** Share of the released events whose cell is coarser than it was, for each column. */
    readonly flattenedShare?: Readonly<Record<string, number>>;
    /** Share of subjects singled out by 1 to 4 of their own events, where an id leaves; `low` and `high` bound it at 95 %. */
    readonly unicity?: readonly Unicity[];
    /** Who lost most, per class and part of the day; only where both are published. */
    readonly lost?: readonly Lost[];
  };
  readonly verdict: { readonly holds: boolean; readonly smallestGroup: number; readonly breaches: readonly string[] };
  readonly advice?: readonly string[];
  readonly seconds?: Readonly<Record<string, number>>;
  readonly peakMemoryBytes?: number;
}

export interface Unicity {
  readonly points: 1 | 2 | 3 | 4;
  /** In public rounded up, and without what it was found from. */
  readonly share: number;
  readonly low?: number;
  readonly high?: number;
  readonly sampled?: number;
}

export interface Lost {
  readonly combination: Readonly<Record<string, string>>;
  readonly events: number;
  readonly flattened: number;
  readonly removed: number;
}
