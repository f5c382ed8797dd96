import type { Readable } from 'node:stream';
import type { OnProgress } from '../base/progress.ts';
import type { GivenData } from '../engine/engine.ts';
import type { TableSummary } from '../report/table-summary.ts';
import type { LedgerChoice } from './ledger.ts';
import type { SparkChoice } from './spark-choice.ts';

/** How a run is done, beside its policy: nothing here changes what is published but `secretSeed`. */
export interface RunOptions {
  readonly onProgress?: OnProgress;
  /** Told, in a sentence, what a person should hear before anything is written. */
  readonly onNotice?: (notice: string) => void;
  /** Replace an existing release at `out`. */
  readonly force?: boolean;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Random hexadecimal digits, 128 bits of them at least, from a program that keeps them secret; in place of the policy's seed. */
  readonly secretSeed?: string;
  /** Aborted, it ends the work: the answer is a problem, `run/aborted`, and nothing is left of it. */
  readonly signal?: AbortSignal | undefined;
  /** Work on this cluster; the release is the same. */
  readonly spark?: SparkChoice | undefined;
  /** The memory of what was released: consulted before this one is published, and extended by it. */
  readonly ledger?: LedgerChoice | undefined;
  /** Of transactions: further releases for larger k, made of whole groups of the first one. */
  readonly coarser?: Coarser;
}

/** Options of a run whose data was taken out of its settings. */
export interface GivenOptions extends RunOptions {
  readonly given?: GivenData | undefined;
}

export interface Coarser {
  /** Each larger than the one before it, and than the k of the policy. */
  readonly ks: readonly number[];
  /** Told of each that could be made: where it lies, and which rows of the first release each of its rows is made of, both by their labels. */
  readonly onRelease: (made: CoarserRelease) => void;
}

export interface CoarserRelease {
  readonly k: number;
  readonly folder: string;
  readonly summary: TableSummary;
  readonly rows: readonly { readonly labels: readonly string[]; readonly of: readonly (readonly string[])[] }[];
}
