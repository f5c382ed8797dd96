import type { CommonWork } from '../base/common-work.ts';
import type { Pool } from '../base/pool.ts';
import { invariant } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import type { Random } from '../base/random.ts';
import type { Result } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Engine, OpenRequest } from '../engine/engine.ts';
import type { Figures } from '../plan/gates.ts';
import type { Draft, InputCounts, Plan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import type { Policy } from '../policy/policy.ts';
import type { Manifest } from '../release/manifest.ts';

/**
 * A family of releases as one value: how its input is read, what a run of it does, step by step, and what the written data claims. What
 * judges say of it is not here: a judge never comes from the maker.
 */
export interface Family<
  Of extends Policy = Policy,
  Input extends Prepared = Prepared,
  Made extends MadeFigures = MadeFigures,
  Written = unknown,
> {
  readonly name: Plan['family'];
  readonly methods: readonly string[];
  /** Opens, reads and checks the policy's input, once for a plan and a run alike: what it refuses is refused by both. */
  prepare(policy: WithInput<Of>, tools: Tools): Promise<Result<Input>>;
  /** The policy with what it leaves to the input decided: what a plan says is what runs. */
  settle?(policy: Of, input: Input): Of;
  /** The steps of a run, or why no run can keep the policy. */
  draft(policy: Of, input: Input): Result<Drafted>;
  /** Fewer rows are worked on sooner than threads start. */
  rowsWorthThreads(policy: Of): number;
  /** What does each step; one that is done together with a later one does nothing by itself. */
  readonly perform: Readonly<Record<string, Performer<Work<Of, Input, Made, Written>>>>;
  /** Phases whose seconds are told, by the step that ends each. */
  readonly phases: Readonly<Record<string, string>>;
  /** What the written data claims, for the verifier to test. */
  manifest(work: Work<Of, Input, Made, Written>, version: string): Manifest;
}

/** Does a step; a method by its type, so that families of different work fit into one list: a plan's own policy vouches for them. */
export type Performer<On> = { perform(work: On): Promise<void> }['perform'];

/** Steps, and the names of the columns that will be published. */
export type Drafted = Draft & { readonly columns: readonly string[] };

/** What work is done with. */
export interface Tools extends Pick<OpenRequest, 'given'> {
  readonly threads: number;
  readonly pool: Pool;
  readonly workspace: Workspace;
  /** Opened when it is first asked for; whoever hands out the tools closes it. */
  openEngine(): Promise<Engine>;
  readonly onProgress: OnProgress;
  /** Told, in a sentence, what a person should hear before anything is written. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** Shared with others that work on the same input. */
  readonly common?: CommonWork | undefined;
}

export type WithInput<Of extends Policy = Policy> = Of & { readonly input: string };

/** An input that a run can begin with. */
export interface Prepared {
  readonly counts: InputCounts;
  /** Rows that the method works on. */
  readonly rows: number;
  /** SHA-256 of the bytes that were read. */
  readonly sha256: Promise<string>;
  /** Gives back what the engine holds of it; may be called again. */
  close(): void;
}

/** What a method made, with the figures that gates look at. */
export interface MadeFigures {
  readonly figures: Figures;
}

/** One run on its way through its plan: each step leaves here what later ones go on with. */
export interface Work<
  Of extends Policy = Policy,
  Input extends Prepared = Prepared,
  Made extends MadeFigures = MadeFigures,
  Written = unknown,
> {
  readonly plan: Plan<Of>;
  readonly input: Input;
  readonly tools: Tools;
  readonly random: Random;
  /** Where it is written; a folder `internal` lies in it. */
  readonly folder: string;
  made?: Made;
  written?: Written;
}

/** A step whose work a later one does. */
export const withALaterStep = async (): Promise<void> => {};

/** What an earlier step left; a plan without that step is a bug of its family. */
export function leftBy<Value>(step: Step['step'], value: Value | undefined): Value {
  invariant(value !== undefined, `a plan has the step ${step} before those that need it`);
  return value;
}
