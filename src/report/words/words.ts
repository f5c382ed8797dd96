import type { Language } from '../../base/languages.ts';
import { en, type Words } from './en.ts';
import { it } from './it.ts';
import { sl } from './sl.ts';
import { zh } from './zh.ts';

/** Every language a report can be written in. */
export const catalogues: Readonly<Record<Language, Words>> = { en, it, sl, zh };

/** A report in a language it does not know is written in English. */
export const wordsIn = (lang: string): Words => (Object.hasOwn(catalogues, lang) ? catalogues[lang as Language] : en);
