import { leftBy } from '../families/family.ts';
import { series as maker } from '../families/series/family.ts';
import type { MadeSeries } from '../families/series/make-series.ts';
import type { PreparedSeries } from '../families/series/prepare.ts';
import type { SeriesTable } from '../families/series/series-table.ts';
import { writeFidelities } from '../families/series/write-fidelity.ts';
import type { SeriesWork, WrittenSeries } from '../families/series/write-release.ts';
import { fidelities } from '../measure/series/fidelity.ts';
import { measureSeries, type SeriesMeasure } from '../measure/series/measure.ts';
import { portraitOf } from '../measure/series/portrait.ts';
import { type QuasiColumn, quasiLosses } from '../measure/series/quasi-loss.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import { classRisk } from '../risk/class-risk.ts';
import { seriesHomogeneity } from '../risk/series/series-homogeneity.ts';
import { seriesSingledOut } from '../risk/series/series-singled-out.ts';
import type { JudgedFamily } from './judged-family.ts';
import { seriesSections } from './series-sections.ts';
import { type FoundSeries, summaryOf } from './summary-of.ts';

type Measured = SeriesWork & {
  measuring?: Promise<SeriesMeasure>;
  measure?: SeriesMeasure;
  fidelities?: Float64Array;
};

export const series: JudgedFamily<SeriesPolicy, PreparedSeries, MadeSeries, WrittenSeries, FoundSeries> = {
  ...maker,
  perform: { ...maker.perform, write: writeWhileMeasuring, measure: measureRelease },
  async judge(work: Measured, { census }) {
    const { plan, input, made } = work;
    const { release } = leftBy('pattern', made);
    const { matrix, seriesLength, sensitive } = input.table;
    return {
      measure: leftBy('measure', work.measure),
      ...(work.fidelities === undefined ? {} : { fidelities: work.fidelities }),
      singledOut: seriesSingledOut(release.groups.rows, sensitive, plan.policy.k),
      homogeneity: seriesHomogeneity(release, sensitive),
      quasiLosses: quasiLosses(release, matrix, quasiOf(input.table)),
      ...(census?.kind === 'series'
        ? {
            shown: {
              portrait: portraitOf(matrix, seriesLength, release),
              risk: classRisk(census.groups),
              patternRisk: classRisk(census.leaves),
            },
          }
        : {}),
    };
  },
  figures: ({ singledOut }) => ({ singledOut }),
  summarise: ({ work, verdict, found }) =>
    summaryOf(work.plan.policy, work.plan.policy.out ?? 'release', work.input.table, {
      release: leftBy('pattern', work.made).release,
      verdict,
      ...found,
    }),
  sections: ({ work, verdict, found }) =>
    seriesSections(work.plan.policy, work.input.roles, work.input.table, {
      release: leftBy('pattern', work.made).release,
      verdict,
      ...found,
    }),
};

const quasiOf = ({ seriesLength, quasiNumbers, categories }: SeriesTable): readonly QuasiColumn[] => [
  ...quasiNumbers.map((name, q) => ({ name, kind: 'number', column: seriesLength + q }) as const),
  ...categories.map(({ name, labels, hierarchy }) => ({ name, kind: 'category', values: labels, hierarchy }) as const),
];

/** Threads measure while this one writes. */
async function writeWhileMeasuring(work: Measured): Promise<void> {
  const { plan, input, tools, random, made } = work;
  const { matrix, seriesLength, whole } = input.table;
  const { release } = leftBy('pattern', made);
  const { queries } = plan.policy;
  const measured = { matrix, seriesLength, release, whole, queries };
  work.measuring = measureSeries(measured, random.fork('measure'), tools.pool, tools.onProgress);
  work.measuring.catch(() => {}); // awaited by the next step; a write that fails first must not leave it unheard
  await maker.perform.write(work);
}

async function measureRelease(work: Measured): Promise<void> {
  const { input, tools, folder, made, written } = work;
  const { release } = leftBy('pattern', made);
  const { matrix, seriesLength } = input.table;
  work.measure = await leftBy('write', work.measuring);
  if (release.form === 'word') return;
  work.fidelities = await fidelities({ matrix, seriesLength, release }, tools.pool);
  writeFidelities(`${folder}/internal/fidelity.csv`, release, work.fidelities, leftBy('write', written).order);
}
