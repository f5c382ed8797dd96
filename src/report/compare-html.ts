import { type Comparison, comparisonRows } from './comparison.ts';
import { escapeHtml, internalMark, page, table } from './page.ts';

/** Releases side by side on one page. */
export function compareHtml(comparison: Comparison): string {
  const { releases, notes } = comparison;
  const internal = releases.some(({ edition }) => edition === 'internal');
  const title = `Shoal releases compared${internal ? ' · INTERNAL' : ''}`;
  const rows = comparisonRows(comparison).map(({ label, cells }) => [label, ...cells]);
  const broken = releases.filter(({ holds }) => !holds);
  const body = [
    internal ? internalMark('this page holds figures from internal reports and must not leave with a release.') : '',
    `<h1>${title}</h1>`,
    ...broken.map(
      ({ release, breaches }) =>
        `<p><strong class="broken">✗ broken</strong> ${escapeHtml(release)} does not keep its promises (${escapeHtml(breaches.join(', '))}), so its figures are left out.</p>`,
    ),
    `<section>${table(['', ...releases.map(({ release }) => release)], rows)}</section>`,
    `<section><h2>How to read this</h2><ul>${[...notes, ...always].map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul></section>`,
  ];
  return page(title, body.filter((part) => part !== '').join('\n'), { internal });
}

const always = [
  'Losses are means over released records; compare them together with retention.',
  'A risk is a bound on how sure anyone can be that a record is a certain person: by bands for who knows values, by pattern for who knows the whole curve. It says nothing about what the sensitive columns tell.',
  '"internal" stands where only the internal report tells, and it was not there to read.',
];
