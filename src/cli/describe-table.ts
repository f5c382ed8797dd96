import { shellWord } from '../base/shell-word.ts';
import { linesOf } from '../figures/lines.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { modelSentence, modelWords } from '../report/words/model-words.ts';
import { describeWeighed } from './describe-weighed.ts';
import { countOf, figure, formatLines, paint } from './talk.ts';
import type { World } from './world.ts';

/** The result of a run over transactions for a person: verdict, what was kept and lost, what to open next. */
export function describeTable(summary: TableSummary, world: World): string {
  const {
    k,
    unit,
    clustering,
    out = 'release',
    files,
    input,
    release,
    statistics,
    verdict,
    models = [],
    population,
    noise,
    advice = [],
  } = summary;
  const who = unit === 'row' ? 'rows' : `different subjects (${unit})`;
  const lines = [
    `${paint(world, 32, '✓ holds')}  ${release.groups === 1 ? 'the only published combination' : `each of the ${figure(release.groups)} published combinations`} stands for at least ${k} ${who}; the smallest has ${figure(verdict.smallestGroup)}.`,
    ...(noise === undefined
      ? []
      : [
          `         Counts carry noise of at most ${noise.most} either way, variance ${noise.variance}; they do not add up exactly.`,
        ]),
    ...models.map((model) => `         ${modelSentence(model, modelWords.en, String)}`),
    ...describePopulation(population),
    '         Checked on the written file.',
    ...describeWeighed('table', summary, world),
    `records  ${figure(release.records)} of ${figure(input?.rows ?? release.records)} released (${(100 * (release.retention ?? 1)).toFixed(1)} %), ${figure(release.subjects)} subjects${
      release.suppressedRows ? `; ${countOf(release.suppressedRows, 'record')} left out${behind(release, unit)}` : ''
    }`,
    statistics?.clusters === undefined
      ? `made by  ${clustering}; equal labels added up`
      : `clusters ${figure(statistics.clusters)} by ${clustering}; equal labels added up`,
    ...formatLines(Object.fromEntries(linesOf('table', summary))),
    ...(release.blankMeans
      ? [`means    ${countOf(release.blankMeans, 'mean')} left blank: too few subjects hold too much of the sum`]
      : []),
    ...advice.map((text) => `${paint(world, 33, 'note')}     ${text}`),
    `open     ${out}/${files[0]}`,
    `         ${out}/report.html (may leave)  ${out}/internal/report.html (must stay)`,
    `next     ${world.command} verify ${shellWord(out)}`,
  ];
  return `${lines.join('\n')}\n`;
}

const behind = ({ leftOutSubjects = 0 }: TableSummary['release'], unit: string): string =>
  unit === 'row' || leftOutSubjects === 0 ? '' : ` of ${countOf(leftOutSubjects, 'subject')}`;

/** What is promised against a population, where something is. */
function describePopulation(population: TableSummary['population']): readonly string[] {
  const { kMap, presence, subjects = 0 } = population ?? {};
  const words = modelWords.en.population;
  return [
    ...(kMap === undefined ? [] : [`         ${words.kMap(figure(kMap), figure(subjects))}`]),
    ...(presence === undefined ? [] : [`         ${words.presence(String(presence.min), String(presence.max))}`]),
  ];
}
