import type { Figure } from '../figures/figure.ts';
import { figures as allFigures, type FigureId } from '../figures/figures.ts';
import { plain } from '../figures/print.ts';

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
export interface ComparedFigures extends Readonly<Partial<Record<FigureId, number>>> {
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
    ...lines
      .filter(({ name, mayLack }) => mayLack !== true || releases.some(({ figures }) => figures?.[name] !== undefined))
      .map(({ label, name, unit, mayStay }) => ({
        label,
        cells: releases.map(({ figures, edition }) => {
          const value = figures?.[name];
          if (value !== undefined) return plain[unit](value);
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

interface Line {
  readonly label: string;
  readonly name: keyof ComparedFigures;
  readonly unit: Figure['unit'];
  /** Whether a public report may leave it out. */
  readonly mayStay?: true | undefined;
  /** Whether the row is left out where no release has the figure. */
  readonly mayLack?: true | undefined;
}

/** The figures that a comparison has of some parts of a summary, each label once. */
function linesOf(...parts: readonly Figure['part'][]): readonly Line[] {
  const found = allFigures.flatMap(({ id, part, unit, words, comparison }): readonly Line[] => {
    if (comparison === undefined || !parts.includes(part)) return [];
    const { label = words.en.name.toLowerCase(), mayStay, mayLack } = comparison;
    return [{ label, name: id as FigureId, unit, mayStay, mayLack }]; // of the same list
  });
  return found.filter(({ label }, i) => found.findIndex((one) => one.label === label) === i);
}

/** Figures, and between them what a comparison knows beside. */
const lines: readonly Line[] = [
  ...linesOf('measure'),
  { label: 'subjects read', name: 'subjectsRead', unit: 'whole', mayStay: true },
  { label: 'records released', name: 'records', unit: 'whole' },
  { label: 'left out', name: 'suppressed', unit: 'whole', mayStay: true },
  ...linesOf('release', 'verdict'),
  { label: 'bytes of data', name: 'bytes', unit: 'whole' },
  ...linesOf('risk'),
  { label: 'seconds', name: 'seconds', unit: 'decimal', mayStay: true },
];
