import type { FigureValues } from '../figures/figures.ts';
import type { Family } from '../policy/family.ts';
import type { Grid } from '../policy/sweep-grid.ts';

/** What one setting of a sweep is: those of its family, and of them those that are varied. */
export interface Setting {
  readonly method: string;
  readonly k: number;
  readonly p?: number;
  readonly maxLevel?: number;
  readonly effort?: string;
  readonly segments?: number;
  /** Columns joined by `+`, `sweep` or `none`. */
  readonly flatten?: string;
  readonly pseudonym?: string;
  /** Parts of a timestamp joined by `+`. */
  readonly timeKind?: string;
}

/** What a setting lost on this input, by the ids of its figures; docs/metrics.md defines each. */
export interface SweepFigures extends FigureValues {
  readonly retention: number;
  /** Subjects left out; of events and tables, records. */
  readonly suppressed: number;
  /** From the table in memory to the verdict, beside other settings at work. */
  readonly seconds: number;
}

/** A setting whose release was written and verified. */
export interface VerifiedPoint extends Setting, SweepFigures {
  readonly status: 'verified';
  /** No other setting protects as much and loses less. */
  readonly pareto: boolean;
  readonly recommended: boolean;
  /** Makes the release of this setting, quoted for a shell. */
  readonly command: string;
}

/** A setting that no release can have. */
export interface ImpossiblePoint extends Setting {
  readonly status: 'impossible';
  readonly reason: string;
  readonly pareto: false;
  readonly recommended: false;
}

export type SweepPoint = VerifiedPoint | ImpossiblePoint;

/** What must not be lost; a limit that is not given is absent. */
export type Limits = {
  readonly maxValueLoss?: number;
  readonly maxPatternLoss?: number;
  readonly maxQuasiLoss?: number;
  readonly maxRecordsLost?: number;
  readonly minRetention?: number;
};

/** The setting to take; where none keeps within the limits (`met` is false), the nearest. */
export interface Recommendation {
  /** By the limits that were given, or by what docs/metrics.md calls usable where none were. */
  readonly rule: 'limits' | 'usable';
  readonly met: boolean;
  readonly setting: Setting;
  readonly reason: string;
  readonly command: string;
}

/** sweep.json. Describes the original data, so it must stay. */
export interface SweepResult {
  readonly shoal: string;
  readonly family: Family;
  readonly input: { readonly rows: number; readonly subjects: number };
  readonly grid: Grid;
  readonly limits: Limits;
  /** Range queries asked of each setting of series. */
  readonly queries?: number;
  readonly recommendation: Recommendation;
  readonly points: readonly SweepPoint[];
  readonly seconds: Readonly<Record<string, number>>;
}

export const isVerified = (point: SweepPoint): point is VerifiedPoint => point.status === 'verified';

const settingKeys = ['method', 'k', 'p', 'maxLevel', 'effort', 'segments', 'flatten', 'pseudonym', 'timeKind'] as const;

/** The setting of a point, without its figures. */
export const settingOf = (point: Setting): Setting =>
  Object.fromEntries(settingKeys.flatMap((key) => (point[key] === undefined ? [] : [[key, point[key]]]))) as unknown as Setting; // it has a method and k

export const sameSetting = (a: Setting, b: Setting): boolean => settingKeys.every((key) => a[key] === b[key]);

/** A setting in words. */
export function settingWords({ method, k, p, maxLevel, effort, segments, flatten, pseudonym, timeKind }: Setting): string {
  const words = [
    ...(flatten === undefined ? [method] : [`flatten ${flatten}`]),
    `k = ${k}`,
    ...(p === undefined ? [] : [`P = ${p}`]),
    ...(maxLevel === undefined ? [] : [`level ${maxLevel}`]),
    ...(effort === undefined ? [] : [`effort ${effort}`]),
    ...(segments === undefined ? [] : [`${segments} segments`]),
    ...(pseudonym === undefined ? [] : [`ids ${pseudonym}`]),
    ...(timeKind === undefined ? [] : [`times by ${timeKind}`]),
  ];
  return words.join(', ');
}
