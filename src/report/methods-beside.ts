import type { SeriesSummary } from './summary.ts';

/** The same subjects published by several methods under one promise, every release of them verified. */
export interface MethodsBeside {
  readonly releases: readonly ReleaseBeside[];
  /** Names of the instants. */
  readonly instants: readonly string[];
  /** A few subjects, from the one that is easily hidden to the one that hardly is. */
  readonly subjects: readonly SubjectBeside[];
}

export interface ReleaseBeside {
  readonly summary: SeriesSummary;
  /** Where its report lies, seen from the page. */
  readonly report: string;
}

/** One subject: its values as they were, and what each release publishes of it, in the order of the releases. */
export interface SubjectBeside {
  readonly own: readonly number[];
  readonly published: readonly PublishedCurve[];
}

/** A published row: the band, its width as value loss counts it, and the curve that band and pattern make for a reader. */
export interface PublishedCurve {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly curve: readonly number[];
  readonly width: number;
  readonly pattern: string;
  readonly level: number;
}
