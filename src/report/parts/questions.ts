import { table } from '../page.ts';
import { byKind, type EventsView, type SeriesView, type TableView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { binName, countedUnit, shownBins } from './flow.ts';
import { paragraph } from './section.ts';
import { withUnit } from './unit.ts';
import { type Week, weekOf } from './week.ts';

/** Some questions and what the release answers: inside beside the true answers, in public with how wrong they can be. */
export const questionsPart = (view: View, words: Words): string =>
  byKind(view, {
    series: (series) => (view.edition === 'public' ? seriesAnswers(series, words) : seriesQuestions(series, words)),
    events: (events) => eventQuestions(events, words),
    table: (transactions) => tableQuestions(transactions, words),
  });

interface Answered {
  readonly question: string;
  readonly truth: number;
  readonly published: number;
}

function questionTable(lead: string, answered: readonly Answered[], { print }: View, { questions: own }: Words): string {
  if (answered.length === 0) return '';
  const rows = answered.map(({ question, truth, published }) => [
    question,
    print.whole(truth),
    print.whole(published),
    shareOf(Math.abs(published - truth), truth, print.percent),
  ]);
  const head = [own.question, own.truth, own.published, own.error];
  return `${table(head, rows, { caption: own.title, figures: true })}${paragraph(lead)}`;
}

/** What the released files alone tell of an answer: between which numbers the true one lies. */
interface Bounded {
  readonly question: string;
  readonly published: number;
  readonly least: number;
  readonly most: number;
}

function boundedTable(lead: string, bounded: readonly Bounded[], { print }: View, { questions: own }: Words): string {
  if (bounded.length === 0) return '';
  const rows = bounded.map(({ question, published, least, most }) => [
    question,
    print.whole(published),
    least === most ? print.whole(least) : own.from(print.whole(least), print.whole(most)),
    shareOf(Math.max(published - least, most - published), published, print.percent),
  ]);
  const head = [own.question, own.published, own.between, own.errorAtMost];
  return `${table(head, rows, { caption: own.title, figures: true })}${paragraph(lead)}`;
}

const shareOf = (part: number, all: number, print: (share: number) => string): string =>
  part === 0 ? print(0) : all === 0 ? '–' : print(Math.round((1000 * part) / all) / 1000);

function seriesQuestions(view: SeriesView, words: Words): string {
  const { questions: own } = words;
  const { questions = [] } = view.sections;
  const answered = questions.map(({ ranges, truth, published }) => {
    const [first, second] = ranges.map(({ column, from, to }) =>
      own.range(column, fourDigits(from, view), withUnit(fourDigits(to, view), view)),
    );
    return { question: own.ask(first, second), truth, published };
  });
  return questionTable(own.lead, answered, view, words);
}

const fourDigits = (value: number, { print }: View): string => print.decimal(Number(value.toPrecision(4)));

function seriesAnswers(view: SeriesView, words: Words): string {
  const { questions: own } = words;
  const bounded = view.sections.answers.map(({ instant, from, ...answer }) => ({
    question: own.askAbove(instant, withUnit(view.print.decimal(from), view)),
    ...answer,
  }));
  return boundedTable(own.leadBands, bounded, view, words);
}

/** Five of some places in the order of how much is there: from much to little. */
const fivePlaces = (counts: readonly number[]): readonly number[] => {
  const filled = [...counts.keys()].filter((at) => counts[at] > 0).sort((a, b) => counts[b] - counts[a] || a - b);
  return [...new Set([0.1, 0.3, 0.5, 0.7, 0.9].map((share) => filled[Math.floor(share * filled.length)]))].filter(
    (at) => at !== undefined,
  );
};

/** Cells of the week at fixed places in the order of how many events they held, or in public hold. */
function eventQuestions(view: EventsView, words: Words): string {
  const { questions: own } = words;
  const weeks = weekOf(view, words);
  if (weeks === undefined) return '';
  const ask = ({ columns, rows }: Week['grid'], at: number) =>
    own.askEvents(
      [columns[at % columns.length], rows[Math.floor(at / columns.length)]].filter((name) => name !== '').join(' · '),
    );
  const [first, after = first] = weeks;
  if (after !== first) {
    const answered = fivePlaces(first.grid.counts).map((at) => ({
      question: ask(first.grid, at),
      truth: first.grid.counts[at],
      published: after.grid.counts[at],
    }));
    return questionTable(own.leadEvents, answered, view, words);
  }
  const { counts } = after.grid;
  const told = counts.map((count, at) => (after.isCoarse(at) ? 0 : count));
  const bounded = fivePlaces(told).map((at) => ({
    question: ask(after.grid, at),
    published: counts[at],
    least: counts[at],
    most: after.mayHold(at),
  }));
  return boundedTable(own.leadCells, bounded, view, words);
}

/** Bins of the flow at fixed places in the order of how much is published there. */
function tableQuestions(view: TableView, words: Words): string {
  const { questions: own } = words;
  const { flow } = view.sections;
  if (flow === undefined) return '';
  const bins = shownBins(flow).filter(({ name }) => name !== '');
  const shown = fivePlaces(bins.map(({ after }) => after)).map((at) => {
    const { name, before, ...bin } = bins[at];
    return {
      question: own.askFlow(countedUnit(view, words), `${flow.column} ${binName(flow.kind, name, view, words)}`),
      truth: before,
      ...bin,
    };
  });
  const answered = shown.flatMap(({ question, truth, after: published }) =>
    truth === undefined ? [] : [{ question, truth, published }],
  );
  if (view.edition === 'internal' && answered.length > 0) return questionTable(own.leadFlow, answered, view, words);
  if (view.summary.noise !== undefined) return ''; // what is told of a row is not what is behind it
  return boundedTable(
    own.leadRows,
    shown.map(({ question, after: published, least, most }) => ({ question, published, least, most })),
    view,
    words,
  );
}
