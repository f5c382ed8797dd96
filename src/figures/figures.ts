import type { Family } from '../policy/family.ts';
import { discernibility, meanClass } from './class-sizes.ts';
import { classified, classifiedBefore } from './classified.ts';
import { curveBias } from './curve-bias.ts';
import { curveError } from './curve-error.ts';
import { entropyLoss } from './entropy-loss.ts';
import { fidelity, leastFidelity } from './fidelity.ts';
import type { Figure } from './figure.ts';
import { directlyFollowsError } from './follows-error.ts';
import { homogeneity, homogeneityByColumn } from './homogeneity.ts';
import { journalistRisk, meanJournalistRisk } from './journalist-risk.ts';
import type { ByColumn } from './judged.ts';
import { links } from './links.ts';
import { flattenedShare, lossPerEvent, lossPerReleasedEvent, lost } from './loss-per-event.ts';
import { lossPerRecord, weightedLossPerRecord } from './loss-per-record.ts';
import { flatPatterns, patternFloor, patternLoss } from './pattern-loss.ts';
import { lossByColumn, quasiLoss } from './quasi-loss.ts';
import { rangeQueryError } from './range-query-error.ts';
import { retention } from './retention.ts';
import { largestRiskByBands, largestRiskByPattern, meanRiskByBands, meanRiskByPattern } from './risks.ts';
import { singledOut } from './singled-out.ts';
import { combinations, groups, leaves, smallestGroup, smallestLeaf } from './sizes.ts';
import { unicity } from './unicity.ts';
import { valueLoss } from './value-loss.ts';

/** Every figure that a release can have, in the order in which JSON, pages and tables have them. A new one is a file and a line here. */
const listed = [
  valueLoss,
  patternLoss,
  patternFloor,
  flatPatterns,
  rangeQueryError,
  curveError,
  curveBias,
  lossPerEvent,
  lossPerReleasedEvent,
  flattenedShare,
  lost,
  unicity,
  links,
  directlyFollowsError,
  lossPerRecord,
  quasiLoss,
  lossByColumn,
  weightedLossPerRecord,
  entropyLoss,
  meanClass,
  discernibility,
  classified,
  classifiedBefore,
  journalistRisk,
  meanJournalistRisk,
  homogeneity,
  singledOut,
  homogeneityByColumn,
  fidelity,
  leastFidelity,
  retention,
  groups,
  combinations,
  smallestGroup,
  leaves,
  smallestLeaf,
  largestRiskByBands,
  largestRiskByPattern,
  meanRiskByBands,
  meanRiskByPattern,
] as const;

export const figures: readonly Figure[] = listed;

type Listed = (typeof listed)[number];
type MeasuredIn<Own, Of extends Family> = Own extends {
  readonly part: 'measure';
  readonly families: { readonly [F in Of]: unknown };
}
  ? Own
  : never;
type AlwaysIn<Own, Of extends Family> = Own extends { readonly families: { readonly [F in Of]: { readonly always: true } } }
  ? Own
  : never;
type ValueIn<Own, Of extends Family> = Own extends {
  readonly families: { readonly [F in Of]: { readonly find: (judged: never) => infer Value } };
}
  ? Exclude<Value, undefined>
  : never;

/** The figures of `measure` that each report of a family has, and those that one may lack. */
export type MeasureOf<Of extends Family> = {
  readonly [Own in AlwaysIn<MeasuredIn<Listed, Of>, Of> as Own['id']]: ValueIn<Own, Of>;
} & {
  readonly [Own in Exclude<MeasuredIn<Listed, Of>, AlwaysIn<MeasuredIn<Listed, Of>, Of>> as Own['id']]?: ValueIn<Own, Of>;
};

type IdOf<Kind extends Figure['kind']> = Extract<Listed, { readonly kind: Kind }>['id'];

/** Figures by their ids, as comparisons and sweeps have them: numbers, and numbers by column. */
export type FigureValues = Readonly<
  Partial<Record<IdOf<'number'>, number> & Record<Exclude<IdOf<'columns'>, IdOf<'number'>>, ByColumn>>
>;
