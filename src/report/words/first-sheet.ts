import { figures } from '../../figures/figures.ts';
import { toWeigh, weighInWords } from '../../figures/to-weigh.ts';
import { partsOf, valueIn } from '../../figures/values.ts';
import type { Manifest } from '../../release/manifest.ts';
import { byKind, type EventsView, type Report, type View, viewOf } from '../view.ts';
import { checkWords } from './check-words.ts';
import type { Words } from './en.ts';

/** What those who decide read first, sentence by sentence: on the first sheet of a report, and wherever else a release is shown. */
export interface FirstSheet {
  readonly holds: boolean;
  readonly published: string;
  readonly kept: readonly string[];
  readonly weigh: readonly string[];
  readonly given: readonly string[];
}

export function firstSheet(view: View, words: Words): FirstSheet {
  const { holds } = view.summary.verdict;
  const { verdict } = words;
  return {
    holds,
    published: publishedOf(view, words),
    kept: [...keptIn(view, words), holds ? verdict.holds : verdict.broken],
    weigh: weighIn(view, words),
    given: givenUp(view, words),
  };
}

/** The same of a public report.json, with the promises that its verifier looked at, each by its name. */
export function sheetOf(
  report: Report,
  manifest: Manifest,
): FirstSheet & { readonly checks: readonly (readonly [string, string])[] } {
  const view = viewOf(report, manifest, 'public');
  const checks = (manifest.verdict?.checks ?? []).map((check) => checkWords(check, view, view.words));
  return { ...firstSheet(view, view.words), checks };
}

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
