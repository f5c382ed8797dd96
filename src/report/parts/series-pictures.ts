import { valueLoss } from '../../figures/value-loss.ts';
import type { Bin } from '../../release/bin-rules.ts';
import { table } from '../page.ts';
import { bandMap } from '../pictures/band-map.ts';
import { histogram } from '../pictures/histogram.ts';
import { patternMap } from '../pictures/pattern-map.ts';
import type { Band } from '../sections.ts';
import type { SeriesView } from '../view.ts';
import type { Words } from '../words/en.ts';
import { figureHtml, pair, sayFigure } from './section.ts';
import { captionOf } from './size-words.ts';
import { unitOf, valueTitle } from './unit.ts';

/** Bands of some groups, the most frequent patterns, how losses are spread, and inside the groups that lost most. */
export function seriesPictures(view: SeriesView, words: Words): string {
  const { sections, edition } = view;
  const { pictures: own } = words;
  const bands =
    edition === 'internal' ? bandsFigure(sections.bands, { title: own.bands, caption: own.bandsInternal }, view, words) : ''; // in public they are on the first sheet
  const worst =
    sections.worst === undefined ? '' : bandsFigure(sections.worst, { title: own.worst, caption: own.worstCaption }, view, words);
  const patterns = sections.patterns.length === 0 ? '' : patternsFigure(view, words);
  return [
    pair(bands, patterns),
    pair(
      lossFigure(
        sections.valueLosses,
        { title: own.valueLosses, axis: lossAxis(view, words), caption: own.valueLossCaption },
        view,
        words,
      ),
      lossFigure(
        sections.patternLosses,
        { title: own.patternLosses, axis: own.patternLossAxis, caption: own.patternLossCaption },
        view,
        words,
      ),
    ),
    worst === '' ? '' : pair(worst),
  ].join('\n');
}

/** Value loss is in what values are in. */
function lossAxis(view: SeriesView, { pictures }: Words): string {
  const unit = unitOf(view);
  return unit === undefined ? pictures.valueLossAxis : `${pictures.valueLossAxis} (${unit})`;
}

interface PictureWords {
  readonly title: string;
  readonly caption: string;
}

function bandsFigure(bands: readonly Band[], { title, caption }: PictureWords, view: SeriesView, words: Words): string {
  const { pictures: own } = words;
  const { sections, print } = view;
  const drawing = bandMap(bands, sections.instants, {
    titleOf: ({ size }) => own.members(print.whole(size)),
    label: title,
    values: valueTitle(view, words),
    print: print.short,
    locale: words.locale,
  });
  return figureHtml({ title, drawing, caption, numbers: bandRows(bands, title, { sections, print }, words) }, words.behind);
}

/** Bands in numbers. */
export function bandRows(
  bands: readonly Band[],
  caption: string,
  { sections, print }: Pick<SeriesView, 'sections' | 'print'>,
  words: Words,
): string {
  const { pictures: own } = words;
  const head = [own.group, own.subjects, valueLoss.words[words.lang].name, ...sections.instants];
  const rows = bands.map(({ size, valueLoss: width, lower, upper }, i) => [
    print.whole(i + 1),
    print.whole(size),
    print.decimal(width),
    ...lower.map((low, t) => `[${print.decimal(low)}; ${print.decimal(upper[t])}]`),
  ]);
  return table(head, rows, { caption, figures: true });
}

function patternsFigure({ sections, print }: SeriesView, words: Words): string {
  const { pictures: own } = words;
  const drawing = patternMap(sections.patterns, ({ subjects }) => own.members(print.whole(subjects)), own.patterns);
  const rows = sections.patterns.map(({ pattern, level, subjects }) => [pattern, print.whole(level), print.whole(subjects)]);
  const numbers = table([own.pattern, own.level, own.subjects], rows, { caption: own.patterns, figures: true });
  return figureHtml({ title: own.patterns, drawing, caption: own.patternsCaption, numbers }, words.behind);
}

function lossFigure(
  bins: readonly Bin[],
  { title, axis, caption }: PictureWords & { readonly axis: string },
  { print }: SeriesView,
  words: Words,
): string {
  if (bins.length === 0) return '';
  const { subjects } = words.pictures;
  if (bins.length === 1) {
    const [{ from, to }] = bins;
    return sayFigure(
      title,
      words.charts.oneBin(print.decimal(Number(from.toPrecision(3))), print.decimal(Number(to.toPrecision(3)))),
    );
  }
  const drawing = histogram({ bins, x: axis, y: subjects, print: print.short });
  const rows = bins.map(({ from, to, count }) => [`${print.decimal(from)} – ${print.decimal(to)}`, print.whole(count)]);
  const numbers = table([axis, subjects], rows, { caption: title, figures: true });
  return figureHtml({ title, drawing, caption: captionOf(caption, bins, words), numbers }, words.behind);
}
