import type { FigureValues } from '../figures/figures.ts';

/** The settings that a sweep varies. */
export interface Setting {
  readonly method: string;
  readonly k: number;
  readonly p: number;
  readonly maxLevel: number;
}

/** What a setting lost on this input, by the ids of its figures; docs/metrics.md defines each. */
export interface SweepFigures extends FigureValues {
  readonly valueLoss: number;
  readonly patternLoss: number;
  readonly retention: number;
  readonly suppressed: number;
  /** From the table in memory to the verdict, beside other settings at work. */
  readonly seconds: number;
}

/** A setting whose release was written and verified. */
export interface VerifiedPoint extends Setting, SweepFigures {
  readonly status: 'verified';
  /** No other setting loses less in one way and not more in another. */
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
  readonly minRetention?: number;
};

/** The setting to take; where none keeps within the limits (`met` is false), the nearest. */
export interface Recommendation {
  readonly rule: 'limits' | 'knee';
  readonly met: boolean;
  readonly setting: Setting;
  readonly reason: string;
  readonly command: string;
}

/** sweep.json. Describes the original data, so it must stay. */
export interface SweepResult {
  readonly shoal: string;
  readonly input: { readonly rows: number; readonly subjects: number };
  readonly grid: {
    readonly method: readonly string[];
    readonly k: readonly number[];
    readonly p: readonly number[];
    readonly maxLevel: readonly number[];
  };
  readonly limits: Limits;
  /** Range queries asked of each setting. */
  readonly queries: number;
  readonly recommendation: Recommendation;
  readonly points: readonly SweepPoint[];
  readonly seconds: Readonly<Record<string, number>>;
}

export const isVerified = (point: SweepPoint): point is VerifiedPoint => point.status === 'verified';

export const sameSetting = (a: Setting, b: Setting): boolean =>
  a.method === b.method && a.k === b.k && a.p === b.p && a.maxLevel === b.maxLevel;

/** A setting in words. */
export const settingWords = ({ method, k, p, maxLevel }: Setting): string => `${method}, k = ${k}, P = ${p}, level ${maxLevel}`;
