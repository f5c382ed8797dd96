import { percent } from '../report/figures.ts';
import type { SeriesSummary, Summary } from '../report/summary.ts';
import { counted, figure, paint } from './talk.ts';
import { toldEvents } from './told-events.ts';
import { toldTable } from './told-table.ts';
import type { World } from './world.ts';

/** The result of a run for a person: verdict, what was kept and lost, what to open next. */
export function toldSummary(summary: Summary, world: World): string {
  if (summary.method === 'events') return toldEvents(summary, world);
  return summary.method === 'kaca' ? toldTable(summary, world) : toldSeries(summary, world);
}

function toldSeries(
  { k, p, l, out = 'release', files, input, release, measure, verdict, advice = [] }: SeriesSummary,
  world: World,
): string {
  const lines = [
    `${paint(world, 32, '✓ holds')}  ${figure(release.subjects)} of ${figure(input?.subjects ?? release.subjects)} subjects released; each is indistinguishable among at least ${k} on the published bands,`,
    `         and each pattern is shared by at least ${p}. Smallest group ${verdict.smallestGroup}, smallest leaf ${verdict.smallestLeaf}. Checked on the written file.`,
    `loss     value ${measure.valueLoss.toPrecision(4)} (mean band width)  pattern ${measure.patternLoss.toPrecision(3)} of 2 (floor ${measure.patternFloor.toPrecision(3)})${
      measure.rangeQueryError === undefined ? '' : `  range counts off by ${(100 * measure.rangeQueryError).toPrecision(2)} %`
    }`,
    ...(measure.fidelity === undefined
      ? []
      : [
          `shape    fidelity ${measure.fidelity.toPrecision(3)} of 1 within a leaf, least ${measure.leastFidelity?.toPrecision(2)}`,
        ]),
    ...(measure.homogeneity === undefined ? [] : [homogeneityWords(measure.homogeneity, l)]),
    ...(measure.curveError === undefined
      ? []
      : [`curve    off by ${measure.curveError.toPrecision(4)} (mean distance to the series)`]),
    `size     ${figure(release.groups)} groups, ${figure(release.leaves)} leaves${measure.flatPatterns ? `, ${figure(measure.flatPatterns)} records at level 1, where a pattern says no shape` : ''}`,
    ...(release.suppressedSubjects
      ? [`left out ${counted(release.suppressedSubjects, 'subject')} with gaps, or whose shape too few share`]
      : []),
    ...(release.interpolatedCells ? [`filled   ${figure(release.interpolatedCells)} cells by interpolation`] : []),
    ...advice.map((text) => `${paint(world, 33, 'note')}     ${text}`),
    `open     ${out}/${files[0]}`,
    `         ${out}/report.html (may leave)  ${out}/internal/report.html (must stay)`,
    `next     shoal verify ${out}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What k and P do not protect: one value for all who are published alike. */
const homogeneityWords = (share: number, l: number | undefined): string =>
  l === undefined
    ? `risk     ${percent(share)} of records share band and pattern only with records of the same sensitive value; --l 2 forbids it`
    : `values   at least ${l} different sensitive ones wherever band and pattern are shared`;
