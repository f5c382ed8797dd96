import { theme } from './theme.ts';

/** A page that needs nothing but itself: no script, no font, no network. `title` and `body` are HTML. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${theme}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** First thing on a page that must stay. */
export const internalMark = (what: string): string => `<p class="mark">INTERNAL: ${what}</p>`;

/** A cell is text; a cell of HTML says so. */
export type Cell = string | { readonly html: string };

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = (tag: 'th' | 'td', row: readonly Cell[]) => row.map((cell) => `<${tag}>${htmlOf(cell)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `<div class="wide"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const htmlOf = (cell: Cell): string => (typeof cell === 'string' ? escaped(cell) : cell.html);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]);
