import type { Figure } from '../figures/figure.ts';
import { figures as allFigures, type FigureValues } from '../figures/figures.ts';
import { plain } from '../figures/print.ts';
import { partsOf } from '../figures/values.ts';

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
    ...linesFor(releases)
      .filter(
        ({ mayLack, of }) =>
          mayLack !== true || releases.some(({ figures }) => figures !== undefined && of(figures) !== undefined),
      )
      .map(({ label, unit, mayStay, of }) => ({
        label,
        cells: releases.map(({ figures, edition }) => {
          const value = figures === undefined ? undefined : of(figures);
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
  readonly unit: Figure['unit'];
  readonly of: (figures: ComparedFigures) => number | undefined;
  /** Whether a public report may leave it out. */
  readonly mayStay?: true | undefined;
  /** Whether the row is left out where no release has the figure. */
  readonly mayLack?: true | undefined;
}

/** Figures, and between them what a comparison knows beside. */
const linesFor = (releases: readonly ComparedRelease[]): readonly Line[] => [
  ...figureLines(releases, 'measure'),
  { label: 'subjects read', unit: 'whole', of: ({ subjectsRead }) => subjectsRead, mayStay: true },
  { label: 'records released', unit: 'whole', of: ({ records }) => records },
  { label: 'left out', unit: 'whole', of: ({ suppressed }) => suppressed, mayStay: true },
  ...figureLines(releases, 'release', 'verdict'),
  { label: 'bytes of data', unit: 'whole', of: ({ bytes }) => bytes },
  ...figureLines(releases, 'risk'),
  { label: 'seconds', unit: 'decimal', of: ({ seconds }) => seconds, mayStay: true },
];

/** The figures that a comparison has of some parts of a summary, each label once; one by column has a line for each. */
function figureLines(releases: readonly ComparedRelease[], ...parts: readonly Figure['part'][]): readonly Line[] {
  const found = allFigures.flatMap((figure): readonly Line[] => {
    const { id, part, unit, words, comparison } = figure;
    if (comparison === undefined || !parts.includes(part)) return [];
    const { label = words.en.name.toLowerCase(), mayStay, mayLack } = comparison;
    const line = { unit, mayStay, mayLack };
    const numbersIn = (figures: ComparedFigures | undefined) =>
      new Map(partsOf(figure, (figures as Readonly<Record<string, unknown>> | undefined)?.[id])); // by its keys
    const columns = new Set(releases.flatMap(({ figures }) => [...numbersIn(figures).keys()]));
    if (figure.kind !== 'columns') return [{ ...line, label, of: (figures) => numbersIn(figures).get('') }];
    return [...columns].map((column) => ({
      ...line,
      label: lowerFirst(words.en.nameIn?.(column) ?? column),
      of: (figures) => numbersIn(figures).get(column),
    }));
  });
  return found.filter(({ label }, i) => found.findIndex((one) => one.label === label) === i);
}

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
