import { type Cell, escapeHtml } from './page.ts';

/** A heading over some columns of a table, or over some rows. */
export interface TableGroup {
  readonly name: string;
  readonly heads: readonly string[];
}

export interface TableRow {
  readonly cells: readonly Cell[];
  /** Stands out: the one to take. */
  readonly best?: boolean;
}

/**
 * A table whose columns stand in groups. On a narrow screen each row is a card with its headings beside its values; nobody has to move it
 * sideways.
 */
export function groupedTable(groups: readonly TableGroup[], rows: readonly TableRow[], caption: string): string {
  const heads = groups.flatMap(({ heads: own }) => own);
  const over = groups
    .map(({ name, heads: own }) => `<th scope="colgroup" colspan="${own.length}">${escapeHtml(name)}</th>`)
    .join('');
  const top = heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('');
  const body = rows.map(({ cells, best = false }) => {
    const inner = cells.map((cell, c) => {
      const html = typeof cell === 'string' ? escapeHtml(cell) : cell.html;
      const [open, close] = c === 0 ? ['<th scope="row"', '</th>'] : ['<td', '</td>'];
      return `${open} data-head="${escapeHtml(heads[c])}">${html}${close}`;
    });
    return `<tr${best ? ' class="best"' : ''}>${inner.join('')}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table class="cards"><thead><tr>${over}</tr><tr>${top}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** Rules of pages that have such a table, and one of rows in groups. */
export const groupedStyle = `
.scatter { max-width: 38rem }
.cards thead tr:first-child th { border-bottom-width: 1px; padding-top: .6rem } .cards td { font-variant-numeric: tabular-nums }
.cards strong, .beside strong { white-space: nowrap } .cards td, .cards thead tr + tr th { padding-right: .6rem } .best > * { background: var(--card) } .best th[scope=row] { box-shadow: inset .3rem 0 var(--good); padding-left: .7rem; font-weight: 700 }
.beside th[colspan] { padding-top: 1.2rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; font-size: .8rem } .beside td { font-variant-numeric: tabular-nums }
.beside strong, .cards strong { color: var(--good) } .beside strong::after, .cards strong::after { content: " ★" }
@media screen and (max-width: 40rem) {
  .cards, .cards tbody { display: block } .cards thead { display: none } .cards tr { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem .9rem; border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; margin: .7rem 0 }
  .cards th[scope=row] { grid-column: 1 / -1; font-size: 1rem } .cards th, .cards td { display: block; border: 0; padding: .1rem 0 } .cards td::before { content: attr(data-head); display: block; color: var(--soft); font-size: .78rem; line-height: 1.2 } .cards td:empty { display: none }
  .best { border-color: var(--good) !important; background: var(--card) } .best th[scope=row] { box-shadow: none; padding-left: 0 }
  .beside, .beside tbody, .beside tr { display: block } .beside thead { display: none } .beside tr { padding: .3rem 0; border-bottom: 1px solid var(--line) } .beside th, .beside td { display: block; border: 0; padding: .05rem 0 } .beside .none { display: none } .beside td[data-head]::before { content: attr(data-head) ": "; color: var(--soft) }
}
@media print { .cards th, .cards td { font-size: .74rem; padding-right: .35rem; overflow-wrap: anywhere } .cards strong, .beside strong { white-space: normal } .cards tr { break-inside: avoid } .cards tbody th { min-width: 5rem } .cards td { overflow-wrap: normal } }
`;
