import { escapeHtml } from '../page.ts';
import { aboutOf, type View } from '../view.ts';
import { dateIn } from '../words/date-in.ts';
import type { Words } from '../words/en.ts';
import { firstSheet } from '../words/first-sheet.ts';
import { beforeAndAfter } from './before-and-after.ts';
import { list, paragraph, section } from './section.ts';

/** The first sheet, for those who decide: what was published, what is kept, what is to be weighed, what was given up, and lines to sign on. */
export function verdictPart(view: View, words: Words): string {
  const { holds, published, kept, weigh, given } = firstSheet(view, words);
  const { verdict, sheet } = words;
  const mark = `<span class="${holds ? 'holds' : 'broken'}"><span aria-hidden="true">${holds ? '✓' : '✗'}</span> ${escapeHtml(holds ? verdict.pass : verdict.fail)}</span>`;
  return section(
    'verdict',
    words.headings.verdict,
    `${aboutList(view, words)}${paragraph(published)}
<div class="scales"><div class="verdict ${holds ? 'good' : 'bad'}"><h3>${escapeHtml(sheet.kept)} <span class="word">${mark}</span></h3>${list(kept)}</div>
<div class="verdict weigh"><h3>${escapeHtml(sheet.weigh)}</h3>${list(weigh)}</div></div>
<h3>${escapeHtml(sheet.given)}</h3>${list(given)}
${beforeAndAfter(view, words)}
<div class="signatures">${[sheet.responsible, sheet.officer].map((who) => `<p><span>${escapeHtml(who)}</span><span>${escapeHtml(sheet.place)}</span></p>`).join('')}</div>`,
  );
}

/** What the publisher says of it, and that it is the publisher who does. */
function aboutList(view: View, { sheet, locale }: Words): string {
  const about = aboutOf(view);
  const rows = (['publisher', 'purpose', 'contact', 'licence', 'date'] as const).flatMap((key) => {
    const text = about[key];
    if (text === undefined) return [];
    const shown = key === 'date' ? dayIn(text, locale) : text;
    return [`<div><dt>${escapeHtml(sheet[key])}</dt><dd>${escapeHtml(shown)}</dd></div>`];
  });
  if (rows.length === 0) return '';
  return `<dl class="about">${rows.join('')}</dl><p class="claims">${escapeHtml(sheet.claims)}</p>`;
}

const dayIn = (date: string, locale: string): string => dateIn(locale, { dateStyle: 'long' }, Date.parse(`${date}T00:00:00Z`));
