import type { CommonWork } from '../../base/common-work.ts';
import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import type { GateStep } from '../../plan/gates.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import type { WordRule } from './diverse-leaves.ts';
import type { SeriesBlock, TracedNode } from './series-block.ts';
import type { SeriesTable } from './series-table.ts';

/** A way to make groups and leaves of curves. A method is its folder and a line in methods.ts; nothing else asks for its name. */
export interface SeriesMethod<Own extends SeriesPolicy = SeriesPolicy> {
  readonly name: string;
  /** Groups of k and leaves of P, with bands and words; the same on any number of threads. Whom it leaves out is not in the release. */
  make(making: SeriesMaking<Own>): Promise<MethodMade>;
  /** Which word leaves share that are merged for the sake of their sensitive values. */
  readonly mergedWords: WordRule;
  /** Bands and patterns of merged blocks, where words alone are not what it publishes. */
  redraw?(
    making: Pick<SeriesMaking<Own>, 'table' | 'policy' | 'pool'>,
    blocks: readonly SeriesBlock[],
  ): Promise<readonly SeriesBlock[]>;
  /** Said by a method that keeps distinct l while it forms groups. */
  readonly keepsL?: true;
  /** The policy with what it leaves to the number of rows decided, before anything is planned. */
  settle?(policy: Own, rows: number): Own;
  /** Its own settings, as a plan tells them. */
  how?(policy: Own): Readonly<Record<string, string>>;
  /** How long it improves groups, where it does. */
  effort?(policy: Own): string;
  /** Limits of its own that only the making shows to be out of reach. */
  gates?(policy: Own): readonly GateStep[];
  /** Memory it needs beyond what any method does. */
  memoryBytes?(policy: Own, rows: number, numbers: number): number;
  /** Fewer rows are grouped sooner than threads start; a block, where it says nothing. */
  readonly rowsWorthThreads?: number;
}

/** What a method works on and with. */
export interface SeriesMaking<Own extends SeriesPolicy = SeriesPolicy> {
  readonly table: SeriesTable;
  readonly space: ValueSpace;
  readonly policy: Own;
  /** Rows a thread takes at a time. */
  readonly blockRows: number;
  readonly pool: Pool;
  readonly onProgress: OnProgress;
  /** Shared with other settings of the same table. */
  readonly common?: CommonWork | undefined;
}

export interface MethodMade {
  readonly release: SeriesRelease;
  /** Every node of its trees, where they were asked for. */
  readonly nodes?: readonly TracedNode[];
  /** What the method itself reckons to lose, where limits on it were asked for. */
  readonly losses?: { readonly valueLoss: number; readonly patternLoss: number };
}
