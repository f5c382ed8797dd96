import { effect, signal } from '@preact/signals';
import type { ToldBreach } from '../../../src/api/told-verdict.ts';
import type { Language } from '../../../src/base/languages.ts';
import { type Facts, fillIn, gapsIn, type Told } from '../../../src/base/told.ts';
import type { ProblemTold } from '../../api/client.ts';
import { count, language } from '../../state/language.ts';
import type { ToldWords } from './codes.ts';

/** English is told by the server itself, which knows each case; other languages are told here, by code. Each comes when it is chosen. */
const files: Readonly<Record<Exclude<Language, 'en'>, () => Promise<ToldWords>>> = {
  it: async () => (await import('./it.ts')).itTold,
  sl: async () => (await import('./sl.ts')).slTold,
  zh: async () => (await import('./zh.ts')).zhTold,
};

const loaded = signal<Partial<Record<Language, ToldWords>>>({});
effect(() => {
  const now = language.value;
  if (now !== 'en' && loaded.peek()[now] === undefined)
    files[now]().then(
      (words) => (loaded.value = { ...loaded.value, [now]: words }),
      () => undefined, // the server is away: it is told in English
    );
});

const wordsNow = (): ToldWords | undefined => loaded.value[language.value];

const print = (number: number): string => (Number.isInteger(number) ? count(number) : number.toLocaleString(language.value));

/** Why something is so, or a note: in the language of the page, or else in English. */
export function tellAll(english: string, told: readonly Told[] | undefined): string {
  const words = wordsNow();
  if (words === undefined || told === undefined) return english;
  const sentences: Readonly<Record<string, string>> = { ...words.reasons, ...words.notes };
  return told.every(({ code }) => code in sentences)
    ? told.map(({ code, facts }) => fillIn(sentences[code], facts, print)).join('')
    : english;
}

/** Notes one by one, each with its English beside it. */
export const tellNotes = (english: readonly string[], told: readonly Told[] | undefined): readonly string[] =>
  english.map((one, place) => tellAll(one, told?.[place] === undefined ? undefined : [told[place]]));

/** What is wrong and the way on. Of a case of which too little may be told, the way on alone. */
export function tellProblem({ code, detail, suggestion, facts = {} }: ProblemTold): {
  readonly what: string;
  readonly fix: string;
} {
  const words = wordsNow();
  const sentence = (words?.problems as Readonly<Record<string, string>> | undefined)?.[code];
  if (words === undefined || sentence === undefined) return { what: detail, fix: suggestion };
  const [what, fix = ''] = sentence.split('|');
  const isWhole = gapsIn(what).every((name) => name in facts);
  return {
    what: isWhole ? `${fillIn(what, facts, print)}${placeOf(words, facts, what)}` : words.untold,
    fix: fillIn(fix, facts, print),
  };
}

interface BreachInWords {
  readonly what: string;
  readonly why?: string;
  readonly where?: string;
}

/** A breach, and where it is. */
export function tellBreach({ kind, what, where, why, ...rest }: ToldBreach): BreachInWords {
  const words = wordsNow();
  const sentence = words?.breaches[kind];
  if (words === undefined || sentence === undefined) return { what, why, ...(where === undefined ? {} : { where }) };
  const facts = rest as unknown as Facts; // a breach holds names, places and counts
  const place = placeOf(words, facts, sentence).slice(2, -1);
  return { what: fillIn(sentence, facts, print), ...(place === '' ? {} : { where: place }) };
}

/** ` (line 12, column "age")`, of what the sentence does not say already. */
function placeOf({ places }: ToldWords, facts: Facts, sentence: string): string {
  const names = (['file', 'line', 'row', 'column'] as const).filter(
    (name) => facts[name] !== undefined && facts[name] !== 0 && !sentence.includes(`{${name}}`),
  );
  return names.length === 0 ? '' : ` (${names.map((name) => fillIn(places[name], facts, print)).join(', ')})`;
}
