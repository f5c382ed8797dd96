import { escaped, table } from '../page.ts';
import type { View } from '../view.ts';
import type { Words } from '../words/words.ts';
import { checkWords } from './check-words.ts';
import { paragraph, section } from './section.ts';

/** Three sentences, the figures one looks for first, and each promise as the verifier found it. */
export function verdictPart(view: View, words: Words): string {
  const { holds } = view.summary.verdict;
  const { verdict } = words;
  const mark = `<span class="${holds ? 'holds' : 'broken'}"><span aria-hidden="true">${holds ? '✓' : '✗'}</span> ${escaped(holds ? verdict.pass : verdict.fail)}</span>`;
  const sentences = [holds ? verdict.holds : verdict.broken, ...sentencesOf(view, words)];
  const checks = (view.manifest.verdict?.checks ?? []).map((check) => [...checkWords(check, view, words), { html: mark }]);
  return section(
    'verdict',
    words.headings.verdict,
    `<div class="verdict ${holds ? 'good' : 'bad'}"><p class="word">${mark}</p>${sentences.map(paragraph).join('')}</div>
${tiles(view, words)}
${table([verdict.promise, verdict.found, verdict.result], checks, { caption: verdict.caption })}`,
  );
}

function sentencesOf(view: View, { verdict }: Words): readonly string[] {
  const { print, summary, sections } = view;
  const k = print.whole(summary.k);
  if (view.kind === 'events') {
    const { combinations } = view.summary.release;
    const four = view.summary.measure.unicity?.find(({ points }) => points === 4);
    const id = {
      drop: verdict.noId,
      keep: verdict.keptId,
      random: four === undefined ? verdict.someId : verdict.id(print.percent(four.share)),
      rotate: four === undefined ? verdict.someId : verdict.id(print.percent(four.share)),
    };
    return [verdict.events(print.whole(combinations), k), id[view.manifest.pseudonym]];
  }
  const { release, p } = view.summary;
  return [
    verdict.series(print.whole(release.subjects), k, print.whole(p)),
    verdict.seriesRisk(print.percent(sections.risk.largest), print.percent(view.sections.patternRisk.largest)),
  ];
}

/** Figures at a glance; what the edition does not tell is not among them. */
function tiles(view: View, words: Words): string {
  const { print, summary } = view;
  const own: [string, string | undefined][] =
    view.kind === 'events'
      ? [
          ['k', print.whole(summary.k)],
          [words.figures.eventsReleased, print.whole(view.summary.release.rows)],
          [words.figures.subjectsReleased, print.whole(view.summary.release.subjects)],
          [words.figures.combinations, print.whole(view.summary.release.combinations)],
        ]
      : [
          ['k', print.whole(summary.k)],
          ['P', print.whole(view.summary.p)],
          [words.figures.subjectsReleased, print.whole(view.summary.release.subjects)],
          [words.figures.groups, print.whole(view.summary.release.groups)],
        ];
  const { retention } = summary.release;
  const all = [...own, [words.figures.retention, retention === undefined ? undefined : print.percent(retention)] as const];
  const tile = ([name, value]: readonly [string, string | undefined]) =>
    value === undefined ? '' : `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`;
  return `<dl class="tiles">${all.map(tile).join('')}</dl>`;
}
