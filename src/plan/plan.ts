import type { Told } from '../base/told.ts';
import type { Policy } from '../policy/policy.ts';
import type { planNotes } from './plan-notes.ts';
import type { Step } from './steps.ts';

/** What a run will do, settled before it does anything: plain enough to print, to keep in a file, and to be run from there. */
export interface Plan<Of extends Policy = Policy> {
  /** The version that planned it. */
  readonly shoal: string;
  readonly family: Policy['family'];
  readonly method: string;
  readonly input: InputCounts;
  readonly threads: number;
  /** Rows of the largest block that is worked on at once. */
  readonly blockRows?: number;
  readonly memoryBytes: number;
  readonly steps: readonly Step[];
  /** What a person should know before columns are published as they are. */
  readonly notes?: readonly string[];
  /** The same by code. */
  readonly toldNotes?: readonly Told<keyof typeof planNotes>[];
  /** Every setting, those that were left out as well. */
  readonly policy: Of;
}

export interface InputCounts {
  readonly rows: number;
  readonly subjects: number;
  /** Ids that are another spelling of a subject's. */
  readonly joinedIds?: number;
}

/** A plan that can be kept: it knows its input again, and by their paths the files that its policy names beside it. */
export type KeptPlan = Plan & { readonly input: { readonly sha256: string; readonly files?: Readonly<Record<string, string>> } };

/** What a family says of a run; the rest of a plan is the same for all. */
export type Draft = Pick<Plan, 'blockRows' | 'memoryBytes' | 'steps' | 'notes' | 'toldNotes'>;
