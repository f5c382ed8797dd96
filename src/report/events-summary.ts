/** The result of a run over an event log in numbers. Fields that do not apply are absent. */
export interface EventsSummary {
  readonly method: 'events';
  readonly k: number;
  readonly out?: string;
  readonly files: readonly string[];
  readonly input?: {
    readonly rows: number;
    readonly subjects: number;
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
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly sampled: number;
}

export interface Lost {
  readonly combination: Readonly<Record<string, string>>;
  readonly events: number;
  readonly flattened: number;
  readonly removed: number;
}

/**
 * What of a summary may leave: no count of persons from 1 to k - 1, nothing such a count could be worked out from, no path, no timing,
 * and nothing of what was removed where it was few.
 */
export function publicEventsSummary({
  out: _,
  input,
  release,
  measure,
  advice: __,
  seconds: ___,
  peakMemoryBytes: ____,
  ...rest
}: EventsSummary): EventsSummary {
  const tellable = (count: number | undefined) => count !== undefined && (count === 0 || count >= rest.k);
  const { rows, subjects, combinations } = release;
  const { lost: _____, ncp, unicity, ...losses } = measure;
  const told = unicity?.filter(({ share, sampled }) => tellable(sampled) && tellable(Math.round(share * sampled))); // few subjects have four events or are singled out, and how few is a count of persons
  const measures = { ...losses, ...(told === undefined ? {} : { unicity: told }) };
  const lossTellable = tellable(release.suppressedRows) && tellable(release.suppressedSubjects) && tellable(release.flattened);
  const classesTellable =
    input !== undefined && tellable(input.rows - input.counted.rows) && tellable(input.subjects - input.counted.subjects);
  const { badTimes: ______, unmapped: _______, ...read } = input ?? { rows: 0, subjects: 0, counted: { rows: 0, subjects: 0 } };
  return {
    ...rest,
    ...(lossTellable && classesTellable ? { input: read } : {}),
    release: lossTellable ? release : { rows, subjects, combinations },
    measure: lossTellable ? { ...measures, ...(ncp === undefined ? {} : { ncp }) } : unicityOnly(measures),
  };
}

const unicityOnly = ({ unicity }: EventsSummary['measure']): EventsSummary['measure'] =>
  unicity === undefined ? {} : { unicity };
