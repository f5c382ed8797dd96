import type { EventsManifest } from '../../release/manifest.ts';
import { escapeHtml } from '../page.ts';
import { byKind, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { list, section } from './section.ts';

/** What the release does not protect against, and inside also what a run advised. */
export function limitsPart(view: View, words: Words): string {
  const { limits: own } = words;
  const { print, summary, edition } = view;
  const k = print.whole(summary.k);
  const items = byKind(view, {
    series: ({ summary: { p, models = [] } }) => [
      own.curve(print.whole(p), k),
      own.sameValue,
      ...new Set(models.map(({ model }) => words.models.weigh[model])),
      own.ends,
    ],
    events: ({ manifest }) => [...linkedBy(manifest.pseudonym, own), own.sameEvent(k), own.rare],
    table: ({ summary: { unit, models = [], population }, manifest }) => [
      ...(unit === 'row' ? [own.rows] : []),
      ...(manifest.columns.some(({ role }) => role === 'kept') ? [own.kept] : []),
      ...new Set(models.map(({ model }) => words.models.weigh[model])),
      ...(population === undefined ? [] : [words.models.population.weigh]),
      own.sameLabel,
    ],
  });
  const advice = edition === 'internal' ? (summary.advice ?? []) : [];
  const notes = advice.map((text) => `<li lang="en">${escapeHtml(text)}</li>`).join('\n');
  return section(
    'limits',
    words.headings.limits,
    `${list([...items, own.membership, own.several, own.recipient])}${notes === '' ? '' : `<h3>${escapeHtml(own.advice)}</h3><ul>${notes}</ul>`}`,
  );
}

/** What an id gives away; nothing where none leaves. */
function linkedBy(pseudonym: EventsManifest['pseudonym'], { ids, sharedIds }: Words['limits']): readonly string[] {
  if (pseudonym === 'drop') return [];
  return pseudonym === 'shared:day' || pseudonym === 'shared:week' ? [sharedIds] : [ids];
}
