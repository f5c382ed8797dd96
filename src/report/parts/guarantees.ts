import type { Bin } from '../bins.ts';
import { table } from '../page.ts';
import { histogram } from '../pictures/histogram.ts';
import type { View } from '../view.ts';
import type { Words } from '../words/words.ts';
import { figureHtml, list, pair, section } from './section.ts';

/** What is promised, how far the release is from the limit, and how large its classes are. */
export function guaranteesPart(view: View, words: Words): string {
  const { guarantees: own } = words;
  const { print, summary } = view;
  const found = (size: number | undefined) => (size === undefined ? words.keptInside : print.whole(size));
  const rows =
    view.kind === 'events'
      ? [['k', own.kEvents, print.whole(summary.k), found(summary.verdict.smallestGroup)]]
      : [
          ['k', own.k, print.whole(summary.k), found(summary.verdict.smallestGroup)],
          ['P', own.p, print.whole(view.summary.p), found(view.summary.verdict.smallestLeaf)],
          ...(view.summary.l === undefined ? [] : [['l', own.l, print.whole(view.summary.l), '✓']]),
        ];
  const pictures =
    view.kind === 'events'
      ? [
          sizePicture(
            view.sections.combinationSizes,
            own.combinationSizes,
            own.combinations,
            own.subjects,
            'k',
            summary.k,
            view,
            words,
          ),
        ]
      : [
          sizePicture(view.sections.groupSizes, own.groupSizes, own.groups, own.subjects, 'k', summary.k, view, words),
          sizePicture(view.sections.leafSizes, own.leafSizes, own.leaves, own.subjects, 'P', view.summary.p, view, words),
        ];
  return section(
    'guarantees',
    words.headings.guarantees,
    `${table([own.promise, own.meaning, own.promised, own.smallest], rows, { caption: own.caption })}
${list(view.kind === 'events' ? own.alsoEvents : own.alsoSeries)}
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
