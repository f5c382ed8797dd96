import type { Problem } from '../base/problem.ts';
import type { ProblemCode } from '../base/problem-code.ts';
import { speltTwice } from '../formats/input-problems.ts';
import type { EventsPolicy, Policy, SeriesPolicy, TablePolicy } from '../policy/policy.ts';
import { populationText } from '../policy/population-keys.ts';
import { modelOutOfReach } from './model-problems.ts';
import { populationOutOfReach } from './population-problems.ts';
import {
  keptColumns,
  type Left,
  linkedTooWell,
  lossOutOfReach,
  lTooLarge,
  nothingLeft,
  tooFewLeft,
  tooManyLeftOut,
  tooUnique,
} from './problems.ts';

/** A step at which a run ends unless what it made keeps a limit. */
export interface GateStep {
  readonly step: 'gate';
  readonly figure: GateFigure;
  readonly least?: number;
  readonly most?: number;
  /** The code of the problem that a run ends with here. */
  readonly refuses: ProblemCode;
}

/** A figure of what was made, as it is found and as the number that is compared, and the problem of one beyond its limit. */
interface Gate<Code extends ProblemCode, Found, Of extends Policy> {
  readonly refuses: Code;
  valueOf(found: Found): number;
  problem(found: Found, limit: number, policy: Of): Problem<Code>;
}

const gate = <const Code extends ProblemCode, Found, Of extends Policy>(one: Gate<Code, Found, Of>) => one;

/** Combinations that an event log keeps; where there are none, what became of them. */
export interface KeptCombinations {
  readonly count: number;
  readonly left: Left;
}

/** A sensitive column that lacks something, what was asked of it, and what can be. */
export interface ShortOf {
  readonly column: string;
  readonly asked: string;
  readonly reachable: string;
}

/** Every limit that only the making, or the release itself, can show to be out of reach; what a policy and its input show is refused by the plan. */
export const gates = {
  /** Subjects in the release. */
  released: gate({
    refuses: 'policy/too-few-left',
    valueOf: (subjects: number) => subjects,
    problem: (_, k, { p }: SeriesPolicy) => tooFewLeft(k, p),
  }),
  /** Distinct values of the sensitive column that has the fewest among the released subjects. */
  distinctValues: gate({
    refuses: 'policy/l-too-large',
    valueOf: (fewest: { readonly column: string; readonly values: number }) => fewest.values,
    problem: ({ column, values }, l) => lTooLarge(l, column, values),
  }),
  /** Why those who are left cannot keep what is promised of sensitive values, where they cannot. */
  models: gate({
    refuses: 'policy/model-out-of-reach',
    valueOf: (short: ShortOf | undefined) => (short === undefined ? 0 : 1),
    problem: (short) => modelOutOfReach(short?.column ?? '', short?.asked ?? '', short?.reachable ?? ''),
  }),
  /** The losses of the weight of shape that came nearest to the limits. */
  valueLoss: gate({
    refuses: 'policy/loss-out-of-reach',
    valueOf: (nearest: number) => nearest,
    problem: (nearest, limit) => lossOutOfReach('value', limit, nearest),
  }),
  patternLoss: gate({
    refuses: 'policy/loss-out-of-reach',
    valueOf: (nearest: number) => nearest,
    problem: (nearest, limit) => lossOutOfReach('pattern', limit, nearest),
  }),
  /** Combinations of an event log with k subjects. */
  combinations: gate({
    refuses: 'policy/nothing-left',
    valueOf: ({ count }: KeptCombinations) => count,
    problem: ({ left }, _, { k }: EventsPolicy) => nothingLeft(k, left),
  }),
  /** Values of the column with the most labels that are another spelling of one beside them. */
  speltTwice: gate({
    refuses: 'input/spelt-twice',
    valueOf: (worst: { readonly column: string; readonly values: number } | undefined) => worst?.values ?? 0,
    problem: (worst) => speltTwice(worst?.column ?? '', worst?.values ?? 0),
  }),
  /** Share of subjects of whom a record was left out. */
  leftOut: gate({
    refuses: 'policy/too-many-left-out',
    valueOf: (share: number) => share,
    problem: (share, most) => tooManyLeftOut(share, most),
  }),
  /** Groups that do not keep what is promised against the population. */
  population: gate({
    refuses: 'policy/population-out-of-reach',
    valueOf: (groups: number) => groups,
    problem: (groups, _, policy: TablePolicy) => populationOutOfReach(groups, populationText(policy)),
  }),
  /** Share of subjects that the unchanged columns alone single out. */
  singledOut: gate({
    refuses: 'output/kept-columns',
    valueOf: (singledOut: { readonly shareOfSubjects: number } | undefined) => singledOut?.shareOfSubjects ?? 0,
    problem: (singledOut, most, policy: SeriesPolicy | TablePolicy) =>
      keptColumns(singledOut?.shareOfSubjects ?? 0, { most, k: policy.k, means: policy.family === 'table' }),
  }),
  /** Largest mean chance of an intruder to point at somebody's own record; what is not known does not pass. */
  linkage: gate({
    refuses: 'gate/linkage',
    valueOf: (found: { readonly intruder: string; readonly success: number } | undefined) =>
      found?.success ?? Number.POSITIVE_INFINITY,
    problem: (found, most) => linkedTooWell(found?.intruder ?? '', found?.success ?? 0, most),
  }),
  /** Share of subjects that a few of their own events single out by their id; what is not known does not pass. */
  unicity: gate({
    refuses: 'output/unicity',
    valueOf: (sampled: readonly Sampled[]) => worstOf(sampled)?.share ?? Number.POSITIVE_INFINITY,
    problem: (sampled, most, { pseudonym }: EventsPolicy) => tooUnique(worstOf(sampled), most, pseudonym),
  }),
};

export type GateFigure = keyof typeof gates;

/** What a gate of each figure is shown. */
export type Figures = { readonly [Figure in GateFigure]?: Parameters<(typeof gates)[Figure]['valueOf']>[0] };

interface Sampled {
  readonly points: number;
  readonly share: number;
}

const worstOf = (sampled: readonly Sampled[]): Sampled | undefined =>
  sampled.toSorted((a, b) => b.share - a.share || a.points - b.points)[0];

export const atLeast = (figure: GateFigure, least: number): GateStep => ({
  ...{ step: 'gate', figure, least },
  refuses: gates[figure].refuses,
});

export const atMost = (figure: GateFigure, most: number): GateStep => ({
  ...{ step: 'gate', figure, most },
  refuses: gates[figure].refuses,
});

/** Limits of the policy that attacks on the written release are held to. */
export const attackGates = ({ gates: limits }: Policy): readonly GateStep[] =>
  limits === undefined ? [] : [atMost('linkage', limits.linkage)];

/** Why a run ends at this gate; nothing where the figure keeps its limit. */
export function refusalAt({ figure, least, most }: GateStep, figures: Figures, policy: Policy): Problem | undefined {
  const own: Gate<ProblemCode, unknown, Policy> = gates[figure]; // the steps of a policy's own family vouch for its figures
  const found = figures[figure];
  const value = own.valueOf(found);
  if (least !== undefined && value < least) return own.problem(found, least, policy);
  return most !== undefined && value > most ? own.problem(found, most, policy) : undefined;
}
