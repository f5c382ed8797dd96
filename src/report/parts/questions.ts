import { table } from '../page.ts';
import { byKind, type EventsView, type SeriesView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { paragraph } from './section.ts';
import { weekOf } from './week.ts';

/** Inside alone: some questions with their true answers, and what the release answers. */
export const questionsPart = (view: View, words: Words): string =>
  view.edition === 'public'
    ? ''
    : byKind(view, {
        series: (series) => seriesQuestions(series, words),
        events: (events) => eventQuestions(events, words),
        table: () => '',
      });

interface Answered {
  readonly question: string;
  readonly truth: number;
  readonly published: number;
}

function questionTable(lead: string, answered: readonly Answered[], { print }: View, { questions: own }: Words): string {
  const rows = answered.map(({ question, truth, published }) => [
    question,
    print.whole(truth),
    print.whole(published),
    print.percent(Math.round((1000 * Math.abs(published - truth)) / truth) / 1000),
  ]);
  const head = [own.question, own.truth, own.published, own.error];
  return `${table(head, rows, { caption: own.title, figures: true })}${paragraph(lead)}`;
}

function seriesQuestions(view: SeriesView, words: Words): string {
  const { questions: own } = words;
  const { questions = [] } = view.sections;
  if (questions.length === 0) return '';
  const answered = questions.map(({ ranges, truth, published }) => {
    const [first, second] = ranges.map(({ column, from, to }) => own.range(column, fourDigits(from, view), fourDigits(to, view)));
    return { question: own.ask(first, second), truth, published };
  });
  return questionTable(own.lead, answered, view, words);
}

const fourDigits = (value: number, { print }: View): string => print.decimal(Number(value.toPrecision(4)));

/** Cells of the week at fixed places in the order of how many events they held. */
function eventQuestions(view: EventsView, words: Words): string {
  const { questions: own } = words;
  const weeks = weekOf(view, words);
  if (weeks === undefined || weeks.length < 2) return '';
  const [before, after] = weeks;
  const { columns, rows, counts } = before.grid;
  const cells = [...counts.keys()].filter((at) => counts[at] > 0).sort((a, b) => counts[b] - counts[a] || a - b);
  const shown = [...new Set([0.1, 0.3, 0.5, 0.7, 0.9].map((share) => cells[Math.floor(share * cells.length)]))];
  const answered = shown.map((at) => {
    const names = [columns[at % columns.length], rows[Math.floor(at / columns.length)]].filter((name) => name !== '');
    return { question: own.askEvents(names.join(' · ')), truth: counts[at], published: after.grid.counts[at] };
  });
  return questionTable(own.leadEvents, answered, view, words);
}
