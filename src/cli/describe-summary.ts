import { shellWord } from '../base/shell-word.ts';
import { linesOf } from '../figures/lines.ts';
import type { SeriesSummary, Summary } from '../report/summary.ts';
import { modelSentence, modelWords } from '../report/words/model-words.ts';
import { describeEvents } from './describe-events.ts';
import { describeTable } from './describe-table.ts';
import { describeWeighed } from './describe-weighed.ts';
import { countOf, figure, formatLines, paint } from './talk.ts';
import type { World } from './world.ts';

/** The result of a run for a person: verdict, what was kept and lost, what to open next. */
export function describeSummary(summary: Summary, world: World): string {
  if (summary.method === 'events') return describeEvents(summary, world);
  return summary.method === 'kaca' ? describeTable(summary, world) : describeSeries(summary, world);
}

function describeSeries(summary: SeriesSummary, world: World): string {
  const { k, p, models = [], out = 'release', files, input, release, verdict, advice = [] } = summary;
  const { size, ...found } = Object.fromEntries(linesOf('series', summary));
  const lines = [
    `${paint(world, 32, '✓ holds')}  ${figure(release.subjects)} of ${figure(input?.subjects ?? release.subjects)} subjects released; each is indistinguishable among at least ${k} on the published bands,`,
    `         and each pattern is shared by at least ${p}. Smallest group ${verdict.smallestGroup}, smallest leaf ${verdict.smallestLeaf}. Checked on the written file.`,
    ...models.map((model) => `         ${modelSentence(model, modelWords.en, String)}`),
    ...describeWeighed('series', summary, world),
    ...formatLines(found, ['loss', 'quasi', 'shape', 'risk', 'values', 'curve']),
    ...formatLines({ size }),
    ...(release.suppressedSubjects
      ? [`left out ${countOf(release.suppressedSubjects, 'subject')} with gaps, or whose shape too few share`]
      : []),
    ...(release.interpolatedCells ? [`filled   ${figure(release.interpolatedCells)} cells by interpolation`] : []),
    ...advice.map((text) => `${paint(world, 33, 'note')}     ${text}`),
    `open     ${out}/${files[0]}`,
    `         ${out}/report.html (may leave)  ${out}/internal/report.html (must stay)`,
    `next     ${world.command} verify ${shellWord(out)}`,
  ];
  return `${lines.join('\n')}\n`;
}
