import { decimal, figure, percent } from './figures.ts';

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

/** A figure that was not published, or never taken, is absent. */
export interface ComparedFigures {
  readonly valueLoss?: number;
  readonly patternLoss?: number;
  readonly patternFloor?: number;
  readonly flatPatterns?: number;
  readonly rangeQueryError?: number;
  /** Of transactions and event logs: what labels say less than the values did. */
  readonly ncp?: number;
  readonly homogeneity?: number;
  readonly fidelity?: number;
  readonly subjectsRead?: number;
  readonly suppressed?: number;
  readonly retention?: number;
  readonly records: number;
  readonly groups: number;
  readonly smallestGroup?: number;
  readonly leaves?: number;
  readonly smallestLeaf?: number;
  readonly bytes: number;
  /** 1 / the smallest class of records with the same bands and labels: the most anyone who knows those can be sure of a record. */
  readonly largestRiskByBands?: number;
  /** 1 / the smallest leaf: the same for who knows the whole curve. */
  readonly largestRiskByPattern?: number;
  /** The mean over subjects of 1 / the size of their class. */
  readonly meanRiskByBands?: number;
  readonly meanRiskByPattern?: number;
  readonly seconds?: number;
}

export interface Comparison {
  readonly releases: readonly ComparedRelease[];
  /** What to bear in mind when reading the figures side by side. */
  readonly notes: readonly string[];
}

interface Row {
  readonly label: string;
  readonly cells: readonly string[];
}

/** The comparison as one table: a row for each setting and figure, a column for each release. */
export function comparisonRows({ releases }: Comparison): readonly Row[] {
  const names = [...new Set(releases.flatMap(({ settings }) => Object.keys(settings ?? {})))];
  return [
    { label: 'verdict', cells: releases.map(({ holds }) => (holds ? '✓ holds' : '✗ broken')) },
    ...names.map((name) => ({
      label: settingLabels[name] ?? name,
      cells: releases.map((release) => settingCell(release, name)),
    })),
    ...figureRows
      .filter(({ name, mayLack }) => mayLack !== true || releases.some(({ figures }) => figures?.[name] !== undefined))
      .map(({ label, name, print, mayStay }) => ({
        label,
        cells: releases.map(({ figures, edition }) => {
          const value = figures?.[name];
          if (value !== undefined) return print(value);
          return figures !== undefined && edition === 'public' && mayStay === true ? 'internal' : '–';
        }),
      })),
  ];
}

/** Settings beyond what the manifest promises are told in the internal report alone. */
function settingCell({ settings, edition }: ComparedRelease, name: string): string {
  const value = settings?.[name];
  if (value !== undefined) return String(value);
  return settings !== undefined && edition === 'public' ? 'internal' : '–';
}

const settingLabels: Readonly<Record<string, string>> = { p: 'P', maxLevel: 'level' };

const figureRows: readonly {
  readonly label: string;
  readonly name: keyof ComparedFigures;
  readonly print: (value: number) => string;
  /** Whether a public report may leave it out. */
  readonly mayStay?: true;
  /** Whether the row is left out where no release has the figure. */
  readonly mayLack?: true;
}[] = [
  { label: 'value loss', name: 'valueLoss', print: decimal },
  { label: 'pattern loss', name: 'patternLoss', print: decimal },
  { label: 'pattern floor', name: 'patternFloor', print: decimal },
  { label: 'records at level 1', name: 'flatPatterns', print: figure, mayStay: true },
  { label: 'error of range counts', name: 'rangeQueryError', print: percent },
  { label: 'loss per record', name: 'ncp', print: decimal, mayLack: true },
  { label: 'homogeneity', name: 'homogeneity', print: percent },
  { label: 'fidelity', name: 'fidelity', print: decimal },
  { label: 'subjects read', name: 'subjectsRead', print: figure, mayStay: true },
  { label: 'records released', name: 'records', print: figure },
  { label: 'left out', name: 'suppressed', print: figure, mayStay: true },
  { label: 'retention', name: 'retention', print: percent, mayStay: true },
  { label: 'groups', name: 'groups', print: figure },
  { label: 'smallest group', name: 'smallestGroup', print: figure },
  { label: 'leaves', name: 'leaves', print: figure },
  { label: 'smallest leaf', name: 'smallestLeaf', print: figure },
  { label: 'bytes of data', name: 'bytes', print: figure },
  { label: 'largest risk by bands', name: 'largestRiskByBands', print: decimal },
  { label: 'largest risk by pattern', name: 'largestRiskByPattern', print: decimal },
  { label: 'mean risk by bands', name: 'meanRiskByBands', print: decimal },
  { label: 'mean risk by pattern', name: 'meanRiskByPattern', print: decimal },
  { label: 'seconds', name: 'seconds', print: decimal, mayStay: true },
];
