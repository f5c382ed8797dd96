import type { Language } from '../base/languages.ts';
import { bestOf, figureGroups, groupOf, shortName } from '../figures/groups.ts';
import { type Print, plain, printIn } from '../figures/print.ts';
import {
  excessOver,
  type Limit,
  limitsAsked,
  numberIn,
  type SweptFigure,
  shownFigures,
  usableLimits,
  weighedLosses,
} from '../figures/sweep-figures.ts';
import { type Setting, sameSetting, settingOf } from '../figures/sweep-setting.ts';
import { type DrawnLoss, type Kinds, lossLines, lossScatter, type Swept } from './charts.ts';
import { groupedStyle, groupedTable } from './grouped-table.ts';
import { type Cell, escapeHtml, internalMark, page, table } from './page.ts';
import { type ImpossiblePoint, isVerified, type SweepResult, type VerifiedPoint } from './sweep-result.ts';
import { type BesideWords, besideWords } from './words/beside.ts';
import { impossibleReasons } from './words/impossible.ts';
import { settingIn } from './words/setting-in-words.ts';

/** What every part of the page goes by. */
interface View {
  readonly result: SweepResult;
  readonly points: readonly VerifiedPoint[];
  readonly figures: readonly SweptFigure[];
  /** Whether the setting named keeps within the limits, or within what is usable. */
  readonly isReached: boolean;
  readonly kinds: Kinds;
  readonly lang: Language;
  readonly words: BesideWords;
  readonly print: Omit<Print, 'date'>;
}

/** The whole sweep on one page: the setting to take and why, every figure of all, the losses against each other and over each setting. */
export function sweepHtml(result: SweepResult, lang: Language = 'en'): string {
  const points = result.points.filter(isVerified);
  const words = besideWords[lang];
  const of = (point: Setting) => point.flatten ?? point.method;
  const names = [...new Set(result.points.map(of))].filter((name) => points.some((point) => of(point) === name));
  const { met, setting } = result.recommendation;
  const chosen = points.find((point) => sameSetting(point, setting));
  const view: View = {
    ...{ result, points, lang, words },
    isReached: met && missedBy(chosen, limitsHeld(result, points)).length === 0,
    figures: shownFigures(result.family, points).filter(({ kind, sweep }) => kind === 'number' || sweep.number !== undefined),
    kinds: { names, of, wordsOf: (point) => settingIn(point, words) },
    print: lang === 'en' ? plain : printIn(lang),
  };
  const title = `${words.sweep.title} · ${words.internal}`;
  const body = [
    internalMark(escapeHtml(words.sweep.must), words.internal),
    `<h1>${escapeHtml(title)}</h1>`,
    recommendationHtml(view),
    chartHtml(view),
    `<section><h2>${escapeHtml(words.sweep.best)}</h2><p>${escapeHtml(words.sweep.bestMeans)}</p>${bestHtml(view)}</section>`,
    ...linesHtml(view),
    notesHtml(view),
  ];
  return page(escapeHtml(title), body.filter((part) => part !== '').join('\n'), { lang, internal: true, style: groupedStyle });
}

/** The limits that were given, else those of what is usable. */
const limitsHeld = ({ recommendation: { rule }, limits, family }: SweepResult, points: readonly VerifiedPoint[]) =>
  rule === 'limits' ? limitsAsked(family, limits) : usableLimits(family, points);

const missedBy = (point: VerifiedPoint | undefined, limits: readonly Limit[]): readonly Limit[] =>
  point === undefined ? [] : limits.filter((limit) => excessOver(limit, point) > 0);

function recommendationHtml({ result, points, figures, isReached, words, lang, print }: View): string {
  const { recommendation, limits, input } = result;
  const { setting, command, rule } = recommendation;
  const { sweep: own } = words;
  const chosen = points.find((point) => sameSetting(point, setting));
  const kept = limitsHeld(result, points);
  const missed = missedBy(chosen, kept);
  const mark = isReached
    ? `<strong class="holds">${own.take}</strong>`
    : `<strong class="broken">${rule === 'limits' ? own.nobody : own.nobodyUsable}</strong>; ${own.near}`;
  const lost =
    limits.maxRecordsLost === undefined
      ? []
      : [own.least(nameIn(retentionIn(figures), lang), print.percent(1 - limits.maxRecordsLost))];
  const asked = [
    ...kept.map((limit) => {
      const text = limitIn(limit, lang, own, print);
      return chosen !== undefined && missed.includes(limit) ? `${text} ✗ ${valueIn(limit.figure, chosen, print)}` : text;
    }),
    ...lost,
  ];
  const why = rule === 'limits' ? (isReached ? own.within : own.nearWithin) : isReached ? own.usable : own.nearUsable;
  const impossible = result.points.length - points.length;
  return `<section><h2>${escapeHtml(own.which)}</h2><div class="verdict${isReached ? '' : ' bad'}"><p class="word">${mark}: ${escapeHtml(settingIn(setting, words))}</p>
    <p>${escapeHtml(why)}</p><ul>${asked.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul></div>
    <pre><code>${escapeHtml(command)}</code></pre>
    <p>${escapeHtml(own.tried(print.whole(points.length), print.whole(input.subjects), print.whole(impossible)))}</p>${
      chosen === undefined ? '' : figuresHtml(chosen, figures, { words, lang, print })
    }</section>`;
}

const retentionIn = (figures: readonly SweptFigure[]): SweptFigure | undefined => figures.find(({ id }) => id === 'retention');

function limitIn({ figure, value }: Limit, lang: Language, own: BesideWords['sweep'], print: View['print']): string {
  const text = print[figure.unit](value);
  return figure.better === 'more' ? own.least(nameIn(figure, lang), text) : own.most(nameIn(figure, lang), text);
}

const nameIn = (figure: SweptFigure | undefined, lang: Language): string => shortName(figure?.words[lang].name ?? '');

/** What the setting named above keeps and loses, in groups. */
function figuresHtml(
  point: VerifiedPoint,
  figures: readonly SweptFigure[],
  { words, lang, print }: Pick<View, 'words' | 'lang' | 'print'>,
): string {
  const rows = figureGroups.map((group) => {
    const own = figures.filter((figure) => groupOf(figure) === group && numberIn(figure, point) !== undefined);
    const promised = group !== 'protection' ? [] : [['k', `${point.k}`], ...(point.p === undefined ? [] : [['P', `${point.p}`]])];
    const lines = [
      ...promised.map(([name, value]) => [name, value, '']),
      ...own.map((figure) => [nameIn(figure, lang), valueIn(figure, point, print), figure.words[lang].meaning ?? '']),
    ];
    if (lines.length === 0) return '';
    const body = lines.map(
      ([name, value, meaning]) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td><td>${escapeHtml(meaning)}</td></tr>`,
    );
    return `<tr><th colspan="3" scope="rowgroup">${escapeHtml(words.groups[group])}</th></tr>${body.join('')}`;
  });
  return `<h3>${escapeHtml(words.sweep.figures)}</h3><table class="beside"><tbody>${rows.join('\n')}</tbody></table>`;
}

function valueIn(figure: SweptFigure, point: VerifiedPoint, print: View['print']): string {
  const value = numberIn(figure, point);
  return value === undefined ? '' : print[figure.unit](value).replace(' %', '\u00a0%');
}

/** The losses that differ between settings, as they are drawn: of each the less the better. */
function drawnLosses({ result, points, lang }: View): readonly DrawnLoss[] {
  const differ = (figure: SweptFigure) => new Set(points.map((point) => numberIn(figure, point))).size > 1;
  return weighedLosses(result.family, points)
    .filter((figure) => figure.better === 'less' && differ(figure))
    .map((figure) => ({
      name: nameIn(figure, lang),
      title: nameIn(figure, lang),
      of: (point) => numberIn(figure, point) ?? 0,
    }));
}

const marks = ['○', '△', '□'];
const hueNames = ['--first', '--second', '--third'];

function chartHtml(view: View): string {
  const { points, kinds, words } = view;
  const [first, second] = drawnLosses(view);
  if (first === undefined || second === undefined) return '';
  const label = words.sweep.against(first.name, second.name);
  const legend = kinds.names.map(
    (name, m) => `<span style="color: var(${hueNames[m % 3]})">${marks[m % 3]}</span> ${escapeHtml(name)}`,
  );
  return `<section><h2>${escapeHtml(label)}</h2><figure class="scatter">${lossScatter(points, [first, second], kinds, { label })}<figcaption>${legend.join(', ')}. ${escapeHtml(words.sweep.legend)}</figcaption></figure></section>`;
}

/** The settings that no other beats, what all of them have alike in a sentence, and the others behind them. */
function bestHtml(view: View): string {
  const { points, figures, words, lang, print } = view;
  const isAlike = (figure: SweptFigure) =>
    points.length > 1 && new Set(points.map((point) => numberIn(figure, point))).size === 1;
  const alike = figures.filter(isAlike).map((figure) => `${nameIn(figure, lang)} ${valueIn(figure, points[0], print)}`);
  const shown = { ...view, figures: figures.filter((figure) => !isAlike(figure)) };
  const best = points.filter(({ pareto, recommended }) => pareto || recommended);
  const rest =
    best.length === points.length
      ? ''
      : `<details><summary>${escapeHtml(words.sweep.all)} (${points.length})</summary>${pointsTable(shown, words.sweep.all)}</details>`;
  const same = alike.length === 0 ? '' : `<p>${escapeHtml(words.compare.same(alike.join(', ')))}</p>`;
  return `${pointsTable({ ...shown, points: best }, words.sweep.best)}${same}${rest}${impossibleHtml(view)}${commandsHtml(view)}`;
}

/** Settings that have a release, those with the same figures in one row: what protects most comes first. */
function pointsTable({ points, figures, isReached, words, lang, print }: View, caption: string): string {
  const folds = foldPoints(points, figures);
  const sorted = folds.toSorted(({ first: a }, { first: b }) => b.k - a.k || (b.p ?? 0) - (a.p ?? 0));
  const inGroup = (group: (typeof figureGroups)[number]) => figures.filter((figure) => groupOf(figure) === group);
  const hasP = points.some(({ p }) => p !== undefined);
  const shown = figureGroups.flatMap(inGroup);
  const best = new Map(
    shown.map((figure) => [
      figure.id,
      bestOf(
        groupOf(figure) === 'size' ? { better: 'neither' } : figure,
        sorted.map(({ first }) => numberIn(figure, first)),
      ),
    ]),
  );
  const cellOf = (figure: SweptFigure, { first }: Fold, row: number): Cell => {
    const text = escapeHtml(valueIn(figure, first, print));
    return best.get(figure.id)?.has(row) ? { html: `<strong>${text}</strong>` } : { html: text };
  };
  const rows = sorted.map((fold, row) => {
    const { first, all } = fold;
    const mark = all.some(({ recommended }) => recommended) ? `${isReached ? words.sweep.take : words.sweep.near}: ` : '';
    return {
      best: all.some(({ recommended }) => recommended),
      cells: [
        `${mark}${foldWords(fold, words)}`,
        `${first.k}`,
        ...(hasP ? [`${first.p ?? ''}`] : []),
        ...shown.map((figure) => cellOf(figure, fold, row)),
      ],
    };
  });
  const heads = (group: (typeof figureGroups)[number]) => inGroup(group).map((figure) => nameIn(figure, lang));
  const groups = [
    { name: words.groups.setting, heads: [''] },
    { name: words.groups.protection, heads: ['k', ...(hasP ? ['P'] : []), ...heads('protection')] },
    { name: words.groups.loss, heads: heads('loss') },
    { name: words.groups.size, heads: heads('size') },
  ];
  return groupedTable(
    groups.filter(({ heads: own }) => own.length > 0),
    rows,
    caption,
  );
}

/** Settings with the same figures that differ in one thing alone, so that a list of its values says them all. */
interface Fold {
  readonly first: VerifiedPoint;
  readonly all: VerifiedPoint[];
  differ?: keyof Setting | undefined;
}

function foldPoints(points: readonly VerifiedPoint[], figures: readonly SweptFigure[]): readonly Fold[] {
  const folds: Fold[] = [];
  for (const point of points) {
    const home = folds.find((fold) => {
      if (figures.some((figure) => numberIn(figure, fold.first) !== numberIn(figure, point))) return false;
      const keys = (Object.keys({ ...settingOf(fold.first), ...settingOf(point) }) as (keyof Setting)[]).filter(
        (key) => fold.first[key] !== point[key],
      );
      return keys.length === 1 && keys[0] !== 'k' && keys[0] !== 'p' && (fold.differ ?? keys[0]) === keys[0];
    });
    if (home === undefined) folds.push({ first: point, all: [point] });
    else {
      home.differ ??= (Object.keys(settingOf(point)) as (keyof Setting)[]).find((key) => home.first[key] !== point[key]);
      home.all.push(point);
    }
  }
  return folds;
}

/** The setting in words, without k and P, which have columns of their own. */
function foldWords({ first, all, differ }: Fold, words: BesideWords): string {
  const { k: _, p: __, ...rest } = settingOf(first);
  const several = differ === undefined ? {} : { [differ]: all.map((point) => point[differ]).join(', ') };
  return settingIn({ ...rest, ...several, k: first.k } as Setting, words).replace(/, k = \d+/, ''); // in words, whatever it holds
}

/** In the reader's language; what no catalogue knows is told in the program's own words. */
function reasonHtml({ code, reason }: ImpossiblePoint, lang: Language): string {
  const told = lang === 'en' ? reason : impossibleReasons[lang][code];
  return told === undefined ? `<span lang="en">${escapeHtml(reason)}</span>` : escapeHtml(told);
}

function impossibleHtml({ result, words, lang }: View): string {
  const rows = result.points.flatMap((point) =>
    isVerified(point) ? [] : [[settingIn(point, words), { html: reasonHtml(point, lang) }]],
  );
  if (rows.length === 0) return '';
  return `<details><summary>${escapeHtml(words.sweep.impossible)} (${rows.length})</summary>${table([words.groups.setting, ''], rows)}</details>`;
}

function commandsHtml({ points, words }: View): string {
  const rows = points.map((point): Cell[] => [settingIn(point, words), { html: `<code>${escapeHtml(point.command)}</code>` }]);
  return `<details><summary>${escapeHtml(words.sweep.commands)}</summary>${table([words.groups.setting, words.sweep.command], rows)}</details>`;
}

const overKeys = ['k', 'p', 'maxLevel', 'segments'] as const satisfies readonly Swept[];

/** The losses over each setting that was varied; the table above has the numbers. */
function linesHtml(view: View): readonly string[] {
  const { result, points, kinds, words } = view;
  const losses = drawnLosses(view).slice(0, 2);
  if (losses.length === 0) return [];
  const keys = ['method', ...Object.keys(result.grid)] as (keyof Setting)[]; // a grid has keys of settings
  return overKeys
    .filter((over) => new Set(points.map((point) => point[over])).size > 1)
    .map((over) => {
      const name = words.settings[over] ?? over;
      const lines = { points, kinds, over, name, keys };
      const charts = losses.map((loss) => `<figure>${lossLines(lines, loss, result.recommendation.setting)}</figure>`);
      return `<section><h2>${escapeHtml(words.sweep.over(name))}</h2><div class="pair">${charts.join('')}</div><p>${escapeHtml(words.sweep.lines)}</p></section>`;
    });
}

function notesHtml({ result: { queries = 0 }, words, print }: View): string {
  const items = [...words.sweep.notes, ...(queries > 0 ? [words.sweep.queries(print.whole(queries))] : [])];
  return `<section><h2>${escapeHtml(words.how)}</h2><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul></section>`;
}
