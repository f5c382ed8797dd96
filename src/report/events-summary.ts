import type { MeasureOf } from '../figures/figures.ts';
import type { Weighed } from '../figures/to-weigh.ts';

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
    /** Subjects of whom at least one event was left out before that. */
    readonly leftOutSubjects?: number;
    readonly badTimes?: number;
    /** Events of nobody, left out as `onEmptySubject` says. */
    readonly withoutSubject?: number;
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
    /** Subjects of whom at least one event that was counted was left out. */
    readonly leftOutSubjects?: number;
    readonly retention?: number;
  };
  /** docs/metrics.md defines each figure. */
  readonly measure: MeasureOf<'events'>;
  readonly verdict: { readonly holds: boolean; readonly smallestGroup: number; readonly breaches: readonly string[] };
  /** Figures beyond what is usable, the gravest first; never in public. */
  readonly weigh?: readonly Weighed[];
  readonly advice?: readonly string[];
  readonly seconds?: Readonly<Record<string, number>>;
  readonly peakMemoryBytes?: number;
}
