import { clockKey, clockLetters, isClock } from './clock-forms.ts';
import { type CellForm, type ColumnForms, cellsIn } from './forms.ts';
import { type FoundTimes, nearly } from './found-times.ts';
import { because } from './reasons.ts';
import { readShortYears } from './short-years.ts';

/** Day, month by its name and year in their three orders, and a month of a year; signs or a short word between them. */
const orders: readonly { readonly form: RegExp; readonly parts: readonly ('d' | 'M' | 'y')[] }[] = [
  { form: /^(9{1,2})([^9]{0,5})(MMM)([^9]{0,5})(9999|99)(?!9)(.*)$/, parts: ['d', 'M', 'y'] },
  { form: /^(MMM)([^9]{0,5})(9{1,2})([^9]{1,5})(9999|99)(?!9)(.*)$/, parts: ['M', 'd', 'y'] },
  { form: /^(9999)([^9]{0,5})(MMM)([^9]{0,5})(9{1,2})(?!9)(.*)$/, parts: ['y', 'M', 'd'] },
  { form: /^(MMM)([^9]{1,5})(9999|99)(?!9)()()(.*)$/, parts: ['M', 'y'] },
];

interface NamedDate extends CellForm {
  readonly parts: readonly string[];
  readonly texts: readonly string[];
  readonly between: readonly string[];
  readonly rest: string;
}

/** How the dates of a column are written whose months have names; a point behind a short name is part of it. */
export function findNamedDates({ forms }: ColumnForms): FoundTimes {
  const filled = cellsIn(forms);
  const dates = forms.flatMap((form) => dateIn(form) ?? []);
  const groups = new Map<string, NamedDate[]>();
  for (const date of dates) groups.set(keyOf(date), [...(groups.get(keyOf(date)) ?? []), date]);
  const alike = [...groups.values()].toSorted((a, b) => cellsIn(b) - cellsIn(a))[0] ?? [];
  const fits = cellsIn(alike);
  if (filled === 0 || fits < nearly * filled) return { kind: 'none' };
  const toldOf = (format: string) => [because('fit', { fits, filled, format }), because('month-name')];
  if (!isShort(alike[0])) {
    const format = formatOf(alike, 'yyyy');
    return { kind: 'sure', format, fits, told: toldOf(format) };
  }
  const place = alike[0].parts.filter((part) => part !== 'M').indexOf('y');
  const years = readShortYears(new Set(alike.map(({ sizes }) => sizes[place])));
  const choices = years.letters.map(({ text, means }) => ({ format: formatOf(alike, text), means: [means] }));
  if (choices.length > 1) return { kind: 'open', doubt: 'century', choices, fits, why: years.evidence };
  return { kind: 'sure', format: choices[0].format, fits, told: [...toldOf(choices[0].format), because('and'), years.evidence] };
}

const isShort = ({ parts, texts }: NamedDate): boolean => texts[parts.indexOf('y')].length === 2;

const keyOf = (date: NamedDate): string =>
  [...date.parts, ...date.between, isShort(date) ? 'short' : 'long', clockKey(date.rest)].join('|');

function dateIn(form: CellForm): NamedDate | undefined {
  const plain = form.form.replace('MMM. ', 'MMM ');
  for (const { form: wanted, parts } of orders) {
    const [whole, first, before, second, behind, third, rest] = wanted.exec(plain) ?? [];
    if (whole === undefined || !isClock(rest)) continue;
    const texts = [first, second, third].slice(0, parts.length);
    const between = [before, behind].slice(0, parts.length - 1);
    const dayAt = parts.filter((part) => part !== 'M').indexOf('d');
    if (dayAt >= 0 && !'sm'.includes(form.sizes[dayAt])) continue;
    return { ...form, parts, texts, between, rest };
  }
  return undefined;
}

function formatOf(dates: readonly NamedDate[], year: string): string {
  const [{ parts, between, rest }] = dates;
  const twoDigits = dates.every(({ texts }) => texts[parts.indexOf('d')]?.length === 2);
  const letters = parts.map((part) => ({ d: twoDigits ? 'dd' : 'd', M: 'MMM', y: year })[part] ?? part);
  const text = letters.map((letter, place) => `${letter}${quoteWords(between[place] ?? '')}`).join('');
  return `${text}${rest === '' ? '' : clockLetters(dates.map((date) => date.rest))}`;
}

/** Words between parts, as in 3 de marzo de 2024, stand in quotes. */
const quoteWords = (text: string): string => text.replace(/\p{L}+/gu, "'$&'");
