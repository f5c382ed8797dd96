import type { MeasureOf } from '../figures/figures.ts';
import type { Weighed } from '../figures/to-weigh.ts';
import type { SeriesManifest } from '../release/manifest.ts';
import type { EventsSummary } from './events-summary.ts';
import type { TableSummary, ToldModel } from './table-summary.ts';

/** The result of a run in numbers: what `--json` prints and report.json holds. Fields that do not apply are absent. */
export type Summary = SeriesSummary | EventsSummary | TableSummary;

export interface SeriesSummary {
  readonly method: SeriesManifest['method'];
  readonly k: number;
  readonly p: number;
  readonly l?: number;
  /** What else is promised of the sensitive values behind every pattern. */
  readonly models?: readonly ToldModel[];
  readonly out?: string;
  readonly files: readonly string[];
  /** Only where each spelling of an id counts as a subject. */
  readonly subjectSpelling?: 'exact';
  /** `rows` of the file; in public only where each is a subject. `joinedIds`: those that are another spelling of a subject's; never in public. */
  readonly input?: { readonly rows?: number; readonly subjects: number; readonly joinedIds?: number };
  readonly release: {
    readonly rows: number;
    readonly subjects: number;
    readonly groups: number;
    readonly leaves: number;
    readonly suppressedRows?: number;
    readonly suppressedSubjects?: number;
    readonly interpolatedCells?: number;
    readonly retention?: number;
  };
  /** docs/metrics.md defines each figure. */
  readonly measure: MeasureOf<'series'>;
  readonly verdict: {
    readonly holds: boolean;
    readonly smallestGroup: number;
    readonly smallestLeaf?: number;
    readonly breaches: readonly string[];
  };
  /** Figures beyond what is usable, the gravest first; never in public. */
  readonly weigh?: readonly Weighed[];
  readonly advice?: readonly string[];
  readonly seconds?: Readonly<Record<string, number>>;
  readonly peakMemoryBytes?: number;
}
