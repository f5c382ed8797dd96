import { table } from '../page.ts';
import { flowBars, placeBars } from '../pictures/flow-bars.ts';
import type { TableBin, TableSections } from '../sections.ts';
import type { TableView } from '../view.ts';
import { dateIn } from '../words/date-in.ts';
import type { Words } from '../words/en.ts';
import { figureHtml } from './section.ts';

/** What the release counts over the hours, days or places that it tells; inside beside what was there. */
export function flowPicture(view: TableView, words: Words): string {
  const { print, sections, edition } = view;
  const { flow } = sections;
  if (flow === undefined) return '';
  const { sheet, flow: own } = words;
  const bins = shownBins(flow);
  const names = bins.map((bin) => binName(flow.kind, bin.name, view, words));
  const short = bins.map((bin) => axisName(flow.kind, bin.name, view, words));
  const before = bins.map((bin) => bin.before ?? 0);
  const inside = edition === 'internal' && bins.some((bin) => bin.before !== undefined);
  const panels = [
    ...(inside ? [{ title: sheet.before, counts: before }] : []),
    { title: sheet.after, counts: bins.map(({ after }) => after) },
  ];
  const title = `${inside ? sheet.picture : sheet.pictureAfter} (${flow.column})`;
  const unit = countedUnit(view, words);
  const draw = flow.kind === 'place' ? placeBars : flowBars;
  const drawing = draw(panels, {
    names: short,
    axis: own.kinds[flow.kind],
    unit,
    label: title,
    rest: own.rest,
    print: flow.kind === 'place' ? print.whole : print.short,
  });
  const isBounded = view.summary.noise === undefined; // else what is told of a row is not what is behind it
  const rows = bins.map((bin, i) => [
    names[i],
    ...(inside ? [print.whole(before[i])] : []),
    print.whole(bin.after),
    ...(isBounded ? [rangeText(bin, view, words)] : []),
  ]);
  const head = [
    own.kinds[flow.kind],
    ...(inside ? [sheet.before] : []),
    sheet.after,
    ...(isBounded ? [words.questions.between] : []),
  ];
  const numbers = table(head, rows, { caption: title, figures: true });
  const caption = [flow.kind === 'place' ? own.places : own.spread, inside ? '' : own.publicOnly]
    .filter((sentence) => sentence !== '')
    .join(' ');
  return figureHtml({ title, drawing, caption, numbers }, words.behind);
}

/** Bins that hold something; of hours, days and numbers all, as a gap tells too. */
export function shownBins({ kind, bins }: NonNullable<TableSections['flow']>): readonly TableBin[] {
  return kind === 'place' ? bins.filter(({ name, after, before = 0 }) => name !== '' || after > 0 || before > 0) : bins;
}

const rangeText = ({ least, most }: Pick<TableBin, 'least' | 'most'>, { print }: TableView, words: Words): string =>
  least === most ? print.whole(least) : words.questions.from(print.whole(least), print.whole(most));

/** What a release of transactions counts: records, or subjects once a row. */
export function countedUnit({ manifest: { shape, unit } }: TableView, { pictures, flow }: Words): string {
  return shape === 'groups' && unit !== 'row' ? flow.once : pictures.records;
}

/** A bin as people say it: from hour to hour, a day by its name, a date as the language writes it, a stretch from and to. */
export function binName(
  kind: NonNullable<TableSections['flow']>['kind'],
  name: string,
  { print }: TableView,
  { locale, flow }: Words,
): string {
  switch (kind) {
    case 'clock':
      return `${name.padStart(2, '0')}:00–${String(Number(name) + 1).padStart(2, '0')}:00`;
    case 'weekday':
      return dateIn(locale, { weekday: 'short' }, Date.UTC(2024, 0, 1 + Number(name)));
    case 'date':
    case 'week':
    case 'month':
      return name
        .split('/')
        .map((unit) => calendarName(unit, locale))
        .join(' – ');
    case 'number':
      return name
        .split('/')
        .map((edge) => print.decimal(Number(edge)))
        .join('–');
    case 'place':
      return name === '' ? flow.rest : name;
    default:
      return kind satisfies never;
  }
}

/** The same below an axis: the beginning of a stretch is enough. */
const axisName = (...[kind, name, view, words]: Parameters<typeof binName>): string =>
  kind === 'clock' ? name : kind === 'place' ? binName(kind, name, view, words) : binName(kind, firstOf(name), view, words);

const firstOf = (name: string): string => name.split('/')[0];

/** A date or a month as the language writes it in few letters; a week by its number. */
function calendarName(unit: string, locale: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(unit) ?? [];
  if (year === undefined) return unit;
  const options =
    day === undefined ? ({ year: 'numeric', month: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const);
  return dateIn(locale, options, Date.parse(`${year}-${month}-${day ?? '01'}T00:00:00Z`));
}
