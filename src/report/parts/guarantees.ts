import type { Bin } from '../../release/bin-rules.ts';
import { escapeHtml, table } from '../page.ts';
import { histogram } from '../pictures/histogram.ts';
import type { TableSummary } from '../table-summary.ts';
import { byKind, type View } from '../view.ts';
import { checkWords } from '../words/check-words.ts';
import type { Words } from '../words/en.ts';
import { modelSentence } from '../words/model-words.ts';
import { figureHtml, list, pair, sayFigure, section } from './section.ts';
import { captionOf } from './size-words.ts';

/** What is promised, how far the release is from the limit, and how large its classes are. */
export function guaranteesPart(view: View, words: Words): string {
  const { guarantees: own } = words;
  const { print, summary } = view;
  const sizeText = (size: number | undefined) => (size === undefined ? words.keptInside : print.whole(size));
  const k = ['k', own.kEvents, print.whole(summary.k), sizeText(summary.verdict.smallestGroup)];
  const combinationPicture = (bins: readonly Bin[]) =>
    sizePicture(bins, { title: own.combinationSizes, classes: own.combinations, promise: 'k', least: summary.k }, view, words);
  const { rows, also, pictures } = byKind(view, {
    series: ({ summary: { p, l, models, verdict }, sections }) => ({
      rows: [
        k.with(1, own.k),
        ['P', own.p, print.whole(p), sizeText(verdict.smallestLeaf)],
        ...(l === undefined ? [] : [['l', own.l, print.whole(l), '✓']]),
        ...modelRows(models, words, print),
      ],
      also: own.alsoSeries,
      pictures: [
        sizePicture(
          sections.groupSizes,
          { title: own.groupSizes, classes: own.groups, promise: 'k', least: summary.k },
          view,
          words,
        ),
        sizePicture(sections.leafSizes, { title: own.leafSizes, classes: own.leaves, promise: 'P', least: p }, view, words),
      ],
    }),
    events: ({ sections }) => ({ rows: [k], also: own.alsoEvents, pictures: [combinationPicture(sections.combinationSizes)] }),
    table: ({ sections, summary: { models, population } }) => ({
      rows: [k.with(1, own.kTable), ...modelRows(models, words, print), ...populationRows(population, words, print)],
      also: own.alsoTable,
      pictures: [combinationPicture(sections.combinationSizes)],
    }),
  });
  return section(
    'guarantees',
    words.headings.guarantees,
    `${table([own.promise, own.meaning, own.promised, own.smallest], rows, { caption: own.caption })}
${list(also)}
${checksTable(view, words)}
${pair(...pictures)}`,
  );
}

/** What is promised against a population, where something is. */
function modelRows(models: TableSummary['models'] = [], { models: own }: Words, print: View['print']): string[][] {
  return models.map((model) => [
    own.names[model.model],
    modelSentence(model, own, print.decimal),
    print.decimal(model.t ?? model.share ?? model.l ?? 0),
    '✓',
  ]);
}

function populationRows(population: TableSummary['population'], { models }: Words, print: View['print']): string[][] {
  const { kMap, presence, subjects = 0 } = population ?? {};
  const own = models.population;
  return [
    ...(kMap === undefined ? [] : [[own.kMapName, own.kMap(print.whole(kMap), print.whole(subjects)), print.whole(kMap), '✓']]),
    ...(presence === undefined
      ? []
      : [
          [
            own.presenceName,
            own.presence(print.decimal(presence.min), print.decimal(presence.max)),
            `${print.decimal(presence.min)}–${print.decimal(presence.max)}`,
            '✓',
          ],
        ]),
  ];
}

/** Each promise as the verifier found it in the released bytes. */
function checksTable(view: View, words: Words): string {
  const { verdict } = words;
  const { holds } = view.summary.verdict;
  const mark = `<span class="${holds ? 'holds' : 'broken'}"><span aria-hidden="true">${holds ? '✓' : '✗'}</span> ${escapeHtml(holds ? verdict.pass : verdict.fail)}</span>`;
  const checks = (view.manifest.verdict?.checks ?? []).map((check) => [...checkWords(check, view, words), { html: mark }]);
  return `<div class="checks">${table([verdict.promise, verdict.found, verdict.result], checks, { caption: verdict.caption })}</div>`;
}

/** What classes are called, and how many subjects each was promised. */
interface PromisedSizes {
  readonly title: string;
  readonly classes: string;
  readonly promise: 'k' | 'P';
  readonly least: number;
}

function sizePicture(
  bins: readonly Bin[],
  { title, classes, promise, least }: PromisedSizes,
  { print, summary: { k }, edition }: View,
  words: Words,
): string {
  if (bins.length === 0) return '';
  const { subjects } = words.guarantees;
  if (bins.length === 1) {
    const [{ from, to, count }] = bins;
    const size = to - from === 1 ? print.whole(from) : `${print.whole(from)}–${print.whole(to - 1)}`;
    return sayFigure(title, words.charts.oneSize(classes, print.whole(count), size));
  }
  const line = { at: least, text: `${promise} = ${print.whole(least)}` };
  const drawing = histogram({ bins, x: subjects, y: classes, line, whole: true, print: print.short });
  const rows = bins.map(({ from, to, count }) => [
    from < k && edition === 'public'
      ? `< ${print.whole(k)}`
      : to - from === 1
        ? print.whole(from)
        : `${print.whole(from)}–${print.whole(to - 1)}`,
    print.whole(count),
  ]);
  const numbers = table([subjects, classes], rows, { caption: title, figures: true });
  return figureHtml({ title, drawing, caption: captionOf(words.guarantees.line(line.text), bins, words), numbers }, words.behind);
}
