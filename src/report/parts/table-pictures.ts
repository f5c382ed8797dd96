import { escapeHtml, table } from '../page.ts';
import { crowdDots } from '../pictures/crowd-dots.ts';
import { prefixTree } from '../pictures/prefix-tree.ts';
import type { TableView } from '../view.ts';
import type { Words } from '../words/en.ts';
import { figureHtml, pair } from './section.ts';

/** Where the groups are, how many subjects and records are behind each, and what a program is answered. */
export function tablePictures(view: TableView, words: Words): string {
  const { regions } = view.sections;
  return [
    pair(...regions.map((region) => regionFigure(region, view, words)), crowdFigure(view, words)),
    answerFigure(view, words),
  ].join('\n');
}

type Region = TableView['sections']['regions'][number];

function regionFigure({ column, prefixes }: Region, { print }: TableView, words: Words): string {
  const { pictures: own } = words;
  const title = `${own.regions} (${column})`;
  const named = prefixes.map(({ prefix, combinations }) => ({ prefix, text: print.whole(combinations) }));
  const rows = prefixes.map(({ prefix, combinations }) => [prefix === '' ? own.anywhere : prefix, print.whole(combinations)]);
  const numbers = table([own.region, words.guarantees.combinations], rows, { caption: title, figures: true });
  return figureHtml(
    { title, drawing: prefixTree(named, own.anywhere, title), caption: own.regionsCaption, numbers },
    words.behind,
  );
}

function crowdFigure({ sections: { crowd }, print }: TableView, words: Words): string {
  if (crowd === undefined) return '';
  const { pictures: own, guarantees } = words;
  const rows = crowd.map(({ subjects, records, combinations }) => [subjects, records, combinations].map(print.whole));
  const numbers = table([own.subjects, own.records, guarantees.combinations], rows, { caption: own.crowd, figures: true });
  const drawing = crowdDots(crowd, { x: own.subjects, y: own.records, print: print.short }, own.crowd);
  return figureHtml({ title: own.crowd, drawing, caption: own.crowdCaption, numbers }, words.behind);
}

/** Rows as they are published, so it needs no table behind it. */
function answerFigure({ sections: { rows }, manifest: { columns } }: TableView, { pictures: own }: Words): string {
  const numeric = new Set(columns.filter(({ kind }) => kind === 'integer' || kind === 'number').map(({ name }) => name));
  const values = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, !numeric.has(name) ? cell : cell === '' ? null : Number(cell)]),
    ),
  );
  return `<figure><h3>${escapeHtml(own.answer)}</h3><pre tabindex="0"><code>${escapeHtml(JSON.stringify({ data: values }, null, 2))}</code></pre>
<figcaption>${escapeHtml(own.answerCaption)}</figcaption></figure>`;
}
