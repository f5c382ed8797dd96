import type { Language } from '../base/languages.ts';
import { figureGroups } from '../figures/groups.ts';
import { plain, printIn } from '../figures/print.ts';
import type { Comparison } from './comparison.ts';
import { groupedStyle } from './grouped-table.ts';
import { escapeHtml, internalMark, page } from './page.ts';
import { besideWords } from './words/beside.ts';
import { type ComparedRow, comparedRows } from './words/compared-rows.ts';

/** Releases side by side on one page: protection, losses and sizes in groups, what all have alike folded away, the best marked. */
export function compareHtml(comparison: Comparison, lang: Language = 'en'): string {
  const { releases, apart } = comparison;
  const words = besideWords[lang];
  const internal = releases.some(({ edition }) => edition === 'internal');
  const title = `${words.compare.title}${internal ? ` · ${words.internal}` : ''}`;
  const rows = comparedRows(comparison, lang, lang === 'en' ? plain : printIn(lang), 'page');
  const isAlike = ({ cells, known }: ComparedRow) =>
    releases.length > 1 && (new Set(cells).size === 1 || (known > 1 && new Set(toldIn(cells)).size === 1));
  const [verdict, ...others] = rows; // alike or not, it stays in sight
  const names = releases.map(({ release }) => release);
  const same = others.filter(isAlike);
  const isAlone = (row: ComparedRow) => row.group === 'setting' && row.known === 1 && releases.length > 1;
  const alone = others.filter((row) => !isAlike(row) && isAlone(row));
  const broken = releases.filter(({ holds }) => !holds);
  const body = [
    internal ? internalMark(escapeHtml(words.compare.must), words.internal) : '',
    `<h1>${escapeHtml(title)}</h1>`,
    ...broken.map(
      ({ release, breaches }) =>
        `<p><strong class="broken">${words.broken}</strong> ${escapeHtml(words.compare.left(release, breaches.join(', ')))}</p>`,
    ),
    `<section>${besideTable(names, [verdict, ...others.filter((row) => !isAlike(row) && !isAlone(row))], words.groups)}${
      alone.length === 0
        ? ''
        : `<details><summary>${escapeHtml(words.compare.alone(String(alone.length)))}</summary>${besideTable(names, alone, words.groups)}</details>`
    }${
      same.length === 0
        ? ''
        : `<details><summary>${escapeHtml(words.compare.same(String(same.length)))}</summary>${besideTable(
            [''],
            same.map((row) => ({ ...row, cells: [toldIn(row.cells)[0] ?? row.cells[0]], best: new Set<number>() })),
            words.groups,
          )}</details>`
    }</section>`,
    `<section><h2>${escapeHtml(words.how)}</h2><ul>${[...apart.map((what) => words.compare.apart[what]), ...words.compare.notes].map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul></section>`,
  ];
  return page(escapeHtml(title), body.filter((part) => part !== '').join('\n'), { lang, internal, style: groupedStyle });
}

/** What releases say that have such a figure or setting. */
const toldIn = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell !== '–');

/** A column for each release, and rows under the headings of their groups; on a narrow screen a value for each release under its row. */
function besideTable(
  names: readonly string[],
  rows: readonly ComparedRow[],
  groups: Readonly<Record<ComparedRow['group'], string>>,
): string {
  const head = ['', ...names].map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const parts = [...figureGroups.slice(0, 2), 'setting' as const, ...figureGroups.slice(2)].map((group) => {
    const own = rows.filter((row) => row.group === group);
    if (own.length === 0) return '';
    const lines = own.map(({ label, cells, best }) => {
      const inner = cells.map((cell, c) => {
        const text = best.has(c) ? `<strong>${escapeHtml(cell)}</strong>` : escapeHtml(cell);
        const head = names[c] === '' ? '' : ` data-head="${escapeHtml(names[c])}"`;
        return `<td${head}${cell === '–' ? ' class="none"' : ''}>${text}</td>`;
      });
      return `<tr><th scope="row">${escapeHtml(label)}</th>${inner.join('')}</tr>`;
    });
    return `<tr><th colspan="${names.length + 1}" scope="rowgroup">${escapeHtml(groups[group])}</th></tr>\n${lines.join('\n')}`;
  });
  const label = escapeHtml(names.filter((name) => name !== '').join(', ') || groups.setting);
  return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table class="beside"><thead><tr>${head}</tr></thead><tbody>${parts.join('\n')}</tbody></table></div>`;
}
