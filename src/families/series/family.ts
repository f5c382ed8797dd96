import type { SeriesPolicy } from '../../policy/policy.ts';
import { drawnOrder } from '../../release/drawn-order.ts';
import { type Family, withALaterStep } from '../family.ts';
import { blockRows, draftSeries } from './draft.ts';
import { type MadeSeries, makeSeries } from './make-series.ts';
import { methodOf } from './method-of.ts';
import { seriesMethods } from './methods.ts';
import { type PreparedSeries, prepareSeries } from './prepare.ts';
import { type SeriesWork, seriesManifest, type WrittenSeries, writeSeriesRelease } from './write-release.ts';

/** One curve a subject: groups of k share a band, leaves of P in them a pattern. */
export const series: Family<SeriesPolicy, PreparedSeries, MadeSeries, WrittenSeries> = {
  name: 'series',
  methods: seriesMethods.map(({ name }) => name),
  prepare: prepareSeries,
  settle: (policy, { rows }) => methodOf(policy).settle?.(policy, rows) ?? policy,
  draft: draftSeries,
  rowsWorthThreads: (policy) => methodOf(policy).rowsWorthThreads ?? blockRows,
  perform: {
    read: withALaterStep, // the plan hangs on it, so it was done before
    cut: withALaterStep,
    group: withALaterStep,
    pattern: make, // a thread that groups a block goes on to its patterns
    write,
  },
  phases: { read: 'read', pattern: 'make', measure: 'write', verify: 'verify' },
  manifest: seriesManifest,
};

async function make(work: SeriesWork): Promise<void> {
  const { plan, input, tools, random } = work;
  const { policy, blockRows: largest = blockRows } = plan;
  const table = { ...input.table, rows: drawnOrder(input.table.rows, policy.release, random) };
  work.made = await makeSeries({ table, policy, blockRows: largest, ...tools });
}

async function write(work: SeriesWork): Promise<void> {
  work.written = await writeSeriesRelease(work);
}
