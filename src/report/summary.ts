import { type EventsSummary, publicEventsSummary } from './events-summary.ts';
import { publicTableSummary, type TableSummary } from './table-summary.ts';

/** The result of a run in numbers: what `--json` prints and report.json holds. Fields that do not apply are absent. */
export type Summary = SeriesSummary | EventsSummary | TableSummary;

export interface SeriesSummary {
  readonly method: 'naive' | 'kapra' | 'prism';
  readonly k: number;
  readonly p: number;
  readonly l?: number;
  readonly out?: string;
  readonly files: readonly string[];
  readonly input?: { readonly rows: number; readonly subjects: number };
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
  readonly measure: {
    readonly valueLoss: number;
    readonly patternLoss: number;
    readonly patternFloor: number;
    readonly flatPatterns?: number;
    readonly rangeQueryError?: number;
    readonly curveError?: number;
    /** Share of records whose class, on envelope and pattern, has one value only of some sensitive column. */
    readonly homogeneity?: number;
    /** How alike the shapes under one pattern are, 1 the same; the mean over records, and the least of all leaves. */
    readonly fidelity?: number;
    readonly leastFidelity?: number;
  };
  readonly verdict: {
    readonly holds: boolean;
    readonly smallestGroup: number;
    readonly smallestLeaf?: number;
    readonly breaches: readonly string[];
  };
  readonly advice?: readonly string[];
  readonly seconds?: Readonly<Record<string, number>>;
  readonly peakMemoryBytes?: number;
}

/**
 * What of a summary may leave: no count of persons from 1 to k - 1, nothing such a count could be worked out from, no path, no timing.
 */
export function publicSummary(summary: Summary): Summary {
  if (summary.method === 'events') return publicEventsSummary(summary);
  return summary.method === 'kaca' ? publicTableSummary(summary) : publicSeriesSummary(summary);
}

function publicSeriesSummary({
  out: _,
  input,
  release,
  measure,
  verdict,
  seconds: __,
  peakMemoryBytes: ___,
  advice: ____,
  ...rest
}: SeriesSummary): SeriesSummary {
  const k = rest.k;
  const tellable = (count: number | undefined) => count !== undefined && (count === 0 || count >= k);
  const { suppressedRows, suppressedSubjects, interpolatedCells: _____, retention, ...sizes } = release;
  const lossTellable = tellable(suppressedRows) && tellable(suppressedSubjects);
  const { flatPatterns, homogeneity, leastFidelity: ______, ...losses } = measure;
  const alikeTellable = homogeneity !== undefined && tellable(Math.round(homogeneity * sizes.rows)); // a share of a known number is a count
  const { smallestLeaf, ...found } = verdict;
  return {
    ...rest,
    ...(lossTellable && input !== undefined ? { input } : {}),
    release: {
      ...sizes,
      ...(lossTellable ? given({ suppressedRows, suppressedSubjects, retention }) : {}),
    },
    measure: {
      ...losses,
      ...(tellable(flatPatterns) ? given({ flatPatterns }) : {}),
      ...(alikeTellable ? given({ homogeneity }) : {}),
    },
    verdict: { ...found, ...(tellable(smallestLeaf) ? given({ smallestLeaf }) : {}) },
  };
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value. */
function given<Fields extends Record<string, number | undefined>>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>; // entries keep their names
}
