import { internalTheme, theme } from './theme.ts';

/** What a page is, but for its main part; all of it HTML. */
interface PageFrame {
  readonly lang?: string;
  /** What stands above the main part. */
  readonly header?: string;
  /** Set on every sheet of paper: such a page must stay. */
  readonly internal?: boolean;
  /** What draws it, where that is to be told. */
  readonly maker?: string;
  /** Rules of its own, beside those of every page. */
  readonly style?: string;
}

/** A page that needs nothing but itself: no script, no font, no network. `title` and `main` are HTML. */
export const page = (
  title: string,
  main: string,
  { lang = 'en', header = '', internal = false, maker, style = '' }: PageFrame = {},
): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${maker === undefined ? '' : `<meta name="generator" content="${escapeHtml(maker)}">\n`}<title>${title}</title>
<style>${theme}${internal ? internalTheme : ''}${style}</style>
</head>
<body>
${internal ? '<div class="every-sheet" aria-hidden="true">INTERNAL</div>\n' : ''}${header}
<main id="main">
${main}
</main>
</body>
</html>
`;

/** First thing on a page that must stay. */
export const internalMark = (what: string, word = 'INTERNAL'): string => `<p class="mark"><strong>${word}</strong> ${what}</p>`;

/** A cell is text; a cell of HTML says so. */
export type Cell = string | { readonly html: string };

interface TableWords {
  /** What the table is about, for those who hear it and those who see it. */
  readonly caption?: string;
  /** Numbers stand to the right. */
  readonly figures?: boolean;
}

/** The first cell of a row is its heading. A table wider than the page is moved by itself, with the keyboard too. */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { caption, figures }: TableWords = {},
): string {
  const named = caption === undefined ? '' : `<caption>${escapeHtml(caption)}</caption>`;
  const top = head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('');
  const body = rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${htmlOf(first)}</th>${rest.map((cell) => `<td>${htmlOf(cell)}</td>`).join('')}</tr>`,
    )
    .join('\n');
  const label = escapeHtml(caption ?? head.filter((cell) => cell !== '').join(', '));
  return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table${figures === true ? ' class="figures"' : ''}>${named}<thead><tr>${top}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const htmlOf = (cell: Cell): string => (typeof cell === 'string' ? escapeHtml(cell) : cell.html);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]);
