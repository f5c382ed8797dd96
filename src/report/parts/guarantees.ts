import type { Bin } from '../../release/told-bins.ts';
import { table } from '../page.ts';
import { histogram } from '../pictures/histogram.ts';
import { byKind, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { figureHtml, list, pair, section } from './section.ts';

/** What is promised, how far the release is from the limit, and how large its classes are. */
export function guaranteesPart(view: View, words: Words): string {
  const { guarantees: own } = words;
  const { print, summary } = view;
  const found = (size: number | undefined) => (size === undefined ? words.keptInside : print.whole(size));
  const k = ['k', own.kEvents, print.whole(summary.k), found(summary.verdict.smallestGroup)];
  const shared = (bins: readonly Bin[]) =>
    sizePicture(bins, own.combinationSizes, own.combinations, own.subjects, 'k', summary.k, view, words);
  const { rows, also, pictures } = byKind(view, {
    series: ({ summary: { p, l, verdict }, sections }) => ({
      rows: [
        k.with(1, own.k),
        ['P', own.p, print.whole(p), found(verdict.smallestLeaf)],
        ...(l === undefined ? [] : [['l', own.l, print.whole(l), '✓']]),
      ],
      also: own.alsoSeries,
      pictures: [
        sizePicture(sections.groupSizes, own.groupSizes, own.groups, own.subjects, 'k', summary.k, view, words),
        sizePicture(sections.leafSizes, own.leafSizes, own.leaves, own.subjects, 'P', p, view, words),
      ],
    }),
    events: ({ sections }) => ({ rows: [k], also: own.alsoEvents, pictures: [shared(sections.combinationSizes)] }),
    table: ({ sections }) => ({
      rows: [k.with(1, own.kTable)],
      also: own.alsoTable,
      pictures: [shared(sections.combinationSizes)],
    }),
  });
  return section(
    'guarantees',
    words.headings.guarantees,
    `${table([own.promise, own.meaning, own.promised, own.smallest], rows, { caption: own.caption })}
${list(also)}
${pair(...pictures)}`,
  );
}

function sizePicture(
  bins: readonly Bin[],
  title: string,
  classes: string,
  subjects: string,
  name: 'k' | 'P',
  least: number,
  { print, summary: { k }, edition }: View,
  words: Words,
): string {
  if (bins.length === 0) return '';
  const line = { at: least, text: `${name} = ${print.whole(least)}` };
  const drawing = histogram({ bins, x: subjects, y: classes, line, whole: true, locale: words.locale });
  const rows = bins.map(({ from, to, count }) => [
    from < k && edition === 'public'
      ? `< ${print.whole(k)}`
      : to - from === 1
        ? print.whole(from)
        : `${print.whole(from)}–${print.whole(to - 1)}`,
    print.whole(count),
  ]);
  const numbers = table([subjects, classes], rows, { caption: title, figures: true });
  return figureHtml(title, drawing, words.guarantees.line(line.text), words.behind, numbers);
}
