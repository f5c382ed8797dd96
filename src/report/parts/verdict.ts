import { figures } from '../../figures/figures.ts';
import { toWeigh, weighInWords } from '../../figures/to-weigh.ts';
import { partsOf, valueIn } from '../../figures/values.ts';
import { escapeHtml } from '../page.ts';
import { aboutOf, byKind, type EventsView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { beforeAndAfter } from './before-and-after.ts';
import { list, paragraph, section } from './section.ts';

/** The first sheet, for those who decide: what was published, what is kept, what is to be weighed, what was given up, and lines to sign on. */
export function verdictPart(view: View, words: Words): string {
  const { holds } = view.summary.verdict;
  const { verdict, sheet } = words;
  const mark = `<span class="${holds ? 'holds' : 'broken'}"><span aria-hidden="true">${holds ? '✓' : '✗'}</span> ${escapeHtml(holds ? verdict.pass : verdict.fail)}</span>`;
  const kept = [...keptIn(view, words), holds ? verdict.holds : verdict.broken];
  return section(
    'verdict',
    words.headings.verdict,
    `${aboutList(view, words)}${paragraph(publishedOf(view, words))}
<div class="scales"><div class="verdict ${holds ? 'good' : 'bad'}"><h3>${escapeHtml(sheet.kept)} <span class="word">${mark}</span></h3>${list(kept)}</div>
<div class="verdict weigh"><h3>${escapeHtml(sheet.weigh)}</h3>${list(weighIn(view, words))}</div></div>
<h3>${escapeHtml(sheet.given)}</h3>${list(givenUp(view, words))}
${beforeAndAfter(view, words)}
<div class="signatures">${[sheet.responsible, sheet.officer].map((who) => `<p><span>${escapeHtml(who)}</span><span>${escapeHtml(sheet.place)}</span></p>`).join('')}</div>`,
  );
}

/** What the publisher says of it, and that it is the publisher who does. */
function aboutList(view: View, { sheet, locale }: Words): string {
  const about = aboutOf(view);
  const rows = (['publisher', 'purpose', 'contact', 'licence', 'date'] as const).flatMap((key) => {
    const text = about[key];
    if (text === undefined) return [];
    const shown = key === 'date' ? dateIn(text, locale) : text;
    return [`<div><dt>${escapeHtml(sheet[key])}</dt><dd>${escapeHtml(shown)}</dd></div>`];
  });
  if (rows.length === 0) return '';
  return `<dl class="about">${rows.join('')}</dl><p class="claims">${escapeHtml(sheet.claims)}</p>`;
}

const dateIn = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

const publishedOf = (view: View, { sheet }: Words): string =>
  byKind(view, {
    series: ({ summary: { release }, manifest, print }) =>
      sheet.series(
        print.whole(release.subjects),
        print.whole(
          manifest.instants?.length ?? manifest.columns.filter(({ role, kind }) => role === 'series' && kind !== 'upper').length,
        ),
      ),
    events: ({ summary: { release }, print }) => sheet.events(print.whole(release.rows), notShown(release.subjects, view)),
    table: ({ summary: { release }, print }) => sheet.table(notShown(release.records, view), print.whole(release.rows)),
  });

const keptIn = (view: View, { sheet }: Words): readonly string[] =>
  byKind(view, {
    series: ({ summary: { k, p }, print }) => [sheet.hides(print.whole(k)), sheet.hidesShape(print.whole(p))],
    events: ({ summary: { k }, print }) => [sheet.hidesEvent(print.whole(k))],
    table: ({ summary: { k, unit }, print }) => [(unit === 'row' ? sheet.hidesRows : sheet.hidesRow)(print.whole(k))],
  });

/** What figures are beyond, then the risk that is always there. */
function weighIn(view: View, words: Words): readonly string[] {
  const { sheet, lang } = words;
  const { kind, summary, print } = view;
  const weighed = toWeigh(kind, summary);
  const beyond = weighed.map((one) => weighInWords(kind, one, lang, print));
  const always = byKind<readonly string[]>(view, {
    series: ({ sections }) => [
      sheet.riskSeries(print.percent(sections.risk.largest), print.percent(sections.patternRisk.largest)),
    ],
    events: (events) => (weighed.some(({ code }) => code === 'unicity') ? [] : [idSentence(events, words)]), // it says the same
    table: ({ sections }) => [sheet.risk(print.percent(sections.risk.largest))],
  });
  return [...beyond.slice(0, mostWeighed), ...always, sheet.membership];
}

const mostWeighed = 4; // a sheet has room for so many

function idSentence({ summary, manifest: { pseudonym }, print }: EventsView, { verdict }: Words): string {
  if (pseudonym === 'drop') return verdict.noId;
  if (pseudonym === 'keep') return verdict.keptId;
  if (pseudonym.startsWith('shared')) return verdict.sharedId(print.whole(summary.k));
  const four = summary.measure.unicity?.find(({ points }) => points === 4);
  return four === undefined ? verdict.someId : verdict.id(print.percent(four.share));
}

/** How much is there of what was read, and each loss; a loss of values beside what it could be. */
function givenUp(view: View, words: Words): readonly string[] {
  const { kind, summary, print } = view;
  const { sheet, lang } = words;
  const losses = figures
    .filter(({ page, families, kind: one }) => page === 'loss' && one === 'number' && families[kind] !== undefined)
    .flatMap((figure) =>
      partsOf(figure, valueIn(figure, summary)).map(([, value]) => {
        const range = figure.id === 'valueLoss' && view.kind === 'series' ? view.sections.valueRange : undefined;
        const number = print[figure.unit](figure.unit === 'decimal' ? Number(value.toPrecision(3)) : value);
        const told =
          range === undefined || range === 0
            ? number
            : sheet.ofRange(number, print.decimal(Number(range.toPrecision(3))), shareOf(value, range, view));
        return `${figure.words[lang].name}: ${told}`;
      }),
    );
  return [...readAndReleased(view, words), ...losses];
}

/** A number that the data does not show: the public edition has it rounded down. */
const notShown = (count: number, { print, edition }: View): string =>
  edition === 'public' ? `≥ ${print.whole(count)}` : print.whole(count);

/** Counted from what was read. */
function readAndReleased(view: View, { sheet }: Words): readonly string[] {
  const { print } = view;
  const whole = print.whole;
  const told = byKind<readonly string[] | undefined>(view, {
    series: ({ summary: { input, release } }) =>
      input === undefined
        ? undefined
        : [sheet.subjectsKept(whole(release.subjects), whole(input.subjects), shareOf(release.subjects, input.subjects, view))],
    events: ({ summary: { input, release } }) =>
      input === undefined
        ? undefined
        : [
            `${sheet.eventsKept(whole(release.rows), whole(input.rows), shareOf(release.rows, input.rows, view))} ${sheet.meant(whole(input.counted.rows), shareOf(release.rows, input.counted.rows, view))}`,
          ],
    table: ({ summary: { input, release } }) =>
      input === undefined
        ? undefined
        : [
            sheet.recordsKept(
              notShown(release.records, view),
              notShown(input.rows, view),
              shareOf(release.records, input.rows, view),
            ),
          ],
  });
  return told ?? [sheet.untold];
}

/** Two digits are enough to decide by. */
const shareOf = (part: number, all: number, { print }: View): string => print.percent(Math.round((1000 * part) / all) / 1000);
