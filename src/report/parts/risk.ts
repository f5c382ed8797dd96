import type { Unicity } from '../../figures/judged.ts';
import { type ClassRisk, crowds } from '../../risk/class-risk.ts';
import { table } from '../page.ts';
import { unicityCurve } from '../pictures/unicity-curve.ts';
import { byKind, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { evidencePart } from './evidence.ts';
import { figureHtml, pair, paragraph, section } from './section.ts';

/** How sure an intruder can be: three kinds of intruder, what an id gives away, and the three questions a regulator asks. */
export function riskPart(view: View, words: Words): string {
  const unicity = view.kind === 'events' ? (view.summary.measure.unicity ?? []) : [];
  return section(
    'risk',
    words.headings.risk,
    [
      paragraph(view.edition === 'public' ? `${words.risk.lead} ${words.risk.rounded}` : words.risk.lead),
      intruders(view, words),
      aboveThresholds(view, words),
      unicity.length > 0 ? pair(unicityPicture(unicity, view, words)) : '',
      attacksTable(view, words),
      evidencePart(view, words),
    ].join('\n'),
  );
}

/** What attacks on the release found; of the internal edition alone. */
function attacksTable({ edition, attacks, print }: View, { risk: own }: Words): string {
  if (edition === 'public' || attacks.length === 0) return '';
  const percent = (share: number | undefined) => (share === undefined ? '–' : print.percent(share));
  const rows = attacks.map(({ intruder, column, knows, of, success, low, high, control, worst, bound }) => [
    column === undefined ? intruder : `${intruder} ${column}`,
    knows === undefined ? '–' : `${knows} / ${of}`,
    percent(success),
    `${percent(low)} – ${percent(high)}`,
    percent(control),
    percent(worst),
    percent(bound),
  ]);
  const head = [own.intruder, own.knows, own.success, own.interval, own.control, own.worst, own.bound];
  return table(head, rows, { caption: own.attacks, figures: true });
}

/** What someone may know, and the risk that comes with it. */
const knowledgeOf = (view: View, { risk }: Words): readonly (readonly [string, ClassRisk])[] =>
  byKind<readonly (readonly [string, ClassRisk])[]>(view, {
    series: ({ sections }) => [
      [risk.knowsValues, sections.risk],
      [risk.knowsCurve, sections.patternRisk],
    ],
    events: ({ sections }) => [[risk.knowsEvent, sections.risk]],
    table: ({ sections }) => [[risk.knowsRecord, sections.risk]],
  });

function intruders(view: View, words: Words): string {
  const { risk: own } = words;
  const { print } = view;
  const known = knowledgeOf(view, words);
  const journalist = view.kind === 'table' ? view.sections.journalist : undefined;
  const rows = [
    ...known.map(([what, { largest, mean }]) => [own.prosecutor, what, print.percent(largest), print.percent(mean)]),
    ...known.map(([what, { largest, mean }]) => [
      own.journalist,
      what,
      ...(journalist === undefined
        ? [own.atMost(print.percent(largest)), own.atMost(print.percent(mean))]
        : [print.percent(journalist.largest), print.percent(journalist.mean)]),
    ]),
    ...known.map(([what, { mean }]) => [own.marketer, what, '–', print.percent(mean)]),
  ];
  return `${table([own.intruder, own.knows, own.largest, own.mean], rows, { caption: own.caption })}
${paragraph(journalist === undefined ? own.population : own.populationGiven)}`;
}

/** A number of persons that this edition does not tell is not in the sections either. */
function aboveThresholds(view: View, words: Words): string {
  const { risk: own, keptInside } = words;
  const { print } = view;
  const known = knowledgeOf(view, words);
  const rows = known.map(([what, { above }]) => [
    what,
    ...crowds.map((crowd) => {
      const subjects = above.find((one) => one.crowd === crowd)?.subjects;
      return subjects === undefined ? keptInside : print.whole(subjects);
    }),
  ]);
  return table([own.knows, ...crowds.map((crowd) => own.above(print.percent(1 / crowd)))], rows, {
    caption: view.kind === 'series' ? own.aboveCaption : own.aboveEventsCaption,
    figures: true,
  });
}

function unicityPicture(unicity: readonly Unicity[], { print }: View, words: Words): string {
  const { risk: own } = words;
  const drawing = unicityCurve(unicity, print.percent, { x: own.knownEvents, y: own.singledOut, label: own.unicity });
  const measured = unicity.every(({ low, high, sampled }) => [low, high, sampled].every((figure) => figure !== undefined));
  const rows = unicity.map(({ points, share, low = 0, high = 0, sampled = 0 }) => [
    print.whole(points),
    print.percent(share),
    ...(measured ? [`${print.percent(low)} – ${print.percent(high)}`, print.whole(sampled)] : []),
  ]);
  const head = [own.knownEvents, own.singledOut, ...(measured ? [own.interval, own.sampled] : [])];
  const numbers = table(head, rows, { caption: own.unicity, figures: true });
  const caption = measured ? `${own.unicityCaption} ${own.unicityBars}` : own.unicityCaption;
  return figureHtml({ title: own.unicity, drawing, caption, numbers }, words.behind);
}
