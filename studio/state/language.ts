import { effect, signal } from '@preact/signals';
import { type Language, languages } from '../../src/base/languages.ts';

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** The language of the page: as chosen here before, or as the browser asks for. */
export const language = signal<Language>(firstLanguage());

function firstLanguage(): Language {
  const asked = [localStorage.getItem('shoal-language') ?? '', ...navigator.languages.map((one) => one.slice(0, 2))];
  return asked.find(isLanguage) ?? 'en';
}

export function setLanguage(chosen: Language): void {
  localStorage.setItem('shoal-language', chosen);
  language.value = chosen;
}

effect(() => {
  document.documentElement.lang = language.value;
});

/** One text in every language; the compiler asks for those that are missing. */
export type InFour<Words> = Readonly<Record<Language, Words>>;

/** The words of a screen in the language of the page. Whoever draws with them is drawn again when it changes. */
export const wordsOf = <Words>(words: InFour<Words>): Words => words[language.value];

const locales: InFour<string> = { en: 'en-GB', it: 'it-IT', sl: 'sl-SI', zh: 'zh-CN' };
export const locale = (): string => locales[language.value];

export const count = (value: number): string => value.toLocaleString(locale());
export const percent = (share: number): string =>
  share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 });
export const dateOf = (iso: string): string =>
  new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
export const sizeOf = (bytes: number): string => {
  const unit = bytes >= 1e9 ? 'gigabyte' : bytes >= 1e6 ? 'megabyte' : 'kilobyte';
  const many = bytes / { gigabyte: 1e9, megabyte: 1e6, kilobyte: 1e3 }[unit];
  return many.toLocaleString(locale(), { style: 'unit', unit, maximumFractionDigits: many < 10 ? 1 : 0 });
};
/** A while, in its largest unit. */
export const timeOf = (seconds: number): string => {
  const unit = seconds >= 3600 ? 'hour' : seconds >= 60 ? 'minute' : 'second';
  const many = Math.max(1, Math.round(seconds / { hour: 3600, minute: 60, second: 1 }[unit]));
  return many.toLocaleString(locale(), { style: 'unit', unit, unitDisplay: 'long' });
};
