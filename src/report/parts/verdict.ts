import { retention } from '../../figures/retention.ts';
import { combinations, groups } from '../../figures/sizes.ts';
import { escapeHtml, table } from '../page.ts';
import { byKind, type EventsView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { checkWords } from './check-words.ts';
import { paragraph, section } from './section.ts';

/** Three sentences, the figures one looks for first, and each promise as the verifier found it. */
export function verdictPart(view: View, words: Words): string {
  const { holds } = view.summary.verdict;
  const { verdict } = words;
  const mark = `<span class="${holds ? 'holds' : 'broken'}"><span aria-hidden="true">${holds ? '✓' : '✗'}</span> ${escapeHtml(holds ? verdict.pass : verdict.fail)}</span>`;
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

const sentencesOf = (view: View, { verdict }: Words): readonly string[] =>
  byKind(view, {
    series: ({ summary: { release, k, p }, sections, print }) => [
      verdict.series(print.whole(release.subjects), print.whole(k), print.whole(p)),
      verdict.seriesRisk(print.percent(sections.risk.largest), print.percent(sections.patternRisk.largest)),
    ],
    events: (events) => [
      verdict.events(events.print.whole(events.summary.release.combinations), events.print.whole(events.summary.k)),
      idSentence(events, verdict),
    ],
    table: ({ summary: { release, k, unit }, sections, print }) => [
      (unit === 'row' ? verdict.tableRows : verdict.table)(print.whole(release.groups), print.whole(k)),
      verdict.tableRisk(print.percent(sections.risk.largest)),
    ],
  });

function idSentence({ summary, manifest: { pseudonym }, print }: EventsView, verdict: Words['verdict']): string {
  if (pseudonym === 'drop') return verdict.noId;
  if (pseudonym === 'keep') return verdict.keptId;
  const four = summary.measure.unicity?.find(({ points }) => points === 4);
  return four === undefined ? verdict.someId : verdict.id(print.percent(four.share));
}

/** Figures at a glance; what the edition does not tell is not among them. */
function tiles(view: View, { figures, lang }: Words): string {
  const { print, summary } = view;
  const own = byKind<readonly (readonly [string, number])[]>(view, {
    series: ({ summary: { p, release } }) => [
      ['P', p],
      [figures.subjectsReleased, release.subjects],
      [groups.words[lang].name, release.groups],
    ],
    events: ({ summary: { release } }) => [
      [figures.eventsReleased, release.rows],
      [figures.subjectsReleased, release.subjects],
      [combinations.words[lang].name, release.combinations],
    ],
    table: ({ summary: { release } }) => [
      [figures.recordsReleased, release.records],
      [figures.subjectsReleased, release.subjects],
      [combinations.words[lang].name, release.groups],
    ],
  });
  const kept = summary.release.retention;
  const all = [
    ...[['k', summary.k] as const, ...own].map(([name, value]) => [name, print.whole(value)]),
    ...(kept === undefined ? [] : [[retention.words[lang].name, print.percent(kept)]]),
  ];
  return `<dl class="tiles">${all.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
}
