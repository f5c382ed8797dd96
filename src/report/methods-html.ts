import { figures } from '../figures/figures.ts';
import { type Print, printIn } from '../figures/print.ts';
import type { MethodsBeside, PublishedCurve, ReleaseBeside, SubjectBeside } from './methods-beside.ts';
import { escapeHtml, internalMark, page, table } from './page.ts';
import { paragraph, section } from './parts/section.ts';
import { type PanelAxes, subjectInBand } from './pictures/subject-in-band.ts';
import { hues } from './theme.ts';
import type { Words } from './words/en.ts';
import { wordsIn } from './words/words.ts';

/** The same subjects under each method on one page: what each lost, and a few of them in their bands. It shows originals, so it must stay. */
export function methodsHtml(beside: MethodsBeside, lang: string): string {
  const words = wordsIn(lang);
  const { methods: own } = words;
  const told: Telling = { beside, words, print: printIn(words.locale) };
  const { k, p, release } = beside.releases[0].summary;
  const promise = own.promise(told.print.whole(release.subjects), told.print.whole(k), told.print.whole(p));
  const title = `${escapeHtml(own.title)} · INTERNAL`;
  const header = `<header>${internalMark(escapeHtml(own.internalWhy))}<p class="product">Shoal</p><h1>${escapeHtml(own.title)}</h1></header>`;
  const main = [
    `<div class="verdict"><p class="word"><strong class="holds">✓ ${escapeHtml(own.holds)}</strong></p>${paragraph(promise)}</div>`,
    section('lost', own.lost, lostPart(told)),
    section('same', own.same, samePart(told)),
    section('take', own.take, takePart(told)),
  ];
  return page(title, main.join('\n'), { lang: words.lang, header, internal: true, style });
}

/** What is told, in which words. */
interface Telling {
  readonly beside: MethodsBeside;
  readonly words: Words;
  readonly print: Print;
}

const named: Readonly<Record<string, string>> = { naive: 'Naive', kapra: 'KAPRA', prism: 'PRISM' };
const nameOf = ({ summary: { method } }: ReleaseBeside): string => named[method] ?? method;

/** A card for each method, with bars that compare. */
function lostPart({ beside: { releases }, words, print }: Telling): string {
  const shown = figures.flatMap((figure) => {
    const values = releases.map(({ summary }) => numberAt(summary.measure, figure.id));
    return comparable.has(figure.id) && values.every((value) => value !== undefined) ? [{ figure, values }] : [];
  });
  const cards = releases.map((release, m) => {
    const rows = shown.map(({ figure, values }) => {
      const most = Math.max(...values, Number.MIN_VALUE);
      const best = values[m] === Math.min(...values);
      return `<dt>${escapeHtml(figure.words[words.lang].name)}</dt><dd>${best ? '<strong>' : ''}${print[figure.unit](roundFigure(values[m]))}${best ? `</strong> <small>${escapeHtml(words.methods.least)}</small>` : ''}<span class="bar" aria-hidden="true" style="width:${Math.max(1, Math.round((100 * values[m]) / most))}%"></span></dd>`;
    });
    return `<article class="way" style="--hue:${hues[m % hues.length]}"><h3>${nameOf(release)}</h3>${paragraph(words.methods.ways[release.summary.method])}<dl>${rows.join('')}</dl><p><a href="${escapeHtml(release.report)}">${escapeHtml(words.methods.report)}</a></p></article>`;
  });
  const meanings = shown.flatMap(({ figure }) => {
    const { name, meaning } = figure.words[words.lang];
    return meaning === undefined ? [] : [`<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(meaning)}</dd>`];
  });
  return `${paragraph(words.methods.lostLead)}<div class="three">${cards.join('\n')}</div><dl class="glossary">${meanings.join('')}</dl>`;
}

/** The losses that every method has, so that they can be compared. */
const comparable: ReadonlySet<string> = new Set(['valueLoss', 'patternLoss', 'quasiLoss', 'rangeQueryError']);

const numberAt = (measure: object, id: string): number | undefined => {
  const value = (measure as Readonly<Record<string, unknown>>)[id];
  return typeof value === 'number' ? value : undefined;
};

const roundFigure = (value: number): number => Number(value.toPrecision(3));

/** Each subject in its bands, one panel a method. */
function samePart(told: Telling): string {
  const { beside, words } = told;
  const { methods: own } = words;
  const axes: PanelAxes = { instants: beside.instants, domain: domainOf(beside) };
  const legend = `<p class="legend"><span class="swatch"><span class="day"></span>${escapeHtml(own.day)}</span> <span class="swatch"><span class="shade"></span>${escapeHtml(own.band)}</span> <span class="swatch"><span class="dashes"></span>${escapeHtml(own.curve)}</span></p>`;
  return [paragraph(own.sameLead), legend, ...beside.subjects.map((one, s) => subjectPart(one, s, axes, told))].join('\n');
}

function subjectPart(
  one: SubjectBeside,
  s: number,
  axes: PanelAxes,
  { beside: { releases, instants }, words, print }: Telling,
): string {
  const { methods: own } = words;
  const title = own.days[s] ?? '';
  const panels = releases.map((release, m) => {
    const published = one.published[m];
    const drawing = subjectInBand(one.own, published, axes, {
      label: `${title}, ${nameOf(release)}`,
      hue: hues[m % hues.length],
      print: print.decimal,
      locale: words.locale,
    });
    const caption = `${escapeHtml(own.width(print.decimal(roundFigure(published.width))))}<br>${escapeHtml(own.pattern)} <code>${escapeHtml(published.pattern)}</code>`;
    return `<figure><h4>${nameOf(release)}</h4>${drawing}<figcaption>${caption}</figcaption></figure>`;
  });
  const rows = [
    [own.day, ...one.own.map(print.decimal)],
    ...releases.map((release, m) => [nameOf(release), ...intervalsOf(one.published[m], print)]),
  ];
  const numbers = table(['', ...instants], rows, { caption: title, figures: true });
  return `<section class="day-of"><h3>${escapeHtml(title)}</h3><div class="three">${panels.join('\n')}</div>
<details><summary>${escapeHtml(words.behind)}</summary>${numbers}</details></section>`;
}

const intervalsOf = ({ lower, upper }: PublishedCurve, print: Print): readonly string[] =>
  lower.map((low, t) => `[${print.decimal(low)}; ${print.decimal(upper[t])}]`);

/** One scale for all panels. */
function domainOf({ subjects }: MethodsBeside): readonly [number, number] {
  const ends = subjects.flatMap(({ own, published }) => [own, ...published.flatMap(({ lower, upper }) => [lower, upper])].flat());
  return [Math.min(...ends), Math.max(...ends)];
}

function takePart({ words: { methods: own } }: Telling): string {
  return `<ul>${own.advice.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n')}</ul>`;
}

const style = `
.three { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 1.2rem 1.6rem; margin: 1rem 0 } .three figure { margin: 0 }
.way { border-top: .35rem solid var(--hue); background: var(--card); border-radius: .5rem; padding: .7rem 1.1rem .2rem; display: flex; flex-direction: column } .way p { margin: .2rem 0 .8rem } .way > p:last-child { margin-top: auto }
.way h3 { font-size: 1.25rem; margin: 0 } .way dl { margin: 0 0 .4rem } .way dt { color: var(--soft); font-size: .85rem; line-height: 1.3 } .way dd { margin: 0 0 .8rem; font-size: 1.35rem; line-height: 1.4; font-variant-numeric: tabular-nums } .way small { font-size: .8rem; color: var(--soft) }
.bar { display: block; height: .45rem; border-radius: .25rem; background: var(--hue) }
.day-of { margin: 2rem 0 0 } .day-of h3 { font-size: 1.1rem } h4 { font-size: .95rem; margin: 0 0 .2rem }
.swatch .day { height: 3px; width: 1.6rem; background: var(--ink) } .swatch .shade { width: 1.6rem; background: var(--faint); opacity: .45 } .swatch .dashes { height: 0; width: 1.6rem; background: none; border-top: 3px dashed var(--soft) } .swatch { white-space: normal; margin: 0 1rem 0 0 }
@media print { .three { grid-template-columns: repeat(3, 1fr); gap: .6rem } .day-of { break-inside: avoid } .way { padding: .4rem .6rem } .way dd { font-size: 1rem } }
`;
