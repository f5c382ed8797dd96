import type { ClassRisk } from '../risk/class-risk.ts';
import { type Bin, joinedBins } from './bins.ts';

/** What report.json holds beside the summary, and a page shows beside its figures: the more a section describes, the less of it leaves. */
export type Sections = SeriesSections | EventsSections | TableSections;

interface EverySection {
  readonly lang: string;
  /** Settings as a policy file has them. */
  readonly policy: Readonly<Record<string, unknown>>;
  /** Of someone who knows values or a whole combination. */
  readonly risk: ClassRisk;
}

export interface SeriesSections extends EverySection {
  readonly kind: 'series';
  /** Names of the instants that the pictures show. */
  readonly instants: readonly string[];
  /** Groups and leaves by how many subjects they hold. */
  readonly groupSizes: readonly Bin[];
  readonly leafSizes: readonly Bin[];
  /** Of someone who knows the whole curve. */
  readonly patternRisk: ClassRisk;
  readonly patterns: readonly { readonly pattern: string; readonly level: number; readonly subjects: number }[];
  readonly bands: readonly Band[];
  /** Records by the width of their band, and a sample of them by how much of their shape is lost. */
  readonly valueLosses: readonly Bin[];
  readonly patternLosses: readonly Bin[];
  /** Internal only: the groups that lost most, and who was left out, by label. */
  readonly worst?: readonly Band[];
  readonly leftOut?: readonly LeftOut[];
}

export interface Band {
  readonly size: number;
  readonly valueLoss: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** What the most frequent pattern asks for within the band. */
  readonly curve: readonly number[];
  /** Internal only: some members as they were. */
  readonly members?: readonly (readonly number[])[];
}

export interface LeftOut {
  readonly column: string;
  readonly label: string;
  readonly read: number;
  readonly leftOut: number;
}

export interface EventsSections extends EverySection {
  readonly kind: 'events';
  /** Combinations by how many subjects share them. */
  readonly combinationSizes: readonly Bin[];
  readonly calendar?: Calendar;
}

export interface TableSections extends EverySection {
  readonly kind: 'table';
  /** Combinations by how many subjects are behind them. */
  readonly combinationSizes: readonly Bin[];
  readonly crowd: readonly { readonly subjects: number; readonly records: number; readonly combinations: number }[];
  readonly regions: readonly {
    readonly column: string;
    readonly prefixes: readonly { readonly prefix: string; readonly combinations: number }[];
  }[];
  /** Combinations that contain each of the 24 hours. */
  readonly hours: readonly { readonly column: string; readonly combinations: readonly number[] }[];
  /** Some published rows: labels, counts and means. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Events by place in time. A cell is the place of its label in each axis, then how many events. */
export interface Calendar {
  readonly axes: readonly { readonly column: string; readonly labels: readonly string[] }[];
  readonly after: readonly (readonly number[])[];
  /** Internal only. */
  readonly before?: readonly (readonly number[])[];
}

/** What of the sections may leave: nothing of the original but through what was published, and no count of persons from 1 to k - 1. */
export function publicSections(sections: Sections, promised: { readonly k: number; readonly p?: number }): Sections {
  switch (sections.kind) {
    case 'series':
      return publicSeries(sections, promised.k, promised.p ?? promised.k);
    case 'events':
      return publicEvents(sections, promised.k);
    case 'table':
      return { ...sections, ...publicEverywhere(sections, promised.k) };
    default:
      return sections satisfies never;
  }
}

function publicSeries({ worst: _, leftOut: __, ...sections }: SeriesSections, k: number, p: number): SeriesSections {
  return {
    ...sections,
    ...publicEverywhere(sections, k),
    leafSizes: fromK(sections.leafSizes, k, p),
    patternRisk: tellableRisk(sections.patternRisk, k, p),
    patterns: sections.patterns.filter(({ subjects }) => subjects >= k),
    bands: sections.bands.map(({ members: ___, ...band }) => band),
    patternLosses: joinedBins(sections.patternLosses, k),
  };
}

function publicEvents({ calendar, ...sections }: EventsSections, k: number): EventsSections {
  return {
    ...sections,
    ...publicEverywhere(sections, k),
    ...(calendar === undefined ? {} : { calendar: releasedCalendar(calendar) }),
  };
}

const publicEverywhere = ({ policy, risk }: EverySection, k: number) => ({
  policy: withoutPlaces(policy),
  risk: tellableRisk(risk, k, k),
});

/** Without labels that occur in the original alone. */
function releasedCalendar({ axes, after }: Calendar): Calendar {
  const places = axes.map(({ labels }, a) => {
    const used = new Set(after.map((cell) => cell[a]));
    return [...labels.keys()].filter((i) => used.has(i));
  });
  return {
    axes: axes.map(({ column, labels }, a) => ({ column, labels: places[a].map((i) => labels[i]) })),
    after: after.map((cell) => cell.map((value, a) => (a < axes.length ? places[a].indexOf(value) : value))),
  };
}

/** Settings that say how a release is made. Those that say where data lies, on which machine, or how to undo the order of rows stay inside. */
export const openSettings: ReadonlySet<string> = new Set(
  `version method release format lang k p l subject quasi sensitive drop series long segments maxLevel intervals shape missing reconstruct decimals
  queries badLeaf grouping presplit residue exact pattern mu effort maxValueLoss maxPatternLoss time event unmapped removeClasses flatten flatValue
  reduce hourBlock timeZone periods pseudonym onBadTime maxUnicity weights clustering aggregate dominance labels`.split(/\s+/),
);

const withoutPlaces = (policy: EverySection['policy']): EverySection['policy'] =>
  Object.fromEntries(Object.entries(policy).filter(([key]) => openSettings.has(key)));

/** Where the smallest class is below k, its promise stands for it; a number of persons from 1 to k - 1 is left out. */
const tellableRisk = ({ largest, mean, above }: ClassRisk, k: number, promised: number): ClassRisk => ({
  largest: largest > 1 / k ? 1 / promised : largest,
  mean,
  above: above.filter(({ subjects }) => subjects === 0 || subjects >= k),
});

/** Leaves smaller than k as one bin, from the size that was promised. */
function fromK(bins: readonly Bin[], k: number, p: number): readonly Bin[] {
  const small = bins.filter(({ from }) => from < k);
  if (small.length === 0) return bins;
  const to = Math.max(k, ...small.map((bin) => bin.to));
  const count = small.reduce((sum, bin) => sum + bin.count, 0);
  return [{ from: p, to, count }, ...bins.filter(({ from }) => from >= k)];
}
