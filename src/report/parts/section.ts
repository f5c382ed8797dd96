import { escapeHtml } from '../page.ts';

/** A part of a page with its heading; `body` is HTML. */
export const section = (id: string, title: string, body: string): string =>
  `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escapeHtml(title)}</h2>\n${body}\n</section>`;

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}</ul>`;

/** A picture, what it shows, and its numbers behind it. */
interface Picture {
  readonly title: string;
  /** HTML. */
  readonly drawing: string;
  readonly caption: string;
  /** HTML. */
  readonly numbers: string;
}

/** `behind` are the words under which the numbers are found. */
export const figureHtml = ({ title, drawing, caption, numbers }: Picture, behind: string): string =>
  `<figure><h3>${escapeHtml(title)}</h3>${drawing}<figcaption>${escapeHtml(caption)}</figcaption>
<details><summary>${escapeHtml(behind)}</summary>${numbers}</details></figure>`;

export const pair = (...figures: readonly string[]): string =>
  `<div class="pair">${figures.filter((figure) => figure !== '').join('\n')}</div>`;

/** What a picture would show, where a sentence says it. */
export const sayFigure = (title: string, sentence: string): string =>
  `<figure><h3>${escapeHtml(title)}</h3>${paragraph(sentence)}</figure>`;
