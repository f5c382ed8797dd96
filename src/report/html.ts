import type { Manifest } from '../release/manifest.ts';
import { escapeHtml, internalMark, page } from './page.ts';
import { glossaryPart } from './parts/glossary.ts';
import { guaranteesPart } from './parts/guarantees.ts';
import { limitsPart } from './parts/limits.ts';
import { methodPart } from './parts/method.ts';
import { protectedPart } from './parts/protected.ts';
import { removedPart } from './parts/removed.ts';
import { reproducePart } from './parts/reproduce.ts';
import { riskPart } from './parts/risk.ts';
import { utilityPart } from './parts/utility.ts';
import { verdictPart } from './parts/verdict.ts';
import { aboutOf, type Edition, type Report, type View, viewOf } from './view.ts';
import type { Words } from './words/en.ts';

/** The parts of a page in the order a data protection officer reads them. */
const parts: Readonly<Record<keyof Words['headings'], (view: View, words: Words) => string>> = {
  verdict: verdictPart,
  protected: protectedPart,
  method: methodPart,
  guarantees: guaranteesPart,
  risk: riskPart,
  utility: utilityPart,
  removed: removedPart,
  limits: limitsPart,
  reproduce: reproducePart,
  glossary: glossaryPart,
};

/** A report as one self-contained page, from report.json and the manifest alone. The same of both on any machine that has the same `maker`. */
export function reportHtml(report: Report, manifest: Manifest, edition: Edition, maker?: string): string {
  const view = viewOf(report, manifest, edition);
  const { words } = view;
  const internal = edition === 'internal';
  const { title: own } = aboutOf(view);
  const title = `${escapeHtml(own ?? words.title)}${internal ? ' · INTERNAL' : ''}`;
  const links = Object.entries(words.headings).map(([id, name]) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`);
  const header = `<a class="skip" href="#main">${escapeHtml(words.skip)}</a>
<header>${internal ? internalMark(escapeHtml(words.internalWhy)) : ''}<p class="product">Shoal${own === undefined ? '' : ` · ${escapeHtml(words.title)}`}</p><h1>${title}</h1></header>
<nav aria-label="${escapeHtml(words.contents)}"><ol>${links.join('')}</ol></nav>`;
  const main = Object.values(parts).map((part) => part(view, words));
  return page(title, main.join('\n'), { lang: words.lang, header, internal, ...(maker === undefined ? {} : { maker }) });
}
