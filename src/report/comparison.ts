import type { FigureValues } from '../figures/figures.ts';

/** One release of a comparison. What the verifier counted comes from the files; losses come from the release's own report. */
export interface ComparedRelease {
  readonly release: string;
  readonly holds: boolean;
  /** Codes of the promises it breaks. */
  readonly breaches: readonly string[];
  /** `internal`: its internal report was there to read. */
  readonly edition: 'internal' | 'public';
  /** Absent where the manifest cannot be read. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** Absent where the release does not hold: its figures would be about something else. */
  readonly figures?: ComparedFigures;
}

/** By the ids of figures; one that was not published, or never taken, is absent. */
export interface ComparedFigures extends FigureValues {
  readonly subjectsRead?: number;
  readonly suppressed?: number;
  readonly records: number;
  readonly bytes: number;
  readonly seconds?: number;
}

export interface Comparison {
  readonly releases: readonly ComparedRelease[];
  /** What to bear in mind when reading the figures side by side. */
  readonly notes: readonly string[];
  /** The same for those who read another language. */
  readonly apart: readonly ('inputs' | 'families')[];
}
