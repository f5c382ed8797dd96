import { table } from '../page.ts';
import { type WaterfallStep, waterfall } from '../pictures/waterfall.ts';
import { byKind, type EventsView, type SeriesView, type TableView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { figureHtml, pair, paragraph, section } from './section.ts';

/** What was removed on the way, as far as the edition may tell, and inside also from whom. */
export const removedPart = (view: View, words: Words): string =>
  section(
    'removed',
    words.headings.removed,
    byKind(view, {
      series: (series) => seriesBody(series, words),
      events: (events) => eventsBody(events, words),
      table: (transactions) => tableBody(transactions, words),
    }),
  );

function seriesBody(view: SeriesView, words: Words): string {
  const { removed: own } = words;
  const { input, release } = view.summary;
  if (input === undefined || release.suppressedSubjects === undefined) return paragraph(own.untold);
  if (release.suppressedSubjects === 0 && input.subjects === release.subjects) return paragraph(own.nobody); // a picture would show nothing
  const steps: readonly WaterfallStep[] = [
    { label: own.read, kind: 'total', count: input.subjects },
    { label: own.leftOut, kind: 'goes', count: release.suppressedSubjects },
    { label: own.released, kind: 'total', count: release.subjects },
  ];
  return [
    paragraph(own.series),
    pair(waterfallFigure(steps, { title: own.subjectsTitle, unit: own.subjects }, view, words), leftOutTable(view, words)),
  ].join('\n');
}

function leftOutTable({ sections: { leftOut = [] }, print }: SeriesView, { removed: own }: Words): string {
  if (leftOut.length === 0) return '';
  const rows = leftOut.map(({ column, label, read, leftOut: count }) => [
    `${column}: ${label}`,
    print.whole(read),
    print.whole(count),
    print.percent(count / read),
  ]);
  return table([own.who, own.read, own.leftOut, own.share], rows, { caption: own.whoCaption, figures: true });
}

function eventsBody(view: EventsView, words: Words): string {
  const { removed: own } = words;
  const { input, release } = view.summary;
  if (input === undefined || release.suppressedRows === undefined) return paragraph(own.untold);
  const { suppressedRows, suppressedSubjects = 0, flattened = 0 } = release;
  const before = (input.badTimes ?? 0) + (input.withoutSubject ?? 0) + (input.unmapped?.rows ?? 0);
  const events: readonly WaterfallStep[] = [
    { label: own.read, kind: 'total', count: input.rows },
    ...(before > 0 ? [{ label: own.unreadable, kind: 'goes', count: before } as const] : []),
    { label: own.classes, kind: 'goes', count: input.rows - input.counted.rows - before },
    { label: own.leftOut, kind: 'goes', count: suppressedRows },
    { label: own.released, kind: 'total', count: release.rows },
    { label: own.flattened, kind: 'changed', count: flattened },
  ];
  const subjects: readonly WaterfallStep[] = [
    { label: own.read, kind: 'total', count: input.subjects },
    { label: own.classes, kind: 'goes', count: input.subjects - input.counted.subjects },
    { label: own.leftOut, kind: 'goes', count: suppressedSubjects },
    { label: own.released, kind: 'total', count: release.subjects },
  ];
  return [
    paragraph(own.events),
    pair(
      waterfallFigure(events, { title: own.eventsTitle, unit: own.eventsUnit }, view, words),
      waterfallFigure(subjects, { title: own.subjectsTitle, unit: own.subjects }, view, words),
    ),
    lostTable(view, words),
  ].join('\n');
}

function tableBody(view: TableView, words: Words): string {
  const { removed: own } = words;
  const { input, release } = view.summary;
  if (input === undefined || release.suppressedRows === undefined) return paragraph(own.untold);
  const steps = (read: number, leftOut: number, released: number): readonly WaterfallStep[] => [
    { label: own.read, kind: 'total', count: read },
    { label: own.leftOut, kind: 'goes', count: leftOut },
    { label: own.released, kind: 'total', count: released },
  ];
  const { suppressedRows, suppressedSubjects = 0, records, subjects } = release;
  if (suppressedRows === 0 && input.rows === records) return paragraph(own.nobody);
  return [
    paragraph(own.table),
    pair(
      waterfallFigure(
        steps(input.rows, suppressedRows, records),
        { title: own.recordsTitle, unit: own.recordsUnit },
        view,
        words,
      ),
      waterfallFigure(
        steps(input.subjects, suppressedSubjects, subjects),
        { title: own.subjectsTitle, unit: own.subjects },
        view,
        words,
      ),
    ),
  ].join('\n');
}

interface WaterfallWords {
  readonly title: string;
  /** What is counted. */
  readonly unit: string;
}

function waterfallFigure(
  steps: readonly WaterfallStep[],
  { title, unit }: WaterfallWords,
  { print }: View,
  words: Words,
): string {
  const rows = steps.map(({ label, kind, count }) => [
    label,
    kind === 'goes' && count > 0 ? `−${print.whole(count)}` : print.whole(count),
  ]);
  const numbers = table([words.removed.step, unit], rows, { caption: title, figures: true });
  return figureHtml(
    { title, drawing: waterfall(steps, print.whole, title), caption: legendOf(steps, words), numbers },
    words.behind,
  );
}

/** Of what occurs in it. */
function legendOf(steps: readonly WaterfallStep[], { charts }: Words): string {
  const kinds = (['total', 'goes', 'changed'] as const).filter((kind) =>
    steps.some((step) => step.kind === kind && step.count > 0),
  );
  return kinds.map((kind) => charts[kind]).join(' ');
}

function lostTable(
  {
    summary: {
      measure: { lost = [] },
    },
    edition,
    print,
  }: EventsView,
  { removed: own }: Words,
): string {
  if (edition === 'public' || lost.length === 0) return '';
  const rows = lost.map(({ combination, events, flattened, removed }) => [
    Object.values(combination).join(' · '),
    print.whole(events),
    print.whole(flattened),
    print.whole(removed),
  ]);
  return table([own.who, own.eventsUnit, own.flattened, own.leftOut], rows, { caption: own.lostCaption, figures: true });
}
