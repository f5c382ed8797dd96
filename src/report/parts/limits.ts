import { escaped } from '../page.ts';
import type { View } from '../view.ts';
import type { Words } from '../words/words.ts';
import { list, section } from './section.ts';

/** What the release does not protect against, and inside also what a run advised. */
export function limitsPart(view: View, words: Words): string {
  const { limits: own } = words;
  const { print, summary, edition } = view;
  const k = print.whole(summary.k);
  const items =
    view.kind === 'events'
      ? [...(view.manifest.pseudonym === 'drop' ? [] : [own.ids]), own.sameEvent(k), own.rare]
      : [own.curve(print.whole(view.summary.p), k), own.sameValue, own.ends];
  const advice = edition === 'internal' ? (summary.advice ?? []) : [];
  const notes = advice.map((text) => `<li lang="en">${escaped(text)}</li>`).join('\n');
  return section(
    'limits',
    words.headings.limits,
    `${list([...items, own.membership, own.several, own.recipient])}${notes === '' ? '' : `<h3>${escaped(own.advice)}</h3><ul>${notes}</ul>`}`,
  );
}
