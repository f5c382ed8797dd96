import type { ProblemCode } from '../base/problem-code.ts';
import type { FigureValues } from '../figures/figures.ts';
import type { Setting, Swept } from '../figures/sweep-setting.ts';

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
  /** The code of what is wrong with it, and its sentences. */
  readonly code: ProblemCode;
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
export interface SweepResult extends Swept {
  readonly shoal: string;
  readonly input: { readonly rows: number; readonly subjects: number };
  readonly limits: Limits;
  /** Range queries asked of each setting of series. */
  readonly queries?: number;
  readonly recommendation: Recommendation;
  readonly points: readonly SweepPoint[];
  readonly seconds: Readonly<Record<string, number>>;
}

export const isVerified = (point: SweepPoint): point is VerifiedPoint => point.status === 'verified';
